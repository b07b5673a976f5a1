/** PDUs as bytes: framing of a stream, and parsing of arbitrary bytes. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createFrames, NotSmpp } from "../../src/smpp/frames.ts";
import type { Pdu } from "../../src/smpp/pdu.ts";
import { decodePdu } from "../../src/smpp/reader.ts";
import { createPduWriter, type PduWriter } from "../../src/smpp/writer.ts";
import { isReceipt, readReceipt } from "../../src/smpp/receipt.ts";
import { decodeText, readUserData } from "../../src/smpp/user_data.ts";
import { type TlvName, TLVS } from "../../src/smpp/fields.ts";
import { numbers } from "../support/numbers.ts";
import { DELIVER_SM, deliverSm as deliverSmBody, tlv } from "../support/raw_pdus.ts";
import { rawPdu } from "../support/smsc.ts";

const receipt = {
  source_addr: "16175550101",
  destination_addr: "111122",
  esm_class: 0x44,
  data_coding: 8,
  short_message: Buffer.concat([
    Buffer.of(5, 0, 3, 1, 2, 1),
    Buffer.from("id:1 sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD"),
  ]),
  sar_msg_ref_num: 1,
  sar_total_segments: 2,
  sar_segment_seqnum: 1,
  receipted_message_id: "abc",
  message_state: 2,
  network_error_code: Buffer.of(3, 0, 1),
  message_payload: Buffer.from("payload"),
};
function encoded(write: (writer: PduWriter) => void): Buffer {
  const writer = createPduWriter();
  write(writer);
  return writer.take();
}

/** Turns a submit_sm into a deliver_sm, which differs in its command only. */
const deliverSm = encoded((writer) => writer.request("submit_sm", receipt, 7));
deliverSm.writeUInt32BE(5, 4);

Deno.test("octets stay octets, and times stay text", () => {
  const validity_period = "R";
  const fields = { ...receipt, validity_period };
  const pdu = decodePdu(encoded((writer) => writer.request("submit_sm", fields, 7)))!;
  assert.equal(pdu.validity_period, "R");
  assert.deepEqual(pdu.short_message, receipt.short_message);
  assert.deepEqual(pdu.message_payload, receipt.message_payload);
  assert.equal(pdu.sequence_number, 7);
});

Deno.test("a stream split anywhere gives the same PDUs", () => {
  const random = numbers(1);
  const all = [deliverSm, rawPdu({ id: 0x15 }), deliverSm, rawPdu({ id: 0x15 })];
  const stream = Buffer.concat(all);
  for (let round = 0; round < 200; round++) {
    const frames = createFrames();
    const found: Buffer[] = [];
    for (let at = 0; at < stream.length;) {
      const end = at + 1 + Math.floor(random() * 90);
      found.push(...frames.push(stream.subarray(at, end)));
      at = end;
    }
    assert.deepEqual(found.map((pdu) => Buffer.from(pdu)), all);
  }
});

Deno.test("a length that no PDU can have is refused, however the stream is split", () => {
  for (const length of [0, 4, 15, (68 << 10) + 1, 1 << 30, 0xffff_ffff]) {
    const frames = createFrames();
    const bytes = Buffer.concat([deliverSm, rawPdu({ id: 5, length })]);
    const found: Buffer[] = [];
    assert.throws(() => {
      for (const octet of bytes) found.push(...frames.push(Buffer.of(octet)));
    }, NotSmpp);
    assert.equal(found.length, 1);
  }
});

Deno.test("a PDU of the maximum length is read", () => {
  const body = new Uint8Array((68 << 10) - 16);
  const [frame] = [...createFrames().push(rawPdu({ id: 5, body }))];
  assert.equal(frame!.length, 68 << 10);
});

Deno.test("any bytes are read", () => {
  const random = numbers(2);
  for (let round = 0; round < 20_000; round++) {
    const bytes = Buffer.from(deliverSm);
    const times = 1 + Math.floor(random() * 6);
    for (let i = 0; i < times; i++) {
      bytes[16 + Math.floor(random() * (bytes.length - 16))] = Math.floor(random() * 256);
    }
    const cut = random() < 0.5 ? bytes.length : 16 + Math.floor(random() * (bytes.length - 16));
    const frame = bytes.subarray(0, cut);
    frame.writeUInt32BE(cut, 0);
    const pdu = decodePdu(frame);
    assert.equal(pdu.command, "deliver_sm");
    lookInto(pdu);
  }
});

Deno.test("a truncated optional parameter of any form is left out, and all before it is read", () => {
  const forms = {
    message_state: Buffer.of(2),
    source_telematics_id: Buffer.of(1),
    user_message_reference: Buffer.of(1, 2),
    qos_time_to_live: Buffer.of(1, 2, 3, 4),
    receipted_message_id: Buffer.from("abc\0"),
    network_error_code: Buffer.of(3, 0, 1),
    message_payload: Buffer.from("payload"),
  };
  for (const [name, value] of Object.entries(forms)) {
    const { tag } = TLVS[name as TlvName];
    const last = tlv(tag, value);
    for (let octets = 1; octets < last.length; octets++) {
      const body = deliverSmBody({
        from: { address: "16175550101" },
        to: { address: "111122" },
        message: "Hello",
        tlvs: [tlv(TLVS.sar_msg_ref_num.tag, Buffer.of(0, 7)), last.subarray(0, octets)],
      });
      const { short_message, sar_msg_ref_num, ...pdu } = decodePdu(
        rawPdu({ id: DELIVER_SM, body }),
      );
      assert.deepEqual([Buffer.from(short_message!).toString(), sar_msg_ref_num], ["Hello", 7]);
      assert.ok(!(name in pdu), `${name} of ${octets} octets`);
    }
  }
});

/** Reads all of a PDU; fails if that throws, or yields text that no database accepts. */
function lookInto(pdu: Pdu): void {
  isReceipt(pdu);
  const { outcome } = readReceipt(pdu);
  const { octets, coding, languages } = readUserData(pdu, { alphabets: ["gsm"] });
  const text = decodeText(octets, coding, languages) +
    ("details" in outcome ? outcome.details : "");
  assert.ok(text.isWellFormed() && !text.includes("\0"));
}

Deno.test("a PDU without a response PDU of its own gets generic_nack", () => {
  for (const [id, command] of [[0x77, 0x8000_0000], [0x05, 0x8000_0005], [0x103, 0x8000_0103]]) {
    const pdu = decodePdu(rawPdu({ id: id!, sequence: 9 }));
    const response = encoded((writer) => writer.response(pdu, 0x64));
    assert.deepEqual(
      [response.readUInt32BE(0), response.readUInt32BE(4), response.readUInt32BE(8)],
      [16, command, 0x64],
    );
    assert.equal(response.readUInt32BE(12), 9);
  }
});
