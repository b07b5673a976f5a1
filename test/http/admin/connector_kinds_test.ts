/** Connectors of every kind through one set of admin operations, and `/smscs` as their alias. */
import assert from "node:assert/strict";
import { CASES } from "../../connectors/cases.ts";
import { readConfig } from "../../../mod.ts";
import { openDatabase } from "../../../src/adapters/store/open.ts";
import { carriers } from "../../../src/connectors/mod.ts";
import { type ConnectorKind, wireName } from "../../../src/core/routing/connector.ts";
import { connectorChanges } from "../../../src/generated/admin.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { runProgram } from "../../support/program.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../../support/service.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
});

Deno.test.afterAll(() => test.stop());

/** Sends a request that has this status, and returns the body of the response. */
// deno-lint-ignore no-explicit-any -- tests look into responses field by field
async function request(status: number, method: string, path: string, body?: unknown): Promise<any> {
  const response = await test.admin(method, path, body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
}

for (const [kind, { least, change, others }] of Object.entries(CASES)) {
  Deno.test(`a connector of kind ${kind} is set up, listed, read, changed and removed`, async () => {
    const name = `by-${kind}`;
    const path = `/connectors/${name}`;
    const created = await request(201, "POST", "/connectors", { name, kind, ...least });
    const { secrets } = carriers[kind as ConnectorKind];
    const hidden = secrets.map((secret) => wireName(kind as ConnectorKind, secret));
    const shown = Object.entries({ ...least, name, kind }).filter(([field]) =>
      !(hidden as string[]).includes(field)
    );
    assert.deepEqual({ ...created, ...Object.fromEntries(shown) }, created);
    assert.deepEqual(await request(200, "GET", path), created);
    const { items } = await request(200, "GET", "/connectors");
    assert.deepEqual(items.find((item: { name: string }) => item.name === name), created);
    const changed = await request(200, "PATCH", path, change);
    assert.deepEqual(changed, { ...created, ...change, "changed-at": changed["changed-at"] });
    await request(204, "DELETE", path);
    await request(404, "GET", path);
    await request(404, "PATCH", path, change);
    await request(404, "DELETE", path);
  });

  Deno.test(`settings of other kinds, and values that kind ${kind} refuses, are named`, async () => {
    const names = Object.keys(others).join(", ");
    const refused = await request(400, "POST", "/connectors", {
      name: "x",
      kind,
      ...least,
      ...others,
    });
    assert.equal(refused["error-info"], `the body has unknown fields: ${names}`);
    const { name } = await request(201, "POST", "/connectors", {
      name: `of-${kind}`,
      kind,
      ...least,
    });
    const path = `/connectors/${name}`;
    const unknown = await request(400, "PATCH", path, others);
    assert.equal(
      unknown["error-info"],
      `${names} is not a setting of kind ${kind}, which the connector has`,
    );
    const over = await request(400, "PATCH", path, { rate: change.rate + 1 });
    assert.equal(over["error-info"], `rate must be at most ${change.rate}`);
    assert.match(
      (await request(400, "PATCH", path, []))["error-info"],
      /^the body must be an object/,
    );
    assert.match(
      (await request(400, "PATCH", path, { nope: 1 }))["error-info"],
      /unknown fields: nope$/,
    );
  });
}

/** 32 bytes that are no point of edwards25519, as there is no x for y = 2. */
const NO_POINT = `Ag${"A".repeat(41)}=`;

/** Values that fail where a text is read as a key, an address, a header or a pattern. */
const HOSTILE = [
  NO_POINT,
  `${"/".repeat(43)}=`,
  "http://",
  "http://[",
  "http://a:99999",
  "http://%",
  "//x",
  "x:y",
  "{",
  "}",
  "((",
  "*",
  "ü",
  "\u2028",
  "line\nline",
  "\u0000",
  "\ud800",
  " ",
  "-----BEGIN PRIVATE KEY-----\nAA\n-----END",
  "0".repeat(64),
];

for (const [kind, { least, secrets, change }] of Object.entries(CASES)) {
  Deno.test(`each text setting of kind ${kind} is taken, or refused by its name`, async () => {
    const settings: Record<string, unknown> = { ...least, ...secrets, ...change };
    const texts = Object.keys(connectorChanges[kind as ConnectorKind].shape);
    for (const [index, value] of HOSTILE.entries()) {
      for (const setting of texts) {
        const name = `hostile-${kind.replace("_", "-")}-${index}-${setting}`.slice(0, 40);
        const body = { ...settings, name, kind, [setting]: value };
        const response = await test.admin("POST", "/connectors", body);
        const context = `${setting} ${JSON.stringify(value)} ${JSON.stringify(response.body)}`;
        assert.ok([201, 400].includes(response.status), context);
        if (response.status === 201) await request(204, "DELETE", `/connectors/${name}`);
      }
    }
  });
}

for (const [kind, { least, secrets }] of Object.entries(CASES)) {
  Deno.test(`the secrets of kind ${kind} are encrypted at rest, and never shown`, async () => {
    const { names, shown, stored } = await setUpWithSecrets(kind, { ...least, ...secrets });
    const hidden = names.filter((name) => !(name in shown)).sort();
    const { secrets: declared } = carriers[kind as ConnectorKind];
    assert.deepEqual(hidden, declared.map((name) => wireName(kind as ConnectorKind, name)).sort());
    for (const name of hidden) {
      const secret = secrets[name] as string;
      assert.equal(shown[`${name}-set`], true);
      assert.ok(!JSON.stringify(shown).includes(secret) && !stored.includes(secret), name);
    }
  });
}

/** Sets a connector up in a service that encrypts; returns what it shows and what it stores. */
async function setUpWithSecrets(kind: string, settings: Record<string, unknown>) {
  const config = {
    DATABASE_URL: await migratedDatabase(),
    SECRETS_KEY: new Uint8Array(32).fill(7).toBase64(),
  };
  await using encrypting = await startService({ config });
  const connector = { name: "secretive", kind, ...settings };
  const { status, body } = await encrypting.admin("POST", "/connectors", connector);
  assert.equal(status, 201, JSON.stringify(body));
  const database = await openDatabase(readConfig(config), encrypting.dataDir, silentLog());
  const [row] = await database.query("select settings::text as settings from connector");
  await database.close();
  return { names: Object.keys(settings), shown: body, stored: row!.settings as string };
}

Deno.test("a public key of Telnyx that is no point of the curve is refused by its name", async () => {
  const body = { name: "no-point", kind: "telnyx", ...CASES.telnyx.least, "public-key": NO_POINT };
  const refused = await request(400, "POST", "/connectors", body);
  assert.deepEqual([refused["error-code"], refused["error-info"]], [
    "E100",
    "public-key: this is no Ed25519 key; copy it from Telnyx's portal",
  ]);
});

Deno.test("an SMSC is the same connector under /smscs and /connectors", async () => {
  const { least } = CASES.smsc_smpp;
  const smsc = await request(201, "POST", "/smscs", { name: "smsc", ...least, password: "s3cret" });
  const connector = await request(200, "GET", "/connectors/smsc");
  assert.deepEqual(connector, { ...smsc, kind: "smsc_smpp" });
  await request(200, "PATCH", "/connectors/smsc", { window: 5, password: null });
  const { kind: _, ...changed } = await request(200, "GET", "/connectors/smsc");
  assert.deepEqual([changed.window, changed["password-set"]], [5, false]);
  assert.deepEqual(await request(200, "GET", "/smscs/smsc"), changed);
  await request(204, "DELETE", "/connectors/smsc");
  await request(404, "GET", "/smscs/smsc");
});

Deno.test("the command line takes the options of the kind that it names, and no others", async () => {
  const env = { SLIDEPOST_URL: test.url, ADMIN_TOKEN };
  const connector = (...args: string[]) =>
    runProgram({ args: ["admin", "connector", ...args], env });
  for (const [kind, { least }] of Object.entries(CASES)) {
    const options = Object.entries(least).map(([name, value]) => `--${name}=${value}`);
    const name = `cli-${kind}`;
    const { code, stdout, stderr } = await connector(
      "create",
      "--name",
      name,
      "--kind",
      kind,
      ...options,
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^kind +${kind}$`, "m"));
  }
  const faults: [args: string[], fault: RegExp][] = [
    [["create", "--name", "x"], /^--kind is required: one of mmsc_mm7, smsc_smpp/m],
    [["create", "--kind", "fax"], /^--kind fax is unknown: one of mmsc_mm7, smsc_smpp/m],
    [
      ["create", "--kind=twillio"],
      /^--kind twillio is unknown: one of .*; did you mean twilio\?\n$/,
    ],
    [
      ["create", "--kind=mmsc_mm7"],
      /^connector create needs --name TEXT, --url URL, --vaspid TEXT /,
    ],
    [
      ["create", "--kind=mmsc_mm7", "--port", "1"],
      /^--port is an option of --kind smsc_smpp only \(admin connector create --help .*\)\n$/,
    ],
    [["create", "--kind=mmsc_mm7", "--nope", "1"], /^unknown option: --nope \(.*\)\n$/],
    [["change", "cli-mmsc_mm7", "--vaspd", "1"], /: --vaspd; did you mean --vaspid\? \(.*\)\n$/],
  ];
  for (const [args, fault] of faults) {
    const { code, stderr } = await connector(...args);
    assert.equal(code, 2);
    assert.match(stderr, fault);
  }
  const changed = await connector("change", "cli-smsc_smpp", "--system-type", "VMA", "--rate", "7");
  assert.match(changed.stdout, /^system-type +VMA$/m);
  const refused = await connector("change", "cli-mmsc_mm7", "--port", "1");
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^E100: port is not a setting of kind mmsc_mm7, which the connector has/,
  );
});
