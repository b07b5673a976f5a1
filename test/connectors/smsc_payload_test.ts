/** Texts in a message_payload that an SMSC refuses, over real SMPP. */
import assert from "node:assert/strict";
import type { SmscSmppSettings } from "../../src/core/routing/connector.ts";
import { messagesOf, type Smsc, type SmscResponse, type Submit } from "../support/smsc.ts";
import { movableClock } from "../support/movable_clock.ts";
import { newSms, startCarrier, testParts } from "./smsc_carrier.ts";

const CERTAIN = { RINVMSGLEN: 0x01, RINVOPTPARSTREAM: 0xc0, ROPTPARNOTALLWD: 0xc1 };
const MORE = { RINVPARLEN: 0xc2, RINVOPTPARAMVAL: 0xc4 };
const SYSTEM_ERROR = 0x08;
const REFUSES = "the SMSC refuses message_payload; long texts go in segments for an hour";

const GSM = "Ten cents [each] ".repeat(30);
const UCS2 = "Десять копеек 😀 ".repeat(20);

const isPayload = ({ pdu }: Submit) => pdu.message_payload !== undefined;

/** Starts a connector whose SMSC refuses each message_payload. */
async function startRefusing(
  status: number,
  changes: Partial<SmscSmppSettings> = {},
  parts = testParts(),
) {
  const carrier = await startCarrier({ concatenation: "payload", ...changes }, parts);
  carrier.smsc.respond = (submit) => isPayload(submit) ? { status } : {};
  return carrier;
}

const payloads = ({ submitted }: Smsc) => submitted.filter(isPayload).length;
const inSegments = ({ submitted }: Smsc) => submitted.filter((each) => !isPayload(each));

for (const [name, status] of Object.entries({ ...CERTAIN, ...MORE, RSYSERR: SYSTEM_ERROR })) {
  Deno.test(`a text whose message_payload is refused by ${name} goes in segments`, async () => {
    await using carrier = await startRefusing(status);
    const { connector, smsc, lines } = carrier;
    for (const text of [GSM, UCS2, GSM]) {
      smsc.submitted.length = 0;
      const result = await connector.submit(newSms({ text }));
      assert.equal(result.status, "accepted");
      assert.deepEqual(messagesOf(inSegments(smsc)), [text]);
      const { segmentIds = [] } = result as { segmentIds?: string[] };
      assert.equal(segmentIds.length, inSegments(smsc).length);
      // The first told; the others do without.
      assert.equal(payloads(smsc), text === GSM && smsc.submitted.some(isPayload) ? 1 : 0);
    }
    const warnings = lines.filter(({ level }) => level === "warn");
    assert.deepEqual(warnings.map(({ message }) => message), [REFUSES]);
    assert.match(String(warnings[0]!.facts.do), /--concatenation/);
    assert.match(String(warnings[0]!.facts.err), new RegExp(`^SMPP ${name}: `));
  });
}

Deno.test("a refused message_payload is tried again after an hour", async () => {
  const clock = movableClock();
  await using carrier = await startRefusing(CERTAIN.RINVOPTPARSTREAM, {}, testParts(clock));
  const { connector, smsc } = carrier;
  const submit = () => connector.submit(newSms({ text: GSM, expiresAt: clock.now() + 86_400_000 }));
  for (const [waitMs, expected] of [[0, 1], [3_599_000, 1], [1000, 2], [1000, 2]] as const) {
    clock.advance(waitMs);
    assert.equal((await submit()).status, "accepted");
    assert.equal(payloads(smsc), expected);
  }
});

Deno.test("a text whose message_payload is refused fails, where the connector says so", async () => {
  for (const status of Object.values({ ...CERTAIN, ...MORE })) {
    await using carrier = await startRefusing(status, { payloadRefused: "fail" });
    const { connector, smsc, lines } = carrier;
    const result = await connector.submit(newSms({ text: GSM }));
    assert.equal(result.status, "permanent");
    assert.equal(smsc.submitted.length, 1);
    const [line] = lines.filter(({ level }) => level === "warn");
    assert.match(String(line!.facts.do), /--concatenation/);
  }
  // A system error goes away, as far as anybody knows.
  await using carrier = await startRefusing(SYSTEM_ERROR, { payloadRefused: "fail" });
  const result = await carrier.connector.submit(newSms({ text: GSM }));
  assert.equal(result.status, "temporary");
});

Deno.test("a system error that meets segments too is the SMSC's", async () => {
  await using carrier = await startCarrier({ concatenation: "payload" });
  const { connector, smsc, lines } = carrier;
  smsc.respond = () => ({ status: SYSTEM_ERROR });
  assert.equal((await connector.submit(newSms({ text: GSM }))).status, "temporary");
  assert.deepEqual(lines.filter(({ message }) => message === REFUSES), []);
  // The next text is one message_payload again, once the SMSC takes it.
  smsc.submitted.length = 0;
  smsc.respond = () => ({});
  assert.equal((await connector.submit(newSms({ text: GSM }))).status, "accepted");
  assert.deepEqual([payloads(smsc), smsc.submitted.length], [1, 1]);
});

Deno.test("a refusal of another kind is final, and one of a short text too", async () => {
  await using carrier = await startRefusing(0x0b);
  const { connector, smsc } = carrier;
  assert.equal((await connector.submit(newSms({ text: GSM }))).status, "permanent");
  assert.equal(smsc.submitted.length, 1);
  smsc.respond = () => ({ status: CERTAIN.RINVMSGLEN });
  assert.equal((await connector.submit(newSms())).status, "permanent");
  assert.equal(smsc.submitted.length, 2);
});

Deno.test("what is missing of a text in segments follows in segments, and not twice", async () => {
  await using carrier = await startRefusing(CERTAIN.RINVMSGLEN);
  const { connector, smsc } = carrier;
  let segments = 0;
  smsc.respond = (submit): SmscResponse => {
    if (isPayload(submit)) return { status: CERTAIN.RINVMSGLEN };
    return ++segments === 1 ? { messageId: "s-1" } : "drop";
  };
  const message = newSms({ text: GSM });
  const result = await connector.submit(message);
  assert.equal(result.status, "unconfirmed");
  const { sent } = result as { sent?: { index: number; carrierId: string }[] };
  assert.deepEqual(sent, [{ index: 0, carrierId: "s-1" }]);

  // Another process has not learnt that the SMSC refuses it.
  await using successor = await startRefusing(CERTAIN.RINVMSGLEN);
  const again = { ...message, attempt: 2, segmentsSent: sent!, isInSegments: true };
  assert.equal((await successor.connector.submit(again)).status, "accepted");
  assert.equal(payloads(successor.smsc), 0);
  assert.deepEqual(
    messagesOf([smsc.submitted.find((each) => !isPayload(each))!, ...successor.smsc.submitted]),
    [GSM],
  );
});
