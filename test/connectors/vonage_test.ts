/** Connector to Vonage: tokens both ways, and forms of content. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac, generateKeyPairSync } from "node:crypto";
import { Refusal } from "../../src/core/errors.ts";
import { vonage } from "../../src/connectors/vonage/mod.ts";
import { vonageProtocol } from "../../src/connectors/vonage/protocol.ts";
import { VONAGE } from "../../src/connectors/vonage/provider.ts";
import type { Clock } from "../../src/ports/mod.ts";
import { textPart } from "./carrier.ts";
import { PROVIDERS } from "./providers/cases.ts";
import {
  filePart,
  mms,
  type ProviderCarrier,
  sms,
  startProviderCarrier,
} from "./providers/carrier.ts";
import { readDocument } from "./providers/documents.ts";
import { callbackRequest, type FakeCallback, type FakeProvider } from "./providers/fake.ts";
import { decodeToken } from "./providers/jwt.ts";
import { claimsOf, KEYS, sign } from "./providers/vonage.ts";

type VonageCarrier = Omit<ProviderCarrier, "fake"> & { fake: FakeProvider<"vonage"> };

async function start(changes: object = {}, clock?: Clock): Promise<VonageCarrier> {
  const carrier = await startProviderCarrier(PROVIDERS.vonage, changes, clock);
  return { ...carrier, fake: carrier.fake as unknown as VonageCarrier["fake"] };
}

const tokenOf = ({ fake }: VonageCarrier, index = 0) =>
  fake.server.calls[index]!.headers.get("authorization")!.replace("Bearer ", "");

const bodyOf = ({ fake }: VonageCarrier) => JSON.parse(fake.server.calls.at(-1)!.text);

Deno.test("vonage: each request has a token of its own, issued now", async () => {
  let lead = 0;
  await using carrier = await start({}, { now: () => Date.now() + lead });
  const submission = () => sms({ expiresAt: Date.now() + 86_400_000 });
  await carrier.connector.submit(submission());
  lead = 3_600_000;
  await carrier.connector.submit(submission());
  const [first, second] = [0, 1].map((index) =>
    decodeToken(tokenOf(carrier, index)).claims as { iat: number; jti: string }
  );
  assert.ok(second!.iat - first!.iat >= 3600);
  assert.notEqual(second!.jti, first!.jti);
});

Deno.test("vonage: one file goes by its own type, several go as content", async () => {
  await using carrier = await start();
  const document = await readDocument("vonage.json");
  const types = [
    ["image", "image/png"],
    ["audio", "audio/mpeg"],
    ["video", "video/3gpp"],
    ["vcard", "text/vcard"],
    ["file", "application/pdf"],
  ] as [string, string][];
  const text = textPart("text", "slide1.txt", "Tulips");
  for (const [kind, type] of types) {
    for (const texts of [[text], []]) {
      const parts = [filePart("part", type), ...texts];
      const { status } = await carrier.connector.submit(mms({ subject: null, parts }));
      assert.equal(status, "accepted");
      const { message_type, [kind]: attachment } = bodyOf(carrier);
      assert.equal(message_type, kind);
      assert.deepEqual(Object.keys(attachment), texts.length > 0 ? ["url", "caption"] : ["url"]);
    }
  }
  const parts = types.map(([, type], index) => filePart(`part-${index}`, type));
  await carrier.connector.submit(mms({ subject: null, parts: [...parts, text] }));
  const { content, message_type } = bodyOf(carrier);
  assert.equal(message_type, "content");
  assert.deepEqual(
    content.map(({ type, caption }: Record<string, string>) => [type, caption]),
    types.map(([kind], index) => [kind, index === 0 ? "Tulips" : undefined]),
  );
  await carrier.connector.submit(mms({ subject: null, parts: [text] }));
  const { channel, message_type: alone, text: words } = bodyOf(carrier);
  assert.deepEqual([channel, alone, words], ["mms", "text", "Tulips"]);
  for (const call of carrier.fake.server.calls) document.assertValid(call);
});

Deno.test("vonage: the types that it takes are all of a kind of their own", () => {
  const { types } = VONAGE.mms!;
  assert.equal(new Set(types).size, types!.length);
});

Deno.test("vonage: a caption has another maximum than a text", async () => {
  await using carrier = await start();
  const withText = (length: number) =>
    mms({
      subject: null,
      parts: [filePart("part", "image/png"), textPart("text", "1.txt", "x".repeat(length))],
    });
  assert.equal((await carrier.connector.submit(withText(3000))).status, "accepted");
  const refused = await carrier.connector.submit(withText(3001));
  assert.equal(refused.status, "permanent");
  assert.match(JSON.stringify(refused), /3001 characters of text; Vonage takes 3000/);
  assert.equal(carrier.fake.server.calls.length, 1);
});

Deno.test("vonage: the time to live is within the bounds of the channel", async () => {
  await using carrier = await start();
  const day = 86_400;
  for (
    const [kind, seconds, ttl] of [
      ["sms", 5, 20],
      ["sms", 100 * day, 7 * day],
      ["mms", 5, 300],
      ["mms", 100 * day, 3 * day],
    ] as const
  ) {
    const expiresAt = Date.now() + seconds * 1000;
    const content = kind === "sms" ? sms({ expiresAt }) : { ...mms(), expiresAt };
    assert.equal((await carrier.connector.submit(content)).status, "accepted");
    assert.equal(bodyOf(carrier).ttl, ttl);
  }
});

Deno.test("vonage: a private key that cannot sign is refused with the reason", async () => {
  await using carrier = await start();
  const pem = { type: "pkcs8", format: "pem" } as const;
  const rsa = (bits: number) => generateKeyPairSync("rsa", { modulusLength: bits }).privateKey;
  const { settings } = carrier.fake;
  const encrypted = rsa(2048).export({ ...pem, cipher: "aes-256-cbc", passphrase: "x" });
  const keys: [string, RegExp][] = [
    ["x", /no private key in PEM/],
    [KEYS.privateKey.replaceAll("\n", ""), /line ends/],
    [KEYS.privateKey.replaceAll("\n", "\\n"), /line ends/],
    [KEYS.privateKey.slice(0, 400), /no private key/],
    [KEYS.publicKey, /public key/],
    [`${encrypted}`, /encrypted/],
    [`${generateKeyPairSync("ed25519").privateKey.export(pem)}`, /type ed25519, and no RSA/],
    [`${rsa(1024).export(pem)}`, /1024 bits are less than 2048/],
  ];
  for (const [privateKey, words] of keys) {
    assert.throws(() => vonageProtocol({ ...settings, privateKey }), (error) => {
      const { message } = error as Refusal;
      assert.ok(error instanceof Refusal && message.includes("private-key: "), message);
      assert.match(message, words);
      return true;
    });
  }
  const pkcs1 = rsa(2048).export({ type: "pkcs1", format: "pem" });
  const forms = [KEYS.privateKey.trim(), KEYS.privateKey.replaceAll("\n", "\r\n"), `${pkcs1}`];
  for (const privateKey of forms) vonageProtocol({ ...settings, privateKey });
});

Deno.test("vonage: credentials are checked with a message that cannot be sent", async () => {
  await using carrier = await start();
  const { fake, parts } = carrier;
  const ports = { clock: parts.host.clock, endpoint: parts.endpoint };
  const check = (changes: object, before: typeof fake.settings | null = null) =>
    vonage.check({ ...fake.settings, ...changes }, before, ports);
  await check({});
  const refusal = /application-id and private-key: Vonage refuses them \(unauthorized/;
  const isRefused = (error: unknown) => error instanceof Refusal && refusal.test(error.message);
  const applicationId = "00000000-0000-4000-8000-000000000000";
  await assert.rejects(check({ applicationId }), isRefused);
  await assert.rejects(check({ applicationId }, fake.settings), isRefused);
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await assert.rejects(check({ privateKey }), isRefused);
  await check({ url: "http://127.0.0.1:1" });
  assert.deepEqual(fake.received, []);
  const findings = await carrier.connector.check();
  assert.deepEqual(findings.map(({ isOk }) => isOk), [true, true]);
  assert.match(findings[1]!.fact, /carriers\/mmsc\/inbound/);
  for (const reply of [{ status: 202, json: {} }, { status: 422, body: "proxy" }]) {
    fake.server.intercept = () => reply;
    const [strange] = await carrier.connector.check();
    assert.equal(strange!.isOk, false, JSON.stringify(reply));
  }
});

Deno.test("vonage: faults count by words, and not by disputed numbers", async () => {
  await using carrier = await start();
  const base = "https://developer.vonage.com/api-errors";
  const titles = [
    [422, "messages#1120", "Invalid sender", "Internal Routing Error"],
    [422, "messages#110", "Invalid recipient", "Message Rejected"],
    // 1240 is an opt-out in one list, and not in the other.
    [422, "messages#1240", "Words", "Internal Routing Error"],
    [422, "#invalid-json", "Words", "Internal Routing Error"],
    [404, "x", "Words", "Internal Routing Error"],
    [402, "messages#1320", "Words", "temporary"],
    [500, "messages#1330", "Words", "temporary"],
    [401, "/#unathorized", "Words", "temporary"],
    [429, "messages#1000", "Words", "throttled"],
  ] as const;
  for (const [status, type, title, expected] of titles) {
    const problem = { type: `${base}/${type}`, title, instance: "1" };
    carrier.fake.server.intercept = () => ({
      status,
      headers: { "content-type": "application/problem+json" },
      body: JSON.stringify(problem),
    });
    const result = await carrier.connector.submit(sms());
    const details = "outcome" in result && "details" in result.outcome && result.outcome.details;
    assert.ok([result.status, details].includes(expected), `${type}: ${JSON.stringify(result)}`);
  }
  // A list by the document, an object by the SDK.
  for (const wrap of [(each: object) => [each], (each: object) => each]) {
    const invalid_parameters = wrap({ name: "image.url", reason: "is required." });
    const problem = { type: `${base}/messages#1150`, title: "Invalid params", invalid_parameters };
    carrier.fake.server.intercept = () => ({ status: 422, json: problem });
    const result = JSON.stringify(await carrier.connector.submit(sms()));
    assert.match(result, /Content Validation Failed.*invalid image\.url.*is required\./);
  }
});

const INBOUND = { id: "id-1", from: "16175550111", to: "16175550100", text: "Hello" };

Deno.test("vonage: forged tokens of webhooks are refused", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake } = carrier;
  const callback = fake.inbound(INBOUND)!;
  const claims = claimsOf(callback.body);
  const verifies = (each: FakeCallback) => callbacks.verifies(callbackRequest(each));
  assert.equal(verifies(sign(callback, claims)), true);
  const [, , signature] = callback.headers.authorization!.split(".");
  const header = (value: string) => ({
    ...callback,
    headers: { ...callback.headers, authorization: value },
  });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  /** Signs with the right secret, whatever the header says. */
  const withHeader = (head: unknown, payload: unknown = claims) => {
    const content = `${encode(head)}.${encode(payload)}`;
    const { signatureSecret } = fake.settings;
    const hmac = createHmac("sha256", signatureSecret).update(content).digest("base64url");
    return header(`Bearer ${content}.${hmac}`);
  };
  assert.equal(verifies(withHeader({ alg: "HS256" })), true);
  const now = claims.iat;
  const { iat: _, ...withoutIat } = claims;
  const { payload_hash: hash, ...withoutHash } = claims;
  const forged: FakeCallback[] = [
    sign(callback, claims, undefined, "none"),
    sign(callback, claims, undefined, "HS512"),
    ...[{ alg: "none" }, { alg: "RS256" }, { alg: "hs256" }, { alg: ["HS256"] }, {}, null, []]
      .map((head) => withHeader(head)),
    ...[null, [], "x", 1, withoutHash, withoutIat].map((each) =>
      withHeader({ alg: "HS256" }, each)
    ),
    ...[hash.toUpperCase(), `${hash}0`, "", null, [hash]].map((payload_hash) =>
      withHeader({ alg: "HS256" }, { ...claims, payload_hash })
    ),
    ...[now - 301, now + 302, `${now}`, null, 1e300, -1].map((iat) =>
      withHeader({ alg: "HS256" }, { ...claims, iat })
    ),
    ...[now - 1, "x", null].map((exp) => withHeader({ alg: "HS256" }, { ...claims, exp })),
    ...["", "Bearer", "Bearer ", "Bearer a.b", "Bearer a.b.c", `Bearer ..${signature}`]
      .map(header),
    header(callback.headers.authorization!.replace("Bearer", "Basic")),
    header(`${callback.headers.authorization}=`),
  ];
  for (const each of forged) assert.equal(verifies(each), false, each.headers.authorization);
  assert.equal(verifies(withHeader({ alg: "HS256" }, { ...claims, exp: now + 60 })), true);
});

