/** Statuses of messages, as customers see them. */
import assert from "node:assert/strict";
import { MESSAGE_STATES } from "../../../src/core/message/message_state.ts";
import {
  carrierStatusOf,
  detailsOf,
  endedAt,
  type MessageStatus,
  segmentsOf,
  type StatusEvent,
  stepsOf,
  waitsUntil,
} from "../../../src/core/postback/message_status.ts";

const NOON = Date.UTC(2026, 6, 1, 12);

function status(fields: Partial<MessageStatus> = {}): MessageStatus {
  return {
    trackingId: "t-1",
    kind: "SMS_MT",
    state: "accepted",
    from: "111122",
    to: "16175550101",
    operatorId: null,
    mmsId: null,
    clientReference: null,
    campaignRef: null,
    sentAs: null,
    connector: null,
    statusDetails: null,
    statusReason: null,
    segments: null,
    presumed: false,
    text: "Hello",
    dueAt: null,
    acceptedAt: NOON,
    submittedAt: null,
    updatedAt: NOON,
    expiresAt: NOON + 3_600_000,
    ...fields,
  };
}

function event(fields: Partial<StatusEvent>): StatusEvent {
  return { at: NOON, event: "begin", state: "sent", code: null, body: null, ...fields };
}

const DETAILS: Record<MessageStatus["state"], [details: string | null, hasEnded: boolean]> = {
  scheduled: ["Message Scheduled", false],
  accepted: [null, false],
  preparing: [null, false],
  sent: ["Message Sent", false],
  submitted: ["Message Sent", false],
  unreported: ["Message Sent", true],
  delivered: ["Message Delivered", true],
  expired: ["Message Expired", true],
  failed: ["No way to send MMS or SMS", true],
  rejected: ["Message Rejected", true],
  unrecognised: ["5000:Exception", true],
  canceled: ["Message Canceled", true],
};

for (const state of MESSAGE_STATES) {
  const [details, hasEnded] = DETAILS[state];
  Deno.test(`status of a message that is ${state}`, () => {
    assert.equal(detailsOf(status({ state })), details);
    assert.equal(endedAt(status({ state, updatedAt: NOON + 1 })), hasEnded ? NOON + 1 : null);
  });
}

Deno.test("the details of an outcome take the place of the ordinary ones", () => {
  const message = status({ state: "rejected", statusDetails: "Network Unreachable" });
  assert.equal(detailsOf(message), "Network Unreachable");
});

Deno.test("a message waits while it is neither in work nor at a carrier", () => {
  for (const state of ["scheduled", "accepted", "preparing", "sent"] as const) {
    assert.equal(waitsUntil(status({ state, dueAt: NOON + 1 }), NOON), NOON + 1);
    assert.equal(waitsUntil(status({ state, dueAt: NOON }), NOON), null);
    assert.equal(waitsUntil(status({ state }), NOON), null);
  }
  assert.equal(waitsUntil(status({ state: "submitted", dueAt: NOON + 1 }), NOON), null);
});

Deno.test("segments are those of the text, or those that a fallback SMS took", () => {
  assert.equal(segmentsOf(status()), 1);
  assert.equal(segmentsOf(status({ text: "x".repeat(161) })), 2);
  const mms = { text: null, sentAs: "MMS", submittedAt: NOON } as const;
  assert.equal(segmentsOf(status(mms)), null);
  assert.equal(segmentsOf(status({ ...mms, sentAs: "SMS" })), 1);
  assert.equal(segmentsOf(status({ ...mms, sentAs: "SMS", segments: 3 })), 3);
  assert.equal(segmentsOf(status({ ...mms, sentAs: "SMS", submittedAt: null })), null);
});

Deno.test("the carrier's words are told of an end that is the carrier's", () => {
  const end = { state: "failed", connector: "smsc", statusReason: "err:011" } as const;
  assert.equal(carrierStatusOf(status(end)), "err:011");
  assert.equal(carrierStatusOf(status({ ...end, connector: null })), null);
  assert.equal(carrierStatusOf(status({ ...end, presumed: true })), null);
  assert.equal(carrierStatusOf(status({ ...end, state: "unreported" })), null);
  assert.equal(carrierStatusOf(status({ ...end, state: "submitted" })), null);
});

Deno.test("events are told with the status and details of their postbacks", () => {
  const message = status({ kind: "MMS_MT", text: null, state: "failed" });
  const body = (fields: object) => JSON.stringify(fields);
  const steps = stepsOf(message, [
    event({ event: "accepted", state: "accepted" }),
    event({ event: "prepare", state: "preparing" }),
    event({ event: "audio-failed", state: null, code: "E012", body: body({ "error-info": "no" }) }),
    event({ event: "prepared", state: "accepted", code: "N013", body: "{}" }),
    event({ event: "unfit", state: "accepted" }),
    event({ code: "N101", body: body({ "status-details": "Message Sent" }) }),
    event({ event: "retry", state: null }),
    event({ event: "taken", state: "submitted" }),
    event({ event: "report noted", state: null }),
    event({
      event: "failed",
      state: "failed",
      code: "E101",
      body: body({ "status-details": "MMS is too big" }),
    }),
    event({ event: "reported to VASP", state: null, code: "DeliveryReportReq", body: null }),
  ]);
  assert.deepEqual(steps.map(({ code, details, status }) => [code, status, details]), [
    [null, "Accepted", null],
    [null, "Preparing", null],
    ["E012", null, "no"],
    ["N013", "Prepared", null],
    ["N101", "Sent", "Message Sent"],
    [null, "Submitted", null],
    ["E101", "Failed", "MMS is too big"],
  ]);
});

Deno.test("events of texts, whose postbacks have no details, have those of the message", () => {
  const rejected = status({ state: "rejected", statusDetails: "Network Unreachable" });
  const steps = stepsOf(rejected, [
    event({ code: "N201", body: "{}" }),
    event({ event: "rejected", state: "rejected", code: "E202", body: "{}" }),
  ]);
  assert.deepEqual(steps.map(({ details }) => details), ["Message Sent", "Network Unreachable"]);
});

Deno.test("a report that confirms an end is not told twice, one that changes it is", () => {
  const presumed = event({ event: "presumed expired", state: "failed", code: "E201", body: "{}" });
  const statuses = (last: Partial<StatusEvent>) =>
    stepsOf(status({ state: "failed" }), [presumed, event(last)]).map(({ status }) => status);
  assert.deepEqual(statuses({ event: "failed", state: "failed" }), ["Failed"]);
  const delivered = { event: "delivered", state: "delivered", code: "N202", body: "{}" } as const;
  assert.deepEqual(statuses(delivered), ["Failed", "Delivered"]);
});

Deno.test("events without a postback are told as well: reports that are off, no report at all", () => {
  const steps = stepsOf(status({ state: "unreported" }), [
    event({ event: "delivered", state: "delivered" }),
    event({ event: "unreported", state: "unreported" }),
  ]);
  assert.deepEqual(steps.map(({ status }) => status), ["Delivered", "Unreported"]);
});
