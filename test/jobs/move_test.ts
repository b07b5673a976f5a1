import assert from "node:assert/strict";
import { uuidIds } from "../../src/adapters/ids.ts";
import type { MessageRecord } from "../../src/core/message.ts";
import { MESSAGE_EVENTS, MESSAGE_STATES, type MessageState } from "../../src/core/message_state.ts";
import { moveOf, outcomeMove } from "../../src/jobs/move.ts";
import { VASP_CONTENT } from "../support/jobs.ts";
import { newMessage, NOON } from "../support/store.ts";

const ENV = { clock: { now: () => NOON }, ids: uuidIds };

function record(state: MessageState): MessageRecord {
  return {
    ...newMessage({ kind: "MMS_MT", content: VASP_CONTENT, operatorId: "0001470" }),
    state,
    sentAs: null,
    connector: null,
    carrierId: null,
    handset: null,
    statusDetails: null,
    attempts: 0,
    segments: null,
    unconfirmed: false,
    updatedAt: NOON,
  };
}

const ENDS: MessageState[] = ["delivered", "expired", "failed", "rejected", "unrecognised"];

Deno.test("every move that ends a VASP's message reports it, and no other", () => {
  let ends = 0;
  for (const state of MESSAGE_STATES) {
    for (const event of MESSAGE_EVENTS) {
      const facts = { next: null, details: "why" };
      const told = moveOf(ENV, record(state), event, { ...facts, vaspNotices: true });
      if (told === null) continue;
      const isEnd = ENDS.includes(told.to);
      if (isEnd) ends++;
      const codes = told.events.slice(1).map(({ code }) => code);
      assert.deepEqual(codes, isEnd ? ["DeliveryReportReq"] : [], `${state} ${event}`);
      assert.equal(moveOf(ENV, record(state), event, facts)!.events.length, 1);
    }
  }
  assert.equal(ends, 12, "five from sent, five from submitted, two from preparing");
});

Deno.test("the report is an event of its own beside the postback", () => {
  const move = outcomeMove(ENV, record("submitted"), { outcome: "rejected", details: "no" }, {
    vaspNotices: true,
  })!;
  const [postback, report] = move.events;
  assert.notEqual(report!.id, postback!.id);
  assert.deepEqual(
    move.events.map(({ name, state, code, operatorId }) => [name, state, code, operatorId]),
    [
      ["rejected", "rejected", "E102", "0001470"],
      ["reported to VASP", null, "DeliveryReportReq", "0001470"],
    ],
  );
});

Deno.test("content that fits its operator is told of by N013", () => {
  const move = moveOf(ENV, record("preparing"), "prepared", { next: null })!;
  assert.deepEqual(move.events.map(({ code, state }) => [code, state]), [["N013", "accepted"]]);
});
