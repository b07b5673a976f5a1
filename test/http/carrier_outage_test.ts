/** Outages of carriers, through the whole service: what waited is sent as soon as they are over. */
import assert from "node:assert/strict";
import { startTwilio } from "../connectors/providers/twilio.ts";
import { startFixture } from "../spec/smsc_fixture.ts";
import { FROM, TO } from "../spec/traffic.ts";
import { freePort } from "../support/free_port.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import {
  adminBody,
  jsonOf,
  SHORT_CODE,
  startService,
  type TestService,
} from "../support/service.ts";
import { type SmscResponse, startSmsc, textOf } from "../support/smsc.ts";
import { pause, until } from "../support/until.ts";

/** No message is sent again within a test unless an outage ends. */
const config = { DELIVER_RETRY: "1h", RESCUE_INTERVAL: "1h" };
const SMPP_QUEUE_FULL = 0x14;

/** Sends a text, again while the store does not serve it, and returns its tracking-id. */
async function send(test: TestService, text: string): Promise<string> {
  const request = { action: "sendsms", from: FROM, to: TO, "message-text": text };
  const response = await until(() => test.post(request), ({ status }) => status !== 503);
  return (await jsonOf(response))["tracking-id"];
}

/** Waits until a message has this event on its log; resolves with its details. */
async function untilEvent(test: TestService, id: string, name: string): Promise<string> {
  const { body: { history } } = await until(
    () => test.admin("GET", `/messages/${id}`),
    ({ body }) => body.history?.some(({ event }: { event: string }) => event === name) ?? false,
  );
  return history.find(({ event }: { event: string }) => event === name).details;
}

Deno.test("texts that found no SMSC are sent once it is back; one that it put off waits on", async () => {
  await using fixture = await startFixture({ window: 10 }, config);
  const { smsc, test } = fixture;
  smsc.respond = (): SmscResponse => ({ status: SMPP_QUEUE_FULL });
  const putOff = await send(test, "put off");
  assert.doesNotMatch(await untilEvent(test, putOff, "retry"), /or once/);
  await smsc[Symbol.asyncDispose]();

  const texts = ["one", "two", "three"];
  const ids = await Promise.all(texts.map((text) => send(test, text)));
  for (const id of ids) {
    assert.match(await untilEvent(test, id, "retry"), /, or once a carrier works$/);
  }

  await using back = await startSmsc({ port: smsc.port });
  for (const id of ids) await untilEvent(test, id, "taken");
  // One more goes after all that was made due.
  await untilEvent(test, await send(test, "later"), "taken");
  const sent = back.submitted.map((submit) => textOf(submit).toString());
  assert.deepEqual(sent.sort(), [...texts, "later"].toSorted());
});

Deno.test("texts that found no SMSC are sent once it is back, though the store comes back later", async () => {
  await using server = await startPostgres({ durable: false });
  const DATABASE_URL = await createDatabase(server.url);
  await using fixture = await startFixture({}, { ...config, DATABASE_URL });
  const { smsc, test } = fixture;
  await smsc[Symbol.asyncDispose]();
  const id = await send(test, "one");
  await untilEvent(test, id, "retry");

  await server.kill();
  await using back = await startSmsc({ port: smsc.port });
  await back.until(() => back.sessions.length > 0);
  // What it makes due fails, and is tried again.
  await pause(4000);
  await server.restart();
  await back.until(() => back.submitted.length > 0);
  await untilEvent(test, id, "taken");
});

Deno.test("texts that found no provider are sent once it takes another", async () => {
  const senders = [{ ...SHORT_CODE, address: FROM, "sms-connector": "hosted" }];
  const test = await startService({ config, senders });
  await using _ = { [Symbol.asyncDispose]: () => test.stop() };
  await using provider = await startTwilio(() => `${test.url}/carriers/hosted`);
  const { accountSid, authToken, url: origin } = provider.settings;
  const port = freePort();
  const door = new URL(origin!);
  door.port = String(port);
  const forward = ({ body, headers, method, url }: Request) => {
    const { pathname, search } = new URL(url);
    return fetch(new URL(pathname + search, origin), { method, headers, body });
  };
  const listen = () => Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, forward);
  {
    await using _open = listen();
    await adminBody(test, 201, "POST", "/connectors", {
      name: "hosted",
      kind: "twilio",
      "account-sid": accountSid,
      "auth-token": authToken,
      url: door.origin,
    });
  }
  const ids = await Promise.all(["one", "two"].map((text) => send(test, text)));
  for (const id of ids) await untilEvent(test, id, "retry");

  await using _open = listen();
  await send(test, "three");
  for (const id of ids) await untilEvent(test, id, "taken");
  const texts = provider.received.map(({ text }) => text);
  assert.deepEqual([texts[0], texts.slice(1).sort()], ["three", ["one", "two"]]);
});
