/** Reads delivery receipts: deliver_sm with a message state (SMPP 3.4, 5.2.28 and appendix B). */
import type { Buffer } from "node:buffer";
import type { Outcome } from "../core/message/message.ts";
import { ESM_INTERMEDIATE, ESM_RECEIPT, ESM_TYPE, type Pdu } from "./pdu.ts";
import { decodeText, readUserData } from "./user_data.ts";

export interface Receipt {
  /** Message id in the SMSC's notation; null if the receipt has none. */
  messageId: string | null;
  outcome: Outcome;
  /** `2026-11-20T12:00:00` in the SMSC's unknown time zone; null if missing or malformed. */
  submitted: string | null;
  done: string | null;
}

/** States by their value in message_state; the first and the last are from SMPP 5.0. */
export const MESSAGE_STATES = [
  "SCHEDULED",
  "ENROUTE",
  "DELIVRD",
  "EXPIRED",
  "DELETED",
  "UNDELIV",
  "ACCEPTD",
  "UNKNOWN",
  "REJECTD",
  "SKIPPED",
] as const;
/** Message state, spelled as in the text of receipts. */
export type MessageState = typeof MESSAGE_STATES[number];

/** Outcome of messages that the SMSC gave up on; the closest status-details of spec 6.2. */
const UNDELIVERED = { outcome: "failed", details: "No way to send MMS or SMS" } as const;

/** Outcomes of final states (contract section 6). */
const OUTCOMES: Partial<Record<MessageState, (reason: string) => Outcome>> = {
  DELIVRD: () => ({ outcome: "delivered" }),
  EXPIRED: (reason) => ({ outcome: "expired", reason }),
  DELETED: (reason) => ({ ...UNDELIVERED, reason }),
  UNDELIV: (reason) => ({ ...UNDELIVERED, reason }),
  SKIPPED: (reason) => ({ ...UNDELIVERED, reason }),
  REJECTD: (reason) => ({ outcome: "rejected", details: "Message Rejected", reason }),
};

/** Prefixes of the state names that SMSCs use, in upper case. */
const STATE_PREFIXES: readonly (readonly [RegExp, MessageState])[] = [
  [/^DELIV/, "DELIVRD"],
  [/^EXPIR/, "EXPIRED"],
  [/^DELET/, "DELETED"],
  [/^(UNDEL|FAIL)/, "UNDELIV"],
  [/^ACCEP/, "ACCEPTD"],
  [/^REJEC/, "REJECTD"],
  [/^EN-?_?ROUTE/, "ENROUTE"],
  [/^SKIP/, "SKIPPED"],
];

/** Detects receipts by esm_class or receipted_message_id, neither of which a handset can set. */
export function isReceipt({ esm_class = 0, receipted_message_id }: Pdu): boolean {
  const type = esm_class & ESM_TYPE;
  return type === ESM_RECEIPT || type === ESM_INTERMEDIATE || receipted_message_id !== undefined;
}

/** Reads a receipt. Optional parameters win over the text, whose format differs by SMSC. */
export function readReceipt(pdu: Pdu): Receipt {
  const fields = fieldsOf(textOf(pdu));
  const stat = fields.get("stat") ?? "";
  const state = MESSAGE_STATES[pdu.message_state ?? -1] ?? stateOf(stat);
  const error = networkError(pdu.network_error_code) ?? errorOf(fields.get("err"));
  const reason = `${state ?? unknownState(stat)}${error === null ? "" : ` (error ${error})`}`;
  const noted: Outcome = { outcome: "noted", details: reason };
  return {
    messageId: pdu.receipted_message_id?.trim() || fields.get("id") || null,
    outcome: (state === null ? undefined : OUTCOMES[state]?.(reason)) ?? noted,
    submitted: dateOf(fields.get("submit date")),
    done: dateOf(fields.get("done date")),
  };
}

/** Decodes the text of a receipt: UCS-2 if declared, else ASCII whatever the SMSC's alphabet. */
function textOf(pdu: Pdu): string {
  const { octets, coding } = readUserData(pdu, { alphabets: [] });
  return decodeText(octets, coding === "ucs2" ? coding : "latin1");
}

const NAME = String.raw`(id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text)\s*[:=]`;
/** Field of a receipt's text; its value has no spaces and may be empty. */
const FIELD = new RegExp(String.raw`(?:^|[\s,;])${NAME}\s*((?!${NAME})[^\s,;]*)`, "gi");

/** Parses fields by lower-case name, up to `text`, which quotes the message and is untrusted. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [, name, value] of text.matchAll(FIELD)) {
    const field = name!.toLowerCase().replace(/[ _]?date/, " date");
    if (field === "text") break;
    if (!fields.has(field)) fields.set(field, value!);
  }
  return fields;
}

function stateOf(stat: string): MessageState | null {
  const word = stat.toUpperCase();
  return STATE_PREFIXES.find(([prefix]) => prefix.test(word))?.[1] ?? null;
}

function unknownState(stat: string): string {
  return stat === "" ? "UNKNOWN" : stat.slice(0, 20);
}

/** Returns the error code; null when it is missing or all zeros. */
function errorOf(err: string | undefined): string | null {
  const error = err?.slice(0, 20) ?? "";
  return /^0*$/.test(error) ? null : error;
}

/** Reads network_error_code: an octet of network type, then the error code (section 5.3.2.31). */
function networkError(code: Buffer | undefined): string | null {
  if (code === undefined || code.length !== 3) return null;
  return errorOf(String(code.readUInt16BE(1)));
}

/** Parses `YYMMDDhhmm`, `YYMMDDhhmmss` or `YYYYMMDDhhmmss`. */
function dateOf(text: string | undefined): string | null {
  const digits = /^\d{10,}/.exec(text ?? "")?.[0] ?? "";
  const year = digits.length === 14 ? digits.slice(0, 4) : `20${digits.slice(0, 2)}`;
  const pairs = digits.slice(digits.length === 14 ? 4 : 2).match(/\d\d/g) ?? [];
  const [month = "", day = "", hour = "", minute = "", second = "00"] = pairs;
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return Number.isNaN(Date.parse(`${date}Z`)) ? null : date;
}
