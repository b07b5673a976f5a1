import assert from "node:assert/strict";
import type { Outcome } from "../../src/core/message/message.ts";
import {
  MM_STATUSES,
  outcomeOf,
  outcomeOfRead,
  type ReportFacts,
} from "../../src/mm7/mm_status.ts";

const PROFILE = "http://phone.example/uaprof.xml";

/** Contract section 6. */
const CASES: [status: string, facts: ReportFacts, outcome: Outcome][] = [
  ["Retrieved", {}, { outcome: "delivered" }],
  ["Retrieved", { uaProf: PROFILE }, { outcome: "delivered", handset: PROFILE }],
  ["Retrieved", { uaProf: `http://${"x".repeat(1000)}` }, { outcome: "delivered" }],
  ["Expired", { statusText: "too late" }, { outcome: "expired", reason: "Expired: too late" }],
  ["Rejected", { statusText: "no" }, {
    outcome: "rejected",
    details: "Message Rejected",
    reason: "Rejected: no",
  }],
  ["Rejected", {}, { outcome: "rejected", details: "Message Rejected", reason: "Rejected" }],
  ["NotSupported", { statusText: "no" }, {
    outcome: "rejected",
    details: "Message Not Supported",
    reason: "NotSupported: no",
  }],
  ["Unreachable", { statusText: "no" }, {
    outcome: "rejected",
    details: "Network Unreachable",
    reason: "Unreachable: no",
  }],
  ["Unrecognised", {}, {
    outcome: "unrecognised",
    details: "5000:Exception",
    reason: "Unrecognised",
  }],
  ["Unrecognised", { statusText: "4242:Exception" }, {
    outcome: "unrecognised",
    details: "4242:Exception",
    reason: "Unrecognised: 4242:Exception",
  }],
  ["Unrecognised", { statusText: "what is this" }, {
    outcome: "unrecognised",
    details: "5000:Exception",
    reason: "Unrecognised: what is this",
  }],
  ["Unrecognised", { statusText: "x 1:Exception" }, {
    outcome: "unrecognised",
    details: "5000:Exception",
    reason: "Unrecognised: x 1:Exception",
  }],
  ["Deferred", {}, { outcome: "noted", details: "Deferred" }],
  ["Deferred", { statusText: "phone is off" }, {
    outcome: "noted",
    details: "Deferred: phone is off",
  }],
  ["Forwarded", {}, { outcome: "noted", details: "Forwarded" }],
  ["Indeterminate", { statusText: "x".repeat(300) }, {
    outcome: "noted",
    details: `Indeterminate: ${"x".repeat(200)}`,
  }],
  ["retrieved", {}, { outcome: "delivered" }],
  ["Delivered", { uaProf: PROFILE }, { outcome: "delivered", handset: PROFILE }],
  ["DeliveryConditionNotMet", { statusText: "no" }, {
    outcome: "rejected",
    details: "Message Rejected",
    reason: "DeliveryConditionNotMet: no",
  }],
  ["Unrecognized", { statusText: "4242:Exception" }, {
    outcome: "unrecognised",
    details: "4242:Exception",
    reason: "Unrecognized: 4242:Exception",
  }],
  ["Lost", { statusText: "by us" }, { outcome: "noted", details: "Lost: by us" }],
  ["constructor", {}, { outcome: "noted", details: "constructor" }],
  ["x".repeat(300), {}, { outcome: "noted", details: "x".repeat(200) }],
];

for (const [status, facts, outcome] of CASES) {
  const described = JSON.stringify(facts).slice(0, 60);
  Deno.test(`MMStatus ${status.slice(0, 40)} ${described}: ${JSON.stringify(outcome).slice(0, 80)}`, () => {
    assert.deepEqual(outcomeOf(status, facts), outcome);
  });
}

Deno.test("every MMStatus has a case", () => {
  const cases = new Set(CASES.map(([status]) => status));
  assert.deepEqual(Object.keys(MM_STATUSES).filter((key) => !cases.has(key)), []);
});

for (const status of ["Read", "Indeterminate", "Deleted without being read", "Seen"]) {
  Deno.test(`read reply ${status} is recorded`, () => {
    assert.deepEqual(outcomeOfRead(status), {
      outcome: "noted",
      details: `read reply: ${status}`,
    });
  });
}
