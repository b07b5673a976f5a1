/** The admin API: each operation's success, and each of its refusals. */
import assert from "node:assert/strict";
import { adminOperations } from "../../src/generated/admin_operations.ts";
import { ADMIN_TOKEN, startService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { REFUSED } from "./admin_refusals.ts";
import { BODIES, pathOf } from "./admin_requests.ts";
import {
  admin,
  aSender,
  AUTHORISED,
  expectStatus,
  newAccount,
  SAVE,
  SMS,
  start,
  test,
} from "./admin_setup.ts";
import { ask, bodyOfSuccess, faultOf, settledTemplate } from "./door.ts";

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
    "mm7-text-xml": false,
    "mm7-allow-adaptations": null,
    "mm7-version": null,
    "mm7-namespace": null,
    "mm7-transfer-encoding": "binary",
    "mms-mo-postbacks": false,
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
    "mm7-text-xml": true,
    "mm7-allow-adaptations": "true",
    "mm7-version": "5.6.0",
    "mm7-namespace": "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-3",
    "mm7-transfer-encoding": "base64",
    "mms-mo-postbacks": true,
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

Deno.test("a sender is added, listed, used and removed", async () => {
  const account = await newAccount();
  const path = `/accounts/${account.id}/senders`;
  assert.equal(faultOf(await account.send()), "E111 403");
  const sender = await expectStatus(201, admin("POST", path, { ...aSender, vasid: "v" }));
  assert.deepEqual(sender, {
    ...aSender,
    "countries": "US",
    "vasid": "v",
    "mms-connector": null,
    "sms-connector": null,
    "warnings": [],
  });
  assert.equal((await account.send()).status, 200);
  assert.deepEqual(await expectStatus(200, admin("GET", path)), { items: [sender] });
  await expectStatus(204, admin("DELETE", `${path}/111122`));
  assert.equal(faultOf(await account.send()), "E111 403");
  assert.deepEqual(await expectStatus(200, admin("GET", path)), { items: [] });
});

const SENDERS: [what: string, fields: Record<string, unknown>, address: string][] = [
  ["a toll-free number, as people write it", {
    address: "+1 (800) 555-0199",
    kind: "toll-free",
  }, "18005550199"],
  ["a long code", { address: "16175550100", kind: "10dlc" }, "16175550100"],
  ["one of several countries", { address: "222244", countries: "CA, MX" }, "222244"],
  ["a name", { address: "Acme Shop", kind: "alphanumeric", country: "GB" }, "Acme Shop"],
  ["connectors of its own", {
    address: "222233",
    "mms-connector": "loopback",
    "sms-connector": "loopback",
    shared: true,
  }, "222233"],
];

for (const [title, fields, address] of SENDERS) {
  Deno.test(`a sender may be ${title}`, async () => {
    const { id } = await newAccount();
    const path = `/accounts/${id}/senders`;
    const created = await expectStatus(201, admin("POST", path, { ...aSender, ...fields }));
    assert.equal(created.address, address);
    await expectStatus(204, admin("DELETE", `${path}/${encodeURIComponent(address)}`));
  });
}

Deno.test("a recipient is subscribed, counts for campaigns, and is unsubscribed", async () => {
  const { id, key } = await newAccount({ "enforce-campaign-check": true });
  await expectStatus(201, admin("POST", `/accounts/${id}/senders`, aSender));
  const send = () => ask(test, { ...SMS, "campaign-ref": "summer/sale" }, { key });
  assert.equal(faultOf(await send()), "E715 403");

  const path = `/accounts/${id}/subscriptions`;
  const wish = { "campaign-ref": "summer/sale", recipient: "+1 617 555 0101" };
  const created = await expectStatus(201, admin("POST", path, wish));
  assert.deepEqual(created, { "campaign-ref": "summer/sale", recipient: "16175550101" });
  await expectStatus(201, admin("POST", path, wish));
  assert.deepEqual((await expectStatus(200, admin("GET", path))).items, [created]);
  assert.equal((await send()).status, 200);

  const subscription = `${path}/${encodeURIComponent("summer/sale")}/16175550101`;
  await expectStatus(204, admin("DELETE", subscription));
  assert.equal((await admin("DELETE", subscription)).status, 404);
  assert.equal(faultOf(await send()), "E715 403");
});

Deno.test("a message is read with its history and its postbacks, in order", async () => {
  const id = await sendAndWait({ ...SMS, "campaign-ref": "summer" });
  // The last one is recorded as delivered a moment after the receiver has it.
  const message = await settledMessage(id);
  const { history, postbacks, ...fields } = message;
  for (const time of ["accepted-at", "updated-at"]) assert.match(fields[time], /^20\d\d-/);
  assert.deepEqual([fields.kind, fields.state, fields["sent-as"]], ["SMS_MT", "delivered", "SMS"]);
  assert.deepEqual([fields.from, fields.to], ["111122", "16175550101"]);
  assert.deepEqual([fields.connector, fields.handset], ["loopback", "Loopback/1.0"]);
  assert.equal(fields["campaign-ref"], "summer");
  assert.deepEqual(history.map((entry: Record<string, string>) => [entry.event, entry.state]), [
    ["accepted", "accepted"],
    ["begin", "sent"],
    ["taken", "submitted"],
    ["delivered", "delivered"],
  ]);
  assert.equal(history[1].details, "SMS by loopback (DEFAULT_CONNECTOR)");
  assert.deepEqual(
    postbacks.map((
      postback: Record<string, unknown>,
    ) => [postback.code, postback.state, postback.attempts]),
    [["N201", "sent", 0], ["N202", "sent", 0]],
  );
  const bodies = test.receiver.received.filter(({ body }) => body["tracking-id"] === id);
  assert.deepEqual(
    postbacks.map((postback: Record<string, unknown>) => postback.body),
    bodies.map(({ body }) => body),
  );
  assert.deepEqual(
    postbacks.map((postback: Record<string, unknown>) => postback.id),
    bodies.map(({ headers }) => headers.get("webhook-id")),
  );
});

/** Sends a text, and waits until the loopback carrier has reported on it. */
async function sendAndWait(body: unknown): Promise<string> {
  const { "tracking-id": id } = bodyOfSuccess(await ask(test, body));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  return id;
}

// deno-lint-ignore no-explicit-any -- tests look into answers field by field
function settledMessage(id: string): Promise<any> {
  return until(
    () => expectStatus(200, admin("GET", `/messages/${id}`)),
    ({ postbacks }) => postbacks.every(({ state }: { state: string }) => state !== "pending"),
  );
}

Deno.test("messages are found by account, recipient, tracking-id and state", async () => {
  const { id, key } = await newAccount();
  await expectStatus(201, admin("POST", `/accounts/${id}/senders`, aSender));
  const sent = bodyOfSuccess(await ask(test, { ...SMS, to: "16175550104" }, { key }));
  const trackingId = sent["tracking-id"];
  const idsOf = async (query: string) =>
    (await expectStatus(200, admin("GET", `/messages?${query}`))).items
      .map((message: Record<string, string>) => message["tracking-id"]);
  assert.deepEqual(await idsOf(`account=${id}`), [trackingId]);
  assert.deepEqual(await idsOf(`tracking-id=${trackingId}`), [trackingId]);
  assert.deepEqual(await idsOf(`account=${id}&recipient=%2B1-617-555-0104`), [trackingId]);
  assert.deepEqual(await idsOf(`account=${id}&recipient=16175550101`), []);
  assert.deepEqual(await idsOf(`account=${id}&state=delivered`), []);
});

Deno.test("a template is read, and listed by account and state", async () => {
  const mmsId = await settledTemplate(test, SAVE);
  const template = await expectStatus(200, admin("GET", `/templates/${mmsId}`));
  assert.deepEqual([template.account, template.state, template.slides], ["acme", "ready", 1]);
  const idsOf = async (query: string) =>
    (await expectStatus(200, admin("GET", `/templates?${query}`))).items
      .map((template: Record<string, string>) => template["mms-id"]);
  assert.ok((await idsOf("account=acme&state=ready")).includes(mmsId));
  assert.ok(!(await idsOf("state=failed")).includes(mmsId));
});

Deno.test("messages received by loopback are read with their parts", async () => {
  const mmsId = await settledTemplate(test, {
    ...SAVE,
    "message-subject": "A sale",
    slide: [{ "message-text": "One" }, { "message-text": "Two 🎉" }],
  });
  const { from, to } = SMS;
  const { "tracking-id": id } = bodyOfSuccess(
    await ask(test, { action: "sendsavedmms", "mms-id": mmsId, from, to }),
  );
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  const { items } = await expectStatus(200, admin("GET", `/loopback/messages?tracking-id=${id}`));
  const [message] = items;
  assert.deepEqual([message.kind, message.subject, message.text], ["MMS", "A sale", null]);
  const path = `/loopback/messages/${message["carrier-id"]}`;
  assert.deepEqual(await expectStatus(200, admin("GET", path)), message);
  const texts = [];
  for (const [index, part] of message.parts.entries()) {
    const bytes: Uint8Array = await expectStatus(200, admin("GET", `${path}/parts/${index}`));
    assert.equal(bytes.length, part.bytes);
    texts.push(new TextDecoder().decode(bytes));
  }
  assert.match(texts[0]!, /^<smil>/);
  assert.deepEqual(texts.slice(1), ["One", "Two 🎉"]);
  assert.equal((await admin("GET", `${path}/parts/3`)).status, 404);
  const here = await expectStatus(200, admin("GET", `/loopback/messages?to=%2B${to}&limit=1`));
  assert.equal(here.items[0].to, to);
});

Deno.test("every listing goes through all pages by its cursor, each item once", async () => {
  const { id, key } = await newAccount();
  await expectStatus(201, admin("POST", `/accounts/${id}/senders`, aSender));
  await Promise.all(Array.from({ length: 5 }, async (_, i) => {
    await newAccount();
    const subscription = { "campaign-ref": `c${i % 2}`, recipient: `1617555010${i}` };
    await expectStatus(201, admin("POST", `/accounts/${id}/subscriptions`, subscription));
    bodyOfSuccess(await ask(test, SAVE, { key }));
    await sendAndWait({ ...SMS, to: "16175550111" });
    bodyOfSuccess(await ask(test, SMS, { key }));
  }));
  for (
    const path of [
      "/accounts",
      `/accounts/${id}/subscriptions`,
      `/messages?account=${id}`,
      `/templates?account=${id}`,
      "/loopback/messages?to=16175550111",
    ]
  ) {
    const sign = path.includes("?") ? "&" : "?";
    const all = (await expectStatus(200, admin("GET", `${path}${sign}limit=200`))).items;
    const paged: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await expectStatus(200, admin("GET", `${path}${sign}limit=2${from}`));
      assert.ok(page.items.length <= 2);
      paged.push(...page.items);
      cursor = page["next-cursor"];
    }
    const keyOf = (item: unknown) =>
      JSON.stringify(item, [
        "account",
        "campaign-ref",
        "recipient",
        "tracking-id",
        "mms-id",
        "carrier-id",
      ]);
    assert.deepEqual(paged.map(keyOf).slice(0, all.length), all.map(keyOf), path);
  }
});

