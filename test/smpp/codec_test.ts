/** Encoder and decoder against another implementation (npm:smpp), and what SMSCs get wrong. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import smpp from "npm:smpp@0.5.1";
import { COMMANDS } from "../../src/smpp/commands.ts";
import { PARAMETERS, TLVS } from "../../src/smpp/fields.ts";
import type { Fields, Pdu, RequestCommand } from "../../src/smpp/pdu.ts";
import { decodePdu } from "../../src/smpp/reader.ts";
import { createPduWriter, type PduWriter } from "../../src/smpp/writer.ts";
import { numbers } from "../support/numbers.ts";
import { rawPdu } from "../support/smsc.ts";

type Values = Record<string, string | number | Uint8Array>;

interface LibraryPdu {
  toBuffer(): Buffer;
  _filter(): void;
}
const LibraryPdu = smpp.PDU as unknown as {
  new (frame: Buffer): LibraryPdu;
  new (command: string, fields: object): LibraryPdu;
  maxLength: number;
};
LibraryPdu.maxLength = 1 << 20;

class PlainPdu extends LibraryPdu {
  /** Disables the library's conversion of octets to text. */
  override _filter(): void {}
}

/**
 * Optional parameters that the library names otherwise, repeats, or gives another form than SMPP
 * 3.4.
 */
const OTHERWISE = new Set([
  "source_telematics_id",
  "destination_port",
  "callback_num_pres_ind",
  "callback_num_atag",
  "callback_num",
  "ussd_service_op",
  "ms_validity",
  "alert_on_message_delivery",
]);

const bodies = [...COMMANDS.values()].filter(({ fields }) => fields !== null);
const tlvs = Object.entries(TLVS).filter(([name]) => !OTHERWISE.has(name));

type Random = ReturnType<typeof numbers>;

const upTo = (random: Random, max: number) => Math.floor(random() * (max + 1));

function textOf(random: Random): string {
  const codes = Array.from({ length: upTo(random, 20) }, () => 1 + upTo(random, 126));
  return String.fromCharCode(...codes);
}

function octetsOf(random: Random, max: number): Buffer {
  return Buffer.from(Array.from({ length: upTo(random, max) }, () => upTo(random, 255)));
}

/** Returns values of all parameters of a command, and of a few optional ones. */
function valuesOf(command: typeof bodies[number], random: Random): Values {
  const values: Values = {};
  for (const { name } of command.fields!) {
    const form = PARAMETERS[name];
    if (form === "text") values[name] = textOf(random);
    else if (form === "octets") values[name] = octetsOf(random, 255);
    else values[name] = upTo(random, 255);
  }
  for (const [name, { form }] of tlvs) {
    if (random() > 0.1) continue;
    if (form === "text") values[name] = textOf(random);
    else if (form === "octets") values[name] = octetsOf(random, random() < 0.05 ? 40_000 : 40);
    else values[name] = upTo(random, 2 ** (8 * form) - 1);
  }
  return values;
}

const libraryOctets = (command: string, values: Values, sequence_number: number) =>
  new PlainPdu(command, { ...values, sequence_number }).toBuffer();

/** Encodes a PDU of any command. */
function write(writer: PduWriter, command: string, values: Values, sequence: number): void {
  writer.request(command as RequestCommand, values as Fields, sequence);
}

Deno.test("any PDU has the octets that another implementation gives it", () => {
  const random = numbers(3);
  const writer = createPduWriter();
  for (let round = 0; round < 5000; round++) {
    const command = bodies[round % bodies.length]!;
    const values = valuesOf(command, random);
    write(writer, command.name, values, round);
    assert.deepEqual(writer.take(), libraryOctets(command.name, values, round), command.name);
  }
});

Deno.test("PDUs of one write follow each other, and later ones do not change them", () => {
  const random = numbers(4);
  const writer = createPduWriter();
  const written: Buffer[] = [];
  const expected: Buffer[] = [];
  for (let round = 0; round < 500; round++) {
    for (let count = upTo(random, 20); count > 0; count--) {
      const command = bodies[upTo(random, bodies.length - 1)]!;
      const values = valuesOf(command, random);
      write(writer, command.name, values, round);
      expected.push(libraryOctets(command.name, values, round));
    }
    written.push(writer.take());
  }
  assert.ok(Buffer.concat(written).equals(Buffer.concat(expected)));
});

