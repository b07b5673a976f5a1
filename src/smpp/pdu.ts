/**
 * PDUs of SMPP 3.4 as bytes and as fields, by the tables of `npm:smpp`.
 *
 * Its sessions are not used: one that meets a PDU it cannot read stops reading for good, a length
 * below four shifts all that follows, requests that are never answered are never forgotten, and
 * nothing has a time limit. Nor are its filters: they turn octets into text before anybody can say
 * what alphabet an SMSC means, and throw at times that are not of 16 characters.
 */
import type { Buffer } from "node:buffer";
import smpp from "smpp";

/** What a PDU says beside its head; names as in SMPP 3.4. Octets stay octets, times text. */
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
  /** `unknown`: none that SMPP has. */
  command: string;
  command_id: number;
  command_status: number;
  sequence_number: number;
}

export type BindCommand = "bind_transceiver" | "bind_transmitter" | "bind_receiver";
export type RequestCommand = BindCommand | "submit_sm" | "enquire_link" | "unbind";

/** The interface version that we say. */
export const SMPP_3_4 = 0x34;

/** Of every PDU. */
export const HEAD_BYTES = 16;

/** message_payload may have 64 KiB (section 5.3.2.32); all else takes less than 4 KiB. */
export const PDU_MAX_BYTES = (64 + 4) << 10;

/** Bits of esm_class (section 5.2.12). */
export const ESM_UDHI = 0x40;
export const ESM_TYPE = 0x3c;
export const ESM_RECEIPT = 0x04;
export const ESM_INTERMEDIATE = 0x20;

/** What we answer SMSCs (section 5.1.3). */
export const STATUS = {
  ok: 0x00,
  invalidLength: 0x01,
  invalidCommand: 0x03,
  invalidSource: 0x0a,
  /** To be tried again. */
  temporaryError: 0x64,
  refused: 0x66,
} as const;
export type Status = typeof STATUS[keyof typeof STATUS];

const RESPONSE = 0x8000_0000;

/** What the library, which is without types, has for PDUs. */
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
  /** Where the library would make text of octets, and dates of times. */
  override _filter(): void {}
}

export function encodeRequest(
  command: RequestCommand,
  fields: Fields,
  sequence_number: number,
): Uint8Array {
  return new RawPdu(command, { ...fields, sequence_number }).toBuffer();
}

/** The response to a request; `generic_nack` where there is none of its own. */
export function encodeResponse(
  { command, sequence_number }: Pdu,
  command_status: Status,
): Uint8Array {
  const own = `${command}_resp`;
  const response = own in smpp.commands ? own : "generic_nack";
  return new RawPdu(response, { command_status, sequence_number }).toBuffer();
}

/** Reads one whole PDU. Null: its body is not what its head says. */
export function decodePdu(frame: Buffer): Pdu | null {
  try {
    return new RawPdu(frame);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The head of a PDU whose body cannot be read. */
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