/** Operations on things that any id has: an operator that is set is created, a number is a handset. */
const FOR_ANY_ID: ReadonlySet<string> = new Set([
  "setOperator",
  "readLoopbackHandset",
  "setLoopbackHandset",
]);

for (const { operationId, method, path } of adminOperations) {
  const request = (headers: Record<string, string | null>) =>
    admin(method, pathOf(path), BODIES[operationId], headers);

  Deno.test(`${operationId} accepts the admin token only`, async () => {
    const wrong: Record<string, string | null>[] = [
      { "x-api-key": null },
      { "x-api-key": ADMIN_TOKEN },
      { "x-api-key": test.apiKey },
      { authorization: `Bearer ${test.apiKey}` },
      { authorization: "Bearer " },
      { authorization: `Bearer ${ADMIN_TOKEN}x` },
      { authorization: `Bearer ${ADMIN_TOKEN.toUpperCase()}` },
      { authorization: `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}` },
      { authorization: ADMIN_TOKEN },
    ];
    for (const headers of wrong) assert.equal(faultOf(await request(headers)), "E104 401");
  });

  if (path.includes("{") && !FOR_ANY_ID.has(operationId)) {
    Deno.test(`${operationId} of an unknown id is 404`, async () => {
      assert.equal(faultOf(await request(AUTHORISED)), "E100 404");
    });
  }

  if (operationId in BODIES) {
    Deno.test(`${operationId} refuses a body of other fields`, async () => {
      const good = BODIES[operationId] as object;
      const bad: [body: unknown, fault: string][] = [
        [{ ...good, colour: "red" }, "E100 400"],
        [{ ...good, [Object.keys(good)[0]!]: 7 }, "E100 400"],
        [[good], "E100 400"],
        ["{", "E108 400"],
        ["", "E108 400"],
      ];
      await using _ = await setUpFor(operationId, pathOf(path));
      for (const [body, fault] of bad) {
        assert.equal(faultOf(await admin(method, pathOf(path), body)), fault, JSON.stringify(body));
      }
    });
  }
}

