/** Every row of the contract's table of errors (section 2), produced through the door. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import type { Account } from "../../src/core/account/account.ts";
import { FAULTS } from "../../src/core/errors.ts";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { startFiles } from "../support/files.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startLookupServer } from "../support/provider.ts";
import { ADMIN_TOKEN, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { type Answer, ask, type Asked, faultOf, settledTemplate } from "./door.ts";
import { madeFaults } from "./made_faults.ts";

const NOW = Date.parse("2026-07-01T10:00:00Z");

const FROM = { from: "111122", to: "16175550101" };
const SMS = { action: "sendsms", ...FROM, "message-text": "Hello" };
const TEXT = { "message-text": "Hello" };
const SAVE = { action: "savemms", name: "Sale", "fallback-sms-text": "See it", slide: [TEXT] };
const send = (mmsId: unknown) => ({ action: "sendsavedmms", ...FROM, "mms-id": mmsId });
const withSlide = (slide: unknown) => ({ ...SAVE, slide: [TEXT, slide] });
const image = (url: unknown) => withSlide({ image: { url } });

const file = { url: "https://media.example.com/file" };
const emoji = (count: number) => "🎉".repeat(count);

let test: TestService;
/** A service whose store fails, and which may fetch from no private address. */
let fragile: TestService;
/** The way to its database. */
let line: BreakingLine;
let databaseUrl: string;
const files = startFiles();
const provider = startLookupServer();
let release: () => void;
const hanging = new Promise<Response>((resolve) =>
  release = () => resolve(new Response(null, { status: 404 }))
);
const keys: Record<string, string> = {};
const templates: Record<string, string> = {};

Deno.test.beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  line = startBreakingLine(databaseUrl);
  [test, fragile] = await Promise.all([
    startService({
      clock: { now: () => NOW },
      config: {
        OUTBOUND_ALLOW: "127.0.0.1",
        TEMPLATES_LOCKED_MAX: "5",
        OPERATOR_LOOKUP: "http",
        OPERATOR_LOOKUP_URL: provider.url,
      },
      senders: [SHORT_CODE, { address: "ACME", kind: "alphanumeric", country: "US" }],
    }),
    startService({
      config: {
        DATABASE_URL: line.url,
        OUTBOUND_ALLOW: "",
        CREDENTIAL_FAILURE_BURST: "1",
        TRUSTED_PROXIES: "127.0.0.1",
      },
    }),
  ]);
  const accounts: [string, Partial<Account>][] = [
    ["blocked", { disabled: true }],
    ["other", {}],
    ["slow", { rate: 1 }],
    ["campaigns", { enforceCampaignCheck: true }],
    ["no-fallback", { allowFallbackSms: false }],
    ["stopped", {}],
    ["looked-up", {}],
    ["unserved", {}],
  ];
  for (const [id, more] of accounts) {
    const fields = { id, name: id, postbackUrl: test.receiver.url, ...more };
    keys[id] = (await createAccount(test.service.provision, fields)).apiKey;
    await addSender(test.service.provision, id, SHORT_CODE);
  }
  provider.answer = () => new Response(null, { status: 500 });
  const routes = [
    { account: "looked-up", operator: "0001470", kind: "sms", connectors: "loopback" },
    { account: "unserved", kind: "sms", connectors: "" },
    { account: "unserved", kind: "mms", connectors: "" },
  ];
  for (const route of routes) await test.admin("POST", "/routes", route);
  const quiet = { "disable-fallback-sms": true, slide: [TEXT] };
  templates.ready = await settledTemplate(test, SAVE);
  templates.quiet = await settledTemplate(test, quiet);
  templates.others = await settledTemplate(test, SAVE, { key: keys.other });
  for (const [number, originator] of [["16175550101", "111122"], ["16175550102"]]) {
    await test.admin("POST", "/accounts/stopped/blocks", { number, originator });
  }
  templates.stopped = await settledTemplate(test, SAVE, { key: keys.stopped });
  templates.failed = await settledTemplate(test, image(files.answer("gone.jpg", notFound)));
  templates.locked = (await ask(
    test,
    image(files.answer("slow.jpg", () => hanging)),
  )).body["mms-id"];
});

