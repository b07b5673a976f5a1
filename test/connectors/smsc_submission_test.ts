/** Submissions to an SMSC, read by another implementation's server. */
import assert from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { segmentsOf, validityPeriod } from "../../src/connectors/smsc_smpp/submission.ts";
import { messagesOf, positionOf, type SmscPdu, startSmsc, textOf } from "../support/smsc.ts";
import { newSettings, newSms, startCarrier, startConnector } from "./smsc_carrier.ts";

const CONCATENATIONS = ["udh8", "udh16", "sar", "payload"] as const;

/** Ten segments each; there is a character of two septets, or two units, at every boundary. */
const GSM = "€[]{}|^~\\".repeat(90).slice(0, 755) + "Ñandu";
const UCS2 = "ж" + "😀".repeat(325);
const LATIN1 = "Ærlig çava ÿ þ ½ ".repeat(100).slice(0, 1330);

const longTexts = { gsm: GSM, ucs2: UCS2, latin1: LATIN1 };

for (const concatenation of CONCATENATIONS) {
  Deno.test(`ten segments by ${concatenation} are one text again, in every alphabet`, async () => {
    await using carrier = await startCarrier({ concatenation, alphabets: ["gsm", "latin1"] });
    const { connector, smsc } = carrier;
    for (const [alphabet, text] of Object.entries(longTexts)) {
      smsc.submitted.length = 0;
      const result = await connector.submit(newSms({ text }));
      assert.equal(result.status, "accepted", alphabet);
      assert.deepEqual(messagesOf(smsc.submitted), [text]);
      const { segmentIds = [] } = result as { segmentIds?: string[] };
      const count = concatenation === "payload" ? 1 : 10;
      assert.equal(smsc.submitted.length, count, alphabet);
      assert.equal(segmentIds.length, count === 1 ? 0 : 10);
    }
  });
}

Deno.test("a text that fits is one message without headers, in the first alphabet that has it", async () => {
  for (const concatenation of CONCATENATIONS) {
    await using carrier = await startCarrier({ concatenation, alphabets: ["gsm", "latin1"] });
    const { connector, smsc } = carrier;
    const cases: readonly [string, number][] = [
      ["", 0],
      ["@£$¥èéùìòÇ\nØø\rÅå Δ_ΦΓΛΩΠΨΣΘΞ ^{}\\[~]|€", 0],
      ["a".repeat(160), 0],
      ["çÿ", 3],
      ["ÿ".repeat(140), 3],
      ["Здравствуй 😀", 8],
      ["ж".repeat(70), 8],
    ];
    for (const [text, coding] of cases) {
      smsc.submitted.length = 0;
      assert.equal((await connector.submit(newSms({ text }))).status, "accepted");
      const { pdu } = smsc.submitted[0]!;
      assert.equal(smsc.submitted.length, 1);
      assert.equal(pdu.data_coding, coding, text);
      assert.equal(pdu.esm_class, 0);
      assert.equal(positionOf(smsc.submitted[0]!).total, 1);
      assert.equal(pdu.message_payload, undefined);
      assert.equal(textOf(smsc.submitted[0]!).toString(), text);
    }
  }
});

