/** Template for any provider: faults of the settings name the setting, the line and the fault. */
import assert from "node:assert/strict";
import { httpProtocol, type HttpSettings } from "../../src/connectors/http/protocol.ts";
import { Refusal } from "../../src/core/errors.ts";
import { LEAST } from "./providers/http.ts";

const TOKEN = "t".repeat(16);

const VALID: HttpSettings = {
  ...LEAST,
  url: "https://sms.example.net/send?key={secret}",
  secret: "secret",
  body: `{"to":"{to}","text":"{text}"}`,
};

const bind = (changes: Partial<HttpSettings>) => httpProtocol({ ...VALID, ...changes });

const FAULTS: Record<string, [changes: Partial<HttpSettings>, fault: string | RegExp][]> = {
  "URLs": [
    [{ url: "ftp://sms.example.net/" }, /^url: /],
    [{ url: "https://" }, /^url: the URL is malformed/],
    [{ url: "https://{to}.example.net/" }, "url: has a placeholder in its host"],
    [{ url: "https://sms.example.net{to}" }, "url: has a placeholder in its host"],
    [{ url: "https://sms.example.net:{to}/" }, /^url: /],
    [{ url: "https://a:b@sms.example.net/" }, /^url: the URL holds a user name or password/],
    [{ url: "https://sms.example.net\\@evil.example/" }, "url: the URL is malformed"],
    [{ url: "https://sms.example.net/#{to}" }, "url: has a fragment"],
    [
      { url: "https://sms.example.net/{text}" },
      "url: {text} cannot be in the path: use query or body",
    ],
    [
      { url: "https://sms.example.net/?{to}=1" },
      "url: the parameter {to} has a placeholder in its name",
    ],
    [{ url: "https://sms.example.net/?a={tto}" }, /^url: \{tto\} is unknown; there are \{to\}, /],
    [
      { mmsUrl: "https://other.example.net/", mmsBody: "{}" },
      /^mms-url: is on another server than url/,
    ],
    [{ checkUrl: "http://sms.example.net/" }, /^check-url: is on another server than url, https:/],
    [
      { checkUrl: "https://sms.example.net/?to={to}" },
      "check-url: {to} is of a message; the check has {secret} only",
    ],
  ],
  "headers": [
    [{ headers: "X-A: 1\nnonsense" }, `headers, line 2: "nonsense" is not of the form Name: value`],
    [{ headers: "X A: 1" }, `headers, line 1: "X A" is no name of a header`],
    [{ headers: "\n\nHost: a" }, "headers, line 3: Host is set by slidepost"],
    [{ headers: "content-LENGTH: 1" }, "headers, line 1: content-LENGTH is set by slidepost"],
    [{ headers: "X-A: 1\nx-a: 2" }, "headers, line 2: x-a is there twice"],
    [{ headers: "X-A: ü" }, "headers, line 1: X-A has characters that are no printable ASCII"],
    [{ headers: "X-A: {text}" }, /^headers, line 1: \{text\} may have .* write \{text:url\}$/],
    [{ headers: "X-A: {subject:url}" }, /^headers, line 1: \{subject:url\} is for MMS/],
  ],
  "bodies": [
    [{ body: null }, "body: is required for POST"],
    [{ body: "{" }, /^body: is no JSON: .*line 1 column 2/],
    [{ body: `{"to":"{to}",\n"text":{text}}` }, /^body: is no JSON: .*line 2/],
    [{ body: `{\n"to":"{to}",\n"text":"{Text}"}` }, /^body, line 3: \{Text\} is unknown/],
    [
      { body: `{"to":"{ to : plus_ }"}` },
      /^body, line 1: \{ to : plus_ \} has an unknown modifier; \{to\} takes plus/,
    ],
    [{ body: `{"to":"{from:number}"}` }, /^body, line 1: \{from:number\} has an unknown modifier/],
    [
      { body: `{"to":"x{to:number}","t":"{text}"}` },
      /^body: \{to:number\} must be the whole string/,
    ],
    [
      { body: `{"{to}":"{to}","t":"{text}"}` },
      `body: the member "{to}" has a placeholder in its name`,
    ],
    [{ body: `{"to":"{to}"}` }, "body: {text} is missing in the request"],
    [{ body: `{"text":"{text}"}` }, "body: {to} is missing in the request"],
    [
      { body: `{"to":"{media-urls}"}` },
      "body, line 1: {media-urls} is for MMS: use it in mms-body or mms-url",
    ],
    [{ body: `{"to":"{constructor}"}` }, /^body, line 1: \{constructor\} is unknown/],
    [
      { bodyType: "form", body: "to={to}\ntext" },
      `body, line 2: "text" is not of the form name=value`,
    ],
    [{ bodyType: "form", body: "=1" }, `body, line 1: "=1" is not of the form name=value`],
    [
      { bodyType: "form", body: "{to}={text}" },
      "body, line 1: the name of the field has a placeholder",
    ],
    [{ bodyType: "form", body: "a={to:number}" }, "body, line 1: {to:number} is for JSON"],
    [{ bodyType: "xml", body: "<a>{to}<b>" }, /^body: is no XML that can be sent: /],
    [{ bodyType: "xml", body: "<{to}>{text}</{to}>" }, /^body: is no XML that can be sent: /],
    [{ bodyType: "xml", body: "<a b={to}>{text}</a>" }, /^body: is no XML that can be sent: /],
    [
      { bodyType: "xml", body: "<a><![CDATA[{text}]]></a>" },
      "body: has a comment, CDATA or DOCTYPE",
    ],
    [{ bodyType: "xml", body: `<?xml version="1.0" encoding="latin1"?><a/>` }, /^body: /],
    [
      { bodyType: "text", body: "{text}\n{to}" },
      /^body: \{text\} may have line breaks: put it last/,
    ],
    [{ method: "GET" }, "body: a GET has no body: use the query of the URL"],
    [
      { method: "GET", body: null, url: "https://sms.example.net/?to={to}" },
      "url: {text} is missing in the request",
    ],
    [
      {
        method: "GET",
        body: null,
        url: "https://sms.example.net/?to={to}&text={text}",
        mmsUrl: "https://sms.example.net/?to={to}&text={text}",
      },
      "mms-url: {media-urls} or {media-url-1} is missing in the request",
    ],
    [
      {
        url: "https://sms.example.net/",
        checkUrl: "https://sms.example.net/{secret}",
        secret: null,
      },
      "secret: is required where a request has {secret}",
    ],
    [{ secret: null }, "secret: is required where a request has {secret}"],
    [{ idempotent: true }, "idempotent: requires {id} in every request"],
    [
      { mmsBody: `{"to":"{to}","text":"{text}"}` },
      /^mms-body: \{media-urls\} or \{media-url-1\} is missing in/,
    ],
    [
      { mmsBody: `{"to":"{to}","m":"{media-urls}"}` },
      "mms-body: {text} is missing in the request",
    ],
    [
      { mmsBody: `{"m":"x{media-urls}"}` },
      /^mms-body: \{media-urls\} is a list: write \{media-urls:commas\}/,
    ],
    [{ mmsBody: `{"m":"{media-url-21}"}` }, /^mms-body, line 1: \{media-url-21\} is unknown/],
    [{ mmsUrl: "https://sms.example.net/mms" }, "mms-body: is required for POST"],
    [
      { mmsUrl: "https://sms.example.net/?a={to}&b={text}&c={media-urls}" },
      "mms-body: is required for POST",
    ],
  ],
  "responses": [
    [{ idPath: "messages..id" }, `id-path: "messages..id" has an empty step`],
    [{ idPath: "text:OK" }, "id-path: an expression is written text:/…/"],
    [{ idPath: "text:/(/" }, /^id-path: the expression is malformed/],
    [{ errorPath: "text:/(a)\\1/" }, /^error-path: the expression is malformed/],
    [
      { successMatch: "ok\nstatus=0" },
      "success-match, line 1: a sign is written path=value, or text:/…/",
    ],
    [
      { successMatch: "a=b\ntext:/(?=x)/" },
      /^success-match, line 2: the expression is malformed/,
    ],
    [{ codes: "1=recipient\n2=nonsense" }, /^codes, line 2: "nonsense" is none of throttled, /],
    [{ codes: "1=recipient\n\n1=sender" }, `codes, line 3: "1" is there twice`],
    [{ codes: "recipient" }, `codes, line 1: "recipient" is not of the form name=value`],
    [{ codes: "1=delivered" }, /^codes, line 1: "delivered" is none of/],
  ],
  "callbacks": [
    [{ statuses: "A=sent" }, /^statuses, line 1: "sent" is none of delivered, noted, /],
    [{ statusPath: "status" }, "statuses: is required with status-path"],
    [
      { statusPath: "status", statuses: "A=noted" },
      "status-id-path: is required with status-path, unless every request has {status-url}",
    ],
    [
      { statusPath: "status", statuses: "A=noted", statusIdPath: "id" },
      "callback-token: is required for callbacks, which it protects",
    ],
    [
      { body: `{"to":"{to}","text":"{text}","url":"{status-url}"}` },
      "status-path: is required where a request has {status-url}",
    ],
    [{ inboundFromPath: "from" }, "inbound-to-path: is required with inbound-from-path"],
    [
      { inboundFromPath: "from", inboundToPath: "to" },
      "inbound-text-path: is required with inbound-from-path",
    ],
    [{ inboundTextPath: "text" }, "inbound-from-path: is required for messages of handsets"],
    [
      { inboundFromPath: "from", inboundToPath: "to", inboundTextPath: "text" },
      "callback-token: is required for callbacks, which it protects",
    ],
    [{ eventsPath: "a..b" }, `events-path: "a..b" has an empty step`],
    [{ inboundMediaPath: "." }, /^inbound-/],
  ],
};

