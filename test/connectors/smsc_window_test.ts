/** Limits of an SMSC's concurrent and per-second submissions. */
import assert from "node:assert/strict";
import { createDeferral } from "../../src/connectors/deferral.ts";
import type { SubmissionResult } from "../../src/ports/mod.ts";
import { messagesOf, type Smsc } from "../support/smsc.ts";
import { newSms, startCarrier, testParts } from "./smsc_carrier.ts";

const STILL = { now: () => 1_000_000 };

/** Withholds the SMSC's responses until `release`. */
function holdResponses(smsc: Smsc): { release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  smsc.respond = async () => {
    await promise;
    return {};
  };
  return { release: resolve };
}

const statusesOf = (results: readonly SubmissionResult[]) =>
  results.map(({ status: result }) => result);

function waitOf(result: SubmissionResult): number {
  assert.equal(result.status, "throttled");
  return (result as { retryAfterMs: number }).retryAfterMs;
}

Deno.test("a window of two: two in flight, two waiting, the others get the time of a retry", async () => {
  await using carrier = await startCarrier({ window: 2 }, testParts(STILL));
  const { connector, smsc } = carrier;
  const held = holdResponses(smsc);
  const submit = () => connector.submit(newSms({ expiresAt: 2_000_000 }));
  const all = Array.from({ length: 7 }, submit);
  const away = await Promise.all(all.slice(4));
  const waits = away.map(waitOf);
  assert.ok(waits.every((wait, i) => wait > (waits[i - 1] ?? 0)), `one after another: ${waits}`);
  assert.deepEqual(away.map((result) => "waitsFor" in result && result.waitsFor), [
    "capacity",
    "capacity",
    "capacity",
  ]);

  await smsc.until(() => smsc.submitted.length === 2);
  held.release();
  assert.deepEqual(statusesOf(await Promise.all(all.slice(0, 4))), Array(4).fill("accepted"));
  assert.equal(smsc.most, 2);
  assert.equal(smsc.submitted.length, 4);
  // There is capacity again.
  assert.equal((await submit()).status, "accepted");
});

Deno.test("segments count in the window, too", async () => {
  await using carrier = await startCarrier({ window: 3 });
  const { connector, smsc } = carrier;
  const text = "0123456789".repeat(150);
  const results = await Promise.all([1, 2, 3].map(() => connector.submit(newSms({ text }))));
  assert.deepEqual(statusesOf(results), Array(3).fill("accepted"));
  assert.equal(smsc.submitted.length, 30);
  assert.ok(smsc.most <= 3, `${smsc.most} at once`);
  assert.deepEqual(messagesOf(smsc.submitted), [text, text, text]);
});

Deno.test("of two sessions the less busy one gets the next submission", async () => {
  await using carrier = await startCarrier({ sessions: 2, window: 5 });
  const { connector, smsc } = carrier;
  const held = holdResponses(smsc);
  const all = Array.from({ length: 8 }, () => connector.submit(newSms()));
  await smsc.until(() => smsc.submitted.length === 8);
  assert.equal(smsc.most, 4);
  held.release();
  assert.deepEqual(statusesOf(await Promise.all(all)), Array(8).fill("accepted"));
});

Deno.test("a message for which no window has capacity in time gets the time of a retry", async () => {
  await using carrier = await startCarrier({ window: 1 });
  const { connector, smsc } = carrier;
  const held = holdResponses(smsc);
  const first = connector.submit(newSms());
  await smsc.until(() => smsc.submitted.length === 1);
  assert.ok(waitOf(await connector.submit(newSms())) >= 100);
  assert.equal(smsc.submitted.length, 1);
  held.release();
  assert.equal((await first).status, "accepted");
});

Deno.test("deferred messages come one after another, and none later than half a minute", () => {
  const away = createDeferral(STILL);
  assert.deepEqual(
    [
      away.next({ account: "acme" }, { waitMs: 0, paceMs: 50, waitsFor: "capacity" }),
      away.next({ account: "acme" }, { waitMs: 0, paceMs: 50, waitsFor: "capacity" }),
      away.next({ account: "acme" }, { waitMs: 1000, paceMs: 50, waitsFor: "capacity" }),
      away.next({ account: "acme" }, { waitMs: 0, paceMs: 0, waitsFor: "capacity" }),
    ],
    [100, 150, 1000, 1000],
  );
  for (let i = 0; i < 100; i++) {
    away.next({ account: "acme" }, { waitMs: 0, paceMs: 1000, waitsFor: "capacity" });
  }
  assert.equal(
    away.next({ account: "acme" }, { waitMs: 0, paceMs: 1000, waitsFor: "capacity" }),
    30_000,
  );
  assert.equal(
    away.next({ account: "acme" }, { waitMs: 90_000, paceMs: 0, waitsFor: "capacity" }),
    30_000,
  );
});

Deno.test("in a full window accounts take turns, and one leaves capacity for another", async () => {
  await using carrier = await startCarrier({ window: 2 });
  const { connector, smsc } = carrier;
  const held = holdResponses(smsc);
  const theirs = Array.from({ length: 10 }, () => connector.submit(newSms({ account: "loud" })));
  await smsc.until(() => smsc.submitted.length === 2);
  const ours = connector.submit(newSms({ account: "quiet", text: "ours" }));
  held.release();
  assert.equal((await ours).status, "accepted");
  await Promise.all(theirs);
  const position = smsc.submitted.findIndex((pdu) => messagesOf([pdu])[0] === "ours");
  assert.ok(position === 2 || position === 3, `it was number ${position}`);
});

Deno.test("a deferred message comes again at the pace of its own account", () => {
  const away = createDeferral(STILL);
  for (let i = 0; i < 100; i++) {
    away.next({ account: "loud" }, { waitMs: 0, paceMs: 1000, waitsFor: "capacity" });
  }
  assert.equal(
    away.next({ account: "quiet" }, { waitMs: 0, paceMs: 1000, waitsFor: "capacity" }),
    100,
  );
});