Deno.test("segments of one message have one reference, and numbers from one", async () => {
  await using carrier = await startCarrier({ concatenation: "udh16" });
  const { connector, smsc } = carrier;
  await connector.submit(newSms({ text: GSM }));
  const positions = smsc.submitted.map(positionOf);
  assert.equal(new Set(positions.map(({ reference }) => reference)).size, 1);
  assert.deepEqual(positions.map(({ number }) => number), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.ok(positions.every(({ total }) => total === 10));
  const { short_message } = smsc.submitted[0]!.pdu;
  const [high, low] = short_message.udh![0]!.subarray(2) as unknown as [number, number];
  assert.deepEqual([...short_message.udh![0]!], [0x08, 4, high, low, 10, 1]);
  // Those that receipts return differ by segment.
  assert.deepEqual(
    smsc.submitted.map(({ pdu }) => pdu.user_message_reference),
    positions.map(({ number }) => ((high << 8 | low) + number) & 0xffff),
  );
});

Deno.test("an SMSC of a version before 3.4 gets no user_message_reference", async () => {
  await using smsc = await startSmsc();
  const cases: readonly [version: number | undefined, userMessageReference: boolean, boolean][] = [
    [undefined, true, true],
    [undefined, false, false],
    [0x00, true, false],
    [0x33, true, false],
    [0x34, true, true],
    [0x34, false, false],
    [0x50, true, true],
  ];
  for (const [version, userMessageReference, isSent] of cases) {
    smsc.interfaceVersion = version;
    for (const bind of ["transceiver", "split"] as const) {
      const options = { port: smsc.port, userMessageReference, bind };
      await using carrier = await startConnector(options);
      for (const text of ["Hello", "x".repeat(200)]) {
        smsc.submitted.length = 0;
        assert.equal((await carrier.connector.submit(newSms({ text }))).status, "accepted");
        for (const { pdu } of smsc.submitted) {
          const title = `${version} ${userMessageReference} ${bind}`;
          assert.equal(pdu.user_message_reference !== undefined, isSent, title);
        }
      }
    }
  }
});

Deno.test("a repeated submission has the references of the first one, another message others", () => {
  for (const concatenation of CONCATENATIONS) {
    const settings = newSettings({ concatenation });
    const message = newSms({ text: GSM });
    const again = { ...message, attempt: 2, resubmitted: true };
    assert.deepEqual(segmentsOf(again, settings), segmentsOf(message, settings));
    const references = Array.from(
      { length: 50 },
      () => segmentsOf(newSms({ text: GSM }), settings)![0]!.fields.user_message_reference!,
    );
    assert.ok(new Set(references).size > 45, "few meet in 65,536");
    assert.ok(references.every((reference) => reference >= 0 && reference <= 0xffff));
  }
});

Deno.test("addresses have the type and plan of their form, or the configured ones", async () => {
  const cases: readonly [string, Partial<ReturnType<typeof newSettings>>, number, number][] = [
    ["111122", {}, 3, 0],
    ["16175550100", {}, 1, 1],
    ["ACME Ltd", {}, 5, 0],
    ["111122", { sourceTon: 6, sourceNpi: 9 }, 6, 9],
    ["ACME", { sourceTon: 0 }, 0, 0],
    ["16175550100", { sourceNpi: 8 }, 1, 8],
  ];
  for (const [from, changes, ton, npi] of cases) {
    await using carrier = await startCarrier({ destTon: 2, destNpi: 8, ...changes });
    await carrier.connector.submit(newSms({ from, to: "447700900123" }));
    const { pdu } = carrier.smsc.submitted[0]!;
    assert.deepEqual(
      [pdu.source_addr, pdu.source_addr_ton, pdu.source_addr_npi],
      [from, ton, npi],
    );
    assert.deepEqual(
      [pdu.destination_addr, pdu.dest_addr_ton, pdu.dest_addr_npi],
      ["447700900123", 2, 8],
    );
  }
});

Deno.test("a receipt is asked for only where a delivery report is wanted", async () => {
  await using carrier = await startCarrier({ serviceType: "CMT" });
  const { connector, smsc } = carrier;
  await connector.submit(newSms({ deliveryReport: true }));
  await connector.submit(newSms({ deliveryReport: false }));
  const fields = ({ pdu }: { pdu: SmscPdu }) => [pdu.registered_delivery, pdu.service_type];
  assert.deepEqual(smsc.submitted.map(fields), [[1, "CMT"], [0, "CMT"]]);
});

Deno.test("the validity period is the remaining time, relative, never zero and never months", () => {
  const cases: readonly [number, string][] = [
    [1000, "000000000001000R"],
    [1, "000000000001000R"],
    [-5000, "000000000001000R"],
    [90_061_000, "000001010101000R"],
    [3 * 86_400_000, "000003000000000R"],
    [86_399_001, "000001000000000R"],
    [86_398_900, "000000235959000R"],
    [400 * 86_400_000, "000031000000000R"],
  ];
  for (const [left, expected] of cases) {
    assert.equal(validityPeriod(1_800_000_000_000 + left, 1_800_000_000_000), expected);
  }
});

Deno.test("a text of too many segments is refused before anything is sent", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  assert.deepEqual(await connector.submit(newSms({ text: "ж".repeat(67 * 255 + 1) })), {
    status: "permanent",
    outcome: {
      outcome: "failed",
      details: "Content Validation Failed",
      reason: "the text has too many segments",
    },
  });
  assert.equal(smsc.submitted.length, 0);
  const most = segmentsOf(newSms({ text: "ж".repeat(67 * 255) }), newSettings())!;
  assert.equal(most.length, 255);
  assert.deepEqual(
    [...(most.at(-1)!.fields.short_message as Buffer).subarray(4, 6)],
    [255, 255],
  );
});

Deno.test("an MMS and an expired message are refused", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  const { text: _, ...common } = newSms();
  const mms = {
    ...common,
    kind: "MMS" as const,
    subject: null,
    parts: [],
    displayOnly: [],
    adaptable: false,
    passThrough: {},
  };
  assert.deepEqual(await connector.submit(mms), {
    status: "permanent",
    outcome: { outcome: "failed", details: "No way to send MMS or SMS" },
  });
  assert.deepEqual(await connector.submit(newSms({ expiresAt: Date.now() - 1 })), {
    status: "permanent",
    outcome: { outcome: "expired" },
  });
  assert.equal(smsc.submitted.length, 0);
});
