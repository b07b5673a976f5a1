import assert from "node:assert/strict";
import type { MessageKind } from "../../src/core/message.ts";
import {
  advanceMessage,
  isFinal,
  MESSAGE_EVENTS,
  MESSAGE_STATES,
} from "../../src/core/message_state.ts";

/**
 * Spec 3.2 and 3.3, completed by sections 4 to 6 of the contract: every cell there is. A cell names
 * the next state and its postback; `·` changes nothing, `-` is a step that has no postback.
 */
const SPEC: Record<MessageKind, string> = {
  MMS_MT: `
             | prepare     | prepared      | unfit      | begin     | taken       | delivered      | expired      | failed      | rejected      | unrecognised
accepted     | preparing - | ·             | ·          | sent N101 | ·           | ·              | ·            | ·           | ·             | ·
preparing    | ·           | accepted N013 | accepted - | ·         | ·           | ·              | expired N103 | failed E101 | ·             | ·
sent         | ·           | ·             | ·          | ·         | submitted - | delivered N102 | expired N103 | failed E101 | rejected E102 | unrecognised E102
submitted    | ·           | ·             | ·          | ·         | ·           | delivered N102 | expired N103 | failed E101 | rejected E102 | unrecognised E102
delivered    | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·
expired      | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·
failed       | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·
rejected     | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·
unrecognised | ·           | ·             | ·          | ·         | ·           | ·              | ·            | ·           | ·             | ·`,
  SMS_MT: `
             | prepare | prepared | unfit | begin     | taken       | delivered      | expired     | failed      | rejected      | unrecognised
accepted     | ·       | ·        | ·     | sent N201 | ·           | ·              | ·           | ·           | ·             | ·
preparing    | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·
sent         | ·       | ·        | ·     | ·         | submitted - | delivered N202 | failed E201 | failed E201 | rejected E202 | failed E201
submitted    | ·       | ·        | ·     | ·         | ·           | delivered N202 | failed E201 | failed E201 | rejected E202 | failed E201
delivered    | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·
expired      | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·
failed       | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·
rejected     | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·
unrecognised | ·       | ·        | ·     | ·         | ·           | ·              | ·           | ·           | ·             | ·`,
};

for (const [kind, drawn] of Object.entries(SPEC) as [MessageKind, string][]) {
  const [head, ...rows] = drawn.trim().split("\n").map((row) =>
    row.split("|").map((cell) => cell.trim())
  );

  Deno.test(`${kind}: the table has every state and every event`, () => {
    assert.deepEqual(head!.filter((cell) => cell !== ""), MESSAGE_EVENTS);
    assert.deepEqual(rows.map(([state]) => state), MESSAGE_STATES);
  });

  for (const [row, state] of MESSAGE_STATES.entries()) {
    Deno.test(`${kind}: a message that is ${state} moves as the spec says`, () => {
      for (const [column, event] of MESSAGE_EVENTS.entries()) {
        const [to, postback] = rows[row]![column + 1]!.split(" ");
        const expected = to === "·"
          ? null
          : { state: to, postback: postback === "-" ? null : postback };
        assert.deepEqual(advanceMessage(kind, state, event), expected, `${state} × ${event}`);
      }
    });
  }
}

Deno.test("a message is final where nothing moves it any more", () => {
  assert.deepEqual(MESSAGE_STATES.filter(isFinal), [
    "delivered",
    "expired",
    "failed",
    "rejected",
    "unrecognised",
  ]);
});
