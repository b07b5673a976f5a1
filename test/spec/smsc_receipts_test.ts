/** Receipts of SMSCs that send one for a long text: how they are found, and set up. */
import assert from "node:assert/strict";
import { adminBody } from "../support/service.ts";
import { movableClock } from "../support/movable_clock.ts";
import { receipt, startFixture } from "./smsc_fixture.ts";
import { sendSms } from "./traffic.ts";

const LONG = { "message-text": "x".repeat(200) };

Deno.test("receipts any: the one receipt of a long text is its outcome", async () => {
  await using fixture = await startFixture({ receipts: "any" });
  const { test, smsc } = fixture;
  for (const [stat, code, position] of [["DELIVRD", "N202", 0], ["UNDELIV", "E201", 1]] as const) {
    const from = smsc.submitted.length;
    const ids: string[] = [];
    smsc.respond = () => {
      const messageId = `${stat}-${ids.length}`;
      ids.push(messageId);
      return { messageId };
    };
    const sent = sendSms(test, LONG, ["N201", code]);
    await smsc.until(() => smsc.submitted.length === from + 2);
    assert.equal(await smsc.deliver(receipt(ids[position]!, stat)), 0);
    const { id } = await sent;
    const { state } = await adminBody(test, 200, "GET", `/messages/${id}`);
    assert.equal(state, stat === "DELIVRD" ? "delivered" : "failed");
  }
});

Deno.test("ten long texts in a row with one receipt each: the connector suggests receipts any", async () => {
  const clock = movableClock();
  await using fixture = await startFixture({}, {}, clock);
  const { test, smsc } = fixture;
  const suggestion = async () =>
    (await adminBody(test, 200, "GET", "/connectors/smsc/state")).suggestion;
  for (let text = 1; text <= 10; text++) {
    assert.equal(await suggestion(), undefined);
    const from = smsc.submitted.length;
    smsc.respond = ({ pdu }) => ({ messageId: `${text}-${pdu.user_message_reference}` });
    await sendSms(test, LONG, ["N201"]);
    await smsc.until(() => smsc.submitted.length === from + 2);
    const { pdu } = smsc.submitted[from]!;
    assert.equal(
      await smsc.deliver(receipt(`${text}-${pdu.user_message_reference}`, "DELIVRD")),
      0,
    );
    clock.advance(61_000);
  }
  assert.match(await suggestion(), /^The last 10 long texts got one receipt each/);
  await adminBody(test, 200, "PATCH", "/smscs/smsc", { receipts: "any" });
  assert.equal(await suggestion(), undefined);
});
