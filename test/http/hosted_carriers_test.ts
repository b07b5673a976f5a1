/** Carriers over hosted APIs, through the whole service: failover, callbacks, media. */
import assert from "node:assert/strict";
import type { FakeProvider } from "../connectors/providers/fake.ts";
import { startTwilio } from "../connectors/providers/twilio.ts";
import { type Body, sendMms } from "../spec/traffic.ts";
import { startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { adminBody, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { settledTemplate } from "./door.ts";

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let test: TestService;
let created = 0;

Deno.test.beforeAll(async () => {
  test = await startService({
    clock,
    config: { DELIVER_RETRY: "0.1s", RESCUE_INTERVAL: "1s", CONNECTOR_COOLDOWN: "1s" },
  });
});

Deno.test.afterAll(() => test.stop());

const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

interface Providers extends AsyncDisposable {
  names: [string, string];
  first: FakeProvider<"twilio">;
  second: FakeProvider<"twilio">;
  /** Address that messages are sent from. */
  from: string;
  /** Sends a text, and returns its tracking-id. */
  send(text: string): Promise<string>;
}

/**
 * Sets up a sender whose messages go by one provider, and if that fails by the other.
 *
 * @param timeout Time limit of the first provider's responses, in seconds.
 */
async function startProviders({ timeout = 300 } = {}): Promise<Providers> {
  const number = ++created;
  const names: [string, string] = [`one-${number}`, `two-${number}`];
  const [first, second] = await Promise.all(
    names.map((name) => startTwilio(() => `${test.url}/carriers/${name}`)),
  ) as [FakeProvider<"twilio">, FakeProvider<"twilio">];
  for (const [index, { settings }] of [first, second].entries()) {
    const view = await expectStatus(201, "POST", "/connectors", {
      name: names[index],
      kind: "twilio",
      "account-sid": settings.accountSid,
      "auth-token": settings.authToken,
      url: settings.url,
      timeout: index === 0 ? timeout : 300,
    });
    assert.equal(view["callback-url"], `${test.url}/carriers/${names[index]}`);
  }
  const from = String(233_000 + number);
  await expectStatus(201, "POST", "/accounts/acme/senders", { ...SHORT_CODE, address: from });
  for (const kind of ["sms", "mms"]) {
    const route = { kind, account: "acme", sender: from, connectors: names.join() };
    await expectStatus(201, "POST", "/routes", route);
  }
  return {
    names,
    first,
    second,
    from,
    async send(text) {
      const response = await test.post({
        action: "sendsms",
        to: "+16175550111",
        from,
        "message-text": text,
      });
      const body = await response.json();
      assert.equal(response.status, 200, JSON.stringify(body));
      return body["tracking-id"];
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([first, second].map((fake) => fake[Symbol.asyncDispose]()));
    },
  };
}

/** Waits until a message is as described, and returns it. */
function untilMessage(id: string, isSo: (message: Body) => boolean): Promise<Body> {
  return until(() => expectStatus(200, "GET", `/messages/${id}`), isSo);
}

async function untilState(id: string, state: string): Promise<Body> {
  return await untilMessage(id, (message) => message.state === state);
}

/** Waits for the first message that a provider takes. */
async function firstReceived({ received }: FakeProvider<"twilio">) {
  const [first] = await until(() => received, ({ length }) => length > 0);
  return first!;
}

const eventsOf = ({ history }: Body): string[] => history.map(({ event }: Body) => event);

/** Sends a callback of the provider to the service. */
async function callBack(
  name: string,
  { body, headers, method, path }: ReturnType<FakeProvider["status"]>,
): Promise<number> {
  const response = await fetch(`${test.url}/carriers/${name}${path}`, { method, headers, body });
  await response.body?.cancel();
  return response.status;
}

const sentBy = (...fakes: FakeProvider<"twilio">[]): string[] =>
  fakes.flatMap(({ received }) => received.map(({ reference }) => reference)).sort();

Deno.test("a text goes by the provider, and its report comes back as a postback", async () => {
  await using providers = await startProviders();
  const id = await providers.send("Hello");
  const message = await untilState(id, "submitted");
  const [received] = providers.first.received;
  assert.equal(message["carrier-id"], received!.id);
  assert.equal(received!.from, providers.from);
  for (const status of ["sent", "delivered", "delivered"]) {
    assert.equal(
      await callBack(providers.names[0], providers.first.status(received!, status, null)),
      200,
    );
  }
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  const { history } = await untilState(id, "delivered");
  assert.deepEqual(
    history.map(({ event, details }: Body) => [event, details]).slice(-2),
    [["delivered", undefined], ["report without effect", "delivered"]],
  );
});

Deno.test("the files of an MMS are at addresses that expire, in the form that fits", async () => {
  await using providers = await startProviders();
  await using files = startFiles();
  const url = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    slide: [{ image: { url }, "message-text": "Look" }],
  });
  const { id } = await sendMms(test, mmsId, { from: providers.from }, ["N101"]);
  await untilState(id, "submitted");
  const [received] = providers.first.received;
  assert.equal(received!.text, "Look");
  const [address] = received!.media;
  const file = await fetch(address!);
  assert.equal(file.status, 200);
  assert.equal(file.headers.get("content-type"), "image/jpeg");
  const content = await file.bytes();
  assert.equal(Number(file.headers.get("content-length")), content.length);
  assert.deepEqual([...content.slice(0, 3)], [0xff, 0xd8, 0xff]);
  // Twilio looks before it fetches.
  assert.equal((await fetch(address!, { method: "HEAD" })).status, 200);
  const statusOf = async (url: string) => {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.status;
  };
  for (const [part, by] of [["slide1-image", "slide2-image"], ["/content/", "/content/0"]]) {
    assert.equal(await statusOf(address!.replace(part!, by!)), 404);
  }
  clock.ahead = 1_800_000;
  assert.equal(await statusOf(address!), 200);
  clock.ahead = 4 * 24 * 3_600_000;
  assert.equal(await statusOf(address!), 404);
  clock.ahead = 0;
});