for (const [subject, cases] of Object.entries(FAULTS)) {
  Deno.test(`http: faults of ${subject}`, () => {
    for (const [changes, expected] of cases) {
      const what = JSON.stringify(changes);
      try {
        bind(changes);
      } catch (error) {
        assert.ok(error instanceof Refusal, `${what}: ${error}`);
        if (typeof expected === "string") assert.equal(error.message, expected, what);
        else assert.match(error.message, expected, what);
        continue;
      }
      assert.fail(`${what} is taken`);
    }
  });
}

Deno.test("http: valid settings are taken", () => {
  const callbacks = {
    callbackToken: TOKEN,
    statusPath: "status",
    statusIdPath: "id",
    statuses: "A=delivered\r\nB = failed\r\n",
  };
  const protocol = bind({ ...callbacks, codes: " 17 = recipient \n\nE 18=content" });
  assert.deepEqual(protocol.provider.statuses.map(({ status, meaning }) => [status, meaning]), [
    ["A", "delivered"],
    ["B", "failed"],
  ]);
  assert.deepEqual(protocol.provider.codes.map(({ code }) => code), ["17", "E 18"]);
});

Deno.test("http: MMS as the template has it", () => {
  const of = (mmsBody: string, mmsMaxFiles = 10) => bind({ mmsBody, mmsMaxFiles }).provider.mms;
  const common = { maxBytes: 1_000_000, maxFileBytes: 1_000_000, types: null };
  assert.equal(bind({}).provider.mms, null);
  assert.deepEqual(of(`["{to}","{text}","{media-urls}"]`), {
    ...common,
    maxFiles: 10,
    takesSubject: false,
  });
  assert.deepEqual(of(`["{to}","{text}","{media-url-1}","{media-url-3}","{subject}"]`), {
    ...common,
    maxFiles: 1,
    takesSubject: true,
  });
  assert.equal(of(`["{to}","{text}","{media-url-1}","{media-url-2}"]`, 1)!.maxFiles, 1);
  const get = bind({
    method: "GET",
    url: "https://sms.example.net/?to={to}&text={text}",
    mmsUrl: "https://sms.example.net/mms?to={to}&text={text}&url={media-url-1}",
    body: null,
  });
  assert.equal(get.provider.mms!.maxFiles, 1);
});

