/** Mobile operators, routes and counts of lookups over the admin API and the command line. */
import assert from "node:assert/strict";
import { runProgram } from "../../support/program.ts";
import {
  ADMIN_TOKEN,
  adminBody,
  SHORT_CODE,
  startService,
  type TestService,
} from "../../support/service.ts";
import { optionArgs } from "../../../src/lib/option_args.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ senders: [SHORT_CODE] });
});

Deno.test.afterAll(() => test.stop());

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

const refused = async (method: string, path: string, body: unknown): Promise<string> =>
  (await expectStatus(400, method, path, body))["error-info"];

// ── operators ──

const ATT = {
  "operator": "0001470",
  "name": "AT&T",
  "country": "US",
  "mms": true,
  "max-bytes": 600_000,
  "max-bytes-short-code": 600_000,
  "max-bytes-toll-free": 600_000,
  "max-bytes-10dlc": 1_000_000,
  "max-bytes-alphanumeric": null,
  "gsm-subjects": false,
  "source": "shipped",
  "changed-at": null,
};

Deno.test("shipped and simulated operators are listed by id", async () => {
  const { items } = await expectStatus(200, "GET", "/operators");
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  const ids = items.map(({ operator }: any) => operator);
  assert.deepEqual(ids, ids.toSorted());
  assert.deepEqual(await expectStatus(200, "GET", "/operators/0001470"), ATT);
  assert.equal((await expectStatus(200, "GET", "/operators/9990107")).source, "loopback");
  await expectStatus(404, "GET", "/operators/unknown");
});

Deno.test("a shipped operator is changed field by field, and restored", async () => {
  const path = "/operators/0001470";
  const first = await expectStatus(200, "PATCH", path, {
    "mms": false,
    "max-bytes-10dlc": 700_000,
  });
  const { "changed-at": changedAt, ...fields } = first;
  assert.match(changedAt, /^\d{4}-\d\d-\d\dT/);
  const { "changed-at": _, ...att } = ATT;
  assert.deepEqual(fields, { ...att, "mms": false, "max-bytes-10dlc": 700_000, "source": "set" });
  assert.deepEqual(await expectStatus(200, "GET", path), first);

  const second = await expectStatus(200, "PATCH", path, {
    "max-bytes-10dlc": null,
    "name": "AT and T",
  });
  assert.deepEqual(
    [second["max-bytes-10dlc"], second.name, second.mms, second["max-bytes-short-code"]],
    [null, "AT and T", false, 600_000],
  );
  await expectStatus(204, "DELETE", path);
  assert.deepEqual(await expectStatus(200, "GET", path), ATT);
  await expectStatus(404, "DELETE", path);
});

Deno.test("a new operator needs a name and a country; the rest has defaults", async () => {
  const path = "/operators/310-Tulip_1";
  assert.match(await refused("PATCH", path, { country: "NL" }), /^name is required/);
  assert.match(await refused("PATCH", path, { name: "Tulip" }), /^country is required/);
  await expectStatus(404, "GET", path);
  const { "changed-at": _, ...changed } = await expectStatus(200, "PATCH", path, {
    name: "Tulip",
    country: "NL",
  });
  assert.deepEqual(changed, {
    "operator": "310-Tulip_1",
    "name": "Tulip",
    "country": "NL",
    "mms": true,
    "max-bytes": 600_000,
    "max-bytes-short-code": null,
    "max-bytes-toll-free": null,
    "max-bytes-10dlc": null,
    "max-bytes-alphanumeric": null,
    "gsm-subjects": false,
    "source": "set",
  });
  await expectStatus(204, "DELETE", path);
  await expectStatus(404, "GET", path);
});

const BAD_OPERATORS: [what: string, id: string, body: unknown, info: RegExp][] = [
  ["an id with other characters", "a%20b", { mms: true }, /^operator must have 1 to 40 letters/],
  ["an id that is too long", "a".repeat(41), { mms: true }, /^operator must have 1 to 40 letters/],
  ["one that loopback plays", "9990108", { mms: false }, /reserved for the loopback carrier/],
  ["a country in words", "7", { name: "x", country: "Holland" }, /^country must be an ISO 3166/],
  ["no bytes", "0001470", { "max-bytes": 0 }, /^max-bytes must be/],
  ["null bytes", "0001470", { "max-bytes": null }, /^max-bytes must be/],
  ["half a byte", "0001470", { "max-bytes-10dlc": 500_000.5 }, /^max-bytes-10dlc must be/],
  ["mms as a text", "0001470", { mms: "yes" }, /^mms must be/],
  ["an empty name", "0001470", { name: "" }, /^name/],
  ["a field that there is not", "0001470", { colour: "blue" }, /colour/],
];

for (const [title, id, body, info] of BAD_OPERATORS) {
  Deno.test(`an operator is refused: ${title}`, async () => {
    assert.match(await refused("PATCH", `/operators/${id}`, body), info);
  });
}

// ── routes ──

Deno.test("a route is added, listed, changed and removed", async () => {
  const added = {
    account: "acme",
    sender: "111122",
    operator: "0001470",
    kind: "mms",
    connectors: "loopback",
  };
  const created = await expectStatus(201, "POST", "/routes", added);
  const { route, "created-at": createdAt, "changed-at": changedAt, ...fields } = created;
  assert.deepEqual([fields, changedAt], [added, createdAt]);
  assert.deepEqual((await expectStatus(200, "GET", "/routes")).items, [created]);
  assert.match((await expectStatus(409, "POST", "/routes", added))["error-info"], /there already/);

  const changed = await expectStatus(200, "PATCH", `/routes/${route}`, { connectors: "" });
  assert.deepEqual([changed.connectors, changed.route, changed["created-at"]], [
    "",
    route,
    createdAt,
  ]);
  await expectStatus(204, "DELETE", `/routes/${route}`);
  await expectStatus(404, "DELETE", `/routes/${route}`);
  await expectStatus(404, "PATCH", `/routes/${route}`, { connectors: "loopback" });
  assert.deepEqual((await expectStatus(200, "GET", "/routes")).items, []);
});

