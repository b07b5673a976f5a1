/** The checks that other tests rely on refuse all that the contract refuses. */
import assert from "node:assert/strict";
import { assertMatchesContract, assertPostback, assertResponse } from "./validate.ts";

const failure = { status: "failure", "error-code": "E100", "error-info": "name: is required" };
const smsFailure = { ...failure, status: "Failure" };
const json = "application/json; charset=utf-8";

type Case = [status: number, type: string | null, body: unknown, action?: string];

const ALLOWED: Record<string, Case> = {
  "a failure before the action is known": [400, json, failure],
  "a failure of sendsms": [400, json, { ...smsFailure, to: "1" }, "SendSMS"],
  "a file": [200, "image/jpeg; charset=utf-8", new Uint8Array(4), "createimage"],
};

const REFUSED: Record<string, Case> = {
  "the wrong letter case for the action": [400, json, failure, "sendsms"],
  "a field that is not declared": [400, json, { ...failure, stack: "…" }],
  "a code that the status does not have": [400, json, { ...failure, "error-code": "E504" }],
  "a code that the action does not have": [
    400,
    json,
    { ...smsFailure, "error-code": "E1501" },
    "sendsms",
  ],
  "a status that is not declared": [418, json, failure],
  "a content type that is not declared": [400, "text/html", "<p>"],
  "another action's success": [200, json, {
    status: "success",
    "status-details": "saved",
    "mms-id": "m1",
  }, "sendsms"],
};

for (const [title, [status, type, body, action]] of Object.entries(ALLOWED)) {
  Deno.test(`the contract allows ${title}`, () => {
    assertMatchesContract("POST", "/api/v2/", status, type, body, action);
  });
}

for (const [title, [status, type, body, action]] of Object.entries(REFUSED)) {
  Deno.test(`the contract refuses ${title}`, () => {
    assert.throws(() => assertMatchesContract("POST", "/api/v2", status, type, body, action), {
      name: "AssertionError",
    });
  });
}

Deno.test("paths are found with their parameters and queries", () => {
  assertMatchesContract("DELETE", "/admin/v1/accounts/tulip/keys/k1", 204, null, undefined);
  assertMatchesContract("GET", "/admin/v1/messages?limit=1", 200, json, {
    items: [],
    "next-cursor": null,
  });
});

Deno.test("a response must have the headers that the contract requires", async () => {
  const unavailable = { ...failure, "error-code": "E504" };
  const respond = (headers: HeadersInit) => Response.json(unavailable, { status: 503, headers });
  await assertResponse("POST", "/api/v2", respond({ "retry-after": "1" }));
  await assert.rejects(assertResponse("POST", "/api/v2", respond({})), /Retry-After/);
});

Deno.test("a postback has the field names of its code", () => {
  const body = { origin: "MMS_MT", code: "E002", mmsid: "m1", trackingid: "t1", audioname: "u" };
  assertPostback("E002", body);
  assert.throws(() => assertPostback("E002", { ...body, "audio-name": "u" }));
  assert.throws(() => assertPostback("E003", body));
});
