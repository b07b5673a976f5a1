/** Command statuses of an SMSC, over real SMPP, and their effect on the message. */
import assert from "node:assert/strict";
import { STATUSES, type StatusMeaning } from "../../src/connectors/smsc_smpp/command_status.ts";
import type { Outcome } from "../../src/core/message/message.ts";
import type { SentSegment, SubmissionResult } from "../../src/ports/mod.ts";
import { messagesOf, positionOf, rawPdu, type Smsc, type Submit } from "../support/smsc.ts";
import { createVirtualTime } from "../support/virtual_time.ts";
import { newSms, startCarrier, startLimited, testParts } from "./smsc_carrier.ts";

/** Outcome of a misrouted message; `says` is the status in words. */
const misrouted = (says: string): Outcome => ({
  outcome: "failed",
  details: "Internal Routing Error",
  reason: `SMPP ${says}`,
});
const rejected = (says: string): Outcome => ({
  outcome: "rejected",
  details: "Message Rejected",
  reason: `SMPP ${says}`,
});

/** Meanings of SMPP 3.4 section 5.1.3, written independently of the table in the code. */
const EXPECTED: Record<Exclude<StatusMeaning, "accepted">, number[]> = {
  throttled: [0x14, 0x58],
  temporary: [0x04, 0x05, 0x08, 0x0d, 0x0e, 0x0f, 0x53, 0x64],
  permanent: [
    [0x01, 0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x0c, 0x11, 0x13, 0x15],
    [0x33, 0x34, 0x40, 0x42, 0x43, 0x44, 0x45, 0x48, 0x49, 0x50, 0x51, 0x54, 0x55],
    [0x61, 0x62, 0x63, 0x65, 0x66, 0x67, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xfe, 0xff],
  ].flat(),
};
const REJECTED = [0x0b, 0x65, 0x66];

const TEN = "0123456789".repeat(153);

/** Responds by the number of the segment, from 1; others are accepted as `s-…`. */
function bySegment(responses: Record<number, () => Awaited<ReturnType<typeof accept>>>) {
  return (submit: Submit) => {
    const { number } = positionOf(submit);
    return responses[number]?.() ?? accept(number);
  };
}
const accept = (number: number): { status?: number; messageId?: string } | "silence" | "drop" => ({
  messageId: `s-${number}`,
});
const sentTo = (...numbers: number[]): SentSegment[] =>
  numbers.map((number) => ({ index: number - 1, carrierId: `s-${number}` }));

/** Resolves once an SMSC has so many submissions, and the connector has its responses. */
async function untilResponded({ smsc }: { smsc: Smsc }, submissions: number): Promise<void> {
  await smsc.until(() => smsc.submitted.length >= submissions);
  await new Promise((resolve) => smsc.sessions[0]!.enquire_link(resolve));
}

/** Log levels by meaning; a connector that does not work is reported by its watch. */
const LEVELS: Record<string, string> = { permanent: "warn", throttled: "info", temporary: "debug" };

Deno.test("every status of SMPP 3.4 has a result, and a log line with the remedy", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc, lines } = carrier;
  const statuses = Object.entries(EXPECTED).flatMap(([means, all]) =>
    all.map((status): [string, number] => [means, status])
  );
  assert.deepEqual(
    STATUSES.map(({ status }) => status),
    [0, ...statuses.map(([, status]) => status)].sort((a, b) => a - b),
  );
  // The status that defers all further messages comes last.
  statuses.sort(([, a], [, b]) => +(a === 0x58) - +(b === 0x58));
  for (const [means, status] of statuses) {
    smsc.respond = () => ({ status });
    lines.length = 0;
    const message = newSms();
    const result = await connector.submit(message);
    const code = status.toString(16);
    if (means === "permanent") {
      const { name, description } = STATUSES.find((row) => row.status === status)!;
      const outcome = (REJECTED.includes(status) ? rejected : misrouted)(`${name}: ${description}`);
      assert.deepEqual(result, { status: "permanent", outcome }, code);
    } else {
      assert.equal(result.status, means, code);
      assert.match((result as { reason: string }).reason, /^SMPP R[A-Z_]+: [a-z]/);
    }
    const [line] = lines;
    assert.equal(line!.level, LEVELS[means], code);
    assert.equal(line!.facts["tracking-id"], message.trackingId);
    assert.ok(String(line!.facts.do).length > 10, code);
  }
});

