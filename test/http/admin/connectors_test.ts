/** Connectors in the admin API, and their effect at real carriers. */
import assert from "node:assert/strict";
import { adminOperations } from "../../../src/contract/admin.ts";
import { NAMESPACE } from "../../../src/generated/mm7.ts";
import { VERSION } from "../../../src/mm7/versions.ts";
import { assertResponse } from "../../contract/validate.ts";
import { TLS_PAIR } from "../../connectors/tls_pair.ts";
import { startMmsc } from "../../support/mmsc.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { SHORT_CODE, startService, type TestService } from "../../support/service.ts";
import { basic, createVasp } from "../../support/vasp.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({
    config: { DELIVER_RETRY: "0.2s" },
    senders: [SHORT_CODE],
  });
});

Deno.test.afterAll(() => test.stop());

/** Sends a request that has this status, and returns the body of the response. */
// deno-lint-ignore no-explicit-any -- tests look into responses field by field
async function request(status: number, method: string, path: string, body?: unknown): Promise<any> {
  const response = await test.admin(method, path, body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
}

const SMALL = {
  kind: "mmsc_mm7",
  url: "https://mmsc.example.net/mm7",
  vaspid: "slidepost",
};
const WHOLE = {
  ...SMALL,
  "username": "us",
  "password": "out: ü",
  "vasid": "shop",
  "service-code": "4711",
  "mm7-version": "5.3.0",
  "namespace": NAMESPACE.replace("REL-6-MM7-1-4", "REL-5-MM7-1-3"),
  "transfer-encoding": "base64",
  "tls-ca": TLS_PAIR["tls-certificate"],
  ...TLS_PAIR,
  "window": 2,
  "rate": 50,
  "burst": 5,
  "timeout": 5,
  "relay-username": "them",
  "relay-password": "in: ü",
  "unconfirmed": "wait",
  "missing-report": "expired",
  "disabled": false,
};

let names = 0;

/** Creates a connector, and returns it as the admin API shows it. */
function newConnector(fields: Record<string, unknown> = {}) {
  return request(201, "POST", "/connectors", { ...SMALL, name: `mmsc-${++names}`, ...fields });
}

/** Returns the fields as the admin API shows them. */
function shown(settings: Record<string, unknown>) {
  const { password, "relay-password": relayPassword, "tls-key": tlsKey, ...fields } = settings;
  return {
    ...fields,
    "password-set": password !== null,
    "relay-password-set": relayPassword !== null,
    "tls-key-set": tlsKey !== null,
  };
}

const DEFAULTS = {
  "username": null,
  "password": null,
  "vasid": null,
  "service-code": null,
  "mm7-version": VERSION,
  "namespace": NAMESPACE,
  "transfer-encoding": "binary",
  "tls-ca": null,
  "tls-certificate": null,
  "tls-key": null,
  "window": 10,
  "rate": null,
  "burst": 0,
  "timeout": 30,
  "relay-username": null,
  "relay-password": null,
  "unconfirmed": "resubmit",
  "missing-report": "silent",
  "disabled": false,
};

Deno.test("a connector is set up with defaults, and read", async () => {
  const created = await newConnector({ name: "mmsc_with-9" });
  const { "created-at": createdAt, "changed-at": changedAt, ...fields } = created;
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT/);
  assert.equal(changedAt, createdAt);
  assert.deepEqual(fields, {
    name: "mmsc_with-9",
    ...SMALL,
    ...shown(DEFAULTS),
    "relay-url": `${test.url}/mm7/relay/mmsc_with-9`,
  });
  assert.deepEqual(await request(200, "GET", "/connectors/mmsc_with-9"), created);
});

Deno.test("the command line offers the same defaults", () => {
  const { body } = adminOperations.find(({ cli }) => cli.join(" ") === "connector create")!;
  const offered = body.filter((field) =>
    "default" in field && [undefined, "mmsc_mm7"].includes(field.kind)
  );
  assert.deepEqual(
    Object.fromEntries(offered.map((field) => [field.name, field.default])),
    DEFAULTS,
  );
});

