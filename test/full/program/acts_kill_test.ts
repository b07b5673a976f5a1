/** Acts of administrators that send something, while the process is killed. */
import assert from "node:assert/strict";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, operatorOf, sendSms, untilDelivered } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { startSmsc } from "../../support/smsc.ts";
import { pause, until } from "../../support/until.ts";

const MESSAGES = 200;
const AT_ONCE = 16;
/** Numbers of messages sent at which the process is killed. */
const KILLS = [10, 80, 190];

/** Starts the program, with a way to kill it and start it again. */
async function startKillable(config: Record<string, string> = {}) {
  const env = {
    DATA_DIR: await newDirectory(),
    DATABASE_URL: await migratedDatabase(),
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    OUTBOUND_ALLOW: "127.0.0.0/8",
    ...config,
  };
  let { program, url } = await startServe(env);
  /** Resolves when the program is there. */
  let started = Promise.resolve();
  return {
    get url() {
      return url;
    },
    restart() {
      program.kill("SIGKILL");
      return started = program.ending.then(async () => {
        ({ program, url } = await startServe(env));
      });
    },
    /** Repeats a request that the end of the program leaves without a response. */
    async ask(path: string, body?: unknown) {
      while (true) {
        await started;
        try {
          return await operatorOf(url)(path, body);
        } catch (error) {
          if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
          await pause(20);
        }
      }
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

/** Does something for each item, several at once. */
async function forEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < items.length) await act(items[next++]!);
  }));
}

/** Counts the postbacks of a message by code, each webhook-id once. */
function codesOf({ received }: Receiver, trackingId: string): string[] {
  const codes = new Map(
    received.filter(({ body }) => body["tracking-id"] === trackingId)
      .map(({ body, headers }) => [headers.get("webhook-id"), body.code]),
  );
  return [...codes.values()];
}

Deno.test("messages sent again through kills are sent once a key, with all their postbacks", async () => {
  const receiver = await startReceiver();
  try {
    await using program = await startKillable();
    const { apiKey } = await newAccount(program.url, { "postback-url": receiver.url });
    const ids = await Promise.all(
      Array.from({ length: MESSAGES }, () => sendSms(program.url, apiKey)),
    );
    await untilDelivered(program.url, ids);
    const resent = new Map<string, string>();
    let restarted = Promise.resolve();
    await forEach(ids, async (id) => {
      const message = await program.ask(`/messages/${id}/resend`, { "idempotency-key": "page-1" });
      resent.set(id, message["tracking-id"]);
      if (KILLS.includes(resent.size)) restarted = program.restart();
    });
    await restarted;
    await untilDelivered(program.url, resent.values());
    for (const [id, again] of resent) {
      const { "resent-as": resentAs } = await program.ask(`/messages/${id}`);
      assert.deepEqual(resentAs, [again]);
    }
    const isTold = (id: string) => codesOf(receiver, id).join() === "N201,N202";
    await receiver.until(() => [...resent.values()].every(isTold));
  } finally {
    await receiver.stop();
  }
});

Deno.test("tests of a connector through kills go by it, and none is lost", async () => {
  await using smsc = await startSmsc();
  await using program = await startKillable({ ACCOUNT_CACHE_TTL: "0s" });
  await newAccount(program.url);
  const { host, port } = smsc;
  const settings = { name: "smsc", kind: "smsc_smpp", host, port, "system-id": "slidepost" };
  await program.ask("/connectors", settings);
  const tested = new Set<string>();
  let restarted = Promise.resolve();
  await forEach(Array.from({ length: MESSAGES }, (_, number) => number), async (number) => {
    const message = await program.ask("/connectors/smsc/test", {
      account: "acme",
      from: "111122",
      to: "16175550101",
      text: `Test ${number}`,
    });
    tested.add(message["tracking-id"]);
    if (KILLS.includes(tested.size)) restarted = program.restart();
  });
  await restarted;
  assert.equal(tested.size, MESSAGES);
  for (const id of tested) {
    const { connector } = await until(
      () => program.ask(`/messages/${id}`),
      ({ state }) => state === "submitted",
    );
    assert.equal(connector, "smsc");
  }
  const texts = new Set(smsc.submitted.map(({ pdu }) => pdu.short_message.message));
  assert.equal(texts.size, MESSAGES);
});

Deno.test("a replay that probes a receiver is made again after a kill, under the same id", async () => {
  const receiver = await startReceiver();
  const held = Promise.withResolvers<Response>();
  try {
    await using program = await startKillable({
      POSTBACK_COOLDOWN: "1h",
      POSTBACK_FAILURE_THRESHOLD: "1",
      POSTBACK_SCHEDULE: "1h, 1h",
    });
    const { apiKey } = await newAccount(program.url, { "postback-url": receiver.url });
    receiver.respond = () => new Response(null, { status: 500 });
    const id = await sendSms(program.url, apiKey);
    const pending = `/postbacks?tracking-id=${id}&state=pending`;
    const { items } = await until(
      () => program.ask(pending),
      ({ items }) => items.length === 2 && items[1].attempts === 1,
    );
    const arrived = Promise.withResolvers<void>();
    receiver.respond = () => {
      arrived.resolve();
      return held.promise;
    };
    await program.ask(`/postbacks/${items[1].id}/replay`, {});
    await arrived.promise;
    receiver.respond = () => new Response(null, { status: 204 });
    await program.restart();
    await receiver.until(() => receiver.codes(id).join() === "N201,N201,N202");
    const attempts = receiver.received.map(({ headers }) => headers.get("webhook-id"));
    assert.deepEqual(attempts.slice(0, 2), [items[1].id, items[1].id]);
    const { postbacks } = await until(
      () => program.ask(`/messages/${id}`),
      ({ postbacks }) => postbacks.every(({ state }: { state: string }) => state === "sent"),
    );
    assert.deepEqual(
      postbacks.map((postback: Record<string, unknown[]>) => postback["failed-attempts"]!.length),
      [1, 0],
    );
  } finally {
    held.resolve(new Response(null, { status: 204 }));
    await receiver.stop();
  }
});
