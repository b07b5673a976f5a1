/** SMSCs in the admin API, and their effect at real SMSCs. */
import assert from "node:assert/strict";
import { adminRequests } from "../../../src/generated/admin.ts";
import { adminOperations } from "../../../src/contract/admin.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { runProgram } from "../../support/program.ts";
import {
  ADMIN_TOKEN,
  jsonOf,
  SHORT_CODE,
  startService,
  type TestService,
} from "../../support/service.ts";
import { startSmsc, textOf } from "../../support/smsc.ts";
import { DEFAULTS, REFUSED, SMALL, WHOLE } from "./smsc_settings.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ senders: [SHORT_CODE] });
});

Deno.test.afterAll(() => test.stop());

/** Sends a request that has this status, and returns the body of the response. */
// deno-lint-ignore no-explicit-any -- tests look into responses field by field
async function request(status: number, method: string, path: string, body?: unknown): Promise<any> {
  const response = await test.admin(method, path, body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
}

const MMSC = {
  kind: "mmsc_mm7",
  url: "https://mmsc.example.net/mm7",
  vaspid: "slidepost",
};

let names = 0;

/** Creates an SMSC, and returns it as the admin API shows it. */
function newSmsc(fields: Record<string, unknown> = {}) {
  return request(201, "POST", "/smscs", { ...SMALL, name: `smsc-${++names}`, ...fields });
}

/** Returns the fields as the admin API shows them. */
function shown({ password, "tls-key": tlsKey, ...fields }: Record<string, unknown>) {
  return { ...fields, "password-set": password !== null, "tls-key-set": tlsKey !== null };
}

Deno.test("an SMSC is set up with defaults, and read", async () => {
  const { port: _, ...least } = SMALL;
  const created = await request(201, "POST", "/smscs", { ...least, name: "smsc_with-9" });
  const { "created-at": createdAt, "changed-at": changedAt, ...fields } = created;
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT/);
  assert.equal(changedAt, createdAt);
  assert.deepEqual(fields, { name: "smsc_with-9", ...least, ...shown(DEFAULTS) });
  assert.deepEqual(await request(200, "GET", "/smscs/smsc_with-9"), created);
  await request(204, "DELETE", "/smscs/smsc_with-9");
});

Deno.test("the command line offers the same defaults", () => {
  const { body } = adminOperations.find(({ cli }) => cli.join(" ") === "smsc create")!;
  const offered = body.filter((field) => "default" in field);
  assert.deepEqual(
    Object.fromEntries(offered.map((field) => [field.name, field.default])),
    DEFAULTS,
  );
});

Deno.test("the command line sets an SMSC up, shows, changes and removes it", async () => {
  const env = { SLIDEPOST_URL: test.url, ADMIN_TOKEN };
  const smsc = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram({ args: ["admin", "smsc", ...args], env });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const help = await smsc("--help");
  for (const verb of ["create", "list", "read", "change", "remove"]) {
    assert.ok(help.includes(`smsc ${verb}`), verb);
  }
  const options = Object.entries({ name: "by-hand", ...WHOLE })
    .flatMap(([name, value]) => [`--${name}`, String(value)]);
  assert.match(await smsc("create", ...options), /^name +by-hand$/m);
  const created = await request(200, "GET", "/smscs/by-hand");
  assert.deepEqual(created, { ...created, ...shown(WHOLE) });
  const { items } = JSON.parse(await smsc("list"));
  assert.ok(items.some((item: Record<string, unknown>) => item["system-id"] === "tulip-shop"));
  const change = ["--rate", "null", "--source-ton=null", "--tls", "false", "--system-type", ""];
  const changed = JSON.parse(await smsc("change", "by-hand", ...change, "--json"));
  assert.deepEqual(
    [changed.rate, changed["source-ton"], changed.tls, changed["system-type"]],
    [null, null, false, ""],
  );
  assert.match(await smsc("read", "by-hand"), /^password-set +true$/m);
  assert.equal(await smsc("remove", "by-hand"), "done\n");
  await request(404, "GET", "/smscs/by-hand");
});

