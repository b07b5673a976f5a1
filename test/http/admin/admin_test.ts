/** The admin API: each operation's success, and each of its refusals. */
import assert from "node:assert/strict";
import { adminOperations } from "../../../src/contract/admin.ts";
import { ADMIN_TOKEN, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { REFUSED } from "./refusals.ts";
import { BODIES, pathOf } from "./requests.ts";
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
} from "./setup.ts";
import { ask, bodyOfSuccess, faultOf, settledTemplate } from "../door.ts";

Deno.test.beforeAll(start);
Deno.test.afterAll(() => test.stop());

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
  const { since, ...fields } = created;
  assert.match(since, /^20\d\d-/);
  assert.deepEqual(fields, {
    "campaign-ref": "summer/sale",
    "recipient": "16175550101",
    "state": "subscribed",
    "expires-at": null,
    "consent": {},
  });
  await expectStatus(201, admin("POST", path, wish));
  assert.deepEqual((await expectStatus(200, admin("GET", path))).items, [created]);
  assert.equal((await send()).status, 200);

  const subscription = `${path}/${encodeURIComponent("summer/sale")}/16175550101`;
  await expectStatus(204, admin("DELETE", subscription));
  assert.equal((await admin("DELETE", subscription)).status, 404);
  assert.equal(faultOf(await send()), "E715 403");
});

Deno.test("a campaign is created, listed, read, changed and removed", async () => {
  const { id } = await newAccount();
  await expectStatus(201, admin("POST", `/accounts/${id}/senders`, aSender));
  const path = `/accounts/${id}/campaigns`;
  const wish = { "campaign-ref": "a/b", "from": `+${aSender.address}`, "welcome-text": "Welcome" };
  const created = await expectStatus(201, admin("POST", path, wish));
  const { "created-at": createdAt, ...fields } = created;
  assert.match(createdAt, /^20\d\d-/);
  assert.deepEqual(fields, {
    "campaign-ref": "a/b",
    "title": null,
    "brand-name": null,
    "from": aSender.address,
    "cta-text": null,
    "welcome-text": "Welcome",
    "goodbye-text": null,
  });
  await expectStatus(201, admin("POST", path, { "campaign-ref": "c" }));
  const first = await expectStatus(200, admin("GET", `${path}?limit=1`));
  assert.deepEqual(first.items, [created]);
  const cursor = encodeURIComponent(first["next-cursor"]);
  const second = await expectStatus(200, admin("GET", `${path}?cursor=${cursor}`));
  assert.deepEqual([second.items[0]["campaign-ref"], second["next-cursor"]], ["c", null]);

  const own = `${path}/${encodeURIComponent("a/b")}`;
  assert.deepEqual(await expectStatus(200, admin("GET", own)), created);
  const change = { "title": "Sale", "from": null };
  const changed = await expectStatus(200, admin("PATCH", own, change));
  assert.deepEqual(changed, { ...created, ...change });
  await expectStatus(204, admin("DELETE", own));
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const { status } = await admin(method, own, method === "PATCH" ? {} : undefined);
    assert.equal(status, 404, method);
  }
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

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
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
