/** Responses that come after the time limit, and receipts that return a reference of ours. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { SmscResponse, Submit } from "../support/smsc.ts";
import type { SmscSmppSettings } from "../../src/core/routing/connector.ts";
import { createVirtualTime } from "../support/virtual_time.ts";
import { newSms, startCarrier, startLimited, type TestCarrier } from "./smsc_carrier.ts";

/** Starts a connector whose time limits are over when the test says so. */
async function startExpiring(changes: Partial<SmscSmppSettings> = {}) {
  const time = createVirtualTime();
  const carrier = await startLimited(time, changes);
  const { smsc } = carrier;
  return Object.assign(carrier, {
    /** Ends the time limit once the SMSC has so many submissions, and its responses have come. */
    async expire(submissions: number): Promise<void> {
      await smsc.until(() => smsc.submitted.length === submissions);
      await new Promise((resolve) => smsc.sessions[0]!.enquire_link(resolve));
      time.moveTo(time.nextAt!);
    },
  });
}

/** Has an SMSC hold its responses back until they are released. */
function holdResponses({ smsc }: { smsc: { respond: (submit: Submit) => unknown } }) {
  const { promise, resolve: release } = Promise.withResolvers<SmscResponse>();
  smsc.respond = () => promise;
  return release;
}

const isLateLine = ({ message }: { message: string }) => message.includes("after the time limit");

/** Returns the lines on late responses, once there is one. */
async function lateLines({ lines, until }: TestCarrier) {
  await until(() => lines.some(isLateLine));
  return lines.filter(isLateLine);
}

Deno.test("a late acceptance names the id of its message as receipts have it", async () => {
  await using carrier = await startExpiring({ receiptIds: "hex-to-decimal" });
  const { acceptedLate, connector } = carrier;
  const release = holdResponses(carrier);
  const message = newSms();
  const unanswered = connector.submit(message);
  await carrier.expire(1);
  assert.equal((await unanswered).status, "unconfirmed");
  release({ messageId: "00FF" });
  await carrier.until(() => acceptedLate.length === 1);
  const { at, ...acceptance } = acceptedLate[0]!;
  assert.deepEqual(acceptance, {
    connector: "smsc",
    trackingId: message.trackingId,
    segment: { index: 0, carrierId: "255" },
    segments: 1,
  });
  assert.ok(Math.abs(at - Date.now()) < 60_000);
  const [line] = await lateLines(carrier);
  assert.equal(line!.level, "info");
  assert.equal(line!.facts["tracking-id"], message.trackingId);
  assert.match(String(line!.facts.do), /--timeout/);
});

Deno.test("a late acceptance of a segment tells which of how many", async () => {
  await using carrier = await startExpiring();
  const { acceptedLate, connector, smsc } = carrier;
  const held = Promise.withResolvers<SmscResponse>();
  smsc.respond = ({ pdu }) => {
    const position = smsc.submitted.findIndex((each) => each.pdu === pdu);
    return position === 1 ? held.promise : { messageId: `id-${position}` };
  };
  const message = newSms({ text: "x".repeat(400) });
  const submitted = connector.submit(message);
  await carrier.expire(3);
  const result = await submitted;
  assert.equal(result.status, "unconfirmed");
  held.resolve({ messageId: "late" });
  await carrier.until(() => acceptedLate.length === 1);
  const { segment, segments } = acceptedLate[0]!;
  assert.deepEqual([segment.carrierId, segments], ["late", 3]);
  assert.ok("sent" in result && !result.sent!.some(({ index }) => index === segment.index));
});

Deno.test("a late refusal ends a message that waits for its report, and no other", async () => {
  for (const unconfirmed of ["wait", "resubmit"] as const) {
    await using carrier = await startExpiring({ unconfirmed });
    const { acceptedLate, connector, reports } = carrier;
    const release = holdResponses(carrier);
    const message = newSms();
    const unanswered = connector.submit(message);
    await carrier.expire(1);
    assert.equal((await unanswered).status, "unconfirmed");
    release({ status: 0x0b });
    const [line] = await lateLines(carrier);
    assert.match(line!.message, /refused/);
    assert.equal(acceptedLate.length, 0);
    if (unconfirmed === "resubmit") {
      assert.equal(reports.length, 0);
      continue;
    }
    await carrier.until(() => reports.length === 1);
    const { trackingId, outcome } = reports[0]!;
    assert.equal(trackingId, message.trackingId);
    assert.deepEqual(outcome, {
      outcome: "rejected",
      details: "Message Rejected",
      reason: "SMPP RINVDSTADR: invalid recipient",
    });
  }
});