Deno.test("SMSCs are listed by name, without the connectors of other kinds, and all by their kind", async () => {
  await newSmsc({ name: "zulu" });
  const alfa = await newSmsc({ name: "alfa" });
  await request(201, "POST", "/connectors", { ...MMSC, name: "bravo" });
  const { items } = await request(200, "GET", "/smscs");
  const listed = items.map(({ name }: { name: string }) => name);
  assert.deepEqual(listed, listed.toSorted());
  assert.deepEqual(items[0], alfa);
  assert.ok(listed.includes("zulu"), listed);
  assert.ok(!listed.includes("bravo") && !listed.includes("loopback"), listed);
  const { items: all } = await request(200, "GET", "/connectors");
  const kinds = all.map(({ name, kind }: Record<string, string>) => [name, kind]);
  assert.deepEqual(kinds.filter(([name]: string[]) => /^(alfa|bravo|zulu)$/.test(name!)), [
    ["alfa", "smsc_smpp"],
    ["bravo", "mmsc_mm7"],
    ["zulu", "smsc_smpp"],
  ]);
});

Deno.test("a name is unique among all kinds", async () => {
  const { name } = await newSmsc();
  const mmsc = await request(201, "POST", "/connectors", { ...MMSC, name: "mmsc" });
  for (const results of [name, mmsc.name, "loopback"]) {
    const responses = [
      await request(409, "POST", "/smscs", { ...SMALL, name: results }),
      await request(409, "POST", "/connectors", { ...MMSC, name: results }),
    ];
    for (const response of responses) {
      assert.equal(response["error-info"], `connector ${results} is there already`);
    }
  }
});

Deno.test("connectors of other kinds are not found among SMSCs", async () => {
  const mmsc = await request(201, "POST", "/connectors", { ...MMSC, name: "other-kind" });
  for (
    const [path, info] of [
      [`/smscs/${mmsc.name}`, "SMSC does not exist"],
      ["/smscs/loopback", "SMSC does not exist"],
      ["/smscs/nobody", "SMSC does not exist"],
      ["/connectors/loopback", "connector does not exist"],
    ] as const
  ) {
    const responses = [
      await request(404, "GET", path),
      await request(404, "PATCH", path, { window: 3 }),
      await request(404, "DELETE", path),
    ];
    for (const response of responses) assert.equal(response["error-info"], info);
  }
  assert.deepEqual(await request(200, "GET", `/connectors/${mmsc.name}`), mmsc);
});

Deno.test("a change leaves fields that it does not name, and null removes", async () => {
  const path = `/smscs/${(await newSmsc()).name}`;
  const before = await request(200, "GET", path);
  const whole = await request(200, "PATCH", path, WHOLE);
  assert.deepEqual(whole, { ...before, ...shown(WHOLE), "changed-at": whole["changed-at"] });
  assert.ok(whole["changed-at"] >= before["changed-at"]);

  for (const [field, value] of Object.entries({ ...DEFAULTS, ...SMALL })) {
    const changed = await request(200, "PATCH", path, { [field]: value });
    const expected = shown({ ...WHOLE, [field]: value });
    assert.deepEqual(
      changed,
      { ...before, ...expected, "changed-at": changed["changed-at"] },
      field,
    );
    const back = await request(200, "PATCH", path, WHOLE);
    assert.deepEqual(back, { ...whole, "changed-at": back["changed-at"] });
  }

  const bare = await request(200, "PATCH", path, { ...DEFAULTS, ...SMALL });
  assert.deepEqual(bare, { ...before, "changed-at": bare["changed-at"] });
});

Deno.test("no response shows a password", async () => {
  const secret = { password: "out-secret" };
  const created = await newSmsc({ ...WHOLE, ...secret });
  const path = `/smscs/${created.name}`;
  const responses = [
    created,
    await request(200, "GET", path),
    await request(200, "GET", "/smscs"),
    await request(200, "PATCH", path, secret),
    await request(409, "POST", "/smscs", { ...WHOLE, ...secret, name: created.name }),
    await request(400, "PATCH", path, { password: "out-secret\n" }),
    await request(400, "PATCH", path, { ...secret, window: 0 }),
  ];
  assert.equal(created["password-set"], true);
  assert.doesNotMatch(JSON.stringify(responses), /out-secret/);
});

