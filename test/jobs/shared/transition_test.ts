import assert from "node:assert/strict";
import { uuidIds } from "../../../src/adapters/system/ids.ts";
import type { MessageRecord } from "../../../src/core/message/message.ts";
import {
  MESSAGE_EVENTS,
  MESSAGE_STAGES,
  type MessageStage,
  type MessageState,
} from "../../../src/core/message/message_state.ts";
import { outcomeTransition, transitionOf } from "../../../src/jobs/shared/transition.ts";
import { VASP_CONTENT } from "../../support/jobs.ts";
import { newMessageRecord, NOON, NOTIFIED } from "../../support/store.ts";

const VASP = { ...NOTIFIED, mm7Url: "https://vasp.example.com/" };
const ENV = { clock: { now: () => NOON }, ids: uuidIds };

function record(stage: MessageStage): MessageRecord {
  return newMessageRecord({
    kind: "MMS_MT",
    content: VASP_CONTENT,
    operatorId: "0001470",
    state: stage.replace("presumed ", "") as MessageState,
    presumed: stage.startsWith("presumed "),
  });
}

const ENDS: MessageState[] = ["delivered", "expired", "failed", "rejected", "unrecognised"];

Deno.test("every transition that ends a VASP's message reports it, and no other", () => {
  let ends = 0;
  for (const state of MESSAGE_STAGES) {
    for (const event of MESSAGE_EVENTS) {
      const facts = { account: NOTIFIED, next: null, details: "Internal Routing Error" } as const;
      const transition = transitionOf(ENV, record(state), event, { ...facts, account: VASP });
      if (transition === null) continue;
      // A report that confirms the presumed end changes nothing.
      const isEnd = ENDS.includes(transition.to) && `presumed ${transition.to}` !== state;
      if (isEnd) ends++;
      const codes = transition.events.slice(1).map(({ code }) => code);
      assert.deepEqual(codes, isEnd ? ["DeliveryReportReq"] : [], `${state} ${event}`);
      // That a carrier has taken it is told by the message.
      const { events } = transitionOf(ENV, record(state), event, facts)!;
      assert.equal(events.length, event === "taken" ? 0 : 1);
    }
  }
  assert.equal(
    ends,
    8 + 8 + 2 + 5 + 3 * 4,
    "from sent, submitted, preparing, unreported, and what is presumed",
  );
});

Deno.test("the report is an event of its own beside the postback", () => {
  const outcome = { outcome: "rejected", details: "Message Rejected" } as const;
  const move = outcomeTransition(ENV, record("submitted"), outcome, { account: VASP })!;
  assert.deepEqual(
    move.events.map(({ name, state, code, operatorId }) => [name, state, code, operatorId]),
    [
      ["rejected", "rejected", "E102", "0001470"],
      ["reported to VASP", null, "DeliveryReportReq", "0001470"],
    ],
  );
});

Deno.test("a presumed end is overturned, and its details are removed", () => {
  const ended = outcomeTransition(ENV, record("sent"), {
    outcome: "failed",
    details: "Internal Routing Error",
  }, { account: NOTIFIED, presumed: true })!;
  assert.deepEqual([ended.events[0]!.name, ended.to], ["presumed failed", "failed"]);
  assert.deepEqual(ended.change, { presumed: true, statusDetails: "Internal Routing Error" });
  const late = outcomeTransition(ENV, record("presumed failed"), { outcome: "delivered" }, {
    account: NOTIFIED,
  })!;
  assert.deepEqual([late.from, late.fromPresumed, late.to], ["failed", true, "delivered"]);
  assert.deepEqual(late.change, { presumed: false });
});

Deno.test("spec 6.2 the carrier's words are in the history, and the text of the spec in the postback", () => {
  const outcome = {
    outcome: "rejected",
    details: "Message Rejected",
    reason: "REJECTD (error 00b)",
  } as const;
  const { change, events } = outcomeTransition(ENV, record("submitted"), outcome, {
    account: VASP,
  })!;
  assert.deepEqual(change, { statusDetails: outcome.details, statusReason: outcome.reason });
  const [postback, notice] = events;
  assert.equal(postback!.details, "Message Rejected: REJECTD (error 00b)");
  assert.equal(JSON.parse(postback!.body!)["status-details"], "Message Rejected");
  assert.equal(JSON.parse(notice!.body!).message.StatusText, "Message Rejected");
});

Deno.test("content that was fitted to its operator is reported by N013", () => {
  const move = transitionOf(ENV, record("preparing"), "prepared", {
    account: NOTIFIED,
    next: null,
  })!;
  assert.deepEqual(move.events.map(({ code, state }) => [code, state]), [["N013", "accepted"]]);
});
