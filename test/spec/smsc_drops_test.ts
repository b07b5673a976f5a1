/** An SMSC that ends the session again and again: nothing is lost, and what is doubled is on the log. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { adminBody } from "../support/service.ts";
import { type Smsc, type SmscResponse, type SmscSession, textOf } from "../support/smsc.ts";
import { pause } from "../support/until.ts";
import { receipt, startFixture } from "./smsc_fixture.ts";
import { FROM, TO } from "./traffic.ts";

const TEXTS = 400;
/** Submissions until the session ends. */
const EVERY = 40;
/** Requests at once. */
const SENDERS = 16;

/** Ends of sessions, which settle when their connections close. */
const ends = new WeakMap<SmscSession, Promise<unknown>>();

function endOf(session: SmscSession): Promise<unknown> {
  const end = ends.get(session) ?? once(session.socket, "close");
  ends.set(session, end);
  return end;
}

/** Delivers a receipt, in another session where the first ends. */
async function report(smsc: Smsc, messageId: string): Promise<void> {
  for (;;) {
    await smsc.until(() => smsc.sessions.length > 0);
    const session = smsc.sessions.at(-1)!;
    const delivered = smsc.deliver(receipt(messageId, "DELIVRD"), session);
    if (await Promise.race([delivered, endOf(session)]) === 0) return;
  }
}

Deno.test("each text through an SMSC that ends sessions has N201 and N202, once and in order", async () => {
  const config = { DELIVER_RETRY: "0.2s", RESCUE_INTERVAL: "1s" };
  await using fixture = await startFixture({ window: 20, sessions: 2 }, config);
  const { test, smsc } = fixture;
  const submissions = new Map<string, number>();
  const reports: Promise<void>[] = [];
  let count = 0;
  smsc.respond = (submit): SmscResponse => {
    const text = textOf(submit).toString();
    submissions.set(text, (submissions.get(text) ?? 0) + 1);
    if (++count % EVERY === 0) return "drop";
    const messageId = `m-${count}`;
    reports.push(pause(0).then(() => report(smsc, messageId)));
    return { messageId };
  };

  const idOf = new Map<string, string>();
  const texts = Array.from({ length: TEXTS }, (_, i) => `Text ${i}`).values();
  await Promise.all(Array.from({ length: SENDERS }, async () => {
    for (const text of texts) {
      const response = await test.post(
        { action: "sendsms", from: FROM, to: TO, "message-text": text },
      );
      idOf.set(text, (await response.json())["tracking-id"]);
    }
  }));
  await test.receiver.until((received) => received.length >= 2 * TEXTS);
  await Promise.all(reports);

  const codes = new Map<string, string[]>();
  for (const { body } of test.receiver.received) {
    const id = body["tracking-id"];
    codes.set(id, [...codes.get(id) ?? [], body.code]);
  }
  assert.equal(codes.size, TEXTS);
  let doubled = 0;
  for (const [text, id] of idOf) {
    assert.deepEqual(codes.get(id), ["N201", "N202"], text);
    if (submissions.get(text) === 1) continue;
    doubled++;
    const { history } = await adminBody(test, 200, "GET", `/messages/${id}`);
    const events = history.map(({ event }: { event: string }) => event);
    assert.ok(events.includes("submitted again"), `${text}: ${events}`);
  }
  assert.ok(doubled >= TEXTS / EVERY / 2, "sessions ended over submissions");
});