Deno.test("settings and each change take effect at the SMSC at once", async () => {
  await using smsc = await startSmsc();
  const { name } = await newSmsc({
    "port": smsc.port,
    "system-id": "S".repeat(15),
    "password": "p".repeat(64),
    "system-type": "T".repeat(12),
    "service-type": "CMT",
    "source-ton": 6,
    "source-npi": 18,
    "dest-ton": 2,
    "dest-npi": 8,
    "alphabets": "latin1",
  });
  await smsc.until(() => smsc.sessions.length === 1);
  const [bind] = smsc.binds;
  assert.equal(bind!.command, "bind_transceiver");
  assert.equal(bind!.system_id, "S".repeat(15));
  assert.equal(bind!.password, "p".repeat(64));
  assert.equal(bind!.system_type, "T".repeat(12));

  const from = "222233";
  const sender = { ...SHORT_CODE, address: from, "sms-connector": name };
  await request(201, "POST", "/accounts/acme/senders", sender);
  const send = async () => {
    const text = { action: "sendsms", from, to: "16175550199", "message-text": "Grüße, ¼" };
    return (await jsonOf(await test.post(text)))["tracking-id"];
  };
  await send();
  await smsc.until(() => smsc.submitted.length === 1);
  const first = smsc.submitted[0]!;
  assert.equal(textOf(first), "Grüße, ¼");
  assert.deepEqual(
    [
      first.pdu.service_type,
      first.pdu.data_coding,
      [first.pdu.source_addr_ton, first.pdu.source_addr_npi, first.pdu.source_addr],
      [first.pdu.dest_addr_ton, first.pdu.dest_addr_npi, first.pdu.destination_addr],
    ],
    ["CMT", 3, [6, 18, from], [2, 8, "16175550199"]],
  );

  await request(200, "PATCH", `/smscs/${name}`, {
    "bind": "split",
    "sessions": 2,
    "system-id": "another",
    "password": null,
    "service-type": "",
    "source-ton": null,
    "source-npi": null,
    "alphabets": "none",
  });
  await smsc.until(() => smsc.binds.length === 5 && smsc.sessions.length === 4);
  assert.deepEqual(
    smsc.binds.slice(1)
      .map(({ command, system_id, password }) => [command, system_id, password].join(" ")).sort(),
    [
      "bind_receiver another ",
      "bind_receiver another ",
      "bind_transmitter another ",
      "bind_transmitter another ",
    ],
  );
  await send();
  await smsc.until(() => smsc.submitted.length === 2);
  const { pdu: second } = smsc.submitted[1]!;
  assert.deepEqual(
    [second.service_type, second.data_coding, second.source_addr_ton, second.source_addr_npi],
    ["", 8, 3, 0],
  );

  await request(204, "DELETE", `/smscs/${name}?force=true`);
  await smsc.until(() => smsc.sessions.length === 0);
  const orphan = await send();
  await test.receiver.untilCodes(orphan, ["N201", "E201"]);
  assert.equal(smsc.submitted.length, 2);
});

Deno.test("SMSCs survive a restart", async () => {
  const config = { DATABASE_URL: await migratedDatabase() };
  await using smsc = await startSmsc();
  const first = await startService({ config });
  const fields = { ...SMALL, name: "smsc", port: smsc.port, password: "kept" };
  const { body: created } = await first.admin("POST", "/smscs", fields);
  await smsc.until(() => smsc.sessions.length === 1);
  await first.stop();
  await smsc.until(() => smsc.sessions.length === 0);
  await using second = await startService({ config, account: { id: "later" }, senders: [] });
  const { body: read } = await second.admin("GET", "/smscs/smsc");
  assert.deepEqual(read, created);
  await smsc.until(() => smsc.sessions.length === 1);
  assert.deepEqual(smsc.binds.map(({ password }) => password), ["kept", "kept"]);
});

for (const [fault, fields, info] of REFUSED) {
  Deno.test(`an SMSC is refused with ${fault}`, async () => {
    const { items: before } = await request(200, "GET", "/smscs");
    const responses = [
      await request(400, "POST", "/smscs", { ...SMALL, name: "refused", ...fields }),
    ];
    const [[field, value]] = Object.entries(fields) as [[string, unknown]];
    if (field !== "name" && value !== undefined) {
      const created = await newSmsc();
      responses.push(await request(400, "PATCH", `/smscs/${created.name}`, fields));
      assert.deepEqual(await request(200, "GET", `/smscs/${created.name}`), created);
      await request(204, "DELETE", `/smscs/${created.name}`);
    }
    for (const response of responses) {
      assert.equal(response["error-code"], "E100");
      if (typeof info === "string") assert.equal(response["error-info"], info);
      else assert.match(response["error-info"], info);
    }
    assert.deepEqual((await request(200, "GET", "/smscs")).items, before);
  });
}

