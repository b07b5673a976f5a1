/** Rows of the table of errors: requests, credentials, recipients and senders (E100 to E121). */
import assert from "node:assert/strict";
import { assertResponse } from "../contract/validate.ts";
import { ask } from "./door.ts";
import {
  admin,
  early,
  type ErrorRow,
  fragile,
  keys,
  posted,
  postedBy,
  READ_TOKEN,
  SAVE,
  sent,
  SMS,
  stream,
  test,
  TEXT,
  withSlide,
} from "./errors_setup.ts";

export const REQUEST_ERRORS: readonly ErrorRow[] = [
  ["E100 400", "action is missing", early({}), /^action is required: one of savemms, /],
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
    // The document has it among the responses to POST.
    await assertResponse("POST", "/api/v2", response);
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
      const options = { headers: { "x-forwarded-for": "192.0.2.66" }, key: "a-guess", early: true };
      assert.equal((await ask(fragile, SMS, options)).status, 401);
      return await ask(fragile, SMS, { ...options, key: "another-guess" });
    },
    "too many wrong credentials from this address; try again later",
  ],
  [
    "E104 403",
    "an action that the key may not perform",
    async () => {
      const issued = await test.admin("POST", "/accounts/acme/keys", { actions: "savemms" });
      return await ask(test, SMS, { key: issued.body["api-key"] });
    },
    "x-api-key may not perform sendsms",
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
  [
    "E104 403",
    "an admin token that reads, for a change",
    admin("POST", "/accounts", { name: "Other" }, READ_TOKEN),
    "this admin token lacks the scope provision",
  ],
  [
    "E107 400",
    "an unknown action",
    early({ action: "sendfax" }),
    /^action is unknown: one of savemms, /,
  ],
  ["E108 400", "the body is empty", early(""), /^the body is not parseable JSON: it is empty$/],
  [
    "E108 400",
    "the body is not JSON",
    early("{action: sendsms}"),
    /^the body is not parseable JSON: an unexpected character, line 1, column 2$/,
  ],
  [
    "E108 400",
    "the body breaks off",
    early('{"action":"sendsms"'),
    /^the body is not parseable JSON: it ends too early, line 1, column 20$/,
  ],
  [
    "E108 400",
    "the body is not UTF-8",
    early(new Uint8Array([0x22, 0xff, 0x22])),
    "the body is not UTF-8",
  ],
  ...["[]", "7", '"sendsms"', "null", "true"].map((body): ErrorRow => [
    "E108 400",
    `the body is ${body}`,
    early(body),
    "the body is not a JSON object",
  ]),
  ...[null, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"].map(
    (
      type,
    ): ErrorRow => [
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
    postedBy("stopped", SMS),
    "to is blocked for this sender (opted out)",
  ],
  [
    "E114 403",
    "the recipient has opted out of all senders, and the message is an MMS",
    sent("stopped", { to: "16175550102" }, "stopped"),
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
];

function swapCase(text: string): string {
  return text.replaceAll(
    /[A-Za-z]/g,
    (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
