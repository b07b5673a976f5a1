/** TLS settings of connectors: their checks, their secrecy, and mutual TLS with a carrier. */
import assert from "node:assert/strict";
import { startProviderServer } from "../../connectors/providers/server.ts";
import { type Authority, type Certificate, makeAuthority } from "../../support/certificates.ts";
import { newDirectory } from "../../support/scratch.ts";
import { startService, type TestService } from "../../support/service.ts";
import { startSmsc } from "../../support/smsc.ts";
import { portOf, startTlsFront } from "../../support/tls_front.ts";
import { until } from "../../support/until.ts";

let test: TestService;
let authority: Authority;
let server: Certificate;
let ours: Certificate;
let stranger: Certificate;

Deno.test.beforeAll(async () => {
  const directory = await newDirectory();
  authority = await makeAuthority(directory);
  server = await authority.issue("localhost", "DNS:localhost");
  ours = await authority.issue("slidepost", "DNS:slidepost");
  stranger = await (await makeAuthority(directory)).issue("slidepost", "DNS:slidepost");
  test = await startService({ config: { DELIVER_RETRY: "0.2s" } });
});

Deno.test.afterAll(() => test.stop());

const SMALL = { kind: "mmsc_mm7", url: "https://mmsc.example.net/mm7", vaspid: "slidepost" };

let names = 0;

/** Tries to create a connector under a name of its own. */
function create(fields: Record<string, unknown>) {
  return test.admin("POST", "/connectors", { name: `tls-${++names}`, ...fields });
}

