/** Two connectors, and a submission whose response never came: no message is sent by both. */
import assert from "node:assert/strict";
import { settledTemplate } from "../http/door.ts";
import { accepted, type Mmsc, startMmsc } from "../support/mmsc.ts";
import { movableClock } from "../support/movable_clock.ts";
import { adminBody, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type Body, sendMms } from "./traffic.ts";

const clock = movableClock();
let test: TestService;
let mmsId: string;
let created = 0;

Deno.test.beforeAll(async () => {
  test = await startService({
    clock,
    config: { DELIVER_RETRY: "0.1s", RESCUE_INTERVAL: "1s" },
  });
  mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
});

Deno.test.afterAll(() => test.stop());

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

interface Mmscs extends AsyncDisposable {
  /** Names of the connectors. */
  names: string[];
  first: Mmsc;
  second: Mmsc;
  /** Sends a message by them, and returns it as an operator sees it once a carrier has it. */
  send(): Promise<Body>;
}

/** Sets up a sender whose messages go by one MMSC, and if that fails by the other. */
async function startMmscs(settings: Record<string, unknown> = {}): Promise<Mmscs> {
  const [first, second] = await Promise.all([startMmsc(), startMmsc()]);
  const number = ++created;
  const names = [`one-${number}`, `two-${number}`];
  for (const [index, { url }] of [first, second].entries()) {
    const fields = { name: names[index], kind: "mmsc_mm7", url, vaspid: "us" };
    const own = index === 0 ? settings : {};
    await expectStatus(201, "POST", "/connectors", { ...fields, ...own });
  }
  const address = String(222_000 + number);
  await expectStatus(201, "POST", "/accounts/acme/senders", { ...SHORT_CODE, address });
  const connectors = names.join();
  const route = { kind: "mms", account: "acme", sender: address, connectors };
  await expectStatus(201, "POST", "/routes", route);
  return {
    names,
    first,
    second,
    async send() {
      const { id } = await sendMms(test, mmsId, { from: address }, ["N101"]);
      return await until(
        () => expectStatus(200, "GET", `/messages/${id}`),
        ({ state }) => state !== "accepted" && state !== "sent",
      );
    },
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
    },
  };
}

const eventsOf = ({ history }: Body): string[] => history.map(({ event }: Body) => event);

/** Ways in which the first MMSC accepts a message without its response arriving. */
const UNANSWERED: Record<string, () => ReturnType<Mmsc["respond"]>> = {
  "is silent": () => new Promise(() => {}),
  "breaks off": () => "drop",
  "is behind a proxy that gives up on it": () => ({ status: 504, body: "<html>time-out</html>" }),
  "is behind a proxy that cannot read its response": () => ({ status: 502, body: "bad gateway" }),
};

for (const [title, unanswered] of Object.entries(UNANSWERED)) {
  Deno.test(`a message that the first MMSC takes and ${title} is not submitted to the second`, async () => {
    const isSilent = title === "is silent";
    await using mmscs = await startMmscs(isSilent ? { timeout: 1 } : {});
    const { first, second } = mmscs;
    let submissions = 0;
    first.respond = (submitted) =>
      ++submissions === 1 ? unanswered() : accepted(submitted, "again");
    const message = await mmscs.send();
    assert.deepEqual([message.state, message["carrier-id"]], ["submitted", "again"]);
    const again = eventsOf(message).filter((event) => event === "submitted again").length;
    assert.deepEqual([first.received.length, second.received.length], [1 + again, 0]);
    // On a busy machine the second response may be late, too.
    assert.ok(isSilent ? again >= 1 : again === 1, `${again} times`);
    // An MMSC can recognise the repetition.
    const [submission, repeat] = first.received;
    assert.equal(repeat!.transactionId, submission!.transactionId);
  });
}

Deno.test("a message that certainly did not arrive at the first MMSC is sent by the second", async () => {
  const gone = await startMmsc();
  await gone[Symbol.asyncDispose]();
  await using mute = await startMmsc();
  const urls = {
    "the connection is refused": gone.url,
    "it does not speak TLS": mute.url.replace("http:", "https:"),
  };
  for (const [title, url] of Object.entries(urls)) {
    await using mmscs = await startMmscs({ url });
    const { connector, state } = await mmscs.send();
    assert.deepEqual([connector, state], [mmscs.names[1], "submitted"], title);
    assert.equal(mmscs.second.received.length, 1, title);
  }
});

Deno.test("a message that the first MMSC may have stays with it, though it is down since", async () => {
  await using mmscs = await startMmscs();
  const { first, second } = mmscs;
  let submissions = 0;
  first.respond = (submitted) => {
    if (++submissions === 1) return "drop";
    return submissions <= 3 ? { status: 503, body: "down" } : accepted(submitted, "at last");
  };
  const message = await mmscs.send();
  assert.deepEqual([message.state, message["carrier-id"]], ["submitted", "at last"]);
  assert.deepEqual([first.received.length, second.received.length], [4, 0]);
});

Deno.test("with `wait` a message is submitted once, and ends without a postback", async () => {
  await using mmscs = await startMmscs({ unconfirmed: "wait" });
  const { first, second } = mmscs;
  first.respond = () => "drop";
  const message = await mmscs.send();
  assert.deepEqual([message.state, message["carrier-id"]], ["submitted", null]);
  // The expiry and the grace time of a report.
  clock.advance(3 * 86_400_000 + 3_600_000 + 60_000);
  const id = message["tracking-id"];
  await until(
    () => expectStatus(200, "GET", `/messages/${id}`),
    ({ state }) => state === "unreported",
  );
  assert.deepEqual(test.receiver.codes(id), ["N101"]);
  assert.deepEqual([first.received.length, second.received.length], [1, 0]);
});

Deno.test("a message whose response under HTTP 200 cannot be read is submitted once, by default", async () => {
  await using mmscs = await startMmscs();
  const { first, second } = mmscs;
  first.respond = () => ({ body: "<html><br>" });
  const message = await mmscs.send();
  assert.deepEqual([message.state, message["carrier-id"]], ["submitted", null]);
  const details = message.history.map(({ details }: Body) => details ?? "");
  assert.ok(details.some((text: string) => /not sent again/.test(text)), details.join("; "));
  // Past the retries of an unconfirmed submission, its expiry, and the grace time of a report.
  clock.advance(3 * 86_400_000 + 3_600_000 + 60_000);
  const id = message["tracking-id"];
  await until(
    () => expectStatus(200, "GET", `/messages/${id}`),
    ({ state }) => state === "unreported",
  );
  assert.deepEqual(test.receiver.codes(id), ["N101"]);
  assert.deepEqual([first.received.length, second.received.length], [1, 0]);
});
