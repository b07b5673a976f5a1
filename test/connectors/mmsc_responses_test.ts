/** Responses of an MMSC, over real HTTP, and their effect on the message. */
import assert from "node:assert/strict";
import type { Failure } from "../../src/core/message/message.ts";
import type { FailedDetails, RejectedDetails } from "../../src/core/message/status_details.ts";
import type { SubmissionResult } from "../../src/ports/mod.ts";
import { accepted, type Behaviour, faulty, type MmscResponse } from "../support/mmsc.ts";
import { newSubmission, startCarrier } from "./carrier.ts";

const NOON = Date.UTC(2026, 10, 20, 12);

const rejected = (details: RejectedDetails): Failure => ({ outcome: "rejected", details });
const failed = (details: FailedDetails): Failure => ({ outcome: "failed", details });
/** Builds the result of a permanent failure; `reason` has the MMSC's words. */
const permanent = (outcome: Failure, reason: string): SubmissionResult => ({
  status: "permanent",
  outcome: { ...outcome, reason },
});
const http =
  (status: number, body = "", headers: Record<string, string> = {}): Behaviour => () => ({
    status,
    headers,
    body,
  });
/** Builds the same response under another HTTP status. */
const under =
  (status: number, headers: Record<string, string>, behaviour: Behaviour): Behaviour =>
  async (submitted) => ({ ...await behaviour(submitted) as MmscResponse, status, headers });
const fault = (code: number): Behaviour => (submitted) => faulty(submitted, code);

/**
 * Builds a response as other carriers write it: with prefixes, in other case, without namespaces.
 */
const rsp = (code: string, more = ""): Behaviour => () => ({
  body:
    `<?xml version="1.0"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/" ` +
    `xmlns:m="urn:x"><env:Body><m:SubmitRsp>${more}<m:Status><m:StatusCode>${code}</m:StatusCode>` +
    `<m:StatusText>ok</m:StatusText></m:Status></m:SubmitRsp></env:Body></env:Envelope>`,
});

