/** Accounts and their keys in the admin API. */
import assert from "node:assert/strict";
import { admin, aSender, expectStatus, newAccount, SMS, start, test } from "./setup.ts";
import { ask, faultOf } from "../door.ts";

Deno.test.beforeAll(start);
Deno.test.afterAll(() => test.stop());

Deno.test("an account is created, read, listed and changed", async () => {
  const created = await expectStatus(
    201,
    admin("POST", "/accounts", { account: "shop-1", name: "Shop" }),
  );
  assert.deepEqual(Object.keys(created), ["account", "api-key", "webhook-secret"]);
  assert.equal(created.account, "shop-1");
  assert.match(created["api-key"], /^[A-Za-z0-9]{32}$/);
  assert.match(created["webhook-secret"], /^whsec_/);

  const { "created-at": createdAt, ...read } = await expectStatus(
    200,
    admin("GET", "/accounts/shop-1"),
  );
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(read, {
    "account": "shop-1",
    "name": "Shop",
    "display-name": null,
    "accent-colour": null,
    "logo-set": false,
    "postback-url": null,
    "mm7": true,
    "mm7-url": null,
    "mm7-username": null,
    "mm7-password-set": false,
    "mm7-dialect": null,
    "mm7-text-xml": null,
    "mm7-allow-adaptations": null,
    "mm7-version": null,
    "mm7-namespace": null,
    "mm7-transfer-encoding": "binary",
    "mm7-priority": false,
    "mms-mo-postbacks": false,
    "extended-postbacks": false,
    "delivery-window": null,
    "time-zone": "UTC",
    "error-help": false,
    "sms-mo-postbacks": false,
    "opt-out": true,
    "keyword-replies": "us",
    "smart-encoding": null,
    "allow-fallback-sms": true,
    "enforce-campaign-check": false,
    "delivery-reports": true,
    "operator-lookup": "mms",
    "rate": null,
    "disabled": false,
    "webhook-secret-hint": created["webhook-secret"].slice(-4),
    "former-secret-until": null,
  });

  const change = {
    "name": "The Shop",
    "display-name": "Shop",
    "accent-colour": "#336699",
    "postback-url": "https://shop.example.com/postbacks",
    "mm7": false,
    "mm7-url": "https://shop.example.com/mm7",
    "mm7-username": "slidepost",
    "mm7-dialect": "lenient",
    "mm7-text-xml": true,
    "mm7-allow-adaptations": "true",
    "mm7-version": "5.6.0",
    "mm7-namespace": "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-3",
    "mm7-transfer-encoding": "base64",
    "mm7-priority": true,
    "mms-mo-postbacks": true,
    "extended-postbacks": true,
    "delivery-window": "mon,tue 09:00-20:00 recipient",
    "time-zone": "Europe/Berlin",
    "error-help": true,
    "sms-mo-postbacks": true,
    "opt-out": false,
    "keyword-replies": "all",
    "smart-encoding": true,
    "allow-fallback-sms": false,
    "enforce-campaign-check": true,
    "delivery-reports": false,
    "operator-lookup": "always",
    "rate": 20,
    "disabled": true,
  };
  const secret = { "mm7-password": "a secret: ü" };
  const changed = await expectStatus(
    200,
    admin("PATCH", "/accounts/shop-1", { ...change, ...secret }),
  );
  assert.deepEqual(changed, {
    "account": "shop-1",
    ...change,
    "logo-set": false,
    "mm7-password-set": true,
    "webhook-secret-hint": read["webhook-secret-hint"],
    "former-secret-until": null,
    "created-at": createdAt,
  });
  const { items } = await expectStatus(200, admin("GET", "/accounts"));
  const listed = items.find(({ account }: { account: string }) => account === "shop-1");
  assert.deepEqual(listed, changed);
});

Deno.test("a change leaves fields that it does not name, and null removes a URL or a rate", async () => {
  const { id } = await newAccount({ rate: 5, "postback-url": "https://shop.example.com/" });
  const first = await expectStatus(200, admin("PATCH", `/accounts/${id}`, {}));
  const url = await expectStatus(200, admin("PATCH", `/accounts/${id}`, { "postback-url": null }));
  assert.deepEqual(url, { ...first, "postback-url": null });
  const rate = await expectStatus(200, admin("PATCH", `/accounts/${id}`, { rate: null }));
  assert.deepEqual(rate, { ...url, rate: null });
});

