/** Search in the admin API. */
import assert from "node:assert/strict";
import { adminBody, jsonOf, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
});

Deno.test.afterAll(() => test.stop());

const search = (query: Record<string, string>, status = 200) =>
  adminBody(test, status, "GET", `/search?${new URLSearchParams(query)}`);

async function send(text: string, fields: Record<string, unknown> = {}): Promise<string> {
  const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": text };
  const response = await test.post({ ...body, ...fields });
  return (await jsonOf(response))["tracking-id"];
}

/** Searches until the message has been delivered, and returns what was found. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
function delivered(query: Record<string, string>): Promise<any> {
  return until(
    () => search(query),
    ({ items }) => items.every(({ state }: { state: string }) => state === "delivered"),
  );
}

Deno.test("a message is found by any of its facts", async () => {
  const text = "Your parcel 'Ünïcode' 100% is here";
  const id = await send(text, { to: "+1 617 555 0177" });
  const { items, partial, "next-cursor": next } = await delivered({ query: "PARCEL 'ünï" });
  assert.deepEqual([partial, next], [false, null]);
  const [{ at, "updated-at": updatedAt, ...found }] = items;
  assert.match(at, /^20\d\d-/);
  assert.ok(updatedAt >= at);
  assert.deepEqual(found, {
    "tracking-id": id,
    "direction": "out",
    "kind": "SMS",
    "door": "JSON",
    "state": "delivered",
    "account": "acme",
    "from": "111122",
    "to": "16175550177",
    "connector": "loopback",
    "sent-as": "SMS",
    "excerpt": text,
    "picture": null,
    "status-details": null,
  });
  const queries: Record<string, string>[] = [
    { query: id },
    { query: "(617) 555-0177" },
    { query: "n202", number: "0177" },
    { number: "0177", direction: "out", kind: "SMS", state: "delivered", account: "acme" },
    { "tracking-id": id.slice(0, 20), text: "100% is" },
    { code: "N201", connector: "loopback", text: "parcel", from: at },
  ];
  for (const query of queries) {
    const { items } = await search(query);
    assert.deepEqual(items.map((each: typeof found) => each["tracking-id"]), [id], query.query);
  }
  const others: Record<string, string>[] = [{ direction: "in" }, { state: "any-failed" }, {
    to: at,
  }];
  for (const query of others) {
    assert.deepEqual((await search({ number: "0177", ...query })).items, []);
  }
});

Deno.test("messages of both directions are paged, newest first", async () => {
  const out = await send("ping 8152");
  const injected = await adminBody(test, 201, "POST", "/loopback/sms", {
    from: "16175550101",
    to: "111122",
    text: "pong 8152",
  });
  const first = await search({ text: "8152", limit: "1" });
  assert.deepEqual(
    first.items.map((item: Record<string, unknown>) => [item["tracking-id"], item.state]),
    [[injected["tracking-id"], "received"]],
  );
  const second = await search({ text: "8152", limit: "1", cursor: first["next-cursor"] });
  assert.equal(second.items[0]["tracking-id"], out);
  assert.equal(second["next-cursor"], null);
});

/** Wrong criteria, and the start of the refusal. */
const REFUSED: [Record<string, string>, RegExp][] = [
  [{ number: "12" }, /^number must have 3 to 20 digits/],
  [{ "tracking-id": "0197" }, /^tracking-id must have at least 8 characters/],
  [{ code: "E1" }, /^code must be a code of a postback/],
  [{ from: "today" }, /^from must be a date or time/],
  [{ state: "lost" }, /^state /],
  [{ direction: "up" }, /^direction /],
  [{ limit: "101" }, /^limit /],
  [{ text: "x".repeat(501) }, /^text /],
  [{ text: "\0" }, /^text contains characters/],
  [{ cursor: "message:1" }, /^cursor was not issued/],
];

for (const [query, fault] of REFUSED) {
  Deno.test(`search refuses ${JSON.stringify(query).slice(0, 40)}`, async () => {
    const { "error-code": code, "error-info": info } = await search(query, 400);
    assert.equal(code, "E100");
    assert.match(info, fault);
  });
}

Deno.test("hostile words find nothing and harm nothing", async () => {
  for (
    const query of ["%%%", "___", "\\", "'; drop table message; --", '"', "😀", "\u202e"]
  ) {
    for (const field of ["query", "text", "client-reference", "connector", "carrier-id"]) {
      await search({ [field]: query });
    }
  }
  assert.deepEqual((await search({ text: "100_ is" })).items, []);
});