const soapFault = (words: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>` +
  `<faultcode>s:Client</faultcode><faultstring>${words}</faultstring>` +
  `</s:Fault></s:Body></s:Envelope>`;

interface Case {
  behaviour: Behaviour;
  expected: SubmissionResult;
  /** Expected log line; none if left out. */
  logged?: { level: "debug" | "info" | "warn"; message: RegExp; facts?: Record<string, unknown> };
}

const AGAIN = /retried/;
const REFUSED = /refused a message/;
const NOBODY_KNOWS = /^the MMSC's response has no MM7 status; it may or may not/;

const NOT_AGAIN = /^the MMSC's response cannot be read; the message is not sent again/;
const UNREADABLE = { status: "unconfirmed", hasResponse: true } as const;

/** SHA-256 of no bytes. */
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const SILENT = "no response in time";

const CASES: Record<string, Case> = {
  "1000": {
    behaviour: (submitted) => accepted(submitted, "m-1"),
    expected: { status: "accepted", carrierId: "m-1" },
  },
  "1100 in part": {
    behaviour: (submitted) => accepted(submitted, "m-2", 1100),
    expected: { status: "accepted", carrierId: "m-2" },
  },
  "1000 with prefixes and without namespaces": {
    behaviour: rsp(" 1000 ", "<m:MessageID> m 3 </m:MessageID>"),
    expected: { status: "accepted", carrierId: "m 3" },
  },
  "1000 under HTTP 202": {
    behaviour: under(202, {}, (submitted) => accepted(submitted, "m-4")),
    expected: { status: "accepted", carrierId: "m-4" },
  },
  "1000 under HTTP 500": {
    behaviour: under(500, {}, (submitted) => accepted(submitted, "m-5")),
    expected: { status: "accepted", carrierId: "m-5" },
  },
  "1000 with a MessageID in angle brackets": {
    behaviour: rsp("1000", "<m:MessageID>&lt;m-4@mmsc&gt;</m:MessageID>"),
    expected: { status: "accepted", carrierId: "m-4@mmsc" },
  },
  "1000 without MessageID": {
    behaviour: (submitted) => accepted(submitted),
    expected: { status: "accepted", carrierId: "track" },
    logged: { level: "warn", message: /without a usable MessageID/, facts: { code: 1000 } },
  },
  "1000 with a MessageID that no index takes": {
    behaviour: (submitted) => accepted(submitted, "x".repeat(501)),
    expected: { status: "accepted", carrierId: "track" },
    logged: { level: "warn", message: /without a usable MessageID/ },
  },
  ...Object.fromEntries(
    ([
      [2000, failed("Internal Routing Error")],
      [2002, rejected("Message Rejected")],
      [2003, rejected("Message Rejected")],
      [2004, rejected("Message Not Supported")],
      [2007, failed("Internal Routing Error")],
      [2560, failed("MMS is too big")],
      [2564, failed("Internal Routing Error")],
      [2567, failed("Internal Routing Error")],
      [3003, failed("Internal Routing Error")],
      [3520, failed("Internal Routing Error")],
      [4001, failed("Internal Routing Error")],
      [4007, rejected("Message Rejected")],
      [4008, failed("Internal Routing Error")],
    ] as const).map(([code, outcome]): [string, Case] => [`fault ${code}`, {
      behaviour: fault(code),
      expected: permanent(outcome, `MM7 ${code}: Words of ${code}`),
      logged: { level: "warn", message: REFUSED, facts: { code, text: `Words of ${code}` } },
    }]),
  ),
  "2002 in a SubmitRsp, no fault": {
    behaviour: rsp("2002"),
    expected: permanent(rejected("Message Rejected"), "MM7 2002: ok"),
    logged: { level: "warn", message: REFUSED, facts: { code: 2002 } },
  },
  "a final fault under HTTP 500, as SOAP 1.1 has it": {
    behaviour: under(500, {}, fault(2004)),
    expected: permanent(rejected("Message Not Supported"), "MM7 2004: Words of 2004"),
    logged: { level: "warn", message: REFUSED, facts: { http: 500, code: 2004 } },
  },
  ...Object.fromEntries(
    [2569, 3000, 3001, 3500, 4000, 4006].map((code): [string, Case] => [`fault ${code}`, {
      behaviour: fault(code),
      expected: { status: "temporary", reason: `MM7 ${code}` },
      logged: {
        level: "debug",
        message: AGAIN,
        facts: { code, text: `Words of ${code}`, do: "ask the MMSC's operator" },
      },
    }]),
  ),
  "3000 with Retry-After": {
    behaviour: under(503, { "retry-after": "7" }, fault(3000)),
    expected: { status: "temporary", reason: "MM7 3000", retryAfterMs: 7000 },
    logged: { level: "debug", message: AGAIN },
  },
  "3510": {
    behaviour: fault(3510),
    expected: { status: "throttled", reason: "MM7 3510" },
    logged: { level: "info", message: AGAIN, facts: { code: 3510 } },
  },
  "3510 with Retry-After": {
    behaviour: under(200, { "retry-after": "3" }, fault(3510)),
    expected: { status: "throttled", reason: "MM7 3510", retryAfterMs: 3000 },
    logged: { level: "info", message: AGAIN },
  },
  "HTTP 429": {
    behaviour: http(429),
    expected: { status: "throttled", reason: "HTTP 429" },
    logged: { level: "info", message: AGAIN },
  },
  "HTTP 429 with Retry-After as a date": {
    behaviour: http(429, "", { "retry-after": new Date(NOON + 90_000).toUTCString() }),
    expected: { status: "throttled", reason: "HTTP 429", retryAfterMs: 90_000 },
    logged: { level: "info", message: AGAIN },
  },
  "HTTP 429 with Retry-After of a year": {
    behaviour: http(429, "", { "retry-after": "31536000" }),
    expected: { status: "throttled", reason: "HTTP 429", retryAfterMs: 24 * 3_600_000 },
    logged: { level: "info", message: AGAIN },
  },
  "HTTP 429 with Retry-After that is past, or none": {
    behaviour: http(429, "", { "retry-after": new Date(NOON - 1000).toUTCString() }),
    expected: { status: "throttled", reason: "HTTP 429" },
    logged: { level: "info", message: AGAIN },
  },
  "HTTP 429 with a nonsensical Retry-After": {
    behaviour: http(429, "", { "retry-after": "soon" }),
    expected: { status: "throttled", reason: "HTTP 429" },
    logged: { level: "info", message: AGAIN },
  },
  "HTTP 413": {
    behaviour: http(413, "<html>too large</html>"),
    expected: permanent(failed("MMS is too big"), "HTTP 413"),
    logged: { level: "warn", message: REFUSED, facts: { http: 413 } },
  },
  "HTTP 401 with a final fault: the operator can mend it": {
    behaviour: under(401, {}, fault(2568)),
    expected: { status: "temporary", reason: "MM7 2568" },
    logged: {
      level: "debug",
      message: AGAIN,
      facts: { http: 401, do: "check the connector's --username and --password" },
    },
  },
  "HTTP 403": {
    behaviour: http(403),
    expected: { status: "temporary", reason: "HTTP 403" },
    logged: { level: "debug", message: AGAIN, facts: { http: 403 } },
  },
  "HTTP 404": {
    behaviour: http(404),
    expected: { status: "temporary", reason: "HTTP 404" },
    logged: { level: "debug", message: AGAIN, facts: { do: "check the connector's --url" } },
  },
  "HTTP 301": {
    behaviour: http(301, "", { location: "/elsewhere" }),
    expected: { status: "temporary", reason: "HTTP 301" },
    logged: { level: "debug", message: AGAIN, facts: { http: 301 } },
  },
  "HTTP 503": {
    behaviour: http(503, "down"),
    expected: { status: "temporary", reason: "HTTP 503" },
    logged: { level: "debug", message: AGAIN, facts: { http: 503 } },
  },
  "HTTP 303": {
    behaviour: http(303, "", { location: "/outcome" }),
    expected: { status: "unconfirmed", reason: "HTTP 303" },
    logged: { level: "warn", message: NOBODY_KNOWS, facts: { http: 303 } },
  },
  "HTTP 500 with a page": {
    behaviour: http(500, "<html><body>oops</body></html>"),
    expected: { status: "unconfirmed", reason: "HTTP 500: no MM7 status" },
    logged: { level: "warn", message: NOBODY_KNOWS, facts: { http: 500 } },
  },
  "HTTP 502 of a proxy": {
    behaviour: http(502, "bad gateway"),
    expected: { status: "unconfirmed", reason: "HTTP 502: no MM7 status" },
    logged: {
      level: "warn",
      message: NOBODY_KNOWS,
      facts: { http: 502, do: "wait, or ask the MMSC's operator" },
    },
  },
  "HTTP 504 of a proxy": {
    behaviour: http(504, "<html>gateway timeout</html>", { "retry-after": "5" }),
    expected: { status: "unconfirmed", reason: "HTTP 504: no MM7 status" },
    logged: { level: "warn", message: NOBODY_KNOWS, facts: { http: 504 } },
  },
  "3000 under HTTP 502": {
    behaviour: under(502, {}, fault(3000)),
    expected: { status: "temporary", reason: "MM7 3000" },
    logged: { level: "debug", message: AGAIN, facts: { http: 502, code: 3000 } },
  },
  "HTTP 400 without a status": {
    behaviour: http(400, "no"),
    expected: { status: "temporary", reason: "HTTP 400: no MM7 status" },
    logged: { level: "debug", message: AGAIN },
  },
  "HTTP 200 with a page": {
    behaviour: http(200, "<html><body>Welcome</body></html>"),
    expected: { ...UNREADABLE, reason: "HTTP 200: no MM7 status" },
    logged: { level: "warn", message: NOT_AGAIN },
  },
  "nothing": {
    behaviour: http(200),
    expected: { ...UNREADABLE, reason: "HTTP 200: no MM7 status" },
    logged: {
      level: "warn",
      message: NOT_AGAIN,
      facts: { code: null, bytes: 0, sha256: EMPTY_SHA256 },
    },
  },
  "half a response": {
    behaviour: http(200, "<a><StatusCode>1000</StatusCode>"),
    expected: { ...UNREADABLE, reason: "HTTP 200: no MM7 status" },
    logged: { level: "warn", message: NOT_AGAIN },
  },
  "a fault without detail": {
    behaviour: http(200, soapFault("no such recipient 16175550101")),
    expected: permanent(rejected("Message Rejected"), "SOAP Fault: no such recipient …0101"),
    logged: { level: "warn", message: REFUSED, facts: { http: 200, code: null } },
  },
  "a fault without detail under HTTP 500": {
    behaviour: http(500, soapFault("no")),
    expected: permanent(rejected("Message Rejected"), "SOAP Fault: no"),
    logged: { level: "warn", message: REFUSED, facts: { http: 500 } },
  },
  "a fault without detail under HTTP 503": {
    behaviour: http(503, soapFault("no")),
    expected: { status: "temporary", reason: "SOAP Fault" },
    logged: { level: "debug", message: AGAIN },
  },
  "1000 that is unreadable under HTTP 500": {
    behaviour: http(500, "1000 accepted"),
    expected: { status: "unconfirmed", reason: "HTTP 500: no MM7 status" },
    logged: { level: "warn", message: NOBODY_KNOWS },
  },
  "a fault that says 1000": {
    behaviour: fault(1000),
    expected: { ...UNREADABLE, reason: "MM7 1000: no MM7 status" },
    logged: { level: "warn", message: NOT_AGAIN },
  },
  "a code that is none": {
    behaviour: rsp("7000"),
    expected: { ...UNREADABLE, reason: "MM7 7000: no MM7 status" },
    logged: { level: "warn", message: NOT_AGAIN },
  },
  "a broken connection": {
    behaviour: () => "drop",
    expected: { status: "unconfirmed", reason: "the connection to the server failed" },
    logged: { level: "warn", message: /^no response from the MMSC; it may or may not/ },
  },
  [SILENT]: {
    behaviour: () => new Promise(() => {}),
    expected: { status: "unconfirmed", reason: "the server did not respond completely in time" },
    logged: {
      level: "warn",
      message: /^no response from the MMSC; it may or may not/,
      facts: { do: "check that the MMSC can be reached, and the connector's --timeout" },
    },
  },
};

for (const [title, { behaviour, expected, logged }] of Object.entries(CASES)) {
  Deno.test(`an MMSC that responds with ${title}`, async () => {
    // The clock stands still for Retry-After; the timeout is real.
    const timeoutSeconds = title === SILENT ? 0.3 : 120;
    await using carrier = await startCarrier({ timeoutSeconds }, { now: () => NOON });
    carrier.mmsc.respond = behaviour;
    const trackingId = "track";
    const expiresAt = NOON + 60_000;
    const result = await carrier.connector.submit(newSubmission({ trackingId, expiresAt }));
    const { advice, ...rest } = { advice: undefined, ...result };
    assert.deepEqual(rest, expected);
    if (logged === undefined) return assert.deepEqual(carrier.lines, []);
    const [line, ...others] = carrier.lines;
    assert.deepEqual(others, []);
    assert.equal(line!.level, logged.level);
    assert.match(line!.message, logged.message);
    assert.equal(line!.facts["tracking-id"], trackingId);
    assert.equal(line!.facts.connector, "mmsc");
    for (const [name, value] of Object.entries(logged.facts ?? {})) {
      assert.deepEqual(line!.facts[name], value, name);
    }
    if (["temporary", "unconfirmed"].includes(expected.status)) {
      assert.ok(advice, "it says what to do");
      assert.equal(line!.facts.do, advice);
    }
  });
}

Deno.test("a response of many megabytes is read only up to the maximum length of a response", async () => {
  await using carrier = await startCarrier();
  carrier.mmsc.respond = () => ({ body: "<a>".repeat(5_000_000) });
  const { status: result } = await carrier.connector.submit(newSubmission());
  assert.equal(result, "unconfirmed");
});

Deno.test("an MMSC's words are stored without credentials and numbers", async () => {
  await using carrier = await startCarrier({ vaspid: "key-4711" });
  carrier.mmsc.respond = (submitted) =>
    faulty(submitted, 2564, `no key-4711 or s3cret, call 16175550101 ${"x".repeat(500)}`);
  const result = await carrier.connector.submit(newSubmission());
  const [{ facts }] = carrier.lines as [typeof carrier.lines[0]];
  const details = String(facts.details);
  assert.deepEqual(
    result,
    permanent(failed("Internal Routing Error"), `MM7 2564: Words of 2564: ${details}`),
  );
  assert.ok(details.startsWith("no … or …, call …0101 xxx"), details);
  assert.equal(details.length, 200);
  assert.doesNotMatch(JSON.stringify(carrier.lines), /key-4711|s3cret|16175550101/);
});

Deno.test("a missing file rejects the submission", async () => {
  await using carrier = await startCarrier();
  const parts = [{
    contentId: "a",
    location: "a.png",
    type: "image/png",
    bytes: 1,
    blob: "0".repeat(64),
  }];
  await assert.rejects(carrier.connector.submit(newSubmission({ parts })), Deno.errors.NotFound);
  // Its slot in the window is free again.
  assert.equal((await carrier.connector.submit(newSubmission())).status, "accepted");
});