Deno.test("connectors are listed by name, without the built-in one", async () => {
  await newConnector({ name: "zulu" });
  const alfa = await newConnector({ name: "alfa" });
  const { items } = await request(200, "GET", "/connectors");
  const listed = items.map(({ name }: { name: string }) => name);
  assert.deepEqual(listed, listed.toSorted());
  assert.deepEqual(items[0], alfa);
  assert.ok(listed.includes("zulu") && !listed.includes("loopback"), listed);
});

Deno.test("a change leaves fields that it does not name, and null removes", async () => {
  const path = `/connectors/${(await newConnector()).name}`;
  const before = await request(200, "GET", path);
  const { kind: _, ...change } = WHOLE;
  const whole = await request(200, "PATCH", path, change);
  assert.deepEqual(whole, {
    ...before,
    ...shown(WHOLE),
    "changed-at": whole["changed-at"],
  });
  assert.ok(whole["changed-at"] >= before["changed-at"]);

  const window = await request(200, "PATCH", path, { window: 3 });
  assert.deepEqual(window, { ...whole, window: 3, "changed-at": window["changed-at"] });

  const bare = await request(200, "PATCH", path, DEFAULTS);
  assert.deepEqual(bare, { ...before, "changed-at": bare["changed-at"] });
});

Deno.test("no response shows a password", async () => {
  const secrets = { password: "out-secret", "relay-password": "in-secret" };
  const created = await newConnector({ ...WHOLE, ...secrets });
  const path = `/connectors/${created.name}`;
  const responses = [
    created,
    await request(200, "GET", path),
    await request(200, "GET", "/connectors"),
    await request(200, "PATCH", path, secrets),
    await request(409, "POST", "/connectors", { ...WHOLE, ...secrets, name: created.name }),
    await request(400, "PATCH", path, { ...secrets, username: null }),
    await request(400, "PATCH", path, { ...secrets, "relay-username": "a:b" }),
  ];
  assert.doesNotMatch(JSON.stringify(responses), /out-secret|in-secret/);
});

Deno.test("settings and each change take effect at the MMSC at once", async () => {
  await using mmsc = await startMmsc();
  const path = `/connectors/${(await newConnector({ ...WHOLE, url: mmsc.url })).name}`;
  const { name } = await request(200, "GET", path);
  const address = "222233";
  await request(201, "POST", "/accounts/acme/senders", {
    ...SHORT_CODE,
    address,
    "mms-connector": name,
  });
  const vasp = createVasp(test);
  const submit = () =>
    vasp.submit({
      fields: {
        SenderIdentification: `<SenderIdentification><VASPID>${test.apiKey}</VASPID>` +
          `<SenderAddress><ShortCode>${address}</ShortCode></SenderAddress></SenderIdentification>`,
      },
    });

  await submit();
  await mmsc.until(1);
  const [first] = mmsc.received;
  assert.equal(first!.headers.authorization, basic("us", "out: ü"));
  assert.equal(first!.request.MM7Version, "5.3.0");
  assert.deepEqual(first!.request.SenderIdentification, {
    VASPID: "slidepost",
    VASID: "shop",
    SenderAddress: { kind: "ShortCode", value: address },
  });
  assert.equal(first!.request.ServiceCode, "4711");
  const raw = new TextDecoder().decode(first!.body);
  assert.ok(raw.includes(WHOLE.namespace));
  assert.match(raw, /content-transfer-encoding: base64/i);

  await request(200, "PATCH", path, {
    "username": null,
    "password": null,
    "vaspid": "other",
    "vasid": null,
    "service-code": null,
    "mm7-version": "6.5.0",
    "namespace": NAMESPACE,
    "transfer-encoding": "binary",
  });
  await submit();
  await mmsc.until(2);
  const second = mmsc.received[1]!;
  assert.equal(second.headers.authorization, undefined);
  assert.equal(second.request.MM7Version, "6.5.0");
  assert.deepEqual(second.request.SenderIdentification, {
    VASPID: "other",
    SenderAddress: { kind: "ShortCode", value: address },
  });
  assert.equal(second.request.ServiceCode, undefined);
  const plain = new TextDecoder().decode(second.body);
  assert.ok(plain.includes(NAMESPACE));
  assert.doesNotMatch(plain, /base64/i);

  await request(204, "DELETE", `${path}?force=true`);
  const orphan = await submit();
  await test.receiver.untilCodes(orphan, ["N101", "N102"]);
  const message = await request(200, "GET", `/messages/${orphan}`);
  // It is sent as SMS by the default connector, as the operation's description says.
  assert.deepEqual([message["sent-as"], message.connector], ["SMS", "loopback"]);
  assert.equal(mmsc.received.length, 2);
});