Deno.test("a repetition that is refused changes nothing where the first was accepted late", async () => {
  await using carrier = await startExpiring({ unconfirmed: "resubmit" });
  const { acceptedLate, connector, smsc } = carrier;
  const release = holdResponses(carrier);
  const message = newSms();
  const unanswered = connector.submit(message);
  await carrier.expire(1);
  assert.equal((await unanswered).status, "unconfirmed");
  const second = Promise.withResolvers<SmscResponse>();
  smsc.respond = () => second.promise;
  const again = connector.submit({ ...message, attempt: 2, resubmitted: true });
  await smsc.until(() => smsc.submitted.length === 2);
  release({ messageId: "first" });
  await carrier.until(() => acceptedLate.length === 1);
  second.resolve({ status: 0x45 });
  assert.deepEqual(await again, { status: "accepted", carrierId: "first" });
});

Deno.test("a session that has ended takes no late response", async () => {
  await using carrier = await startExpiring();
  const { acceptedLate, connector, smsc } = carrier;
  const release = holdResponses(carrier);
  const unanswered = connector.submit(newSms());
  await carrier.expire(1);
  assert.equal((await unanswered).status, "unconfirmed");
  const [session] = smsc.sessions;
  session!.destroy();
  await smsc.until(() => smsc.sessions.length === 1 && smsc.sessions[0] !== session);
  release({ messageId: "gone" });
  smsc.respond = () => ({ messageId: "2" });
  assert.equal((await connector.submit(newSms())).status, "accepted");
  assert.equal(acceptedLate.length, 0);
});

Deno.test("a receipt that returns the reference of a message in one piece finds it", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc, reports, unmatched } = carrier;
  const message = newSms();
  await connector.submit(message);
  const long = newSms({ text: "x".repeat(200) });
  await connector.submit(long);
  const [whole, ...segments] = smsc.submitted.map(({ pdu }) => pdu.user_message_reference);
  assert.equal(new Set([whole, ...segments]).size, 3);
  const receiptOf = (user_message_reference: number, text: string) =>
    smsc.deliver({
      source_addr: `+${message.to}`,
      destination_addr: message.from,
      esm_class: 4,
      user_message_reference,
      short_message: Buffer.from(text),
    });
  for (const text of ["id:7 stat:DELIVRD", "stat:DELIVRD"]) {
    assert.equal(await receiptOf(whole!, text), 0);
    const { reference, carrierId } = reports.at(-1)!;
    assert.equal(carrierId, text.startsWith("id") ? "7" : "");
    assert.equal(reference!.recipient, message.to);
    assert.deepEqual(
      [message, long].map(({ trackingId }) => reference!.isOf(trackingId)),
      [true, false],
    );
  }
  for (const segment of segments) {
    await receiptOf(segment, "stat:DELIVRD");
    assert.equal(reports.at(-1)!.reference!.isOf(long.trackingId), false);
  }
  assert.equal(unmatched.length, 0);
});

Deno.test("no reference is sent to an SMSC that refuses it, nor read", async () => {
  await using carrier = await startCarrier({ userMessageReference: false });
  const { connector, smsc, reports, unmatched } = carrier;
  const message = newSms();
  await connector.submit(message);
  assert.equal(smsc.submitted[0]!.pdu.user_message_reference, undefined);
  const receipt = { source_addr: message.to, destination_addr: message.from, esm_class: 4 };
  const user_message_reference = 7;
  await smsc.deliver({ ...receipt, user_message_reference, short_message: "stat:DELIVRD" });
  assert.deepEqual([reports.length, unmatched.length], [0, 1]);
});