Deno.test("vonage: a token of another webhook does not pass for a body", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake } = carrier;
  const { headers } = fake.inbound(INBOUND)!;
  const { body } = fake.inbound({ ...INBOUND, text: "STOP" })!;
  const mixed = { method: "POST", path: "/inbound", headers, body };
  assert.equal(callbacks.verifies(callbackRequest(mixed)), false);
});

Deno.test("vonage: webhooks of the fake are valid by the document", async () => {
  await using carrier = await start();
  const document = await readDocument("vonage.json");
  await carrier.connector.submit(sms());
  await carrier.connector.submit(mms());
  const [text, picture] = carrier.fake.received;
  for (const { status } of VONAGE.statuses) {
    const parse = (message: typeof text) =>
      JSON.parse(carrier.fake.status(message!, status, "1000").body);
    document.assertCallback("messageStatusSMS", parse(text));
    document.assertCallback("messageStatusMMS", parse(picture));
  }
  const id = crypto.randomUUID();
  const media = [{ type: "image/png", name: "a.png", content: new Uint8Array([1]) }];
  const parse = (more: object) =>
    JSON.parse(carrier.fake.inbound({ ...INBOUND, id, ...more })!.body);
  document.assertCallback("inboundMessageSMS", parse({}));
  document.assertCallback("inboundMessageMMS", parse({ media }));
});

