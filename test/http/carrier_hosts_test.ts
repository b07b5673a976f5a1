/**
 * Carriers in a private network can be reached since the operator configured them; URLs of
 * customers cannot. 127.0.0.1 plays the public network, 127.0.0.2 the carrier's.
 */
import assert from "node:assert/strict";
import { type NameServer, startNameServer } from "../support/name_server.ts";
import { type Mmsc, startMmsc } from "../support/mmsc.ts";
import { jsonOf, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { startSmsc } from "../support/smsc.ts";
import { settledTemplate } from "./door.ts";

const CARRIER = "127.0.0.2";
/** Public address without a server: on 127.0.0.1 another test's may have the carrier's port. */
const SILENT = "127.0.0.3";
/** The customer's names: one resolves to the carrier, the other to changing addresses. */
const [NAMED, REBINDING] = ["media.hostile.example", "rebind.hostile.example"];

interface Scene {
  test: TestService;
  mmsc: Mmsc;
  names: NameServer;
  /** URLs of the carrier's server, by address and by name; with a slash at the end. */
  inside: string[];
  /** A URL of the customer's own server that redirects to another. */
  redirectTo(url: string): string;
  /** Sends an MMS through the carrier. */
  send(): Promise<void>;
}

/**
 * Starts a service whose only MMS carrier is in a private network, under a name that is in DNS
 * only.
 */
async function withCarrier(run: (scene: Scene) => Promise<void>): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const names = parts.use(await startNameServer());
  const mmsc = parts.use(await startMmsc(CARRIER));
  const { port } = new URL(mmsc.url);
  names.respond = (name, type) =>
    type === "A" && ["mmsc.carrier.example", NAMED].includes(name) ? [CARRIER] : "no such name";
  const customer = parts.use(Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => Response.redirect(new URL(request.url).searchParams.get("to")!),
  ));
  const config = { OUTBOUND_ALLOW: `127.0.0.1,${SILENT}`, DELIVER_RETRY: "0.1s" };
  const test = parts.use(await startService({ config, nameServer: names, senders: [] }));
  const created = await test.admin("POST", "/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    vaspid: "us",
    url: `http://mmsc.carrier.example:${port}/mm7`,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const sender = { ...SHORT_CODE, "mms-connector": "mmsc" };
  assert.equal((await test.admin("POST", "/accounts/acme/senders", sender)).status, 201);
  const mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
  let sent = 0;
  await run({
    test,
    mmsc,
    names,
    inside: [CARRIER, "mmsc.carrier.example", NAMED].map((host) => `http://${host}:${port}/`),
    redirectTo: (url) => `http://127.0.0.1:${customer.addr.port}/?to=${encodeURIComponent(url)}`,
    async send() {
      const message = { from: SHORT_CODE.address, to: "16175550101", "mms-id": mmsId };
      await jsonOf(await test.post({ action: "sendsavedmms", ...message }));
      await mmsc.until(++sent);
    },
  });
  // Only submissions arrived, and over the connector's own connection.
  assert.deepEqual(mmsc.requests, Array(sent).fill("POST /mm7"));
  assert.ok(mmsc.connections <= sent);
}

const createImage = (test: TestService, url: string) =>
  test.post({ action: "createimage", "background-image-url": url });

Deno.test("a carrier's private host takes messages, and no file is fetched from there", () =>
  withCarrier(async ({ test, inside, redirectTo, send }) => {
    await send();
    for (const url of inside) {
      for (const origin of [url, redirectTo(url)]) {
        const refused = await jsonOf(await createImage(test, `${origin}internal.jpg`), 400);
        assert.equal(refused["error-code"], "E229", origin);
        assert.match(
          refused["error-info"],
          /host is not a public address; OUTBOUND_ALLOW can allow it$/,
        );
      }
    }
    await send();
  }));

Deno.test("no template is saved with a file from a carrier's host", () =>
  withCarrier(async ({ test, inside, redirectTo, send }) => {
    await send();
    const template = (url: string) => ({
      action: "savemms",
      name: "internals",
      "fallback-sms-text": "See it",
      slide: [{ pdf: { url } }],
    });
    const literal = await jsonOf(await test.post(template(`${inside[0]}internal.pdf`)), 400);
    assert.equal(literal["error-code"], "E229");

    // The target of a name or a redirect is checked when the file is fetched.
    const [, ...named] = inside;
    for (const origin of [...named, ...inside.map(redirectTo)]) {
      const reference = crypto.randomUUID();
      const url = `${origin}internal.pdf`;
      await jsonOf(await test.post({ ...template(url), "client-reference": reference }));
      const [failed] = (await test.receiver.until((all) =>
        all.some(({ body }) =>
          body["client-reference"] === reference
        )
      )).filter(({ body }) => body["client-reference"] === reference);
      assert.equal(failed!.body.code, "E011", origin);
      assert.match(failed!.body["error-info"], /not a public address/);
    }
  }));

Deno.test("a postback does not use a connection that a connector has opened", () =>
  withCarrier(async ({ test, inside, send }) => {
    for (const url of inside.slice(1)) {
      // The connection is idle now, and would be used without a look-up.
      await send();
      const { status } = await test.admin("PATCH", "/accounts/acme", { "postback-url": url });
      assert.equal(status, 200);
      const { body } = await test.admin("POST", "/accounts/acme/ping");
      assert.match(JSON.stringify(body), /not a public address/);
    }
    const refused = await test.admin("PATCH", "/accounts/acme", { "postback-url": inside[0] });
    assert.equal(refused.status, 400);
    assert.match(refused.body["error-info"], /^postback-url: the URL's host is not a public/);
  }));

Deno.test("a name that resolves differently a second time does not lead to a carrier", () =>
  withCarrier(async ({ test, names, inside, send }) => {
    await send();
    const { port } = new URL(inside[0]!);
    // The attacker's address first, which refuses the carrier's port; then the carrier's.
    let lookups = 0;
    const respondBefore = names.respond;
    names.respond = (name, type) =>
      name !== REBINDING || type !== "A"
        ? respondBefore(name, type)
        : [lookups++ === 0 ? SILENT : CARRIER];
    const url = `http://${REBINDING}:${port}/internal.jpg`;
    await jsonOf(await createImage(test, url), 422);
    assert.equal(lookups, 1);
    const changed = await jsonOf(await createImage(test, url), 400);
    assert.equal(changed["error-code"], "E229");
    // Both at once.
    names.respond = (_name, type) => type === "A" ? [SILENT, CARRIER] : [];
    const mixed = await jsonOf(await createImage(test, url), 400);
    assert.equal(mixed["error-code"], "E229");
  }));

Deno.test("an SMSC in a private network is bound to, and opens nothing to customers", () =>
  withCarrier(async ({ test }) => {
    await using smsc = await startSmsc({ hostname: CARRIER });
    const fields = { name: "smsc", host: CARRIER, port: smsc.port, "system-id": "us" };
    assert.equal((await test.admin("POST", "/smscs", fields)).status, 201);
    await smsc.until(() => smsc.sessions.length === 1);
    const url = `http://${CARRIER}:${smsc.port}/x.jpg`;
    const refused = await jsonOf(await createImage(test, url), 400);
    assert.equal(refused["error-code"], "E229");
    assert.equal(smsc.binds.length, 1);
  }));
