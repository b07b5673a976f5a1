/** Submissions to an SMSC whose response comes after the time limit, or never. */
import assert from "node:assert/strict";
import type { SmscResponse } from "../support/smsc.ts";
import { adminBody, type TestService } from "../support/service.ts";
import { movableClock } from "../support/movable_clock.ts";
import { receipt, startFixture } from "./smsc_fixture.ts";
import { sendSms } from "./traffic.ts";
import { until } from "../support/until.ts";

const SECONDS = { timeout: 1 };

/** Returns the events of a message's history, once there is one. */
async function eventsWith(test: TestService, id: string, event: string): Promise<string[]> {
  return await until(async () => {
    const { history } = await adminBody(test, 200, "GET", `/messages/${id}`);
    return history.map((each: { event: string }) => each.event) as string[];
  }, (events) => events.includes(event));
}

const countOf = (events: readonly string[], event: string) =>
  events.filter((each) => each === event).length;

Deno.test("wait: a late response names the id by which the receipt comes", async () => {
  await using fixture = await startFixture({ ...SECONDS, unconfirmed: "wait" });
  const { test, smsc } = fixture;
  const held = Promise.withResolvers<SmscResponse>();
  smsc.respond = () => held.promise;
  const { id } = await sendSms(test, {}, ["N201"]);
  await eventsWith(test, id, "taken");
  held.resolve({ messageId: "late-1" });
  await eventsWith(test, id, "accepted late");
  assert.equal(await smsc.deliver(receipt("late-1", "DELIVRD")), 0);
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  const { "carrier-id": carrierId, state } = await adminBody(test, 200, "GET", `/messages/${id}`);
  assert.deepEqual([carrierId, state], ["late-1", "delivered"]);
  assert.equal(smsc.submitted.length, 1);
});

Deno.test("wait: a late refusal is the outcome", async () => {
  await using fixture = await startFixture({ ...SECONDS, unconfirmed: "wait" });
  const { test, smsc } = fixture;
  const held = Promise.withResolvers<SmscResponse>();
  smsc.respond = () => held.promise;
  const { id } = await sendSms(test, {}, ["N201"]);
  await eventsWith(test, id, "taken");
  held.resolve({ status: 0x0b });
  await test.receiver.untilCodes(id, ["N201", "E202"]);
});

Deno.test("wait: a receipt that returns our reference settles the message without any response", async () => {
  await using fixture = await startFixture({ ...SECONDS, unconfirmed: "wait" });
  const { test, smsc } = fixture;
  smsc.respond = () => "silence";
  const messages = [];
  for (const id of ["its-1", null]) {
    const { id: trackingId } = await sendSms(test, {}, ["N201"]);
    await eventsWith(test, trackingId, "taken");
    messages.push({ id, trackingId });
  }
  for (const [position, { id, trackingId }] of messages.entries()) {
    const { user_message_reference } = smsc.submitted[position]!.pdu;
    const named = receipt(id ?? "", "DELIVRD");
    const text = id === null ? { short_message: "stat:DELIVRD err:000" } : {};
    assert.equal(await smsc.deliver({ ...named, ...text, user_message_reference }), 0);
    await test.receiver.untilCodes(trackingId, ["N201", "N202"]);
    const { "carrier-id": carrierId } = await adminBody(
      test,
      200,
      "GET",
      `/messages/${trackingId}`,
    );
    assert.equal(carrierId, id);
  }
  assert.equal(smsc.submitted.length, 2);
});

Deno.test("resubmit: a late response before the repetition spares it", async () => {
  const clock = movableClock();
  const config = { DELIVER_RETRY: "1h", RESCUE_INTERVAL: "1s" };
  await using fixture = await startFixture({ ...SECONDS, unconfirmed: "resubmit" }, config, clock);
  const { test, smsc } = fixture;
  const held = Promise.withResolvers<SmscResponse>();
  smsc.respond = () => held.promise;
  const { id } = await sendSms(test, {}, ["N201"]);
  await eventsWith(test, id, "retry");
  held.resolve({ messageId: "late-1" });
  await eventsWith(test, id, "accepted late");
  clock.advance(3_600_000);
  const events = await eventsWith(test, id, "taken");
  assert.equal(countOf(events, "submitted again"), 0);
  assert.equal(smsc.submitted.length, 1);
  await smsc.deliver(receipt("late-1", "DELIVRD"));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
});

Deno.test("resubmit: a late response after the repetition is an id of the same message", async () => {
  const config = { DELIVER_RETRY: "0.1s", RESCUE_INTERVAL: "1s" };
  await using fixture = await startFixture({ ...SECONDS, unconfirmed: "resubmit" }, config);
  const { test, smsc } = fixture;
  for (const reported of ["late", "again"]) {
    const before = smsc.submitted.length;
    const held = Promise.withResolvers<SmscResponse>();
    smsc.respond = () =>
      smsc.submitted.length === before + 1 ? held.promise : { messageId: `again-${before}` };
    const { id } = await sendSms(test, {}, ["N201"]);
    await eventsWith(test, id, "taken");
    held.resolve({ messageId: `late-${before}` });
    await eventsWith(test, id, "accepted late");
    assert.equal(await smsc.deliver(receipt(`${reported}-${before}`, "DELIVRD")), 0);
    await test.receiver.untilCodes(id, ["N201", "N202"]);
    const other = reported === "late" ? "again" : "late";
    assert.equal(await smsc.deliver(receipt(`${other}-${before}`, "DELIVRD")), 0);
    const events = await eventsWith(test, id, "report without effect");
    // On a busy machine the response to the repetition may be late, too.
    const repetitions = smsc.submitted.length - before - 1;
    assert.ok(repetitions >= 1);
    assert.equal(countOf(events, "submitted again"), repetitions);
  }
});