Deno.test("credentials for MM7 are set with the account, and removed together", async () => {
  const { id } = await newAccount({ "mm7-username": "slidepost", "mm7-password": "a secret" });
  const fieldsOf = (
    { "mm7-username": user, "mm7-password-set": isSet }: Record<string, unknown>,
  ) => [user, isSet];
  const path = `/accounts/${id}`;
  assert.deepEqual(fieldsOf(await expectStatus(200, admin("GET", path))), ["slidepost", true]);
  const half = await admin("PATCH", path, { "mm7-username": null });
  assert.equal(faultOf(half), "E100 400");
  assert.equal(half.body["error-info"], "mm7-password needs an mm7-username");
  const none = { "mm7-username": null, "mm7-password": null };
  assert.deepEqual(fieldsOf(await expectStatus(200, admin("PATCH", path, none))), [null, false]);
});

Deno.test("an account without an id gets one", async () => {
  assert.match((await newAccount()).id, /^[a-z0-9-]{1,40}$/);
});

Deno.test("a key that the request names is issued to one account, once", async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  await expectStatus(201, admin("POST", `/accounts/${account.id}/senders`, aSender));
  const brought = { "api-key": `brought${crypto.randomUUID().replaceAll("-", "")}` };
  const issued = await expectStatus(201, admin("POST", `/accounts/${account.id}/keys`, brought));
  assert.equal(issued["api-key"], brought["api-key"]);
  assert.equal((await ask(test, SMS, { key: brought["api-key"], early: true })).status, 200);
  const shortest = { "api-key": brought["api-key"].slice(0, 20) };
  await expectStatus(201, admin("POST", `/accounts/${account.id}/keys`, shortest));
  for (const { id } of [account, other]) {
    assert.equal((await admin("POST", `/accounts/${id}/keys`, brought)).status, 409);
  }
  for (
    const key of [
      "x".repeat(19),
      "with a space in the middle",
      "ümlauts-are-not-letters",
      "x".repeat(129),
    ]
  ) {
    const { status, body } = await admin("POST", `/accounts/${other.id}/keys`, { "api-key": key });
    assert.deepEqual([status, body["error-code"]], [400, "E100"]);
    assert.match(body["error-info"], /^api-key must be 20 to 128 letters and digits/);
  }
});

Deno.test("a key is issued, listed without its secret, and revoked at once", async () => {
  const account = await newAccount();
  await expectStatus(201, admin("POST", `/accounts/${account.id}/senders`, aSender));
  const issued = await expectStatus(201, admin("POST", `/accounts/${account.id}/keys`));
  const second = () => ask(test, SMS, { key: issued["api-key"], early: true });
  for (const response of [await account.send(), await second()]) assert.equal(response.status, 200);

  const { items } = await expectStatus(200, admin("GET", `/accounts/${account.id}/keys`));
  assert.equal(items.length, 2);
  assert.ok(!JSON.stringify(items).includes(issued["api-key"]));
  assert.equal(items[1]["key-id"], issued["key-id"]);
  assert.equal(items[1].hint, issued["api-key"].slice(-4));

  const revoke = () => admin("DELETE", `/accounts/${account.id}/keys/${issued["key-id"]}`);
  await expectStatus(204, revoke());
  assert.equal(faultOf(await second()), "E104 401");
  assert.equal((await account.send()).status, 200);
  assert.equal((await revoke()).status, 404);
  const { items: after } = await expectStatus(200, admin("GET", `/accounts/${account.id}/keys`));
  assert.deepEqual(after.map((key: Record<string, unknown>) => key["revoked-at"] === null), [
    true,
    false,
  ]);
});

Deno.test("a disabled account is refused at once, and accepted again once enabled", async () => {
  const account = await newAccount();
  await expectStatus(201, admin("POST", `/accounts/${account.id}/senders`, aSender));
  assert.equal((await account.send()).status, 200);
  await expectStatus(200, admin("PATCH", `/accounts/${account.id}`, { disabled: true }));
  assert.equal(faultOf(await account.send()), "E103 403");
  await expectStatus(200, admin("PATCH", `/accounts/${account.id}`, { disabled: false }));
  assert.equal((await account.send()).status, 200);
});