Deno.test("a status that SMPP 3.4 does not have is final", async () => {
  await using carrier = await startCarrier();
  for (const status of [0x09, 0x100, 0x400, 0x4ff, 0xffff_ffff]) {
    carrier.smsc.respond = () => ({ status });
    const result = await carrier.connector.submit(newSms());
    const hex = status.toString(16).padStart(8, "0");
    const outcome = misrouted(`vendor-specific: status 0x${hex}`);
    assert.deepEqual(result, { status: "permanent", outcome });
    assert.ok(String(carrier.lines.at(-1)!.facts.err).includes(hex), hex);
  }
});

Deno.test("a generic_nack refuses, even with a status of success", async () => {
  await using carrier = await startCarrier();
  carrier.smsc.respond = ({ pdu, session }) => {
    session.socket.write(rawPdu({ id: 0x8000_0000, sequence: pdu.sequence_number }));
    return "silence";
  };
  const result = await carrier.connector.submit(newSms());
  const outcome = misrouted("RUNKNOWNERR: unknown error");
  assert.deepEqual(result, { status: "permanent", outcome });
});

Deno.test("a message accepted without a usable id is known by its tracking-id", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc, lines } = carrier;
  for (const messageId of ["", " ", "x".repeat(501)]) {
    smsc.respond = () => ({ messageId });
    const message = newSms();
    const carrierId = `${message.trackingId}.0`;
    assert.deepEqual(await connector.submit(message), { status: "accepted", carrierId });
    assert.match(lines.at(-1)!.message, /without a usable message_id/);
  }
});

Deno.test("a long message is accepted with the id of each segment, in their order", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  smsc.respond = bySegment({});
  const segmentIds = Array.from({ length: 10 }, (_, index) => `s-${index + 1}`);
  assert.deepEqual(await connector.submit(newSms({ text: TEN })), {
    status: "accepted",
    carrierId: "s-1",
    segmentIds,
  });
});

Deno.test("a refusal of the first segment ends the message before the second", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  smsc.respond = () => ({ status: 0x0b });
  assert.deepEqual(await connector.submit(newSms({ text: TEN })), {
    status: "permanent",
    outcome: rejected("RINVDSTADR: invalid recipient"),
  });
  assert.equal(smsc.submitted.length, 1);
});

Deno.test("a segment throttled within a message is repeated until accepted", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  const left = new Map([[3, 1], [4, 2]]);
  smsc.respond = (submit) => {
    const { number } = positionOf(submit);
    const times = left.get(number) ?? 0;
    left.set(number, times - 1);
    return times > 0 ? { status: 0x14 } : accept(number);
  };
  const result = await connector.submit(newSms({ text: TEN }));
  assert.equal(result.status, "accepted");
  assert.equal(smsc.submitted.length, 13);
});

Deno.test("an SMSC that throttles gets nothing for a moment", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  smsc.respond = () => ({ status: 0x58 });
  assert.equal((await connector.submit(newSms())).status, "throttled");
  smsc.respond = () => ({});
  const next = connector.submit(newSms());
  // It could have arrived before the response to this.
  await new Promise((resolve) => smsc.sessions[0]!.enquire_link(resolve));
  assert.equal(smsc.submitted.length, 1);
  assert.equal((await next).status, "accepted");
});

Deno.test("a response of another kind is ignored", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  smsc.respond = ({ pdu, session }) => {
    session.socket.write(rawPdu({ id: 0x8000_0015, sequence: pdu.sequence_number }));
    return { messageId: "right" };
  };
  const result = await connector.submit(newSms());
  assert.deepEqual(result, { status: "accepted", carrierId: "right" });
});

