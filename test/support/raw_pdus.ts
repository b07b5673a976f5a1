/** Misbehaving SMSC: PDUs octet by octet, in forms that no library writes. */
import { Buffer } from "node:buffer";
import { rawPdu, type Smsc } from "./smsc.ts";

export const DELIVER_SM = 0x05;
export const DATA_SM = 0x103;

/** Writes a C-octet string in Latin-1. */
export const text = (value: string) => Buffer.from(`${value}\0`, "latin1");

/** Writes an optional parameter of exactly these octets. */
export function tlv(tag: number, value: Uint8Array | string): Buffer {
  const octets = typeof value === "string" ? Buffer.from(value, "latin1") : Buffer.from(value);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(octets.length, 2);
  return Buffer.concat([head, octets]);
}

/** Address with its type of number and numbering plan. */
export interface RawAddress {
  ton?: number;
  npi?: number;
  address: string;
}

/** Fields of a message; what is missing is zero or empty. */
export interface RawMessage {
  from: RawAddress;
  to: RawAddress;
  esmClass?: number;
  dataCoding?: number;
  /** User data of a deliver_sm. */
  message?: Uint8Array | string;
  tlvs?: readonly Buffer[];
}

const addressOf = ({ ton = 0, npi = 0, address }: RawAddress) =>
  Buffer.concat([Buffer.of(ton, npi), text(address)]);

/** Writes the body of a deliver_sm. */
export function deliverSm(
  { from, to, esmClass = 0, dataCoding = 0, message = "", tlvs = [] }: RawMessage,
): Buffer {
  const octets = typeof message === "string" ? Buffer.from(message, "latin1") : message;
  return Buffer.concat([
    text(""),
    addressOf(from),
    addressOf(to),
    Buffer.of(esmClass, 0, 0),
    text(""),
    text(""),
    Buffer.of(0, 0, dataCoding, 0, octets.length),
    octets,
    ...tlvs,
  ]);
}

/** Writes the body of a data_sm. */
export function dataSm(
  { from, to, esmClass = 0, dataCoding = 0, tlvs = [] }: RawMessage,
): Buffer {
  return Buffer.concat([
    text(""),
    addressOf(from),
    addressOf(to),
    Buffer.of(esmClass, 0, dataCoding),
    ...tlvs,
  ]);
}

let lastSequence = 0x1000_0000;

/** Sends a PDU in a session of an SMSC; resolves with the command and status of the response. */
export async function exchange(
  smsc: Smsc,
  id: number,
  body: Uint8Array = new Uint8Array(),
): Promise<[command: string, status: number]> {
  const sequence = ++lastSequence;
  smsc.sessions.at(-1)!.socket.write(rawPdu({ id, sequence, body }));
  const isResponse = ({ sequence_number }: { sequence_number: number }) =>
    sequence_number === sequence;
  await smsc.until(() => smsc.heard.some(isResponse));
  const { command, command_status } = smsc.heard.find(isResponse)!;
  return [command, command_status];
}
