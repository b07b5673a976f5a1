/**
 * Senders in the admin API: changes in place, and warnings where no connector takes their messages.
 */
import assert from "node:assert/strict";
import { jsonOf, SHORT_CODE, startService, type TestService } from "../../support/service.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({
    // Cached values must be invalidated, not expire.
    config: { DEFAULT_CONNECTOR: "", ACCOUNT_CACHE_TTL: "1h" },
  });
});

Deno.test.afterAll(() => test.stop());

const NOTHING = (kind: string) =>
  `no connector takes its ${kind.toUpperCase()}: no route, no ${kind}-connector of the sender, ` +
  "no DEFAULT_CONNECTOR";

const PATH = "/accounts/acme/senders";

async function expectStatus(method: string, path: string, body?: unknown, status = 200) {
  const response = await test.admin(method, path, body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
}

async function send() {
  const response = await test.post({
    "action": "sendsms",
    "from": SHORT_CODE.address,
    "to": "16175550100",
    "message-text": "Hello",
  });
  return (await jsonOf(response))["tracking-id"];
}

Deno.test("a sender without a connector is warned of when it is added, and until it has one", async () => {
  const address = "222233";
  const added = await expectStatus("POST", PATH, { ...SHORT_CODE, address }, 201);
  assert.deepEqual(added.warnings, [NOTHING("mms"), NOTHING("sms")]);
  const half = await expectStatus("PATCH", `${PATH}/${address}`, { "sms-connector": "loopback" });
  assert.deepEqual(half.warnings, [NOTHING("mms")]);
  const scope = { kind: "mms", account: "acme", sender: address, connectors: "loopback" };
  const { route } = await expectStatus("POST", "/routes", scope, 201);
  const { items } = await expectStatus("GET", PATH);
  const listed = items.find((item: { address: string }) => item.address === address);
  assert.deepEqual(listed.warnings, []);
  await expectStatus("DELETE", `/routes/${route}`, undefined, 204);
});

Deno.test("a sender is changed in place, and its next message takes the new route", async () => {
  const path = `${PATH}/${SHORT_CODE.address}`;
  const lost = await send();
  await test.receiver.untilCodes(lost, ["N201", "E201"]);
  const connectors = { "mms-connector": "loopback", "sms-connector": "loopback" };
  const changed = await expectStatus("PATCH", path, { ...connectors, vasid: "v", shared: true });
  const now = {
    ...SHORT_CODE,
    ...connectors,
    countries: "US",
    vasid: "v",
    shared: true,
    warnings: [],
  };
  assert.deepEqual(changed, now);
  const carried = await send();
  await test.receiver.untilCodes(carried, ["N201", "N202"]);

  assert.deepEqual(await expectStatus("PATCH", path, {}), now);
  const cleared = await expectStatus("PATCH", path, { "vasid": null, "mms-connector": null });
  assert.deepEqual(cleared, {
    ...now,
    "vasid": null,
    "mms-connector": null,
    "warnings": [NOTHING("mms")],
  });
});

Deno.test("an alphanumeric sender is warned of the countries whose carriers take none", async () => {
  const sender = { kind: "alphanumeric", country: "GB", "sms-connector": "loopback" };
  const routed = { ...sender, "mms-connector": "loopback" };
  const warned = async (address: string, countries: string, fields = {}) => {
    const body = { ...routed, address, countries, ...fields };
    return (await expectStatus("POST", PATH, body, 201)).warnings;
  };
  const refused = (country: string, what: string) =>
    `carriers of ${country} take no alphanumeric sender: ${what} is refused (E111)`;
  assert.deepEqual(await warned("Tulips GB", "FR"), []);
  const there = ["US", "CA"].map((country) => refused(country, "what it sends there"));
  assert.deepEqual(await warned("Tulips", "US,FR,CA"), there);
  const all = [refused("US", "all that it sends")];
  assert.deepEqual(await warned("Tulips US", "GB", { country: "US" }), all);
  const { items } = await expectStatus("GET", PATH);
  const listed = items.find(({ address }: { address: string }) => address === "Tulips");
  assert.deepEqual(listed.warnings, there);
  const changed = await expectStatus("PATCH", `${PATH}/Tulips`, { countries: "FR" });
  assert.deepEqual(changed.warnings, []);
  assert.deepEqual(await warned("222277", "CA", { kind: "short-code", country: "US" }), []);
});

Deno.test("a sender's countries are changed, its home first", async () => {
  const address = "222244";
  await expectStatus("POST", PATH, { ...SHORT_CODE, address, countries: "CA" }, 201);
  const change = async (fields: Record<string, string>) =>
    (await expectStatus("PATCH", `${PATH}/${address}`, fields)).countries;
  assert.equal(await change({ countries: "MX,CA" }), "US,MX,CA");
  assert.equal(await change({ country: "CA" }), "CA,MX");
  assert.equal(await change({ country: "US", countries: "US" }), "US");
});

Deno.test("a sender of another account is refused with its holder, unless both share it", async () => {
  const address = "222266";
  const theirs = "/accounts/theirs/senders";
  await expectStatus("POST", "/accounts", { account: "theirs", name: "Theirs" }, 201);
  await expectStatus("POST", theirs, { ...SHORT_CODE, address }, 201);
  const info = "address: account theirs has sender 222266, which must be shared in every account " +
    "that uses it";
  const refused = { "status": "failure", "error-code": "E100", "error-info": info };
  for (const shared of [false, true]) {
    const attempt = await expectStatus("POST", PATH, { ...SHORT_CODE, address, shared }, 409);
    assert.deepEqual(attempt, refused);
  }
  await expectStatus("PATCH", `${theirs}/${address}`, { shared: true });
  await expectStatus("POST", PATH, { ...SHORT_CODE, address, shared: true }, 201);
  const alone = await expectStatus("PATCH", `${PATH}/${address}`, { shared: false }, 409);
  assert.match(alone["error-info"], /^shared: account theirs has sender 222266/);
});

const REFUSED: [what: string, path: string, body: unknown, status: number, info: RegExp][] = [
  ["a sender that is not there", `${PATH}/999999`, { vasid: "v" }, 404, /^sender does not exist$/],
  ["an account that is not there", "/accounts/none/senders/111122", {}, 404, /^account does not/],
  ["a kind that its address is not of", `${PATH}/111122`, { kind: "10dlc" }, 400, /^address /],
  ["a country without numbers", `${PATH}/111122`, { country: "AQ" }, 400, /^country: AQ has no/],
  ["a connector that is not there", `${PATH}/111122`, { "sms-connector": "x" }, 400, /^sms-connec/],
  ["another address", `${PATH}/111122`, { address: "333344" }, 400, /unknown fields: address/],
];

for (const [title, path, body, status, info] of REFUSED) {
  Deno.test(`a change of a sender is refused: ${title}`, async () => {
    assert.match((await expectStatus("PATCH", path, body, status))["error-info"], info);
  });
}