Deno.test("vonage: forms of reports", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake, reports } = carrier;
  await carrier.connector.submit(sms());
  const [received] = fake.received;
  const callback = fake.status(received!, "rejected", "1240");
  const event = JSON.parse(callback.body);
  const receive = async (changes: object) => {
    const body = JSON.stringify({ ...event, ...changes });
    return (await callbacks.receive(callbackRequest({ ...callback, body }))).status;
  };
  // Codes are texts by the document, numbers in older examples.
  for (const title of ["1240", 1240]) {
    assert.equal(await receive({ error: { title } }), 200);
    const { outcome } = reports.at(-1)!;
    assert.deepEqual({ ...outcome, reason: "" }, {
      outcome: "rejected",
      details: "Message Rejected",
      reason: "",
    });
  }
  assert.equal(await receive({ error: null }), 200);
  assert.equal(reports.at(-1)!.outcome.outcome, "failed");
  assert.equal(await receive({ error: { title: "1490" } }), 200);
  assert.equal(reports.at(-1)!.outcome.outcome, "noted", "nothing is certain");
  assert.equal(await receive({ status: "submitted", error: { title: "1220" } }), 200);
  assert.equal(reports.at(-1)!.outcome.outcome, "noted", "still retried");
  // The reference may be another's; the path has ours as well.
  for (const client_ref of ["order 4711", "", 1.5, {}, undefined]) {
    assert.equal(await receive({ client_ref }), 200);
    assert.equal(reports.at(-1)!.trackingId, received!.reference, `${client_ref}`);
  }
  const count = reports.length;
  assert.equal(await receive({ channel: "whatsapp" }), 200);
  for (
    const senseless of [{ message_uuid: 4 }, { message_uuid: "" }, { status: null }, { channel: 1 }]
  ) {
    assert.equal(await receive(senseless), 400, JSON.stringify(senseless));
  }
  assert.equal(reports.length, count);
});

