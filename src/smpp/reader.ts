/** Decodes PDUs: in one pass, lenient about what SMSCs leave out or write too long. */
import type { Buffer } from "node:buffer";
import { type Command, COMMANDS } from "./commands.ts";
import { type TlvForm, type TlvName, TLVS } from "./fields.ts";
import { HEAD_BYTES, type Pdu, type PduHead } from "./pdu.ts";

/** Optional parameters by tag. */
const BY_TAG: ReadonlyMap<number, { name: TlvName; form: TlvForm }> = new Map(
  Object.entries(TLVS).map(([name, { tag, form }]) => [tag, { name: name as TlvName, form }]),
);

/** Octets of a tag and of a length. */
const TLV_HEAD_BYTES = 4;
const MAX_INTEGER_BYTES = 4;

/** PDU under construction. */
type Values = Record<string, unknown>;

const BY_ID: ReadonlyMap<number, Command> = new Map(
  [...COMMANDS.values()].map((command) => [command.id, command]),
);

/**
 * Decodes a complete PDU. Missing parameters at the end are left out, a truncated optional parameter
 * too; octets of a message beyond the end are not there, and unknown optional parameters are under
 * their tags.
 */
export function decodePdu(frame: Buffer): Pdu {
  const pdu: Pdu = decodeHead(frame);
  const fields = BY_ID.get(pdu.command_id)?.fields ?? null;
  if (fields === null) return pdu;
  const values = pdu as unknown as Values;
  const end = frame.length;
  let at = HEAD_BYTES;
  for (const { name, form } of fields) {
    if (at >= end) return pdu;
    if (form === "integer") {
      values[name] = frame[at++]!;
    } else if (form === "text") {
      const until = endOfText(frame, at, end);
      values[name] = textOf(frame, at, until);
      at = until + 1;
    } else {
      const length = frame[at]!;
      values[name] = frame.subarray(at + 1, at + 1 + length);
      at += 1 + length;
    }
  }
  readTlvs(frame, at, values);
  return pdu;
}

/** Decodes the header of a PDU. */
export function decodeHead(frame: Buffer): PduHead {
  const id = integerOf(frame, 4, 4);
  return {
    command_length: integerOf(frame, 0, 4),
    command_id: id,
    command_status: integerOf(frame, 8, 4),
    sequence_number: integerOf(frame, 12, 4),
    command: BY_ID.get(id)?.name ?? "unknown",
  };
}

/** Reads the optional parameters; an empty integer and a truncated parameter are missing. */
function readTlvs(frame: Buffer, start: number, values: Values): void {
  const end = frame.length;
  for (let at = start; at + TLV_HEAD_BYTES <= end;) {
    const tag = integerOf(frame, at, 2);
    const length = integerOf(frame, at + 2, 2);
    const from = at + TLV_HEAD_BYTES;
    const until = from + length;
    if (until > end) return;
    const row = BY_TAG.get(tag);
    if (row === undefined || row.form === "octets") {
      values[row?.name ?? tag] = frame.subarray(from, until);
    } else if (row.form === "text") {
      values[row.name] = textOf(frame, from, endOfText(frame, from, until));
    } else {
      const octets = Math.min(length, MAX_INTEGER_BYTES);
      // Some SMSCs write another number of octets than the specification has.
      if (octets > 0) values[row.name] = integerOf(frame, from, octets);
    }
    at = until;
  }
}

function integerOf(frame: Buffer, at: number, octets: number): number {
  let value = 0;
  for (let i = 0; i < octets; i++) value = value * 0x100 + frame[at + i]!;
  return value;
}

/** Returns the position of the closing NUL; `end` where it is missing. */
function endOfText(frame: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && frame[at] !== 0) at++;
  return at;
}

function textOf(frame: Buffer, start: number, end: number): string {
  return start === end ? "" : frame.toString("latin1", start, end);
}
