/** A service whose servers all have certificates of a private CA, which one of three keys names. */
import assert from "node:assert/strict";
import { startProviderServer } from "../../connectors/providers/server.ts";
import { type Authority, type Certificate, makeAuthority } from "../../support/certificates.ts";
import { startCollector } from "../../support/collector.ts";
import { startFiles } from "../../support/files.ts";
import { image } from "../../support/media.ts";
import { startMmsc } from "../../support/mmsc.ts";
import { newAccount, type Operator, operatorOf, postTo, SMS } from "../../support/outside.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import { runProgram, startServe } from "../../support/program.ts";
import { startLookupServer } from "../../support/provider.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startS3 } from "../../support/s3.ts";
import { ADMIN_TOKEN, untilReady } from "../../support/service.ts";
import { newDirectory } from "../../support/scratch.ts";
import { startSmsc } from "../../support/smsc.ts";
import { portOf, startTlsFront } from "../../support/tls_front.ts";
import { until } from "../../support/until.ts";

const KEYS = ["CA_CERTIFICATES", "NODE_EXTRA_CA_CERTS", "DENO_CERT"];

/** A private CA, its file, and the certificate of `localhost` that it has signed. */
interface PrivateCa {
  authority: Authority;
  path: string;
  server: Certificate;
}

async function makeCa(): Promise<PrivateCa> {
  const directory = await newDirectory();
  const authority = await makeAuthority(directory);
  const path = `${directory}/ca.crt`;
  await Deno.writeTextFile(path, authority.cert);
  return { authority, path, server: await authority.issue("localhost", "DNS:localhost") };
}

/** Starts a Postgres server with TLS, and a database on it. Returns the database's URL. */
async function startDatabase({ cert, key }: Certificate, stack: AsyncDisposableStack) {
  const server = stack.use(
    await startPostgres({
      durable: false,
      settings: ["ssl = on"],
      files: { "server.crt": cert, "server.key": key },
    }),
  );
  const url = new URL(await createDatabase(server.url));
  return `postgres://postgres@localhost:${url.port}${url.pathname}?sslmode=verify-full`;
}

const PICTURE = "photo.jpg";

/** Saves a template with a picture, and returns its id. */
async function saveTemplate(url: string, apiKey: string, picture: string): Promise<string> {
  const response = await postTo(url, apiKey, {
    action: "savemms",
    name: "Tulips",
    "fallback-sms-text": "See it",
    slide: [{ image: { url: picture } }],
  });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body["mms-id"];
}

/** Resolves once the connector's last failure is this one. */
async function untilFailed(operator: Operator, name: string, reason: RegExp): Promise<void> {
  await until(
    () => operator(`/connectors/${name}/state`),
    (state) => reason.test(state["last-error"] ?? ""),
  );
}