Deno.test("a route of any is one of no account, sender and operator", async () => {
  const created = await expectStatus(201, "POST", "/routes", {
    kind: "sms",
    connectors: "loopback",
  });
  assert.deepEqual([created.account, created.sender, created.operator], [null, null, null]);
  await expectStatus(204, "DELETE", `/routes/${created.route}`);
});

const ROUTE = { kind: "mms", connectors: "loopback" };
const NINE = Array.from({ length: 9 }, (_, i) => `c${i}`).join(",");
const BAD_ROUTES: [what: string, body: unknown, status: number, info: RegExp][] = [
  ["no kind", { connectors: "loopback" }, 400, /^kind must be one of mms, sms/],
  ["another kind", { ...ROUTE, kind: "fax" }, 400, /^kind must be/],
  ["no connectors", { kind: "mms" }, 400, /^connectors is required/],
  ["connectors as a list", { ...ROUTE, connectors: ["loopback"] }, 400, /^connectors must be/],
  ["a name with other characters", { ...ROUTE, connectors: "a b" }, 400, /names of connectors/],
  ["an empty name", { ...ROUTE, connectors: "loopback,,x" }, 400, /names of connectors/],
  [
    "a connector that there is not",
    { ...ROUTE, connectors: "loopback,nobody" },
    400,
    /^connectors: nobody is not one of loopback$/,
  ],
  ["a connector twice", { ...ROUTE, connectors: "loopback,loopback" }, 400, /a name twice/],
  ["nine connectors", { ...ROUTE, connectors: NINE }, 400, /at most 8/],
  ["an account that there is not", { ...ROUTE, account: "nobody" }, 404, /^account does not exist/],
  ["a sender without its account", { ...ROUTE, sender: "111122" }, 400, /needs an account/],
  [
    "a sender that is not the account's",
    { ...ROUTE, account: "acme", sender: "999999" },
    400,
    /^sender is not a sender of the account/,
  ],
  ["an operator that there is not", { ...ROUTE, operator: "7" }, 400, /^operator is unknown/],
];

for (const [title, body, status, info] of BAD_ROUTES) {
  Deno.test(`a route is refused: ${title}`, async () => {
    assert.match((await expectStatus(status, "POST", "/routes", body))["error-info"], info);
    assert.deepEqual((await expectStatus(200, "GET", "/routes")).items, []);
  });
}

Deno.test("the number of a route is one", async () => {
  for (const number of ["0", "x", "1.5", "99999999999"]) {
    await expectStatus(400, "DELETE", `/routes/${number}`);
  }
});

// ── lookups ──

Deno.test("a day of a listing is one of the calendar", async () => {
  const none = { items: [], "next-cursor": null };
  assert.deepEqual(await expectStatus(200, "GET", "/lookups?from=2026-07-01&to=2026-07-31"), none);
  for (const day of ["2026-02-31", "2026-13-01", "today", "2026-7-1", ""]) {
    assert.match(await refused("GET", `/lookups?from=${day}`, undefined), /^from/, day);
    assert.match(await refused("GET", `/lookups?to=${day}`, undefined), /^to/, day);
  }
  assert.match(await refused("GET", "/lookups?cursor=x", undefined), /^cursor/);
});

// ── the command line ──

Deno.test("the same on the command line", async () => {
  const env = { SLIDEPOST_URL: test.url, ADMIN_TOKEN };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram({ args: ["admin", ...args], env });
    return { code, output: stdout + stderr };
  };
  const operator = await run(
    "operator",
    "set",
    "0003100",
    ...optionArgs({
      "--name": "Tulip",
      "--country": "US",
      "--mms": "false",
      "--max-bytes-10dlc": 700_000,
    }),
    "--json",
  );
  assert.equal(operator.code, 0, operator.output);
  const created = JSON.parse(operator.output);
  assert.deepEqual([created.name, created.mms, created["max-bytes-10dlc"]], [
    "Tulip",
    false,
    700_000,
  ]);
  assert.match((await run("operator", "read", "0003100")).output, /^name +Tulip$/m);
  assert.match((await run("operator", "list")).output, /AT&T[^]*Tulip/);

  const added = await run(
    "route",
    "add",
    ...optionArgs({ "--kind": "sms", "--operator": "0003100", "--connectors": "loopback" }),
    "--json",
  );
  const { route } = JSON.parse(added.output);
  const refusal = await run("route", "change", String(route), "--connectors", "nobody");
  assert.deepEqual([refusal.code, refusal.output.includes("nobody is not one of")], [1, true]);
  const changed = await run("route", "change", String(route), "--connectors", "");
  assert.equal(changed.code, 0, changed.output);
  const { items: [row] } = JSON.parse((await run("route", "list")).output);
  assert.equal(row.operator, "0003100");
  const onTerminal = await runProgram({ args: ["admin", "route", "list"], env, onTerminal: true });
  assert.match(onTerminal.stdout, /^ *route +kind +account +sender +operator +connectors\r\n/);
  assert.match(onTerminal.stdout, new RegExp(`^ *${route} +sms +– +– +0003100\r\n$`, "m"));
  assert.equal((await run("route", "remove", String(route))).code, 0);
  assert.equal((await run("operator", "remove", "0003100")).code, 0);
  const lookups = JSON.parse((await run("lookup", "list", "--account", "acme")).output);
  assert.deepEqual(lookups, { items: [], "next-cursor": null });
});