/** Sets up the connector that is to be changed: its kind says which fields a body may have. */
async function setUpFor(operationId: string, path: string): Promise<AsyncDisposable> {
  const isNeeded = operationId === "changeConnector";
  const body = { ...BODIES.createConnector as object, name: path.split("/").at(-1) };
  if (isNeeded) await expectStatus(201, admin("POST", "/connectors", body));
  return {
    async [Symbol.asyncDispose]() {
      if (isNeeded) await expectStatus(204, admin("DELETE", path));
    },
  };
}

Deno.test("the admin token is no API key", async () => {
  assert.equal(faultOf(await ask(test, SMS, { key: ADMIN_TOKEN, early: true })), "E104 401");
});

Deno.test("the scheme may be in any letter case", async () => {
  const headers = { authorization: `bearer ${ADMIN_TOKEN}` };
  await expectStatus(200, admin("GET", "/accounts", undefined, headers));
});

for (const [title, fault, produce, info] of REFUSED) {
  Deno.test(`${fault}: ${title}`, async () => {
    const response = await produce();
    assert.equal(faultOf(response), fault, JSON.stringify(response.body));
    if (typeof info === "string") assert.equal(response.body["error-info"], info);
    else assert.match(response.body["error-info"], info);
  });
}

Deno.test("without ADMIN_TOKEN there is no admin API", async () => {
  await using closed = await startService({ config: { ADMIN_TOKEN: "" } });
  const response = await fetch(`${closed.url}/admin/v1/accounts`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  await response.body?.cancel();
  assert.equal(response.status, 404);
});