Deno.test("a message whose rest is not accepted in time records the sent segments, and goes on from there", async () => {
  let now = 1_000_000;
  await using carrier = await startCarrier({}, testParts({ now: () => now }));
  const { connector, smsc } = carrier;
  const message = newSms({ text: TEN, expiresAt: 2_000_000 });
  const refuse = () => {
    now += 10_000; // it has expired
    return { status: 0x08 };
  };
  smsc.respond = bySegment(Object.fromEntries([6, 7, 8, 9, 10].map((number) => [number, refuse])));
  assert.deepEqual(await connector.submit(message), {
    status: "temporary",
    reason: "SMPP RSYSERR: system error",
    advice: "wait, or ask the SMSC's operator",
    sent: sentTo(1, 2, 3, 4, 5),
  });
  assert.equal(smsc.submitted.length, 10);

  smsc.submitted.length = 0;
  smsc.respond = bySegment({});
  const again = { ...message, attempt: 2, segmentsSent: sentTo(1, 2, 3, 4, 5) };
  assert.deepEqual(await connector.submit(again), {
    status: "accepted",
    carrierId: "s-1",
    segmentIds: sentTo(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).map(({ carrierId }) => carrierId),
  });
  assert.deepEqual(smsc.submitted.map((pdu) => positionOf(pdu).number), [6, 7, 8, 9, 10]);
  // A message without remaining segments is accepted at once.
  const whole = { ...again, segmentsSent: sentTo(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) };
  assert.equal((await connector.submit(whole)).status, "accepted");
  assert.equal(smsc.submitted.length, 5);
});

Deno.test("segments of two attempts are one text on the handset", async () => {
  const time = createVirtualTime();
  await using carrier = await startLimited(time);
  const { connector, smsc } = carrier;
  const message = newSms({ text: TEN });
  smsc.respond = bySegment({ 7: () => "silence" });
  const submitted = connector.submit(message);
  await untilResponded(carrier, 10);
  time.moveTo(time.nextAt!);
  const first = await submitted;
  assert.equal(first.status, "unconfirmed");
  const { sent } = first as { sent: SentSegment[] };
  assert.deepEqual(sent, sentTo(1, 2, 3, 4, 5, 6, 8, 9, 10));
  const accepted = smsc.submitted.filter((pdu) => positionOf(pdu).number !== 7);
  smsc.submitted.length = 0;
  smsc.respond = bySegment({});
  const again = { ...message, attempt: 2, segmentsSent: sent, resubmitted: true };
  assert.equal((await connector.submit(again)).status, "accepted");
  assert.deepEqual(messagesOf([...accepted, ...smsc.submitted]), [TEN]);
  const marked = carrier.lines.find(({ message }) => message.startsWith("resubmitting"));
  assert.equal(marked?.facts["tracking-id"], message.trackingId);
});

Deno.test("the worst result of the segments counts for the message", async () => {
  const cases: readonly [Record<number, () => ReturnType<typeof accept>>, SubmissionResult][] = [
    [{ 2: () => ({ status: 0x45 }), 3: () => "silence" }, {
      status: "permanent",
      outcome: misrouted("RSUBMITFAIL: submission failed"),
    }],
    [{ 2: () => "silence" }, {
      status: "unconfirmed",
      reason: "of 3 segments 2: no response within 3600 s",
      sent: sentTo(1, 3),
    }],
  ];
  for (const [responses, expected] of cases) {
    const time = createVirtualTime();
    await using carrier = await startLimited(time);
    carrier.smsc.respond = bySegment(responses);
    const submitted = carrier.connector.submit(newSms({ text: "x".repeat(400) }));
    await untilResponded(carrier, 3);
    time.moveTo(time.nextAt!);
    assert.deepEqual(await submitted, expected);
  }
});

Deno.test("no log line has the text of a message or a whole number", async () => {
  const time = createVirtualTime();
  await using carrier = await startLimited(time);
  const { connector, smsc, lines, until } = carrier;
  const responses = [{ status: 0x0b }, { status: 0x08 }, "silence", { status: 0x58 }] as const;
  for (const response of responses) {
    smsc.respond = () => response;
    const submitted = connector.submit(newSms({ text: "confidential", to: "16175550199" }));
    if (response === "silence") {
      await untilResponded(carrier, smsc.submitted.length + 1);
      time.moveTo(time.nextAt!);
    }
    await submitted;
  }
  carrier.host.inboundSms = () => Promise.resolve(false);
  await smsc.deliver({
    source_addr: "16175550198",
    destination_addr: "442071838750",
    short_message: "confidential",
    data_coding: 3,
  });
  carrier.host.inboundSms = () => Promise.reject(new Error("store is down"));
  await smsc.deliver({
    source_addr: "16175550198",
    destination_addr: "442071838750",
    short_message: "confidential",
    data_coding: 3,
  });
  await until(() => lines.some(({ message }) => message.includes("could not be stored")));
  const written = JSON.stringify(lines);
  for (const secret of ["confidential", "16175550199", "16175550198", "442071838750", "secret"]) {
    assert.ok(!written.includes(secret), secret);
  }
  assert.ok(written.includes("…8750"));
});
