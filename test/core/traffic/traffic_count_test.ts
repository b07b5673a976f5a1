/** Counts of the traffic that the changes of a message add. */
import assert from "node:assert/strict";
import { countChange, type MessageChange } from "../../../src/core/traffic/traffic_count.ts";
import { acceptedRecord, type MessageRecord } from "../../../src/core/message/message.ts";

const ACCEPTED = Date.UTC(2026, 6, 1, 12);

const MESSAGE = acceptedRecord({
  trackingId: "01980000-0000-7000-8000-000000000000",
  account: "acme",
  kind: "SMS_MT",
  from: "111122",
  to: "16175550101",
  operatorId: null,
  mmsId: null,
  clientReference: null,
  campaignRef: null,
  content: { kind: "SMS", text: "Hello" },
  deliveryReport: true,
  acceptedAt: ACCEPTED,
  expiresAt: ACCEPTED + 3_600_000,
});

const SUBMITTED = { state: "submitted", submittedAt: ACCEPTED + 1000 } as const;

/** Counts a change of a message, which a carrier has unless the fields say otherwise. */
function counted(
  change: Partial<MessageChange>,
  fields: Partial<MessageRecord> = SUBMITTED,
) {
  const facts = { at: ACCEPTED + 4000, isTaken: false, presumed: false, details: undefined };
  const count = countChange({ ...MESSAGE, ...fields }, { ...facts, to: "delivered", ...change });
  return count && [count.outcome, count.details, count.durationMs];
}

Deno.test("a submission counts with the time since the acceptance", () => {
  const change = { at: ACCEPTED + 1000, isTaken: true, to: "submitted" } as const;
  assert.deepEqual(counted(change, { state: "sent" }), ["submitted", "", 1000]);
});

Deno.test("an end that a carrier reports counts with the time since the submission", () => {
  assert.deepEqual(counted({}), ["delivered", "", 3000]);
  const details = "Network Unreachable";
  assert.deepEqual(counted({ to: "rejected", details }), ["rejected", details, 3000]);
});

Deno.test("an end without a report, and one before any carrier, have no time", () => {
  assert.deepEqual(counted({ to: "failed", presumed: true }), ["failed", "", null]);
  assert.deepEqual(counted({ to: "unreported" }), ["unreported", "", null]);
  assert.deepEqual(counted({ to: "failed" }, { state: "accepted" }), ["failed", "", null]);
});

Deno.test("a report that overturns a presumed end counts, one that confirms it does not", () => {
  const presumed = { ...SUBMITTED, state: "failed", presumed: true } as const;
  assert.deepEqual(counted({}, presumed), ["delivered", "", 3000]);
  assert.equal(counted({ to: "failed" }, presumed), undefined);
});

Deno.test("other changes do not count", () => {
  assert.equal(counted({ to: "submitted" }), undefined);
  assert.equal(counted({ to: "sent" }, { state: "accepted" }), undefined);
});