Deno.test("a message whose response is lost is found by its report, and not sent again", async () => {
  await using providers = await startProviders();
  const { first, names, second } = providers;
  first.server.afterResponse = () => "drop";
  const id = await providers.send("Lost?");
  const received = await firstReceived(first);
  // The look-up fails, too: nothing but the report tells.
  first.server.intercept = () => "drop";
  assert.equal(await callBack(names[0], first.status(received, "delivered", null)), 200);
  const message = await untilState(id, "delivered");
  assert.equal(message.connector, names[0]);
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  assert.deepEqual(sentBy(first, second), [id]);
});

Deno.test("a report without an end shows that the provider has a message", async () => {
  await using providers = await startProviders();
  const { first, names } = providers;
  first.server.afterResponse = () => "drop";
  const id = await providers.send("Lost?");
  const received = await firstReceived(first);
  first.server.intercept = () => "drop";
  await untilMessage(id, (message) => eventsOf(message).includes("retry"));
  assert.equal(await callBack(names[0], first.status(received, "sent", null)), 200);
  const message = await untilState(id, "submitted");
  assert.equal(message["carrier-id"], received.id);
  assert.equal(await callBack(names[0], first.status(received, "delivered", null)), 200);
  await untilState(id, "delivered");
  assert.deepEqual(sentBy(first), [id]);
});

Deno.test("the first provider responds 500, then nothing: messages go by the second, none twice", async () => {
  await using providers = await startProviders({ timeout: 1 });
  const { first, names, second } = providers;
  const ids: string[] = [];
  const sendSome = async (count: number, text: string) => {
    const some = await Promise.all(
      Array.from({ length: count }, (_, i) => providers.send(`${text} ${i}`)),
    );
    ids.push(...some);
    return some;
  };
  const log = async (id: string) => {
    const { history } = await expectStatus(200, "GET", `/messages/${id}`);
    return history.map(({ event, details }: Body) => `${event}: ${details}`).join("\n");
  };

  first.server.intercept = ({ method }) => method === "POST" ? first.errorWith("20500") : undefined;
  const failed = await sendSome(10, "fails");
  for (const id of failed) assert.equal((await untilState(id, "submitted")).connector, names[1]);
  assert.deepEqual(sentBy(second), [...failed].sort());
  const logs = await Promise.all(failed.map(log));
  const switched = `${names[0]} returned temporary (Twilio 20500: Words of 20500); next: ${
    names[1]
  }`;
  assert.ok(logs.some((each) => each.includes(switched)), logs[0]);

  // It takes every other message, and is silent in any case.
  let silent = 0;
  first.server.intercept = ({ method }) =>
    method === "GET" || silent++ % 2 === 0 ? "silence" : undefined;
  first.server.afterResponse = () => "silence";
  const lost = await sendSome(10, "is silent");
  for (const id of lost) {
    await untilMessage(
      id,
      ({ connector, state }) => state === "submitted" || connector === names[0],
    );
  }

  first.server.intercept = () => undefined;
  first.server.afterResponse = () => undefined;
  for (const id of ids) await untilState(id, "submitted");
  assert.deepEqual(sentBy(first, second), [...ids].sort(), "each once");
});

