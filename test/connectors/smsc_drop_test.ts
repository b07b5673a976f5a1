/** Sessions that end inside a text of several segments: only what got no response goes again. */
import assert from "node:assert/strict";
import type { SmscSmppSettings } from "../../src/core/routing/connector.ts";
import type { SentSegment } from "../../src/ports/mod.ts";
import {
  messagesOf,
  positionOf,
  type Smsc,
  type SmscResponse,
  startSmsc,
} from "../support/smsc.ts";
import { movableClock } from "../support/movable_clock.ts";
import { createVirtualTime, type VirtualTime } from "../support/virtual_time.ts";
import { newSms, startCarrier, startConnector, startLimited, testParts } from "./smsc_carrier.ts";
import { LONG_LIMIT } from "../support/timers.ts";

const TEXT = "0123456789".repeat(40);
const COUNT = 3;

/** Starts a connector to an SMSC that ends the session once, instead of responding to a segment. */
async function startDropping(
  at: number,
  changes: Partial<SmscSmppSettings>,
  time?: VirtualTime,
) {
  const settings = { unconfirmed: "resubmit", ...changes } as const;
  const carrier = await (time ? startLimited(time, settings) : startCarrier(settings));
  let isDropped = false;
  carrier.smsc.respond = (submit): SmscResponse => {
    const { number } = positionOf(submit);
    if (number !== at || isDropped) return { messageId: `s-${number}` };
    isDropped = true;
    return "drop";
  };
  return carrier;
}

const numbersOf = ({ submitted }: Smsc) => submitted.map((submit) => positionOf(submit).number);
const sentTo = (...numbers: number[]): SentSegment[] =>
  numbers.map((number) => ({ index: number - 1, carrierId: `s-${number}` }));

Deno.test("a segment that was not written goes on the next session, and is not repeated", async () => {
  // With a window of one, each is written once the one before it has its response.
  await using carrier = await startDropping(2, { window: 1 });
  const { connector, smsc } = carrier;
  const message = newSms({ text: TEXT });
  const result = await connector.submit(message);
  assert.deepEqual(numbersOf(smsc), [1, 2, 3]);
  assert.equal(result.status, "unconfirmed");
  const { reason, sent } = result as { reason: string; sent?: SentSegment[] };
  assert.match(reason, new RegExp(`^of ${COUNT} segments 2: `));
  assert.deepEqual(sent, sentTo(1, 3));

  smsc.submitted.length = 0;
  const again = { ...message, attempt: 2, segmentsSent: sent!, isInSegments: true };
  const { status, segmentIds } = await connector.submit(again) as {
    status: string;
    segmentIds?: string[];
  };
  assert.equal(status, "accepted");
  assert.deepEqual(segmentIds, ["s-1", "s-2", "s-3"]);
  assert.deepEqual(numbersOf(smsc), [2]);
});

Deno.test("segments that were written and have no response are named", async () => {
  await using carrier = await startDropping(2, { window: 10 });
  const result = await carrier.connector.submit(newSms({ text: TEXT }));
  assert.equal(result.status, "unconfirmed");
  const { reason, sent } = result as { reason: string; sent?: SentSegment[] };
  assert.match(reason, new RegExp(`^of ${COUNT} segments 2, 3: `));
  assert.deepEqual(sent, sentTo(1));
});

Deno.test("a text is sent alone again whose first segment has no response", async () => {
  await using carrier = await startDropping(1, {});
  const { connector, smsc } = carrier;
  const result = await connector.submit(newSms({ text: TEXT }));
  assert.equal(result.status, "unconfirmed");
  assert.match((result as { reason: string }).reason, new RegExp(`^of ${COUNT} segments 1: `));
  assert.deepEqual(numbersOf(smsc), [1]);
});

Deno.test("a session that ends twice costs no segment its slot", async () => {
  await using carrier = await startCarrier({ unconfirmed: "resubmit", window: 1 });
  const { connector, smsc } = carrier;
  const dropped = new Set<number>();
  smsc.respond = (submit): SmscResponse => {
    const { number } = positionOf(submit);
    if (number === 1 || dropped.has(number)) return { messageId: `s-${number}` };
    dropped.add(number);
    return "drop";
  };
  const message = newSms({ text: TEXT });
  const first = await connector.submit(message) as { reason: string; sent: SentSegment[] };
  assert.match(first.reason, new RegExp(`^of ${COUNT} segments 2, 3: `));
  assert.deepEqual(first.sent, sentTo(1));
  const again = { ...message, attempt: 2, segmentsSent: first.sent, isInSegments: true };
  assert.equal((await connector.submit(again)).status, "accepted");
  assert.deepEqual(numbersOf(smsc), [1, 2, 3, 2, 3]);
});

Deno.test("where a response is waited for, the segments behind it follow", async () => {
  await using carrier = await startDropping(1, { unconfirmed: "wait" });
  const { connector, smsc } = carrier;
  const result = await connector.submit(newSms({ text: TEXT }));
  assert.equal(result.status, "unconfirmed");
  assert.deepEqual((result as { sent?: SentSegment[] }).sent, sentTo(2, 3));
  assert.deepEqual(numbersOf(smsc).sort(), [1, 2, 3]);
  assert.deepEqual(messagesOf(smsc.submitted), [TEXT]);
});

Deno.test("where a response is waited for, segments never written are sent later, and no others", async () => {
  const time = createVirtualTime();
  await using carrier = await startDropping(2, { unconfirmed: "wait", window: 1 }, time);
  const { connector, smsc } = carrier;
  // The session cannot be bound again, until the connector stops.
  smsc.admit = () => smsc.submitted.length > 1 ? 0x0d : 0;
  const message = newSms({ text: TEXT });
  const submitted = connector.submit(message);
  await carrier.until(() => carrier.lines.some(({ message }) => /no response/.test(message)));
  const stopped = connector.stop();
  time.moveTo(1000 * LONG_LIMIT.timeoutSeconds);
  await stopped;
  const { status, sent } = await submitted as { status: string; sent: SentSegment[] };
  assert.equal(status, "throttled", "it may be tried again");
  const assumed = { index: 1, carrierId: `${message.trackingId}.1` };
  assert.deepEqual(sent, [...sentTo(1), assumed]);
  assert.deepEqual(numbersOf(smsc), [1, 2]);

  await using successor = await startCarrier({ unconfirmed: "wait" });
  const again = { ...message, attempt: 2, segmentsSent: sent, isInSegments: true };
  assert.equal((await successor.connector.submit(again)).status, "accepted");
  assert.deepEqual(numbersOf(successor.smsc), [3]);
});

Deno.test("during an outage only as many messages wait for a session as then go at once", async () => {
  const smsc = await startSmsc();
  await smsc[Symbol.asyncDispose]();
  const clock = movableClock();
  await using carrier = await startConnector({ port: smsc.port, window: 10 }, testParts(clock));
  clock.advance(3000);
  const ended: number[] = [];
  await Promise.all(Array.from({ length: 30 }, async (_, position) => {
    const { status } = await carrier.connector.submit(newSms());
    assert.equal(status, "temporary");
    ended.push(position);
  }));
  assert.deepEqual(ended.slice(0, 20), Array.from({ length: 20 }, (_, i) => 10 + i));
});