Deno.test("any PDU of another implementation is read", () => {
  const random = numbers(5);
  for (let round = 0; round < 5000; round++) {
    const command = bodies[round % bodies.length]!;
    const values = valuesOf(command, random);
    const frame = libraryOctets(command.name, values, round);
    const { command_length, command_id, command_status, sequence_number, ...rest } = decodePdu(
      frame,
    )!;
    assert.deepEqual(
      [command_length, command_id, command_status, sequence_number],
      [frame.length, command.id, 0, round],
    );
    assert.deepEqual(rest, { command: command.name, ...values });
  }
});

Deno.test("every request and response has the command_id of another implementation", () => {
  const ids = Object.fromEntries([...COMMANDS.values()].map(({ name, id }) => [name, id]));
  assert.deepEqual(
    ids,
    Object.fromEntries(
      Object.entries(smpp.commands as Record<string, { id: number }>).map((
        [name, { id }],
      ) => [name, id]),
    ),
  );
});

Deno.test("a short_message longer than its length octet can say is refused", () => {
  const writer = createPduWriter();
  const short_message = new Uint8Array(256);
  assert.throws(() => writer.request("submit_sm", { short_message }, 1), RangeError);
  assert.equal(writer.take().length, 0);
});

/** Body of a deliver_sm with empty parameters. */
const EMPTY = new Uint8Array(17);

/** Decodes a deliver_sm with these octets after the mandatory parameters. */
function withTlvs(...octets: number[]): Pdu {
  return decodePdu(rawPdu({ id: 5, body: new Uint8Array([...EMPTY, ...octets]) }));
}

const ID = [0x00, 0x1e];
const STATE = [0x04, 0x27];

Deno.test("a text without its NUL ends with its length", () => {
  const pdu = withTlvs(...ID, 0, 2, 0x61, 0x62, ...STATE, 0, 1, 2);
  assert.deepEqual([pdu.receipted_message_id, pdu.message_state], ["ab", 2]);
});

Deno.test("an integer has as many octets as its length says, and is missing without any", () => {
  assert.equal(withTlvs(...STATE, 0, 2, 0, 5).message_state, 5);
  assert.equal(withTlvs(0x02, 0x04, 0, 1, 7).user_message_reference, 7);
  assert.equal(withTlvs(...STATE, 0, 0).message_state, undefined);
  assert.equal(withTlvs(...STATE, 0, 0, ...ID, 0, 1, 0x61).receipted_message_id, "a");
});

Deno.test("an unknown optional parameter is under its tag, and one without a value has no octets", () => {
  const pdu = withTlvs(0x14, 0x01, 0, 2, 8, 9, 0x13, 0x0c, 0, 0, ...STATE, 0, 1, 2);
  assert.deepEqual((pdu as unknown as Record<number, Uint8Array>)[0x1401], Buffer.of(8, 9));
  assert.deepEqual(pdu.alert_on_message_delivery, Buffer.of());
  assert.equal(pdu.message_state, 2);
});

Deno.test("parameters that a PDU leaves out are undefined, and cut ones end with it", () => {
  const pdu = decodePdu(rawPdu({ id: 5, body: Buffer.from("\0\x01\x01123") }));
  assert.deepEqual([pdu.source_addr, pdu.dest_addr_ton, pdu.short_message], [
    "123",
    undefined,
    undefined,
  ]);
  const cut = decodePdu(
    rawPdu({ id: 5, body: Buffer.concat([EMPTY.subarray(1), Buffer.from("\x09abc")]) }),
  );
  assert.deepEqual(cut.short_message, Buffer.from("abc"));
  assert.equal(decodePdu(rawPdu({ id: 0x8000_0004 }))?.message_id, undefined);
});
