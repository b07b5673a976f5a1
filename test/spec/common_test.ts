/** Spec 4.2 and 5: what all JSON operations share. */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { shareShortCode, startService, type TestService } from "../support/service.ts";
import { FROM, save, TO } from "./traffic.ts";

const SMS = { action: "sendsms", from: FROM, to: TO, "message-text": "Hello" };

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
});

Deno.test.afterAll(() => test.stop());

Deno.test("spec 4.2 method: POST, and no other", async () => {
  const response = await fetch(`${test.url}/api/v2`, { headers: { "x-api-key": test.apiKey } });
  await response.body?.cancel();
  assert.equal(response.status, 405);
});

Deno.test("spec 4.2 content-type: application/json is mandatory", async () => {
  bodyOfSuccess(await ask(test, SMS));
  const options = { headers: { "content-type": "text/xml" }, early: true };
  assert.equal(faultOf(await ask(test, SMS, options)), "E108 415");
});

Deno.test("spec 4.2 the request body is one JSON object", async () => {
  assert.equal(faultOf(await ask(test, JSON.stringify([SMS]))), "E108 400");
  const two = JSON.stringify(SMS) + JSON.stringify(SMS);
  assert.equal(faultOf(await ask(test, two)), "E108 400");
});

Deno.test("spec 4.2 action is mandatory, and its value case-insensitive", async () => {
  assert.equal(faultOf(await ask(test, { ...SMS, action: undefined })), "E100 400");
  for (const action of ["SENDSMS", "SendSms", "sendSMS"]) {
    bodyOfSuccess(await ask(test, { ...SMS, action }));
  }
  assert.equal(faultOf(await ask(test, { ...SMS, action: "deletemms" })), "E107 400");
});

Deno.test("spec 5 x-api-key is mandatory", async () => {
  const options = { headers: { "x-api-key": null }, early: true };
  assert.equal(faultOf(await ask(test, SMS, options)), "E104 401");
});

Deno.test("spec 5 the API key is alphanumeric and case-sensitive", async () => {
  assert.match(test.apiKey, /^[A-Za-z0-9]+$/);
  const other = [test.apiKey.toUpperCase(), test.apiKey.toLowerCase()]
    .find((key) => key !== test.apiKey)!;
  assert.equal(faultOf(await ask(test, SMS, { key: other, early: true })), "E104 401");
});

Deno.test("spec 5 the API key is resettable: a new one works, the old one no more", async () => {
  const { apiKey } = await createAccount(test.service.provision, { id: "reset", name: "Reset" });
  await shareShortCode(test, "reset");
  bodyOfSuccess(await ask(test, SMS, { key: apiKey }));
  const { body: { items: [old] } } = await test.admin("GET", "/accounts/reset/keys");
  const { body: issued } = await test.admin("POST", "/accounts/reset/keys");
  await test.admin("DELETE", `/accounts/reset/keys/${old["key-id"]}`);
  assert.equal(faultOf(await ask(test, SMS, { key: apiKey, early: true })), "E104 401");
  bodyOfSuccess(await ask(test, SMS, { key: issued["api-key"] }));
});

Deno.test("spec 5 with several accounts, the key of the one that holds the template", async () => {
  const { provision } = test.service;
  const { apiKey: key } = await createAccount(provision, {
    id: "holder",
    name: "Holder",
    postbackUrl: test.receiver.url,
  });
  await shareShortCode(test, "holder");
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] }, { key });
  const send = { action: "sendsavedmms", "mms-id": mmsId, from: FROM, to: TO };
  assert.equal(faultOf(await ask(test, send)), "E241 404");
  bodyOfSuccess(await ask(test, send, { key }));
});

Deno.test("spec 6 postbacks are HTTP POSTs of application/json to the account's URL", async () => {
  const { "tracking-id": id } = bodyOfSuccess(await ask(test, SMS));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  for (const { headers } of test.receiver.received) {
    assert.equal(headers.get("content-type"), "application/json");
  }
});