for (const key of KEYS) {
  Deno.test(`every connection trusts a private CA that ${key} names, and no other`, async () => {
    await using stack = new AsyncDisposableStack();
    const ca = await makeCa();
    const stranger = await makeCa();
    const front = async (url: string, { server }: PrivateCa = ca) =>
      stack.use(await startTlsFront(portOf(url), server));

    const s3 = stack.use(await startS3());
    const files = stack.use(startFiles());
    const picture = await files.add(PICTURE, "image/jpeg", await image(PICTURE));
    const receiver = await startReceiver();
    stack.defer(() => receiver.stop());
    const mmsc = stack.use(await startMmsc());
    const smsc = stack.use(await startSmsc(ca.server));
    const untrustedSmsc = stack.use(await startSmsc(stranger.server));
    const api = stack.use(await startProviderServer(() => ({ status: 200, json: { id: "m-1" } })));
    const lookup = stack.use(startLookupServer());
    const behind = async (url: string, of?: PrivateCa) => (await front(url, of)).url(url);

    const { program, url } = await startServe({
      ADMIN_TOKEN,
      DATA_DIR: `${await newDirectory()}/data`,
      DATABASE_URL: await startDatabase(ca.server, stack),
      QUEUE: "postgres",
      ...s3.environment,
      BLOBS_URL: s3.url("files").replace(
        encodeURIComponent(s3.endpoint),
        encodeURIComponent((await front(s3.endpoint)).url(s3.endpoint)),
      ),
      OPERATOR_LOOKUP: "http",
      OPERATOR_LOOKUP_URL: await behind(lookup.url),
      OUTBOUND_ALLOW: "127.0.0.0/8, ::1/128, localhost",
      [key]: ca.path,
    });
    stack.use(program);
    const operator = operatorOf(url);
    const ours = await ca.authority.issue("slidepost", "DNS:slidepost");
    const strict = { ...ca.server, clientCa: ca.authority.cert };
    const mutual = stack.use(await startTlsFront(portOf(mmsc.url), strict));
    await operator("/connectors", {
      name: "mmsc",
      kind: "mmsc_mm7",
      vaspid: "tulip",
      url: mutual.url(mmsc.url),
      "tls-certificate": ours.cert,
      "tls-key": ours.key,
    });
    const smpp = { kind: "smsc_smpp", host: "localhost", tls: true, "system-id": "us" };
    await operator("/connectors", { ...smpp, name: "smsc", port: smsc.port });
    await operator("/connectors", {
      name: "api",
      kind: "http",
      url: await behind(`${api.url}/send`),
      body: '{"to": "{to}", "text": "{text}"}',
      "id-path": "id",
    });
    await operator("/routes", { kind: "mms", connectors: "mmsc" });
    await operator("/routes", { kind: "sms", connectors: "smsc" });
    const { apiKey } = await newAccount(url, { "postback-url": await behind(receiver.url) });
    const ownApi = { address: "222233", kind: "short-code", country: "US" };
    await operator("/accounts/acme/senders", ownApi);
    const ofApi = { account: "acme", sender: ownApi.address };
    await operator("/routes", { ...ofApi, kind: "sms", connectors: "api" });

    const template = await saveTemplate(url, apiKey, await behind(picture));
    await receiver.until((all) => all.some(({ body }) => body.code === "N003"));
    const send = { action: "sendsavedmms", "mms-id": template, from: SMS.from, to: "16175550101" };
    assert.equal((await postTo(url, apiKey, send)).status, 200);
    await mmsc.until(1);
    assert.equal((await postTo(url, apiKey)).status, 200);
    await smsc.until(() => smsc.submitted.length === 1);
    assert.equal((await postTo(url, apiKey, { ...SMS, from: ownApi.address })).status, 200);
    await api.until(1);
    assert.ok(lookup.requests.length > 0);
    assert.ok(s3.objects.size > 0);

    await operator("/connectors", { ...smpp, name: "other-smsc", port: untrustedSmsc.port });
    await untilFailed(operator, "other-smsc", /set tls-ca or CA_CERTIFICATES/);
    await saveTemplate(url, apiKey, await behind(picture, stranger));
    const [refused] = await receiver.until((all) => all.some(({ body }) => body.code === "E011"))
      .then((all) => all.filter(({ body }) => body.code === "E011"));
    assert.match(refused!.raw, /no trusted authority has signed .* CA_CERTIFICATES/);
  });
}

Deno.test("an object store under another CA ends the start, and the message names the key", async () => {
  await using stack = new AsyncDisposableStack();
  const [ca, stranger] = [await makeCa(), await makeCa()];
  const s3 = stack.use(await startS3());
  const front = stack.use(await startTlsFront(portOf(s3.endpoint), stranger.server));
  const { code, stderr } = await runProgram({
    args: ["serve"],
    env: {
      PORT: "0",
      DATA_DIR: `${await newDirectory()}/data`,
      DATABASE_URL: await startDatabase(ca.server, stack),
      ...s3.environment,
      BLOBS_URL: s3.url().replace(
        encodeURIComponent(s3.endpoint),
        encodeURIComponent(front.url(s3.endpoint)),
      ),
      CA_CERTIFICATES: ca.path,
    },
  });
  assert.equal(code, 1, stderr);
  assert.match(stderr, /no trusted authority has signed the TLS certificate of .* CA_CERTIFICATES/);
});

Deno.test("the exporter of traces trusts a private CA of CA_CERTIFICATES", async () => {
  await using stack = new AsyncDisposableStack();
  const ca = await makeCa();
  const collector = stack.use(startCollector());
  const { OTEL_EXPORTER_OTLP_ENDPOINT: plain } = collector.environment;
  const front = stack.use(await startTlsFront(portOf(plain!), ca.server));
  const { program, url } = await startServe({
    ...collector.environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: front.url(plain!),
    DATA_DIR: `${await newDirectory()}/data`,
    DATABASE_URL: await startDatabase(ca.server, stack),
    CA_CERTIFICATES: ca.path,
  }, { launchedWith: { umask: 0o022 } });
  stack.use(program);
  await untilReady(url);
  await collector.until((spans) => spans.length > 0);
});