Deno.test("http: credentials in headers are masked", () => {
  const basic = `Basic ${btoa("account:p4ssw0rd!")}`;
  const { secrets } = bind({
    headers: `Authorization: ${basic}\nX-Version: 1\nX-Id: pre-fix-{id}`,
  });
  for (const secret of ["secret", basic.slice(6), "p4ssw0rd!", "pre-fix-"]) {
    assert.ok(secrets.includes(secret), secret);
  }
  assert.ok(!secrets.includes("1"));
});

Deno.test("http: a public address is needed for media and callbacks, unless it is all local", () => {
  const callbacks = {
    callbackToken: TOKEN,
    statusPath: "status",
    statusIdPath: "id",
    statuses: "A=noted",
  };
  const isLocal = (changes: Partial<HttpSettings>) => bind(changes).provider.isLocal;
  assert.equal(isLocal({}), true, "it reaches nothing here");
  assert.equal(isLocal(callbacks), false);
  assert.equal(isLocal({ mmsBody: `["{to}","{text}","{media-urls}"]` }), false);
  for (const host of ["192.168.1.5:13013", "kannel", "sms.internal", "[fd00::1]"]) {
    assert.equal(isLocal({ ...callbacks, url: `http://${host}/cgi-bin/sendsms` }), true, host);
  }
});