Deno.test.afterAll(async () => {
  release();
  await Promise.all([test.stop(), fragile.stop()]);
  await Promise.all([files.stop(), line.cut(), provider[Symbol.asyncDispose]()]);
});

function notFound(): Response {
  return new Response(null, { status: 404 });
}

type Row = [
  fault: string,
  when: string,
  ask: () => Promise<Answer>,
  info: string | RegExp,
];

/** A body, sent as most rows send theirs. */
const posted = (body: unknown, asked?: Asked) => () => ask(test, body, asked);
/** A body that is refused before its action is known. */
const early = (body: unknown, asked?: Asked) => posted(body, { ...asked, early: true });
/** The same of a template, which only exists by then. */
const sent = (name: string, more: object = {}, key?: () => string) => () =>
  ask(test, { ...send(templates[name]), ...more }, key === undefined ? {} : { key: key() });

const admin = (method: string, path: string, body?: unknown, token = ADMIN_TOKEN) => () =>
  ask(test, body, {
    method,
    path: `/admin/v1${path}`,
    headers: { authorization: `Bearer ${token}`, "x-api-key": null },
  });

const stream = (chunks: number, bytes: number) =>
  new ReadableStream({
    pull(controller) {
      if (chunks-- > 0) controller.enqueue(new Uint8Array(bytes).fill(0x20));
      else controller.close();
    },
  });

