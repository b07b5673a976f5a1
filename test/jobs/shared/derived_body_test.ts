/** Bodies that are not stored: derived from what is, they are those of the first attempt to the byte. */
import assert from "node:assert/strict";
import type { MessageRecord } from "../../../src/core/message/message.ts";
import {
  advanceMessage,
  MESSAGE_EVENTS,
  MESSAGE_STAGES,
} from "../../../src/core/message/message_state.ts";
import { derivedBody } from "../../../src/core/postback/derived_body.ts";
import { smsMoPostback } from "../../../src/core/postback/postback.ts";
import { isoMicros } from "../../../src/core/timestamp.ts";
import { transitionOf } from "../../../src/jobs/shared/transition.ts";
import { newInboundSms, newMessageRecord, NOON, NOTIFIED, uuidOf } from "../../support/store.ts";

/** Reads a time as the database returns it: from microseconds, as a number of milliseconds. */
const stored = (at: number) => Number(BigInt(Math.round(at * 1000))) / 1000;

const FACTS = [
  {},
  { handset: "Phone" },
  { handset: "Phone “é”\u2028", reason: "because" },
  { details: "MMS is too big" as const },
  { decision: "decided" },
  { decision: "decided", handset: "Phone" },
  { change: { sentAs: "SMS" as const } },
  { change: { sentAs: "MMS" as const }, handset: "x" },
];

const MESSAGES: Partial<MessageRecord>[] = [
  {},
  { clientReference: 'order "1"', campaignRef: "spring\u0000", from: "Shop é" },
  { sentAs: "SMS" },
  { sentAs: "MMS", mmsId: uuidOf(5) },
];

Deno.test("each derived body is that of its transition, whatever the message and its outcome", () => {
  const seen = new Map<string, number>();
  let time = NOON;
  for (const kind of ["SMS_MT", "MMS_MT"] as const) {
    for (const stage of MESSAGE_STAGES) {
      for (const event of MESSAGE_EVENTS) {
        if (advanceMessage(kind, stage, event) === null) continue;
        for (const facts of FACTS) {
          for (const fields of MESSAGES) {
            // Fractions that no float has exactly.
            const at = time += 0.1 + 1 / 3;
            const presumed = stage.startsWith("presumed ");
            const state = stage.replace("presumed ", "") as MessageRecord["state"];
            const message = newMessageRecord({ kind, state, presumed, ...fields });
            const clock = { now: () => at };
            const transition = transitionOf({ clock } as never, message, event, {
              account: NOTIFIED,
              next: null,
              ...facts,
            })!;
            for (const { code, body, state, details, isDerived } of transition.events) {
              if (!isDerived) continue;
              const event = { code, state, details, at: stored(at) };
              assert.equal(derivedBody(message, event), body);
              seen.set(code!, (seen.get(code!) ?? 0) + 1);
            }
          }
        }
      }
    }
  }
  assert.deepEqual([...seen.keys()].sort(), [
    "E201",
    "E202",
    "N013",
    "N101",
    "N102",
    "N201",
    "N202",
  ]);
});

Deno.test("that of a text from a handset is derived from it", () => {
  const message = newInboundSms({ text: "“Hi”\n", receivedAt: NOON + 0.123 });
  const event = { code: "N211", state: null, details: null, at: NOON } as const;
  const read = { ...message, receivedAt: stored(message.receivedAt) };
  assert.equal(derivedBody(read, event), smsMoPostback(message).body);
});

Deno.test("a time to the microsecond stays the same when it is written again", () => {
  for (let n = 0, at = NOON; n < 100_000; n++, at += 0.3217) {
    assert.equal(isoMicros(stored(at)), isoMicros(at));
  }
  assert.equal(isoMicros(NOON + 999.9999), "2026-07-01T12:00:01.000000+00:00");
  assert.equal(isoMicros(-0.001), "1969-12-31T23:59:59.999999+00:00");
});
