import assert from "node:assert/strict";
import type { MessageKind } from "../../../src/core/message/message.ts";
import {
  advanceMessage,
  isFinal,
  MESSAGE_EVENTS,
  MESSAGE_STAGES,
  MESSAGE_STATES,
  type MessageStage,
  stageOf,
} from "../../../src/core/message/message_state.ts";

/**
 * Spec 3.2 and 3.3, completed by sections 4 to 6 of the contract, cell by cell. A cell names the
 * next state, with `?` where that is presumed, and its postback; `·` changes nothing, `-` is a step
 * that has no postback.
 */
const SPEC: Record<MessageKind, string> = {
  MMS_MT: `
                  | wait        | cancel     | prepare     | prepared      | unfit      | begin     | taken       | delivered      | expired      | failed      | rejected      | unrecognised      | unreported   | presumed expired | presumed failed | presumed rejected
scheduled         | scheduled - | canceled - | preparing - | ·             | ·          | sent N101 | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
accepted          | scheduled - | canceled - | preparing - | ·             | ·          | sent N101 | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
preparing         | ·           | canceled - | ·           | accepted N013 | accepted - | ·         | ·           | ·              | expired N103 | failed E101 | ·             | ·                 | ·            | ·                | ·               | ·
sent              | ·           | canceled - | ·           | ·             | ·          | ·         | submitted - | delivered N102 | expired N103 | failed E101 | rejected E102 | unrecognised E102 | ·            | expired? N103    | failed? E101    | rejected? E102
submitted         | ·           | ·          | ·           | ·             | ·          | ·         | ·           | delivered N102 | expired N103 | failed E101 | rejected E102 | unrecognised E102 | unreported - | expired? N103    | failed? E101    | rejected? E102
unreported        | ·           | ·          | ·           | ·             | ·          | ·         | ·           | delivered N102 | expired N103 | failed E101 | rejected E102 | unrecognised E102 | ·            | ·                | ·               | ·
delivered         | ·           | ·          | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
expired           | ·           | ·          | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
failed            | ·           | ·          | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
rejected          | ·           | ·          | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
unrecognised      | ·           | ·          | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
canceled          | ·           | ·          | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·                 | ·            | ·                | ·               | ·
presumed expired  | ·           | ·          | ·           | ·             | ·          | ·         | ·           | delivered N102 | expired -    | failed E101 | rejected E102 | unrecognised E102 | ·            | ·                | ·               | ·
presumed failed   | ·           | ·          | ·           | ·             | ·          | ·         | ·           | delivered N102 | expired N103 | failed -    | rejected E102 | unrecognised E102 | ·            | ·                | ·               | ·
presumed rejected | ·           | ·          | ·           | ·             | ·          | ·         | ·           | delivered N102 | expired N103 | failed E101 | rejected -    | unrecognised E102 | ·            | ·                | ·               | ·`,
  SMS_MT: `
                  | wait        | cancel     | prepare | prepared | unfit | begin     | taken       | delivered      | expired     | failed      | rejected      | unrecognised | unreported   | presumed expired | presumed failed | presumed rejected
scheduled         | scheduled - | canceled - | ·       | ·        | ·     | sent N201 | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
accepted          | scheduled - | canceled - | ·       | ·        | ·     | sent N201 | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
preparing         | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
sent              | ·           | canceled - | ·       | ·        | ·     | ·         | submitted - | delivered N202 | failed E201 | failed E201 | rejected E202 | failed E201  | ·            | failed? E201     | failed? E201    | rejected? E202
submitted         | ·           | ·          | ·       | ·        | ·     | ·         | ·           | delivered N202 | failed E201 | failed E201 | rejected E202 | failed E201  | unreported - | failed? E201     | failed? E201    | rejected? E202
unreported        | ·           | ·          | ·       | ·        | ·     | ·         | ·           | delivered N202 | failed E201 | failed E201 | rejected E202 | failed E201  | ·            | ·                | ·               | ·
delivered         | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
expired           | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
failed            | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
rejected          | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
unrecognised      | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
canceled          | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
presumed expired  | ·           | ·          | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·            | ·            | ·                | ·               | ·
presumed failed   | ·           | ·          | ·       | ·        | ·     | ·         | ·           | delivered N202 | failed -    | failed -    | rejected E202 | failed -     | ·            | ·                | ·               | ·
presumed rejected | ·           | ·          | ·       | ·        | ·     | ·         | ·           | delivered N202 | failed E201 | failed E201 | rejected -    | failed E201  | ·            | ·                | ·               | ·`,
};

for (const [kind, drawn] of Object.entries(SPEC) as [MessageKind, string][]) {
  const [head, ...rows] = drawn.trim().split("\n").map((row) =>
    row.split("|").map((cell) => cell.trim())
  );

  Deno.test(`${kind}: the table has every stage and every event`, () => {
    assert.deepEqual(head!.filter((cell) => cell !== ""), MESSAGE_EVENTS);
    assert.deepEqual(rows.map(([stage]) => stage), MESSAGE_STAGES);
  });

  for (const [row, stage] of MESSAGE_STAGES.entries()) {
    Deno.test(`${kind}: a message that is ${stage} moves as the spec says`, () => {
      for (const [column, event] of MESSAGE_EVENTS.entries()) {
        const [to, postback] = rows[row]![column + 1]!.split(" ");
        const expected = to === "·" ? null : {
          state: to!.replace("?", ""),
          postback: postback === "-" ? null : postback,
          ...to!.endsWith("?") ? { presumed: true } : {},
        };
        assert.deepEqual(advanceMessage(kind, stage, event), expected, `${stage} × ${event}`);
      }
    });
  }
}

Deno.test("a message is final if no event changes its state", () => {
  assert.deepEqual(MESSAGE_STAGES.filter(isFinal), [
    "delivered",
    "expired",
    "failed",
    "rejected",
    "unrecognised",
    "canceled",
  ]);
  const isFixed = (stage: MessageStage) =>
    (["MMS_MT", "SMS_MT"] as const).every((kind) =>
      MESSAGE_EVENTS.every((event) => advanceMessage(kind, stage, event) === null)
    );
  assert.deepEqual(MESSAGE_STAGES.filter(isFinal), MESSAGE_STAGES.filter(isFixed));
});

Deno.test("every presumed end has a stage, and no other state has", () => {
  const stages: readonly string[] = MESSAGE_STAGES;
  const reached = new Set<MessageStage>();
  for (const kind of ["MMS_MT", "SMS_MT"] as const) {
    for (const stage of MESSAGE_STAGES) {
      for (const event of MESSAGE_EVENTS) {
        const step = advanceMessage(kind, stage, event);
        if (step === null) continue;
        const next = stageOf({ state: step.state, presumed: step.presumed ?? false });
        assert.ok(stages.includes(next), next);
        if (step.presumed) reached.add(next);
      }
    }
  }
  assert.deepEqual([...reached].sort(), MESSAGE_STAGES.slice(MESSAGE_STATES.length));
});
