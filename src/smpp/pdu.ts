/**
 * Encodes and decodes SMPP 3.4 PDUs, by the tables of `npm:smpp`.
 *
 * The sessions of the library are not used: they stop reading after an undecodable PDU, lose
 * framing after a length below four, leak requests without a response, and have no timeouts. Nor
 * are its filters: they decode octets to text before the SMSC's alphabet is known, and throw on
 * times that do not have 16 characters.
 */
import type { Buffer } from "node:buffer";
import smpp from "smpp";

/** Body fields of a PDU, named as in SMPP 3.4. Octet strings stay Buffers, times stay text. */
export interface Fields {
  system_id?: string;
  password?: string;
  system_type?: string;
  interface_version?: number;
  service_type?: string;
  source_addr_ton?: number;
  source_addr_npi?: number;
  source_addr?: string;
  dest_addr_ton?: number;
  dest_addr_npi?: number;
  destination_addr?: string;
  esm_class?: number;
  validity_period?: string;
  registered_delivery?: number;
  data_coding?: number;
  short_message?: Buffer;
  message_id?: string;

  message_payload?: Buffer;
  user_message_reference?: number;
  sar_msg_ref_num?: number;
  sar_total_segments?: number;
  sar_segment_seqnum?: number;
  receipted_message_id?: string;
  message_state?: number;
  network_error_code?: Buffer;
}

export interface Pdu extends Fields {
  /** Command name; `unknown` for a command_id that SMPP does not define. */
  command: string;
  command_id: number;
  command_status: number;
  sequence_number: number;
}

export type BindCommand = "bind_transceiver" | "bind_transmitter" | "bind_receiver";
export type RequestCommand = BindCommand | "submit_sm" | "enquire_link" | "unbind";

/** interface_version sent in bind requests. */
export const SMPP_3_4 = 0x34;

/** Length of a PDU header, in octets. */
export const HEAD_BYTES = 16;

/** Maximum PDU length, in octets: 64 KiB of message_payload (section 5.3.2.32) and 4 KiB more. */
export const PDU_MAX_BYTES = (64 + 4) << 10;

/** Bits of esm_class (section 5.2.12). */
export const ESM_UDHI = 0x40;
export const ESM_TYPE = 0x3c;
export const ESM_RECEIPT = 0x04;
export const ESM_INTERMEDIATE = 0x20;

/** command_status values of our responses (section 5.1.3). */
export const STATUS = {
  ok: 0x00,
  invalidLength: 0x01,
  invalidCommand: 0x03,
  invalidSource: 0x0a,
  /** Asks the SMSC to retry. */
  temporaryError: 0x64,
  refused: 0x66,
} as const;
export type Status = typeof STATUS[keyof typeof STATUS];

const RESPONSE = 0x8000_0000;

/** PDU class of the library, which has no type declarations. */
interface LibraryPdu extends Pdu {
  toBuffer(): Buffer;
  _filter(): void;
}
interface LibraryPduClass {
  new (frame: Buffer): LibraryPdu;
  new (command: string, fields: Fields & Partial<Pdu>): LibraryPdu;
  maxLength: number;
}

const LibraryPdu = smpp.PDU as unknown as LibraryPduClass;
LibraryPdu.maxLength = PDU_MAX_BYTES;

class RawPdu extends LibraryPdu {
  /** Disables the library's conversion of octets to text and of times to dates. */
  override _filter(): void {}
}

export function encodeRequest(
  command: RequestCommand,
  fields: Fields,
  sequence_number: number,
): Uint8Array {
  return new RawPdu(command, { ...fields, sequence_number }).toBuffer();
}

/** Encodes the response to a request; `generic_nack` for commands without a response. */
export function encodeResponse(
  { command, sequence_number }: Pdu,
  command_status: Status,
): Uint8Array {
  const paired = `${command}_resp`;
  const response = paired in smpp.commands ? paired : "generic_nack";
  return new RawPdu(response, { command_status, sequence_number }).toBuffer();
}

/** Decodes one complete PDU; null when its body does not match its header. */
export function decodePdu(frame: Buffer): Pdu | null {
  try {
    return new RawPdu(frame);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Decodes the header of a PDU whose body is malformed. */
export function decodeHead(frame: Buffer): Pdu {
  const command_id = frame.readUInt32BE(4);
  const names: Record<number, { command: string } | undefined> = smpp.commandsById;
  return {
    command: names[command_id]?.command ?? "unknown",
    command_id,
    command_status: frame.readUInt32BE(8),
    sequence_number: frame.readUInt32BE(12),
  };
}

export function isResponse({ command_id }: Pdu): boolean {
  return command_id >= RESPONSE;
}
