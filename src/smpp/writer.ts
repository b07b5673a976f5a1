/** Encodes PDUs: one after another into one buffer, which goes out in a single write. */
import { Buffer } from "node:buffer";
import { type Command, COMMANDS } from "./commands.ts";
import { type TlvForm, TLVS } from "./fields.ts";
import { type Fields, HEAD_BYTES, type PduHead, type RequestCommand, type Status } from "./pdu.ts";

/** Writer of the PDUs of a connection. */
export interface PduWriter {
  /**
   * Encodes a request. Fields that are not given are zero or empty; optional parameters follow in
   * the order of the fields.
   *
   * @throws RangeError for a short_message of more than 255 octets.
   */
  request(command: RequestCommand, fields: Fields, sequence: number): void;
  /** Encodes the response to a request; `generic_nack` for a command without a response. */
  response(request: Pick<PduHead, "command" | "sequence_number">, status: Status): void;
  /** Returns the octets that were encoded since the last call, which later PDUs do not overwrite. */
  take(): Buffer;
}

/** Size of a buffer, in octets: about 150 texts. */
const BUFFER_BYTES = 16 << 10;

/** Optional parameters by name. */
const TLV_BY_NAME: ReadonlyMap<string, { tag: number; form: TlvForm }> = new Map(
  Object.entries(TLVS),
);

export function createPduWriter(): PduWriter {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  /** Start of what was not taken yet. */
  let start = 0;
  /** Position of the next octet; octets beyond the buffer's end are counted and not written. */
  let at = 0;

  /** Encodes a PDU; again in a larger buffer where it does not fit. */
  function write(command: Command, fields: Fields, status: number, sequence: number): void {
    const begin = at;
    writePdu(command, fields, status, sequence);
    if (at <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, 2 * (at - start)));
    buffer.copy(larger, 0, start, begin);
    buffer = larger;
    at = begin - start;
    start = 0;
    writePdu(command, fields, status, sequence);
  }

  function writePdu(command: Command, fields: Fields, status: number, sequence: number): void {
    const begin = at;
    at += HEAD_BYTES;
    // A response with an error has no body.
    if (command.fields !== null && status === 0) {
      writeParameters(command.fields, fields as Values);
      writeTlvs(fields as Values);
    }
    const end = at;
    at = begin;
    integer(end - begin, 4);
    integer(command.id, 4);
    integer(status, 4);
    integer(sequence, 4);
    at = end;
  }

  function writeParameters(parameters: NonNullable<Command["fields"]>, values: Values): void {
    for (const { name, form } of parameters) {
      const value = values[name];
      if (form === "integer") {
        buffer[at++] = value as number | undefined ?? 0;
      } else if (form === "text") {
        if (value !== undefined) text(value as string);
        buffer[at++] = 0;
      } else {
        const content = value as Uint8Array | undefined;
        buffer[at++] = content?.length ?? 0;
        if (content !== undefined) octets(content);
      }
    }
  }

  function writeTlvs(values: Values): void {
    for (const name in values) {
      const row = TLV_BY_NAME.get(name);
      const value = values[name];
      if (row === undefined || value === undefined) continue;
      integer(row.tag, 2);
      if (typeof value === "number") {
        integer(row.form as number, 2);
        integer(value, row.form as number);
      } else if (typeof value === "string") {
        integer(value.length + 1, 2);
        text(value);
        buffer[at++] = 0;
      } else {
        integer(value.length, 2);
        octets(value);
      }
    }
  }

  function integer(value: number, size: number): void {
    for (let shift = 8 * (size - 1); shift >= 0; shift -= 8) buffer[at++] = value >>> shift;
  }

  function text(value: string): void {
    for (let i = 0; i < value.length; i++) buffer[at++] = value.charCodeAt(i);
  }

  function octets(value: Uint8Array): void {
    if (at + value.length <= buffer.length) buffer.set(value, at);
    at += value.length;
  }

  return {
    request(command, fields, sequence) {
      const { length = 0 } = fields.short_message ?? {};
      if (length > 0xff) throw new RangeError(`short_message has ${length} octets, more than 255`);
      write(COMMANDS.get(command)!, fields, 0, sequence);
    },
    response({ command, sequence_number }, status) {
      const paired = COMMANDS.get(`${command}_resp`) ?? COMMANDS.get("generic_nack")!;
      write(paired, {}, status, sequence_number);
    },
    take() {
      const from = start;
      start = at;
      return buffer.subarray(from, at);
    },
  };
}

type Values = Readonly<Record<string, number | string | Uint8Array | undefined>>;