Deno.test("an MMS that has no fallback fails when its connector is gone", async () => {
  const { name } = await newConnector();
  await request(201, "POST", "/accounts/acme/senders", {
    ...SHORT_CODE,
    address: "222244",
    "mms-connector": name,
  });
  await request(204, "DELETE", `/connectors/${name}?force=true`);
  const reference = crypto.randomUUID();
  const saved = await test.post({
    action: "savemms",
    name: "Tulips",
    "disable-fallback-sms": true,
    "client-reference": reference,
    slide: [{ "message-text": "Tulips" }],
  });
  const { "mms-id": mmsId } = await saved.json();
  await test.receiver.until((all) =>
    all.some(({ body }) => body["client-reference"] === reference && body.code === "N003")
  );
  const sent = await test.post({
    action: "sendsavedmms",
    "mms-id": mmsId,
    from: "222244",
    to: "16175550101",
    "disable-fallback-sms": true,
  });
  const { "tracking-id": id } = await sent.json();
  await test.receiver.untilCodes(id, ["N101", "E101"]);
});

/** Delivers a message to an address that no account owns; returns status and body. */
async function deliver(relayUrl: string, user: string, password: string) {
  const response = await fetch(relayUrl, {
    method: "POST",
    headers: { "content-type": "text/xml", authorization: basic(user, password) },
    body: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Header>` +
      `<TransactionID xmlns="${NAMESPACE}">t</TransactionID></Header><Body>` +
      `<DeliverReq xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version>` +
      `<Sender><Number>16175550111</Number></Sender>` +
      `<Recipients><To><ShortCode>999999</ShortCode></To></Recipients>` +
      `</DeliverReq></Body></Envelope>`,
  });
  await assertResponse("post", new URL(relayUrl).pathname, response);
  return { status: response.status, text: await response.text() };
}

Deno.test("the relay-url accepts the current relay credentials", async () => {
  const { name, "relay-url": url } = await newConnector(WHOLE);
  const accepted = await deliver(url, "them", "in: ü");
  assert.equal(accepted.status, 200);
  assert.match(accepted.text, /no account owns the recipient address/);
  assert.equal((await deliver(url, "us", "out: ü")).status, 401);

  await request(200, "PATCH", `/connectors/${name}`, { "relay-password": "another" });
  assert.equal((await deliver(url, "them", "in: ü")).status, 401);
  assert.equal((await deliver(url, "them", "another")).status, 200);

  const none = { "relay-username": null, "relay-password": null };
  await request(200, "PATCH", `/connectors/${name}`, none);
  assert.equal((await deliver(url, "them", "another")).status, 401);

  await request(204, "DELETE", `/connectors/${name}`);
  assert.equal((await deliver(url, "them", "another")).status, 401);
  await request(404, "DELETE", `/connectors/${name}`);
});

Deno.test("the relay-url begins with BASE_URL where there is one", async () => {
  await using other = await startService({ config: { BASE_URL: "https://mms.example.com" } });
  const { body } = await other.admin("POST", "/connectors", { ...SMALL, name: "mmsc" });
  assert.equal(body["relay-url"], "https://mms.example.com/mm7/relay/mmsc");
});

Deno.test("connectors survive a restart", async () => {
  const config = { DATABASE_URL: await migratedDatabase() };
  const first = await startService({ config });
  const { body: created } = await first.admin("POST", "/connectors", { ...WHOLE, name: "mmsc" });
  await first.stop();
  await using second = await startService({ config, account: { id: "later" }, senders: [] });
  const { body: read } = await second.admin("GET", "/connectors/mmsc");
  const relayUrl = `${second.url}/mm7/relay/mmsc`;
  assert.deepEqual(read, { ...created, "relay-url": relayUrl });
  assert.equal((await deliver(relayUrl, "them", "in: ü")).status, 200);
});

const OVERLONG = "x".repeat(256);

const REFUSED: [what: string, fields: Record<string, unknown>, info: string | RegExp][] = [
  ["no kind", { kind: undefined }, /^kind must be one of mmsc_mm7, smsc_smpp/],
  ["a kind that is none", { kind: "fax" }, /^kind must be one of mmsc_mm7, smsc_smpp/],
  ["no name", { name: undefined }, "name is required"],
  ["a name with upper case", { name: "MMSC" }, /^name must have 1 to 40 of the characters/],
  ["a name with a slash", { name: "a/b" }, /^name must have 1 to 40/],
  ["a name of 41 characters", { name: "a".repeat(41) }, /^name must have 1 to 40/],
  ["no url", { url: undefined }, "url is required"],
  ["a url that is null", { url: null }, "url must be a string"],
  ["a url that is no http", { url: "ftp://mmsc.example.net/" }, /^url must be an http or https/],
  ["a url without a host", { url: "http:///" }, /^url must be|^url: the URL is malformed/],
  ["a url that is malformed", { url: "http://mmsc:port/" }, "url: the URL is malformed"],
  [
    "a url with a password",
    { url: "https://a:b@mmsc.example.net/" },
    "url: the URL holds a user name or password",
  ],
  ["no vaspid", { vaspid: undefined }, "vaspid is required"],
  ["an empty vaspid", { vaspid: "" }, "vaspid must not be empty"],
  ["a vaspid with a line end", { vaspid: "a\nb" }, "vaspid must have no control characters"],
  ["a long vasid", { vasid: OVERLONG }, "vasid must have at most 255 characters"],
  ["a service-code with NUL", { "service-code": "\0" }, /^service-code must have no control/],
  [
    "a username with a colon",
    { username: "a:b" },
    "username must have no colon and no control characters",
  ],
  ["a long username", { username: OVERLONG }, "username must have at most 255 characters"],
  [
    "a long password",
    { username: "us", password: OVERLONG },
    "password must have at most 255 characters",
  ],
  [
    "a password that is no text",
    { username: "us", password: "a\ud800" },
    "password contains characters that are not valid text",
  ],
  ["a password without a user", { password: "p" }, "password needs a username"],
  [
    "a relay-username alone",
    { "relay-username": "them" },
    "relay-username and relay-password go together",
  ],
  [
    "a relay-password alone",
    { "relay-password": "in" },
    "relay-username and relay-password go together",
  ],
  [
    "an MM7Version that is too old",
    { "mm7-version": "5.2.9" },
    "mm7-version must be from 5.3.0 to 6.8.0",
  ],
  ["an MM7Version that is none", { "mm7-version": "six" }, /^mm7-version must be from/],
  ["a namespace that is none", { namespace: "urn:mm7" }, /^namespace must be http.*REL-6-MM7-1-4/],
  [
    "a namespace of release 7",
    { namespace: NAMESPACE.replace("REL-6", "REL-7") },
    /^namespace must be http/,
  ],
  [
    "an encoding that is none",
    { "transfer-encoding": "8bit" },
    /^transfer-encoding must be one of/,
  ],
  ["a window of 0", { window: 0 }, "window must be at least 1"],
  ["a window of 1001", { window: 1001 }, "window must be at most 1000"],
  ["a window that is null", { window: null }, "window must be a number"],
  ["a rate of 0", { rate: 0 }, "rate must be at least 1"],
  ["a rate of 10001", { rate: 10_001 }, "rate must be at most 10000"],
  ["a burst of -1", { burst: -1 }, "burst must be at least 0"],
  ["a burst of 10001", { burst: 10_001 }, "burst must be at most 10000"],
  ["a rate that is text", { rate: "5" }, "rate must be a number"],
  ["a timeout of 0", { timeout: 0 }, "timeout must be at least 1"],
  ["a timeout of 301", { timeout: 301 }, "timeout must be at most 300"],
  ["a timeout of half a second", { timeout: 0.5 }, /^timeout must be/],
  [
    "an unconfirmed that is none",
    { unconfirmed: "forget" },
    "unconfirmed must be one of resubmit, wait",
  ],
  [
    "a missing-report that is none",
    { "missing-report": "failed" },
    "missing-report must be one of silent, expired",
  ],
];

for (const [title, fields, info] of REFUSED) {
  Deno.test(`a connector is refused with ${title}`, async () => {
    const { items: before } = await request(200, "GET", "/connectors");
    const whole = { ...SMALL, name: "refused", ...fields };
    const responses = [await request(400, "POST", "/connectors", whole)];
    const [field] = Object.keys(fields);
    if (Object.values(fields).every((value) => value !== undefined) && !IMMUTABLE.has(field!)) {
      const { name } = await newConnector();
      responses.push(await request(400, "PATCH", `/connectors/${name}`, fields));
      await request(204, "DELETE", `/connectors/${name}`);
    }
    for (const response of responses) {
      assert.equal(response["error-code"], "E100");
      if (typeof info === "string") assert.equal(response["error-info"], info);
      else assert.match(response["error-info"], info);
    }
    assert.deepEqual((await request(200, "GET", "/connectors")).items, before);
  });
}

const IMMUTABLE = new Set(["name", "kind"]);

Deno.test("name and kind cannot be changed", async () => {
  const { name } = await newConnector();
  for (const fields of [{ name: "other" }, { kind: "mmsc_mm7" }]) {
    const response = await request(400, "PATCH", `/connectors/${name}`, fields);
    assert.match(response["error-info"], /^the body has unknown fields: (name|kind)$/);
  }
});

Deno.test("a name is unique, and that of the built-in carrier taken", async () => {
  const { name } = await newConnector();
  for (const used of [name, "loopback"]) {
    const failure = await request(409, "POST", "/connectors", { ...SMALL, name: used });
    assert.equal(failure["error-info"], `connector ${used} is there already`);
  }
  await request(404, "GET", "/connectors/loopback");
  await request(404, "DELETE", "/connectors/loopback");
});

Deno.test("a sender may have existing connectors only", async () => {
  const { name } = await newConnector();
  const sender = { ...SHORT_CODE, address: "222255" };
  for (const field of ["mms-connector", "sms-connector"]) {
    const response = await request(400, "POST", "/accounts/acme/senders", {
      ...sender,
      [field]: "pigeon",
    });
    const names = /^(mms|sms)-connector must be one of (.*)$/.exec(response["error-info"])![2]!;
    assert.ok(names.split(", ").includes("loopback") && names.split(", ").includes(name), names);
  }
  const created = await request(201, "POST", "/accounts/acme/senders", {
    ...sender,
    "mms-connector": name,
    "sms-connector": "loopback",
  });
  assert.deepEqual([created["mms-connector"], created["sms-connector"]], [name, "loopback"]);
  await request(204, "DELETE", `/connectors/${name}?force=true`);
  await request(400, "POST", "/accounts/acme/senders", {
    ...sender,
    address: "222266",
    "mms-connector": name,
  });
});

Deno.test("senders may have a connector of another machine at once", async () => {
  const DATABASE_URL = await migratedDatabase();
  // No rescuer runs during the test.
  const config = { DATABASE_URL, RESCUE_INTERVAL: "1h" };
  await using first = await startService({ config });
  await using other = await startService({ config, account: { id: "other" }, senders: [] });
  const { status } = await first.admin("POST", "/connectors", { ...SMALL, name: "mmsc" });
  assert.equal(status, 201);
  const added = await other.admin("POST", "/accounts/other/senders", {
    ...SHORT_CODE,
    address: "222277",
    "mms-connector": "mmsc",
  });
  assert.equal(added.status, 201, JSON.stringify(added.body));
});
