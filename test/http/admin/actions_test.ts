/** Actions that an administrator performs for an account, under the rules of the JSON door. */
import assert from "node:assert/strict";
import { recordedLog } from "../../support/log_lines.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { ask as askDoor } from "../door.ts";

const READ_TOKEN = "read-token-of-the-tests";
const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
const { log, lines } = recordedLog();

/** Clock that stands still, so that no rate is refilled. */
const clock = { now: () => Date.UTC(2026, 10, 21) };
let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ clock, log, config: { ADMIN_READ_TOKEN: READ_TOKEN } });
});
Deno.test.afterAll(() => test.stop());

function perform(
  request: unknown,
  { account = "acme", key, token = ADMIN_TOKEN }: {
    account?: string;
    key?: string;
    token?: string;
  } = {},
) {
  const body = { request, ...key === undefined ? {} : { "idempotency-key": key } };
  const path = `/admin/v1/accounts/${account}/actions`;
  const headers = { authorization: `Bearer ${token}`, "x-api-key": null };
  return askDoor(test, body, { method: "POST", path, headers, early: true });
}

Deno.test("an action has the response of the JSON door, and a line in the audit", async () => {
  lines.length = 0;
  const { status, body } = await perform({ ...SMS, action: "SendSMS" });
  assert.equal(status, 200);
  const { "tracking-id": trackingId, ...fields } = body;
  const { "tracking-id": _, ...atTheDoor } = (await askDoor(test, SMS)).body;
  assert.deepEqual(fields, atTheDoor);
  const [line] = lines.filter(({ message }) => message === "admin change");
  const { operation, account, who, "tracking-id": logged } = line!.facts;
  assert.deepEqual(
    { operation, account, who, logged },
    { operation: "performAction", account: "acme", who: "admin", logged: trackingId },
  );
  const message = await test.admin("GET", `/messages/${trackingId}`);
  assert.equal(message.body.account, "acme");
});

Deno.test("a message that a carrier has is not called back", async () => {
  const { body: { "tracking-id": trackingId } } = await perform(SMS);
  const request = { "action": "cancelmessage", "tracking-id": trackingId };
  const state = async () => (await test.admin("GET", `/messages/${trackingId}`)).body.state;
  await until(state, (state) => state === "submitted" || state === "delivered");
  const { status, body } = await perform(request);
  assert.deepEqual([status, body["error-code"]], [409, "E1904"]);
});

Deno.test("a file is returned as the JSON door returns it", async () => {
  const request = { action: "createcontact", name: { "first-name": "Ana" } };
  const { status, headers, body } = await perform(request);
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "text/vcard; charset=utf-8");
  assert.equal(headers.get("content-disposition"), "inline; filename=contact.vcf");
  assert.match(new TextDecoder().decode(body), /^BEGIN:VCARD\r\n/);
});

Deno.test("a refusal is that of the JSON door", async () => {
  const cases: unknown[] = [
    { ...SMS, from: "999999" },
    { ...SMS, to: "12" },
    { action: "sendsms", to: "16175550101", from: "111122" },
    { action: "savemms", name: "x", slide: [{ image: { url: "file:///etc/passwd" } }] },
    { action: "sendsavedmms", from: "111122", to: "16175550101", "mms-id": "unknown" },
    { action: "createimage" },
    { action: "fly" },
    {},
  ];
  for (const request of cases) {
    const [performed, atTheDoor] = [await perform(request), await askDoor(test, request)];
    assert.deepEqual(
      { status: performed.status, body: performed.body },
      { status: atTheDoor.status, body: atTheDoor.body },
    );
    assert.notEqual(performed.status, 200);
  }
});

Deno.test("an idempotency key keeps a message from being sent twice", async () => {
  const first = await perform(SMS, { key: "order-1" });
  const second = await perform(SMS, { key: "order-1" });
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
  const other = await perform({ ...SMS, to: "16175550102" }, { key: "order-1" });
  assert.equal(other.status, 409);
  assert.equal((await perform(SMS, { key: "no spaces" })).body["error-code"], "E100");
});

Deno.test("nothing is sent for an unknown or disabled account, or by a reader", async () => {
  const unknown = await perform(SMS, { account: "nobody" });
  assert.deepEqual([unknown.status, unknown.body["error-info"]], [404, "account does not exist"]);
  await test.admin("POST", "/accounts", { account: "gone", name: "Gone", disabled: true });
  const disabled = await perform(SMS, { account: "gone" });
  assert.deepEqual([disabled.status, disabled.body["error-code"]], [403, "E103"]);
  const reader = await perform(SMS, { token: READ_TOKEN });
  assert.deepEqual([reader.status, reader.body["error-code"]], [403, "E104"]);
});

Deno.test("the account's rate limit holds", async () => {
  await test.admin("POST", "/accounts", { account: "slow", name: "Slow", rate: 1 });
  const sender = { address: "333344", kind: "short-code", country: "US" };
  await test.admin("POST", "/accounts/slow/senders", sender);
  const statuses = await Promise.all(
    Array.from(
      { length: 5 },
      async () => (await perform({ ...SMS, from: "333344" }, { account: "slow" })).status,
    ),
  );
  assert.deepEqual(statuses.sort(), [200, 429, 429, 429, 429]);
});