/** Creates a connector, and returns what the admin API shows of it. */
async function created(fields: Record<string, unknown>) {
  const { status, body } = await create(fields);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

/** Changes settings of a connector. */
async function change(name: string, fields: Record<string, unknown>): Promise<void> {
  const { status, body } = await test.admin("PATCH", `/connectors/${name}`, fields);
  assert.equal(status, 200, JSON.stringify(body));
}

const pair = ({ cert, key }: Certificate) => ({ "tls-certificate": cert, "tls-key": key });

Deno.test("TLS settings that cannot be read, or do not fit each other, are refused by name", async () => {
  const cut = ours.cert.slice(0, ours.cert.length / 2);
  const cases: [fields: Record<string, unknown>, info: string | RegExp][] = [
    [{ "tls-ca": "certificate" }, "tls-ca has no certificate (PEM)"],
    [{ "tls-ca": ours.key }, /^tls-ca has a private key, and is not secret/],
    [{ "tls-ca": `${authority.cert}${ours.key}` }, /^tls-ca has a private key, and is not secret/],
    [
      { ...pair(ours), "tls-certificate": `${ours.cert}${ours.key}` },
      /^tls-certificate has a private key, and is not secret/,
    ],
    [
      { "tls-ca": `${authority.cert}${cut}` },
      "tls-ca has a certificate that cannot be read (2 of 2)",
    ],
    [{ "tls-ca": "" }, "tls-ca must not be empty"],
    [{ "tls-ca": 1 }, /^tls-ca must be a string/],
    [{ "tls-ca": `${authority.cert}\0` }, /^tls-ca must have no control characters/],
    [{ "tls-certificate": ours.cert }, "tls-certificate needs a tls-key"],
    [{ "tls-key": ours.key }, "tls-key needs a tls-certificate"],
    [
      { ...pair(ours), "tls-certificate": "certificate" },
      "tls-certificate has no certificate (PEM)",
    ],
    [{ ...pair(ours), "tls-key": ours.cert }, "tls-key has no private key (PEM)"],
    [{ ...pair(ours), "tls-key": stranger.key }, /^tls-key is not the key of tls-certificate/],
    [
      { ...pair(ours), "tls-certificate": `${authority.cert}${ours.cert}` },
      /^tls-key is not the key of .* the first certificate in it$/,
    ],
  ];
  const { name } = await created({ ...SMALL, ...pair(ours) });
  for (const [fields, info] of cases) {
    const without = { "tls-certificate": null, "tls-key": null, ...fields };
    const attempts = [
      await create({ ...SMALL, ...fields }),
      await test.admin("PATCH", `/connectors/${name}`, without),
    ];
    for (const { status, body } of attempts) {
      assert.deepEqual([status, body["error-code"]], [400, "E100"], JSON.stringify(body));
      if (typeof info === "string") assert.equal(body["error-info"], info);
      else assert.match(body["error-info"], info);
    }
  }
  for (const half of ["tls-certificate", "tls-key"]) {
    const { status, body } = await test.admin("PATCH", `/connectors/${name}`, { [half]: null });
    assert.equal(status, 400);
    assert.match(body["error-info"], /^tls-(key|certificate) needs a tls-/);
  }
  const removal = { "tls-certificate": null, "tls-key": null };
  const { body: removed } = await test.admin("PATCH", `/connectors/${name}`, removal);
  assert.deepEqual([removed["tls-certificate"], removed["tls-key-set"]], [null, false]);
});

Deno.test("a connector shows its certificates, and never its key", async () => {
  const settings = { "tls-ca": authority.cert, ...pair(ours) };
  const connector = await created({ ...SMALL, ...settings });
  assert.equal(connector["tls-ca"], authority.cert);
  assert.equal(connector["tls-certificate"], ours.cert);
  assert.equal(connector["tls-key-set"], true);
  const { body: listed } = await test.admin("GET", "/connectors");
  const [, line] = ours.key.split("\n");
  for (const shown of [connector, listed]) assert.ok(!JSON.stringify(shown).includes(line!));
});

/** Keys that can be read, and that TLS has no use for; by the options of openssl. */
const UNUSABLE: Record<string, RegExp> = {
  "rsa:1024": /^tls-key cannot be used: .*key too small/,
  "ec -pkeyopt ec_paramgen_curve:secp256k1": /^tls-key cannot be used: .*failed to parse/,
};

for (const [algorithm, fault] of Object.entries(UNUSABLE)) {
  Deno.test(`a key that TLS has no use for is refused: ${algorithm}`, async () => {
    const directory = await newDirectory();
    const paths = [`${directory}/unusable.crt`, `${directory}/unusable.key`] as const;
    const { success } = await new Deno.Command("openssl", {
      args: `req -x509 -newkey ${algorithm} -nodes -days 2 -subj /CN=x`.split(" ")
        .concat("-out", paths[0], "-keyout", paths[1]),
      stderr: "null",
    }).output();
    assert.ok(success);
    const [cert, key] = await Promise.all(paths.map((path) => Deno.readTextFile(path)));
    const { status, body } = await create({ ...SMALL, ...pair({ cert: cert!, key: key! }) });
    assert.equal(status, 400);
    assert.match(body["error-info"], fault);
  });
}

/** Starts TLS in front of a plain server, for clients with a certificate of our authority only. */
const requireCertificate = (port: number) =>
  startTlsFront(port, { ...server, clientCa: authority.cert });

const ASKS = /the server asks for a TLS certificate, or refuses ours/;

Deno.test("a hosted API that requires a certificate is shown that of the connector", async () => {
  await using api = await startProviderServer(() => ({ status: 200, json: { id: "m-1" } }));
  await using front = await requireCertificate(portOf(api.url));
  const url = front.url(`${api.url}/send`);
  const { name } = await created({
    kind: "http",
    url,
    "check-url": url,
    body: '{"to": "{to}", "text": "{text}"}',
    "id-path": "id",
    "tls-ca": authority.cert,
  });
  const findings = async () =>
    JSON.stringify((await test.admin("GET", `/connectors/${name}/check`)).body);
  assert.match(await findings(), ASKS);
  await change(name, pair(stranger));
  assert.match(await findings(), /was not reached/);
  assert.equal(api.calls.length, 0);
  await change(name, pair(ours));
  assert.doesNotMatch(await findings(), /was not reached/);
  assert.equal(api.calls.length > 0, true);
  await change(name, { "tls-ca": null });
  assert.match(await findings(), /no trusted authority has signed the server's TLS certificate/);
});

Deno.test("an SMSC that requires a certificate is shown that of the connector", async () => {
  await using smsc = await startSmsc();
  await using front = await requireCertificate(smsc.port);
  const { name } = await created({
    kind: "smsc_smpp",
    host: "localhost",
    port: front.port,
    tls: true,
    "system-id": "us",
  });
  const state = async () => (await test.admin("GET", `/connectors/${name}/state`)).body;
  const failsWith = (reason: RegExp) =>
    until(state, (state) => reason.test(state["last-error"] ?? ""));
  await failsWith(/no trusted authority has signed it; set tls-ca or CA_CERTIFICATES/);
  await change(name, { "tls-ca": authority.cert });
  await failsWith(ASKS);
  await change(name, pair(ours));
  await smsc.until(() => smsc.sessions.length === 1);
});