Deno.test("callbacks without the provider's signature are refused", async () => {
  await using providers = await startProviders();
  const { first, names } = providers;
  const id = await providers.send("Hello");
  await untilState(id, "submitted");
  const callback = first.status(first.received[0]!, "delivered", null);
  for (const forgery of ["unsigned", "wrong key", "other body"] as const) {
    assert.equal(await callBack(names[0], first.forge(callback, forgery)!), 401, forgery);
  }
  // Signed by the same account, for the callback of another connector.
  assert.equal(await callBack(names[1], callback), 401);
  assert.equal(await callBack("nope", callback), 401);
  const large = { ...callback, body: "x".repeat(11_000_000) };
  assert.equal(await callBack(names[0], large), 413);
  assert.equal((await expectStatus(200, "GET", `/messages/${id}`)).state, "submitted");
  assert.equal(await callBack(names[0], callback), 200);
});

Deno.test("messages of handsets come in by callbacks, once", async () => {
  await using providers = await startProviders();
  const { first, from, names } = providers;
  const text = { id: "SM1", from: "16175550111", to: from, text: "Hi there" };
  for (let times = 0; times < 3; times++) {
    assert.equal(await callBack(names[0], first.inbound(text)!), 200);
  }
  const content = new Uint8Array(await Deno.readFile(await image("photo.jpg")));
  const media = [{ type: "image/jpeg", name: "photo.jpg", content }];
  const picture = { ...text, id: "MM1", text: "See", media };
  const callback = first.inbound(picture)!;
  let drops = 2;
  first.server.intercept = () => drops-- > 0 ? "drop" : undefined;
  for (let times = 0; times < 2; times++) assert.equal(await callBack(names[0], callback), 200);
  const { items } = await expectStatus(200, "GET", `/inbound?recipient=${from}`);
  assert.deepEqual(items.map(({ kind }: Body) => kind).sort(), ["MMS_MO", "SMS_MO"]);
  const mms = items.find(({ kind }: Body) => kind === "MMS_MO");
  const [, file] = mms.files;
  assert.deepEqual(await (await fetch(file.url)).bytes(), content);
});

Deno.test("wrong credentials are refused at creation, and named by the check later", async () => {
  await using providers = await startProviders();
  const { first: { settings, server }, names } = providers;
  const fields = {
    name: "refused",
    kind: "twilio",
    "account-sid": settings.accountSid,
    "auth-token": "wrong",
    url: settings.url,
  };
  const refused = await expectStatus(400, "POST", "/connectors", fields);
  assert.equal(
    refused["error-info"],
    "account-sid, auth-token, api-key-sid and api-key-secret: Twilio refuses them " +
      "(20003: Words of 20003)",
  );
  await expectStatus(404, "GET", "/connectors/refused");
  const { items } = await expectStatus(200, "GET", `/connectors/${names[0]}/check`);
  assert.deepEqual(items, [
    { ok: true, fact: "the credentials are right", advice: null },
    {
      ok: false,
      fact: `Twilio does not reach ${test.url}, where it fetches media and posts callbacks`,
      advice: "set BASE_URL to a public https address of this service",
    },
  ]);
  const changed = await expectStatus(400, "PATCH", `/connectors/${names[0]}`, {
    "auth-token": "wrong",
  });
  assert.match(changed["error-info"], /Twilio refuses them/);
  await server[Symbol.asyncDispose]();
  const [away] = (await expectStatus(200, "GET", `/connectors/${names[0]}/check`)).items;
  assert.equal(away.ok, false);
  // A provider that is away refuses nothing.
  await expectStatus(201, "POST", "/connectors", { ...fields, name: "unchecked" });
});
