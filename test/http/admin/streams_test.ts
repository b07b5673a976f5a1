/** The stream of an account's postbacks, as requests to forward. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { newCustomer } from "../../support/customer.ts";
import { adminBody, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const CONFIG = { ACCOUNT_CACHE_TTL: "0s", ADMIN_WAIT_MAX: "10m", RESCUE_INTERVAL: "1h" };

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: CONFIG });
});

Deno.test.afterAll(() => test.stop());

interface Streamed {
  code: string;
  "webhook-id": string;
  "tracking-id": string;
  headers: Record<string, string>;
  body: string;
  cursor: string;
}

interface Part {
  items: Streamed[];
  "next-cursor": string;
}

const stream = (account: string, query = ""): Promise<Part> =>
  adminBody(test, 200, "GET", `/postbacks/stream?account=${account}${query}`);

/** Reads from a cursor until this many have come. */
async function read(account: string, after: string, count: number): Promise<Streamed[]> {
  const items: Streamed[] = [];
  for (let cursor = after; items.length < count;) {
    const part = await stream(account, `&after=${cursor}&wait=600`);
    items.push(...part.items);
    cursor = part["next-cursor"];
  }
  assert.equal(items.length, count);
  return items;
}

const namesOf = (items: readonly Streamed[]) =>
  items.map((item) => [item.code, item["tracking-id"]]);

Deno.test("postbacks come as an attempt would send them, also those without a receiver", async () => {
  await using delivered = await newCustomer(test);
  await using parked = await newCustomer(test, { postbackUrl: null });
  for (const customer of [delivered, parked]) {
    const { account } = customer;
    const start = await stream(account);
    assert.deepEqual(start.items, []);
    const ids = [await customer.send(), await customer.send()];
    const items = await read(account, start["next-cursor"], 4);
    for (const id of ids) {
      const codes = items.filter((item) => item["tracking-id"] === id).map(({ code }) => code);
      assert.deepEqual(codes, ["N201", "N202"]);
    }
    for (const { headers, body, ...item } of items) {
      assert.equal(headers["content-type"], "application/json");
      assert.equal(headers["webhook-id"], item["webhook-id"]);
      const verified = new Webhook(customer.webhookSecret).verify(body, headers);
      assert.equal((verified as Record<string, string>)["tracking-id"], item["tracking-id"]);
    }
    // From any cursor within, and the same again.
    const rest = await read(account, items[0]!.cursor, 3);
    assert.deepEqual(namesOf(rest), namesOf(items.slice(1)));
    const none = await stream(account, `&after=${items[3]!.cursor}`);
    assert.deepEqual(none.items, []);
  }
  const { receiver } = delivered;
  await receiver.until((received) => received.length === 4);
  const all = await read(delivered.account, "0", 4);
  for (const { headers, raw } of receiver.received) {
    const item = all.find((each) => each["webhook-id"] === headers.get("webhook-id"));
    assert.equal(item?.body, raw);
  }
});

Deno.test("a request that waits gets its response when a postback comes, signed by the secrets of then", async () => {
  await using customer = await newCustomer(test, { postbackUrl: null });
  const { account } = customer;
  const { "next-cursor": after } = await stream(account);
  const waiting = stream(account, `&after=${after}&wait=600`);
  const { secret } = await adminBody(test, 201, "POST", `/accounts/${account}/webhook-secret`)
    .then((body) => ({ secret: body["webhook-secret"] as string }));
  const id = await customer.send();
  const [item] = (await waiting).items;
  assert.deepEqual(namesOf([item!]), [["N201", id]]);
  assert.equal(item!.headers["webhook-signature"]!.split(" ").length, 2);
  for (const each of [secret, customer.webhookSecret]) {
    new Webhook(each).verify(item!.body, item!.headers);
  }
});

Deno.test("MM7 requests, replays and other accounts' postbacks are left out", async () => {
  await using customer = await newCustomer(test);
  await using other = await newCustomer(test);
  const { account } = customer;
  const { "next-cursor": after } = await stream(account);
  const id = await customer.send();
  await other.send();
  const items = await read(account, after, 2);
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
  const path = `/postbacks?account=${account}&state=sent`;
  await until(() => adminBody(test, 200, "GET", path), ({ items }) => items.length === 2);
  const replay = { account, state: "sent" };
  assert.equal((await adminBody(test, 200, "POST", "/postbacks/replay", replay)).replayed, 2);
  await customer.receiver.until((received) => received.length === 4);
  assert.deepEqual((await stream(account, `&after=${items[1]!.cursor}`)).items, []);
});

Deno.test("faults of a request are named", async () => {
  const cases: [status: number, query: string, info: RegExp][] = [
    [400, "", /^account is required/],
    [404, "account=nobody", /^account does not exist/],
    [400, "account=acme&after=now", /^after must be a cursor of an earlier response/],
    [400, "account=acme&after=999999999999", /^after was not issued by this database/],
    [400, "account=acme&wait=601", /^wait must be at most 600, as ADMIN_WAIT_MAX has it/],
  ];
  for (const [status, query, info] of cases) {
    const body = await adminBody(test, status, "GET", `/postbacks/stream?${query}`);
    assert.match(body["error-info"], info);
  }
});

Deno.test("the postbacks of a disabled account are streamed", async () => {
  await using customer = await newCustomer(test, { postbackUrl: null });
  const { account } = customer;
  const { "next-cursor": after } = await stream(account);
  await customer.send();
  await adminBody(test, 200, "PATCH", `/accounts/${account}`, { disabled: true });
  assert.equal((await read(account, after, 2)).length, 2);
});

Deno.test("a token that only reads gets no postbacks that are freshly signed", async () => {
  const statusFor = async (scopes: string) => {
    const { token } = await adminBody(test, 201, "POST", "/tokens", { name: scopes, scopes });
    const response = await fetch(`${test.url}/admin/v1/postbacks/stream?account=acme`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { "error-info": info } = await response.json();
    return [response.status, info];
  };
  assert.deepEqual(await statusFor("read"), [403, "this admin token lacks the scope support"]);
  assert.deepEqual(await statusFor("support"), [200, undefined]);
});