const ROWS: Row[] = [
  ["E100 400", "action is missing", early({}), "action is required"],
  ["E100 400", "action is not a text", early({ action: 7 }), "action must be a string"],
  [
    "E100 400",
    "a field is of the wrong kind",
    posted({ ...SMS, "message-text": {} }),
    "message-text must be a string",
  ],
  ["E100 400", "slide is not an array", posted({ ...SAVE, slide: TEXT }), "slide must be an array"],
  ["E100 400", "a slide is not an object", posted(withSlide("Hello")), "slide 2 must be an object"],
  [
    "E100 400",
    "a flag is not a boolean",
    posted({ ...SAVE, "disable-fallback-sms": "maybe" }),
    "disable-fallback-sms must be true or false",
  ],
  [
    "E100 400",
    "an object is not a text",
    posted({ ...SAVE, "message-subject": {} }),
    "message-subject must be a string",
  ],
  [
    "E100 400",
    "a text holds NUL",
    posted({ ...SMS, "message-text": "a\0b" }),
    "message-text contains characters that are not valid text",
  ],
  [
    "E100 400",
    "to-displayonly has no number",
    sent("ready", { "to-displayonly": "16175550101,home" }),
    "to-displayonly has an entry that is not a number",
  ],
  [
    "E100 400",
    "custom-slides names no slide of the template",
    sent("ready", { "custom-slides": [{ "custom-slide": "2", "custom-message-text": "x" }] }),
    "custom-slides 1: custom-slide must be a slide from 1 to 1",
  ],
  [
    "E100 413",
    "the declared length is over 1 MiB",
    early(" ".repeat(1024 * 1024 + 1)),
    "the body is larger than 1048576 bytes",
  ],
  [
    "E100 413",
    "a chunked body grows over 1 MiB",
    early(stream(20, 64 * 1024)),
    "the body is larger than 1048576 bytes",
  ],
  ["E100 405", "the method is not POST", async () => {
    const response = await fetch(`${test.url}/api/v2`, { headers: { "x-api-key": test.apiKey } });
    const { headers, status } = response;
    assert.equal(headers.get("allow"), "POST");
    return { status, headers, body: await response.json() };
  }, "use POST"],
  [
    "E100 404",
    "the admin API is asked for what is not there",
    admin("GET", "/accounts/nobody"),
    "account does not exist",
  ],
  [
    "E100 409",
    "the admin API is to make what is there",
    admin("POST", "/accounts", { account: "acme", name: "Acme" }),
    "account acme is there already",
  ],
  [
    "E103 403",
    "the account is disabled",
    () => ask(test, SMS, { key: keys.blocked, early: true }),
    /blocked/,
  ],
  [
    "E104 401",
    "no x-api-key",
    early(SMS, { headers: { "x-api-key": null } }),
    "x-api-key is missing",
  ],
  [
    "E104 401",
    "an empty x-api-key",
    early(SMS, { headers: { "x-api-key": "" } }),
    "x-api-key is missing",
  ],
  [
    "E104 429",
    "another unknown x-api-key from a source that has tried too many",
    async () => {
      const asked = { headers: { "x-forwarded-for": "192.0.2.66" }, key: "a-guess", early: true };
      assert.equal((await ask(fragile, SMS, asked)).status, 401);
      return await ask(fragile, SMS, { ...asked, key: "another-guess" });
    },
    "too many wrong credentials from this address; try again later",
  ],
  ["E104 401", "an unknown x-api-key", early(SMS, { key: "nobody's" }), "x-api-key is not valid"],
  [
    "E104 401",
    "the letter case of the key is wrong",
    () => ask(test, SMS, { key: swapCase(test.apiKey), early: true }),
    "x-api-key is not valid",
  ],
  [
    "E104 401",
    "a wrong admin token",
    admin("GET", "/accounts", undefined, "guessed"),
    /admin token/,
  ],
  ["E107 400", "an unknown action", early({ action: "sendfax" }), "action is unknown"],
  ["E108 400", "the body is empty", early(""), "the body is not parseable JSON"],
  [
    "E108 400",
    "the body is not JSON",
    early("{action: sendsms}"),
    "the body is not parseable JSON",
  ],
  [
    "E108 400",
    "the body breaks off",
    early('{"action":"sendsms"'),
    "the body is not parseable JSON",
  ],
  [
    "E108 400",
    "the body is not UTF-8",
    early(new Uint8Array([0x22, 0xff, 0x22])),
    "the body is not UTF-8",
  ],
  ...["[]", "7", '"sendsms"', "null", "true"].map((body): Row => [
    "E108 400",
    `the body is ${body}`,
    early(body),
    "the body is not a JSON object",
  ]),
  ...[null, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"].map(
    (
      type,
    ): Row => [
      "E108 415",
      `the content type is ${type}`,
      early(new TextEncoder().encode(JSON.stringify(SMS)), { headers: { "content-type": type } }),
      "content-type must be application/json",
    ],
  ),
  [
    "E108 415",
    "the charset is not UTF-8",
    early(SMS, { headers: { "content-type": "application/json; charset=utf-16" } }),
    "the charset of application/json must be utf-8",
  ],
  ["E110 400", "to is missing", posted({ ...SMS, to: undefined }), "to is required"],
  [
    "E110 400",
    "to is no number",
    posted({ ...SMS, to: "home" }),
    "to is not an international number",
  ],
  [
    "E110 400",
    "to is two numbers",
    posted({ ...SMS, to: "16175550101,16175550102" }),
    "to is not an international number",
  ],
  [
    "E110 400",
    "to is too short for its country",
    posted({ ...SMS, to: "1617555010" }),
    "to is not a possible number",
  ],
  [
    "E110 400",
    "to of a stored MMS is in another country",
    sent("ready", { to: "447911123456" }),
    "to is not in a country of from",
  ],
  [
    "E110 400",
    "to of a stored MMS is in another country of the same calling code",
    sent("ready", { to: "14165550101" }),
    "to is not in a country of from",
  ],
  ["E111 400", "from is missing", posted({ ...SMS, from: undefined }), "from is required"],
  ["E111 400", "from is no sender's address", posted({ ...SMS, from: "!" }), /^from is neither/],
  [
    "E111 400",
    "from is a name, and the country is the USA",
    posted({ ...SMS, from: "ACME" }),
    "from is alphanumeric, which carriers of US do not take",
  ],
  [
    "E111 403",
    "from is nobody's",
    posted({ ...SMS, from: "999999" }),
    "from is not provisioned to this account",
  ],
  ["E113 429", "a second message in the same second, of one allowed", async () => {
    const allowed = await ask(test, SMS, { key: keys.slow });
    assert.equal(allowed.status, 200);
    const refused = await ask(test, SMS, { key: keys.slow });
    assert.equal(refused.headers.get("retry-after"), "1");
    return refused;
  }, "throughput of 1 messages a second is exceeded"],
  [
    "E114 403",
    "the recipient has opted out of the sender",
    () => ask(test, SMS, { key: keys.stopped }),
    "to is blocked for this sender (opted out)",
  ],
  [
    "E114 403",
    "the recipient has opted out of all senders, and the message is an MMS",
    sent("stopped", { to: "16175550102" }, () => keys.stopped!),
    "to is blocked for this sender (opted out)",
  ],
  [
    "E121 409",
    "an Idempotency-Key comes again with another body",
    async () => {
      const headers = { "idempotency-key": "order-4711" };
      assert.equal((await ask(test, SMS, { headers })).status, 200);
      return await ask(test, { ...SMS, "message-text": "Goodbye" }, { headers });
    },
    "Idempotency-Key was used with another body",
  ],
  [
    "E223 400",
    "two objects on a slide",
    posted(withSlide({ contact: file, pdf: file })),
    "slide 2: contact and pdf cannot share a slide",
  ],
  [
    "E224 400",
    "an object with an image",
    posted(withSlide({ image: file, calendar: file })),
    "slide 2: calendar and image cannot share a slide",
  ],
  [
    "E225 400",
    "ten slides",
    posted({ ...SAVE, slide: Array(10).fill(TEXT) }),
    "slide must have at most 9 items",
  ],
  [
    "E226 400",
    "audio with video",
    posted(withSlide({ audio: file, video: file })),
    "slide 2: audio and video cannot share a slide",
  ],
  [
    "E227 400",
    "video with an image",
    posted(withSlide({ image: file, video: file })),
    "slide 2: video and image cannot share a slide",
  ],
  [
    "E228 400",
    "a text of 5001 characters",
    posted(withSlide({ "message-text": emoji(5001) })),
    "slide 2: message-text must have at most 5000 characters",
  ],
  [
    "E228 400",
    "a custom text of 5001 characters",
    sent("ready", { "custom-slides": [{ "custom-slide": 1, "custom-message-text": emoji(5001) }] }),
    "custom-slides 1: custom-message-text must have at most 5000 characters",
  ],
  ...[
    ["ftp://media.example.com/a.jpg", "the URL is not http or https"],
    ["file:///etc/passwd", "the URL is not http or https"],
    ["data:image/png;base64,AAAA", "the URL is not http or https"],
    ["media.example.com/a.jpg", "the URL is malformed"],
    ["http://", "the URL is malformed"],
    ["https://me:secret@media.example.com/a.jpg", "the URL holds a user name or password"],
    [
      "http://127.0.0.2/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    [
      "http://0x7f.0.0.2/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    ["http://[::1]/a.jpg", "the URL's host is not a public address; OUTBOUND_ALLOW can allow it"],
    [
      "http://10.0.0.1/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    [
      "http://169.254.169.254/latest/meta-data",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    [
      "http://localhost/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
  ].map(([url, fault]): Row => [
    "E229 400",
    `content at ${url}`,
    posted(image(url)),
    `slide 2: image url: ${fault}`,
  ]),
  [
    "E229 400",
    "content on this machine, which is not allowed",
    () => ask(fragile, image("http://127.0.0.1/a.jpg")),
    "slide 2: image url: the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
  ],
  [
    "E229 400",
    "content without a url",
    posted(withSlide({ image: {} })),
    "slide 2: image url is required",
  ],
  [
    "E229 400",
    "content that is no object",
    posted(withSlide({ image: "a.jpg" })),
    "slide 2: image must be an object",
  ],
  ["E241 404", "an unknown mms-id", posted(send("nothing")), "mms-id does not exist"],
  ["E241 404", "another account's mms-id", sent("others"), "mms-id does not exist"],
  ["E311 400", "no name", posted({ ...SAVE, name: undefined }), "name is required"],
  ["E311 400", "an empty name", posted({ ...SAVE, name: "" }), "name must not be empty"],
  ["E311 400", "a blank name", posted({ ...SAVE, name: " \n" }), "name must not be blank"],
  ["E312 400", "no slide field", posted({ ...SAVE, slide: undefined }), "slide is required"],
  ["E312 400", "no slides", posted({ ...SAVE, slide: [] }), "slide must have at least 1 item"],
  ["E313 400", "an empty slide", posted(withSlide({})), "slide 2: needs content or message-text"],
  [
    "E313 400",
    "a slide of white space",
    posted(withSlide({ "message-text": " \n" })),
    "slide 2: needs content or message-text",
  ],
  [
    "E313 400",
    "a custom text of white space on a slide without content",
    sent("ready", { "custom-slides": [{ "custom-slide": "1", "custom-message-text": " " }] }),
    "slide 1: needs content or message-text",
  ],
  [
    "E313 400",
    "a custom text that empties its slide",
    sent("ready", { "custom-slides": [{ "custom-slide": "1", "custom-message-text": "" }] }),
    "slide 1: needs content or message-text",
  ],
  [
    "E315 400",
    "a client-reference of 65 characters",
    posted({ ...SAVE, "client-reference": emoji(65) }),
    "client-reference must have at most 64 characters",
  ],
  [
    "E315 400",
    "a client-reference of 65 characters, of a send",
    sent("ready", { "client-reference": emoji(65) }),
    "client-reference must have at most 64 characters",
  ],
  ["E620 400", "no mms-id", posted(send(undefined)), "mms-id is required"],
  ["E620 400", "an empty mms-id", posted(send("")), "mms-id must not be empty"],
  [
    "E622 400",
    "no fallback text",
    posted({ ...SAVE, "fallback-sms-text": undefined }),
    /^fallback-sms-text is required/,
  ],
  [
    "E622 400",
    "an empty fallback text",
    posted({ ...SAVE, "fallback-sms-text": " " }),
    /^fallback-sms-text is required/,
  ],
  [
    "E622 400",
    "a send enables the fallback that the template disables and has no text for",
    sent("quiet", { "disable-fallback-sms": false }),
    /^fallback-sms-text is required/,
  ],
  [
    "E622 400",
    "force-send-as-sms, and there is no text",
    sent("quiet", { "force-send-as-sms": true }),
    "fallback-sms-text is required with force-send-as-sms",
  ],
  [
    "E626 409",
    "the template is being encoded",
    sent("locked"),
    "the MMS has not finished encoding",
  ],
  [
    "E630 409",
    "the template failed encoding",
    sent("failed"),
    "the MMS failed encoding and cannot be sent",
  ],
  [
    "E631 429",
    "more templates are saved than may be encoded at a time",
    async () => {
      const slow = image(files.answer("slow.jpg", () => hanging));
      const more = () => ask(test, slow, { key: keys.other });
      for (let n = 0; n < 5; n++) assert.equal((await more()).status, 200);
      const refused = await more();
      assert.equal(refused.headers.get("retry-after"), "10");
      return refused;
    },
    "5 templates of this account are being encoded; retry when some of them have finished",
  ],
  [
    "E618 503",
    "the lookup of an operator that a route needs fails",
    () => ask(test, SMS, { key: keys["looked-up"] }),
    "the operator lookup failed; try again",
  ],
  [
    "E619 403",
    "the routing table does not serve the recipient",
    () => ask(test, SMS, { key: keys.unserved }),
    "the recipient's operator is not provisioned",
  ],
  [
    "E651 400",
    "an unknown operator-id",
    posted({ ...SMS, "operator-id": "7" }),
    "operator-id is unknown",
  ],
  [
    "E651 400",
    "an unknown operator in X-Service-Carrier-Id",
    posted(SMS, { headers: { "x-service-carrier-id": "7" } }),
    "operator-id is unknown",
  ],
  ...["mms-expiry-timestamp", "fallback-sms-link-expiration"].flatMap((field): Row[] => [
    [
      "E652 400",
      `${field} is not ISO 8601`,
      sent("ready", { [field]: "tomorrow" }),
      `${field} is not an ISO 8601 timestamp`,
    ],
    [
      "E652 400",
      `${field} is past`,
      sent("ready", { [field]: "2026-07-01T09:59:59.999Z" }),
      `${field} is past`,
    ],
    [
      "E652 400",
      `${field} is now`,
      sent("ready", { [field]: "2026-07-01T10:00:00Z" }),
      `${field} is past`,
    ],
  ]),
  [
    "E712 400",
    "no message-text",
    posted({ ...SMS, "message-text": undefined }),
    "message-text is required",
  ],
  [
    "E712 400",
    "an empty message-text",
    posted({ ...SMS, "message-text": "" }),
    "message-text must not be empty",
  ],
  [
    "E712 400",
    "a blank message-text",
    posted({ ...SMS, "message-text": " \n" }),
    "message-text must not be blank",
  ],
  [
    "E715 403",
    "campaign-ref is missing, and the account enforces it",
    () => ask(test, SMS, { key: keys.campaigns }),
    "campaign-ref is required for this account",
  ],
  [
    "E715 403",
    "to is not subscribed to campaign-ref",
    () => ask(test, { ...SMS, "campaign-ref": "summer" }, { key: keys.campaigns }),
    "to is not subscribed to campaign-ref",
  ],
  ...madeFaults({
    posted,
    sent: (more) => sent("ready", more),
    answered: files.answer,
  }),
  // The last two, in this order: they break the service that they are asked of.
  ["E503 500", "the store has a fault that no retry mends", async () => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    await sql`alter table message rename to gone`;
    await sql.end();
    return await ask(fragile, SMS);
  }, "internal error"],
  ["E504 503", "the store is not there", async () => {
    await line.cut();
    const refused = await ask(fragile, SMS);
    assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    return refused;
  }, "temporarily unable to accept; try again"],
];

for (const [fault, when, produce, info] of ROWS) {
  Deno.test(`${fault}: ${when}`, async () => {
    const answer = await produce();
    assert.equal(faultOf(answer), fault, answer.body["error-info"]);
    if (typeof info === "string") assert.equal(answer.body["error-info"], info);
    else assert.match(answer.body["error-info"], info);
  });
}

Deno.test("what is produced here is the catalogue: all of it, and nothing else", () => {
  const catalogue = Object.values(FAULTS).map(({ json, http }) => `${json} ${http}`);
  const produced = ROWS.map(([fault]) => fault);
  assert.deepEqual([...new Set(produced)].sort(), [...new Set(catalogue)].sort());
});

/** What is just within the limits above. */
const TAKEN: [what: string, ask: () => Promise<Answer>][] = [
  ["nine slides", posted({ ...SAVE, slide: Array(9).fill(TEXT) })],
  ["a text of 5000 emoji", posted(withSlide({ "message-text": emoji(5000) }))],
  ["a client-reference of 64 emoji", posted({ ...SAVE, "client-reference": emoji(64) })],
  [
    "no fallback text, where the template disables the fallback",
    posted({ ...SAVE, "fallback-sms-text": undefined, "disable-fallback-sms": true }),
  ],
  [
    "no fallback text, where the account has no fallback",
    () => ask(test, { ...SAVE, "fallback-sms-text": undefined }, { key: keys["no-fallback"] }),
  ],
  [
    "a send that brings the text for the fallback it enables",
    sent("quiet", { "disable-fallback-sms": false, "fallback-sms-text": "See it" }),
  ],
  [
    "timestamps beyond their maximum, which are cut to it",
    sent("ready", {
      "mms-expiry-timestamp": "2126-07-01",
      "fallback-sms-link-expiration": "2126-07-01",
    }),
  ],
  [
    "timestamps that are empty",
    sent("ready", {
      "mms-expiry-timestamp": "",
      "fallback-sms-link-expiration": "",
    }),
  ],
  [
    "a known operator-id, whatever the header says",
    posted({ ...SMS, "operator-id": "0001470" }, { headers: { "x-service-carrier-id": "7" } }),
  ],
  [
    "an operator-id that spares the lookup",
    () => ask(test, { ...SMS, "operator-id": "0001470" }, { key: keys["looked-up"] }),
  ],
  [
    "a campaign-ref where the account does not enforce it",
    posted({ ...SMS, "campaign-ref": "summer" }),
  ],
];

for (const [what, produce] of TAKEN) {
  Deno.test(`taken: ${what}`, async () => {
    const { status, body } = await produce();
    assert.equal(status, 200, JSON.stringify(body));
  });
}

function swapCase(text: string): string {
  return text.replaceAll(
    /[A-Za-z]/g,
    (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
