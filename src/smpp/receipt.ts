/** Receipts: a deliver_sm as what became of a message (SMPP 3.4 sections 5.2.28 and appendix B). */
import type { Buffer } from "node:buffer";
import type { Outcome } from "../core/message/message.ts";
import { ESM_INTERMEDIATE, ESM_RECEIPT, ESM_TYPE, type Pdu } from "./pdu.ts";
import { decodeText, readUserData } from "./user_data.ts";

export interface Receipt {
  /** As the SMSC writes it; null: it says none. */
  messageId: string | null;
  outcome: Outcome;
  /** `2026-11-20T12:00:00` by the SMSC's clock, whose time zone nobody knows; null: not said. */
  submitted: string | null;
  done: string | null;
}

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
/** By its number in message_state, as receipts write it. The first and the last are SMPP 5's. */
export type MessageState = typeof MESSAGE_STATES[number];

/** Spec 6.2 has no text nearer to what an SMSC gave up. */
const UNDELIVERED = { outcome: "failed", details: "No way to send MMS or SMS" } as const;

/** Contract section 6. */
const OUTCOMES: Partial<Record<MessageState, (reason: string) => Outcome>> = {
  DELIVRD: () => ({ outcome: "delivered" }),
  EXPIRED: (reason) => ({ outcome: "expired", reason }),
  DELETED: (reason) => ({ ...UNDELIVERED, reason }),
  UNDELIV: (reason) => ({ ...UNDELIVERED, reason }),
  SKIPPED: (reason) => ({ ...UNDELIVERED, reason }),
  REJECTD: (reason) => ({ outcome: "rejected", details: "Message Rejected", reason }),
};

/** How SMSCs begin the word for a state, in upper case. */
const BEGINNINGS: readonly (readonly [RegExp, MessageState])[] = [
  [/^DELIV/, "DELIVRD"],
  [/^EXPIR/, "EXPIRED"],
  [/^DELET/, "DELETED"],
  [/^(UNDEL|FAIL)/, "UNDELIV"],
  [/^ACCEP/, "ACCEPTD"],
  [/^REJEC/, "REJECTD"],
  [/^EN-?_?ROUTE/, "ENROUTE"],
  [/^SKIP/, "SKIPPED"],
];

/** Told by its esm_class, or by naming the message that it is of. A handset can do neither. */
export function isReceipt({ esm_class = 0, receipted_message_id }: Pdu): boolean {
  const type = esm_class & ESM_TYPE;
  return type === ESM_RECEIPT || type === ESM_INTERMEDIATE || receipted_message_id !== undefined;
}

/** Parameters of its own win over its text, whose form is every SMSC's own affair. */
export function readReceipt(pdu: Pdu): Receipt {
  const fields = fieldsOf(textOf(pdu));
  const said = fields.get("stat") ?? "";
  const state = MESSAGE_STATES[pdu.message_state ?? -1] ?? stateOf(said);
  const error = networkError(pdu.network_error_code) ?? errorOf(fields.get("err"));
  const words = `${state ?? nameless(said)}${error === null ? "" : ` (error ${error})`}`;
  const noted: Outcome = { outcome: "noted", details: words };
  return {
    messageId: pdu.receipted_message_id?.trim() || fields.get("id") || null,
    outcome: (state === null ? undefined : OUTCOMES[state]?.(words)) ?? noted,
    submitted: dateOf(fields.get("submit date")),
    done: dateOf(fields.get("done date")),
  };
}

/** Receipts are ASCII, whatever the SMSC's alphabet is, where they are not UCS-2. */
function textOf(pdu: Pdu): string {
  const { octets, coding } = readUserData(pdu, { alphabets: [] });
  return decodeText(octets, coding === "ucs2" ? coding : "latin1");
}

const NAME = String.raw`(id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text)\s*[:=]`;
/** A value has no spaces, and may be missing. */
const FIELD = new RegExp(String.raw`(?:^|[\s,;])${NAME}\s*((?!${NAME})[^\s,;]*)`, "gi");

/** By name in lower case. What follows `text` was written by whoever wrote the message. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [, name, value] of text.matchAll(FIELD)) {
    const field = name!.toLowerCase().replace(/[ _]?date/, " date");
    if (field === "text") break;
    if (!fields.has(field)) fields.set(field, value!);
  }
  return fields;
}

function stateOf(said: string): MessageState | null {
  const word = said.toUpperCase();
  return BEGINNINGS.find(([beginning]) => beginning.test(word))?.[1] ?? null;
}

function nameless(said: string): string {
  return said === "" ? "UNKNOWN" : said.slice(0, 20);
}

/** Null: none, however many noughts say so. */
function errorOf(said: string | undefined): string | null {
  const error = said?.slice(0, 20) ?? "";
  return /^0*$/.test(error) ? null : error;
}

/** Its type, and the code that the network gave (section 5.3.2.31). */
function networkError(code: Buffer | undefined): string | null {
  if (code === undefined || code.length !== 3) return null;
  return errorOf(String(code.readUInt16BE(1)));
}

/** `YYMMDDhhmm`, with seconds or without, and the year with its century where there are 14. */
function dateOf(said: string | undefined): string | null {
  const digits = /^\d{10,}/.exec(said ?? "")?.[0] ?? "";
  const year = digits.length === 14 ? digits.slice(0, 4) : `20${digits.slice(0, 2)}`;
  const pairs = digits.slice(digits.length === 14 ? 4 : 2).match(/\d\d/g) ?? [];
  const [month = "", day = "", hour = "", minute = "", second = "00"] = pairs;
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return Number.isNaN(Date.parse(`${date}Z`)) ? null : date;
}
