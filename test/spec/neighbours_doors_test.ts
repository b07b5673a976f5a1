/** Performance isolation at the doors: what an account's requests may cost. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { jsonOf, startService, type TestService } from "../support/service.ts";

/** Clock at which nothing is refilled, however slow the machine is. */
const STOPPED = { now: () => Date.parse("2026-07-01T12:00:00Z") };

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
});

Deno.test.afterAll(() => test.stop());

Deno.test("a text of an image that is too long to draw is an error at once, not a wait", async () => {
  const text = "Tulpe チューリップ زنبق тюльпан 🌷 ".repeat(4000);
  const response = await jsonOf(
    await test.post({
      action: "createimage",
      "text-area": { "text-area-1": { text } },
    }),
    400,
  );
  assert.equal(response["error-code"], "E1507");
  assert.match(response["error-info"], /text-area-1 text/);
});

Deno.test("files made for an account have a rate of their own", async () => {
  const gateway = await startService({ config: { CREATE_RATE: "3" }, clock: STOPPED });
  try {
    await using neighbour = await newCustomer(gateway);
    const contact = { action: "createcontact", name: { "first-name": "Ada" } };
    const all = await Promise.all(Array.from({ length: 10 }, () => gateway.post(contact)));
    const refused = all.filter(({ status }) => status === 429);
    assert.equal(refused.length, 7);
    assert.match(refused[0]!.headers.get("retry-after")!, /^[1-3]$/);
    const { "error-code": code, "error-info": info } = await jsonOf(refused[0]!, 429);
    assert.deepEqual([code, info], ["E113", "throughput of 3 files a second is exceeded"]);
    for (const response of all) if (!response.bodyUsed) await response.body?.cancel();
    assert.equal((await jsonOf(await gateway.post({ ...SMS }))).status, "Success");
    const response = await neighbour.post(contact);
    assert.equal(response.status, 200);
    await response.body?.cancel();
  } finally {
    await gateway.stop();
  }
});

Deno.test("over its rate, an account's requests are refused before they are read", async () => {
  const config = { CREATE_RATE: "1" };
  const gateway = await startService({ account: { rate: 1 }, config, clock: STOPPED });
  try {
    const invalid = { action: "createcontact", name: 1 };
    // A request that is invalid in itself does not count against the rate.
    for (const body of [invalid, invalid, { ...SMS, to: "x" }]) {
      assert.equal((await gateway.post(body)).status, 400);
    }
    const contact = { action: "createcontact", name: { "first-name": "Ada" } };
    for (const body of [contact, SMS]) {
      const response = await gateway.post(body);
      assert.equal(response.status, 200);
      await response.body?.cancel();
    }
    for (const body of [contact, invalid, SMS, { ...SMS, to: "x" }]) {
      assert.equal((await jsonOf(await gateway.post(body), 429))["error-code"], "E113");
    }
  } finally {
    await gateway.stop();
  }
});

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hi" };

Deno.test("saved templates count against the account's rate", async () => {
  const gateway = await startService({ account: { rate: 2 }, clock: STOPPED });
  try {
    const slide = [{ "message-text": "Words alone" }];
    const template = { action: "savemms", name: "Words", "fallback-sms-text": "See", slide };
    const all = await Promise.all(Array.from({ length: 6 }, () => gateway.post(template)));
    const refused = all.filter(({ status }) => status === 429);
    assert.equal(refused.length, 4);
    const { "error-code": code } = await jsonOf(refused[0]!, 429);
    assert.equal(code, "E113");
    for (const response of all) if (!response.bodyUsed) await response.body?.cancel();
  } finally {
    await gateway.stop();
  }
});