Deno.test("vonage: forms of messages of handsets", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake, inbound } = carrier;
  const media = [1, 2].map((digit) => ({
    type: "image/png",
    name: `${digit}.png`,
    content: new Uint8Array([digit]),
  }));
  const callback = fake.inbound({ ...INBOUND, media })!;
  const event = JSON.parse(callback.body);
  const receive = async (changes: object) => {
    const body = JSON.stringify({ ...event, ...changes });
    return (await callbacks.receive(callbackRequest({ ...callback, body }))).status;
  };
  const types = () => inbound.at(-1)!.files.map(({ type }) => type.split(";")[0]);
  // `content` repeats the main attachment, or has the further ones only.
  for (const content of [event.content, event.content.slice(1)]) {
    assert.equal(await receive({ content }), 200);
    assert.deepEqual(types(), ["text/plain", "image/png", "image/png"]);
  }
  assert.equal(inbound.at(-1)!.files[1]!.name, "1.png");
  const words = { message_type: "text", text: "Hello", image: undefined, content: undefined };
  assert.equal(await receive(words), 200);
  assert.deepEqual(types(), ["text/plain"]);
  const audio = { message_type: "audio", audio: { url: event.image.url }, content: undefined };
  assert.equal(await receive(audio), 200);
  assert.deepEqual(types(), ["image/png"]);
  const count = inbound.length;
  for (
    const senseless of [
      { image: null },
      { image: [] },
      { image: { url: 4 } },
      { image: { url: "" } },
      { content: "x" },
      { content: [null] },
      { content: [{ url: {} }] },
      { from: null },
      { to: 4 },
    ]
  ) {
    assert.equal(await receive(senseless), 400, JSON.stringify(senseless));
  }
  assert.equal(inbound.length, count);
});

Deno.test("vonage: the token goes to servers of Vonage only", async () => {
  await using carrier = await start();
  const { mediaAuthorization } = vonageProtocol({
    ...carrier.fake.settings,
    url: "https://proxy.example.net/vonage",
  });
  const authorize = (url: string) => mediaAuthorization!(new URL(url), { authorization: "x" });
  for (
    const url of [
      "https://api-us.nexmo.com/v3/media/1",
      "https://api-eu.vonage.com/v3/media/1",
      "https://nexmo.com/1",
      "https://proxy.example.net/v3/media/1",
    ]
  ) {
    assert.equal(authorize(url), "x", url);
  }
  for (
    const url of [
      "http://api-us.nexmo.com/v3/media/1",
      "https://nexmo.com.example.net/1",
      "https://evilnexmo.com/1",
      "https://example.net/nexmo.com",
      "https://proxy.example.net:8443/1",
    ]
  ) {
    assert.equal(authorize(url), null, url);
  }
});
