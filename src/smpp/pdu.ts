/** Protocol data units of SMPP 3.4, as values. */
import type { CommandName } from "./commands.ts";
import type { ParameterForm, ParameterName, PARAMETERS, TlvForm, TlvName, TLVS } from "./fields.ts";

type ValueOf<Form extends ParameterForm | TlvForm> = Form extends "text" ? string
  : Form extends "octets" ? Uint8Array
  : number;

/** Body fields of a PDU. Octet strings stay octets, times stay text. */
export type Fields =
  & { [Name in ParameterName]?: ValueOf<typeof PARAMETERS[Name]> }
  & { [Name in TlvName]?: ValueOf<typeof TLVS[Name]["form"]> };

/** Header of a PDU (section 3.2). */
export interface PduHead {
  command_length: number;
  command_id: number;
  command_status: number;
  sequence_number: number;
  /** Name of the command; `unknown` for a command_id that SMPP does not define. */
  command: CommandName | "unknown";
}

/** PDU with its fields; octets of an unknown optional parameter are under the tag's number. */
export type Pdu = PduHead & Fields;

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
export const ESM_RECEIPT = 0x04;
export const ESM_INTERMEDIATE = 0x20;

/** command_status values of our responses (section 5.1.3). */
export const STATUS = {
  ok: 0x00,
  invalidCommand: 0x03,
  invalidDestination: 0x0b,
  /** Asks the SMSC to retry. */
  temporaryError: 0x64,
  refused: 0x66,
} as const;
export type Status = typeof STATUS[keyof typeof STATUS];

/** Bit of the command_id of responses. */
const RESPONSE = 0x8000_0000;

export function isResponse({ command_id }: Pick<PduHead, "command_id">): boolean {
  return command_id >= RESPONSE;
}
