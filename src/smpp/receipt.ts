/** Reads delivery receipts: deliver_sm with a message state (SMPP 3.4, 5.2.28 and appendix B). */
import type { Outcome } from "../core/message/message.ts";
import { ESM_INTERMEDIATE, ESM_RECEIPT, type Pdu } from "./pdu.ts";
import { decodeText, readUserData } from "./user_data.ts";

export interface Receipt {
  /** Message id in the SMSC's notation; null if the receipt has none. */
  messageId: string | null;
  outcome: Outcome;
  /** Times as the SMSC writes them, in its unknown time zone; null if missing. */
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

/**
 * Detects receipts by esm_class or their optional parameters, which no handset can set. Some SMSCs set
 * a bit of esm_class beside that of receipts, though SMPP defines no such type.
 */
export function isReceipt({ esm_class = 0, receipted_message_id, message_state }: Pdu): boolean {
  return (esm_class & (ESM_RECEIPT | ESM_INTERMEDIATE)) !== 0 ||
    receipted_message_id !== undefined || message_state !== undefined;
}

/** Reads a receipt. Optional parameters win over the text, whose format differs by SMSC. */
export function readReceipt(pdu: Pdu): Receipt {
  const { id, stat = "", err, submitted, done } = textOf(pdu).fields;
  const state = stateOf(pdu.message_state ?? null, stat);
  const error = networkError(pdu.network_error_code) ?? errorOf(err);
  const reason = `${state ?? unknownState(stat)}${error === null ? "" : ` (error ${error})`}`;
  return {
    messageId: pdu.receipted_message_id?.trim() || id || null,
    outcome: (state === null ? undefined : OUTCOMES[state]?.(reason)) ??
      { outcome: "noted", details: reason },
    submitted: submitted?.slice(0, TIME_MAX_CHARS) ?? null,
    done: done?.slice(0, TIME_MAX_CHARS) ?? null,
  };
}

/** Tells whether the part of a receipt in several has its id and state, and needs no other part. */
export function isSufficient(part: Pdu): boolean {
  const { text, fields: { id = "", stat = "" } } = textOf(part);
  // One at the end of a part may be cut off.
  const hasId = Boolean(part.receipted_message_id?.trim()) || (id !== "" && !text.endsWith(id));
  return hasId && stateOf(part.message_state ?? null, stat) !== null;
}

/** Maximum length of a time in a log, in characters; no format of SMPP has more. */
const TIME_MAX_CHARS = 20;

/** Text of a receipt with its fields. */
interface ReceiptText {
  text: string;
  fields: Fields;
}

/**
 * Decodes the text of a receipt: UCS-2 if declared, else ASCII whatever the SMSC's alphabet. Where it
 * has no fields then, the declaration is wrong: it is ASCII all the same, or UCS-2 in either order.
 */
function textOf(pdu: Pdu): ReceiptText {
  const { octets, coding } = readUserData(pdu, { alphabets: [] });
  const declared = withFields(decodeText(octets, coding === "ucs2" ? coding : "latin1"));
  if (hasFields(declared)) return declared;
  const ascii = withFields(decodeText(octets, "latin1"));
  if (hasFields(ascii)) return ascii;
  const ucs2 = withFields(decodeText(octets.filter(isAscii), "latin1"));
  return hasFields(ucs2) ? ucs2 : declared;
}

/** Tells octets of ASCII in UCS-2 from the zeros and the byte order mark beside them. */
const isAscii = (octet: number) => octet !== 0 && octet < 0xfe;

const withFields = (text: string): ReceiptText => ({ text, fields: fieldsOf(text) });

function hasFields({ fields: { id, stat } }: ReceiptText): boolean {
  return id !== undefined || stat !== undefined;
}

/** Fields of a receipt's text that are of use; `text`, which quotes the message, ends them. */
type Field = "id" | "stat" | "err" | "submitted" | "done" | "text";

/** Fields by the spellings of their names; null: of no use. */
const FIELDS: Readonly<Record<string, Field | null>> = {
  "id": "id",
  "sub": null,
  "dlvrd": null,
  "stat": "stat",
  "err": "err",
  "text": "text",
  "submit date": "submitted",
  "submit_date": "submitted",
  "submitdate": "submitted",
  "done date": "done",
  "done_date": "done",
  "donedate": "done",
  "msgid": "id",
  "msg_id": "id",
  "msg-id": "id",
  "msg id": "id",
  "messageid": "id",
  "message_id": "id",
  "message-id": "id",
  "message id": "id",
};

const SPELLINGS = Object.keys(FIELDS);
const NAME = String.raw`(${SPELLINGS.join("|")})\s*[:=]`;
/** Field of a receipt's text; its value has no spaces and may be empty. */
const FIELD = new RegExp(String.raw`(?:^|[\s,;])${NAME}\s*((?!${NAME})[^\s,;]*)`, "gi");

const IDS = SPELLINGS.filter((name) => FIELDS[name] === "id");
const OTHERS = SPELLINGS.filter((name) => !["id", "text"].includes(FIELDS[name]!));
/** Name after a separator or, but for an id, without any; `text` ends words such as "context". */
const LOOSE_NAME = String.raw`(?:(?:^|(?<=[\s,;"']))(?:${IDS.join("|")})|` +
  String.raw`${OTHERS.join("|")}|(?<![a-z])text)`;
const NEXT = String.raw`${LOOSE_NAME}\s*[:=]`;
/** Field of a text with missing separators or quoted values; slower to find. */
const LOOSE_FIELD = new RegExp(
  String.raw`(${LOOSE_NAME})\s*[:=]\s*["']?((?:(?!${NEXT})[^\s,;"'])*)`,
  "gi",
);

/** Longest text of a receipt in a log, in characters: that of the specification has 120 or so. */
const TEXT_MAX_CHARS = 255;

/** Returns the text of a receipt for operators, without what it quotes of the message. */
export function receiptWords(pdu: Pdu): string {
  return textOf(pdu).text.replace(/(text\s*[:=]).*/is, "$1").replaceAll(/\p{Cc}+/gu, " ").trim()
    .slice(0, TEXT_MAX_CHARS);
}

type Fields = Partial<Record<Field, string>>;

function fieldsOf(text: string): Fields {
  const fields = parseFields(text, FIELD);
  return isClear(fields.id) && isClear(fields.stat) ? fields : parseFields(text, LOOSE_FIELD);
}

/** Tells whether a value holds neither quotes nor the next field. */
function isClear(value: string | undefined): boolean {
  return value !== undefined && !/[:="']/.test(value);
}

/** Parses fields, of which the first of each name counts; what `text` quotes is untrusted. */
function parseFields(text: string, pattern: RegExp): Fields {
  const fields: Fields = {};
  for (const [, name, value] of text.matchAll(pattern)) {
    const field = FIELDS[name!] ?? FIELDS[name!.toLowerCase()] ?? null;
    if (field === "text") break;
    if (field !== null) fields[field] ??= value!;
  }
  return fields;
}

/** Resolves the state: by number, or else by the word. SMPP 3.4 has no 0, which some leave there. */
function stateOf(number: number | null, stat: string): MessageState | null {
  const word = stat.toUpperCase();
  const worded = STATE_PREFIXES.find(([prefix]) => prefix.test(word))?.[1] ?? null;
  const numbered = MESSAGE_STATES[number ?? -1] ?? null;
  return number === 0 ? worded ?? numbered : numbered ?? worded;
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
function networkError(code: Uint8Array | undefined): string | null {
  if (code === undefined || code.length !== 3) return null;
  return errorOf(String(code[1]! << 8 | code[2]!));
}