const TAKEN: Record<string, unknown[]> = {
  "host": ["127.0.0.9", "::1", "0:0::1", "::ffff:127.0.0.9"],
  "port": [1, 65_535],
  "tls": [true, false],
  "bind": ["transceiver", "split"],
  "sessions": [1, 32],
  "system-id": [" ", "~".repeat(15)],
  "system-type": ["", "~".repeat(12)],
  "window": [1, 1000],
  "rate": [1, 100_000, null],
  "burst": [0, 1, 100_000],
  "enquire-link": [5, 600],
  "timeout": [1, 300],
  "source-ton": [0, 1, 2, 3, 4, 5, 6, null],
  "dest-ton": [0, 1, 2, 3, 4, 5, 6],
  "source-npi": [0, 1, 3, 4, 6, 8, 9, 10, 14, 18, null],
  "dest-npi": [0, 1, 3, 4, 6, 8, 9, 10, 14, 18],
  "concatenation": ["udh8", "udh16", "sar", "payload"],
  "alphabets": ["none", "gsm", "latin1", "gsm-latin1"],
  "service-type": ["", "~".repeat(5)],
  "receipt-ids": ["same", "hex-to-decimal", "decimal-to-hex", "any"],
  "receipts": ["each", "any"],
  "payload-refused": ["segments", "fail"],
  "user-message-reference": [true, false],
  "unconfirmed": ["resubmit", "wait"],
  "missing-report": ["silent", "expired"],
};

for (const [field, values] of Object.entries(TAKEN)) {
  Deno.test(`an SMSC may have any ${field} within its limits`, async () => {
    for (const value of values) {
      const created = await newSmsc({ [field]: value });
      assert.equal(created[field], value);
      assert.deepEqual(await request(200, "GET", `/smscs/${created.name}`), created);
      await request(204, "DELETE", `/smscs/${created.name}`);
    }
  });
}

Deno.test("an SMSC may have any host name", () => {
  const names = ["smsc.example.net", "smsc_1.Example--2.NET", `${"a.".repeat(125)}net`, "8.8.8.8"];
  for (const host of names) {
    const { success } = adminRequests.createSmsc.body.safeParse({ ...SMALL, name: "smsc", host });
    assert.ok(success, host);
  }
});

Deno.test("name cannot be changed", async () => {
  const { name } = await newSmsc();
  const response = await request(400, "PATCH", `/smscs/${name}`, { name: "other" });
  assert.equal(response["error-info"], "the body has unknown fields: name");
});

Deno.test("a host may be in any network, whatever customers' URLs may lead to", async () => {
  await using service = await startService({ config: { OUTBOUND_ALLOW: "" } });
  for (
    const [index, host] of ["127.0.0.3", "fd00::1", "::ffff:10.0.0.1", "smsc.internal", "smsc"]
      .entries()
  ) {
    const fields = { ...SMALL, name: `smsc-${index}`, host };
    const { status, body } = await service.admin("POST", "/smscs", fields);
    assert.deepEqual([status, body.host], [201, host]);
  }
  const { status, body } = await service.admin("PATCH", "/smscs/smsc-0", { host: "LocalHost" });
  assert.deepEqual([status, body.host], [200, "localhost"]);
});

Deno.test("of many requests for one name at once, one succeeds", async () => {
  const statuses = await Promise.all(Array.from({ length: 8 }, async (_, index) => {
    const [path, fields] = index % 2 === 0 ? ["/smscs", SMALL] : ["/connectors", MMSC];
    return (await test.admin("POST", path as string, { ...fields as object, name: "race" })).status;
  }));
  assert.deepEqual(statuses.toSorted(), [201, ...Array(7).fill(409)]);
});

Deno.test("a sender may have an SMSC on another machine at once", async () => {
  const DATABASE_URL = await migratedDatabase();
  // No rescuer runs during the test.
  const config = { DATABASE_URL, RESCUE_INTERVAL: "1h" };
  await using first = await startService({ config });
  await using other = await startService({ config, account: { id: "other" }, senders: [] });
  const { status } = await first.admin("POST", "/smscs", { ...SMALL, name: "smsc" });
  assert.equal(status, 201);
  const added = await other.admin("POST", "/accounts/other/senders", {
    ...SHORT_CODE,
    "address": "222277",
    "sms-connector": "smsc",
  });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  assert.equal(added.body["sms-connector"], "smsc");
});
