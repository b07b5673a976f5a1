/** Search over messages of both directions: its criteria, and how a person's words become them. */
import { readNumber } from "../account/address.ts";
import { inAscii } from "../account/written_address.ts";
import { Refusal } from "../errors.ts";
import { parseIso } from "../timestamp.ts";
import { truncate } from "../characters.ts";
import type { SentAs } from "../message/message.ts";
import type { MmsContent, SmsContent } from "../composition/content.ts";
import type { MessageState } from "../message/message_state.ts";

/** Direction of a message: to a handset, or from one. */
export type Direction = "out" | "in";

/** State of a message to a handset; one from a handset is always `received`. */
export type FoundState = MessageState | "received";

/** Groups of states under one name: all that are no delivery, and all that may still become one. */
export const STATE_GROUPS = {
  "any-failed": ["failed", "rejected", "unrecognised", "expired"],
  "any-open": ["accepted", "preparing", "sent", "submitted"],
} as const satisfies Record<string, readonly FoundState[]>;

/** Criteria of a search; a message must meet all that are present. */
export interface SearchCriteria {
  account?: string;
  direction?: Direction;
  kind?: SentAs;
  states?: readonly FoundState[];
  /** Digits that are part of the sender or the recipient. */
  number?: string;
  /** Part of a text or of the subject, folded by {@link fold}. */
  text?: string;
  /** Start of the tracking-id. */
  trackingId?: string;
  /** Start of the client-reference. */
  clientReference?: string;
  /** Senders of which a message to a handset has one. */
  senders?: readonly string[];
  /** Part of a text, as it was typed, or start of the client-reference. */
  textOrReference?: string;
  mmsId?: string;
  campaignRef?: string;
  connector?: string;
  carrierId?: string;
  /** Code of a postback that the message has caused. */
  code?: string;
  /** Earliest time of acceptance or receipt, milliseconds since the epoch. */
  from?: number;
  /** End of the times of acceptance or receipt, exclusive. */
  to?: number;
}

/** Message as a search shows it. */
export interface FoundMessage {
  trackingId: string;
  direction: Direction;
  kind: SentAs;
  /** Door that it came through; null: it came from a handset, or replies to a keyword of one. */
  door: "JSON" | "MM7" | null;
  state: FoundState;
  account: string;
  from: string;
  to: string;
  connector: string | null;
  sentAs: SentAs | null;
  /** Start of its subject and texts, at most {@link EXCERPT_CHARACTERS}; null: it has none. */
  excerpt: string | null;
  statusDetails: string | null;
  /** Time of acceptance or receipt. */
  at: number;
  updatedAt: number;
}

/** Maximum length of an excerpt in code points: a text of one segment fits. */
const EXCERPT_CHARACTERS = 160;

/** Minimum length of a part of a number, in digits: fewer are part of most numbers. */
const NUMBER_DIGITS = 3;
/** Minimum length of the start of a tracking-id: less than a day's ids have it in common. */
const TRACKING_ID_CHARACTERS = 8;

/** Criteria as typed; absent and blank ones are left out. */
export interface TypedCriteria extends
  Partial<
    Record<
      | "query"
      | "account"
      | "number"
      | "text"
      | "tracking-id"
      | "client-reference"
      | "mms-id"
      | "campaign-ref"
      | "connector"
      | "carrier-id"
      | "code"
      | "from"
      | "to",
      string
    >
  > {
  direction?: Direction;
  kind?: SentAs;
  state?: FoundState | keyof typeof STATE_GROUPS;
}

/**
 * Reads criteria.
 * @throws {Refusal} E100 that names the field and its fault.
 */
export function readCriteria(typed: TypedCriteria): SearchCriteria {
  const value = (field: keyof TypedCriteria) => typed[field]?.trim() || undefined;
  const read = <T>(field: keyof TypedCriteria, as: (text: string) => T | string): T | undefined => {
    const text = value(field);
    if (text === undefined) return undefined;
    const result = as(text);
    if (typeof result === "object" && result !== null) return result;
    throw new Refusal("invalidRequest", `${field} ${result}`);
  };
  const { state } = typed;
  const criteria: SearchCriteria = {
    ...read("query", (text) => readQuery(text)),
    ...read("number", (text) => {
      const number = readDigits(text);
      return number === null ? `must have ${NUMBER_DIGITS} to 20 digits` : { number };
    }),
    ...read("text", (text) => ({ text: fold(text) })),
    ...read(
      "tracking-id",
      (text) =>
        text.length < TRACKING_ID_CHARACTERS
          ? `must have at least ${TRACKING_ID_CHARACTERS} characters`
          : { trackingId: text.toLowerCase() },
    ),
    ...read(
      "code",
      (text) =>
        CODE.test(text) ? { code: text.toUpperCase() } : "must be a code of a postback, like E102",
    ),
    ...read("from", (text) => ofTime("from", text)),
    ...read("to", (text) => ofTime("to", text)),
    ...ofField("account", value("account")),
    ...ofField("clientReference", value("client-reference")),
    ...ofField("mmsId", value("mms-id")),
    ...ofField("campaignRef", value("campaign-ref")),
    ...ofField("connector", value("connector")),
    ...ofField("carrierId", value("carrier-id")),
    ...ofField("direction", typed.direction),
    ...ofField("kind", typed.kind),
    ...state === undefined ? {} : { states: statesOf(state) },
  };
  if (criteria.from !== undefined && criteria.to !== undefined && criteria.from >= criteria.to) {
    throw new Refusal("invalidRequest", "to must be later than from");
  }
  return criteria;
}

function ofField<K extends keyof SearchCriteria>(
  field: K,
  value: SearchCriteria[K] | undefined,
): SearchCriteria {
  return value === undefined ? {} : { [field]: value };
}

function ofTime(field: "from" | "to", text: string): SearchCriteria | string {
  const at = parseIso(text);
  return at === null ? "must be a date or time in ISO 8601" : { [field]: at };
}

function statesOf(state: FoundState | keyof typeof STATE_GROUPS): readonly FoundState[] {
  return state in STATE_GROUPS
    ? STATE_GROUPS[state as keyof typeof STATE_GROUPS]
    : [state as FoundState];
}

const CODE = /^[NE]\d{3}$/i;
/** Start of a UUID that is no number: it has a letter, or more groups than a number is written in. */
const UUID_START =
  /^(?=.*[a-f]|0|.{14})[\da-f]{8}-[\da-f]{0,4}(?:-[\da-f]{0,4}){0,2}(?:-[\da-f]{0,12})?$/i;
/** Number in the single box; with a slash only after `+`, since dates have slashes. */
const NUMBER = /^(?:\+[\s(]*\d[\d\s()[\]./-]*|\(?\d[\d\s().+-]*)$/;

/** Guesses what a person looks for who types into a single box. */
export function readQuery(text: string): SearchCriteria {
  if (UUID_START.test(text)) return { trackingId: text.toLowerCase() };
  const number = NUMBER.test(inAscii(text)) ? readDigits(text) : null;
  if (number !== null) return { number };
  if (CODE.test(text)) return { code: text.toUpperCase() };
  return { textOrReference: text };
}

/** Reads part of a number in any usual spelling as digits; null if it is none. */
function readDigits(text: string): string | null {
  const written = inAscii(text);
  const digits = written.replaceAll(/[\s()[\]./+-]/g, "");
  if (!/^\d+$/.test(digits) || digits.length < NUMBER_DIGITS || digits.length > 20) return null;
  // Where a whole number seems to follow an international prefix, it is read as when it was stored.
  const isWhole = /^[\s(]*\+/.test(written) || digits.startsWith("00") && digits.length >= 10;
  return (isWhole ? readNumber(written) : null) ?? digits;
}

/**
 * Folds a text for comparison: case, composition of accents and white space do not matter. What the
 * store cannot keep becomes what it keeps instead.
 */
export function fold(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd").normalize("NFC").toLowerCase()
    .replaceAll(/\s+/g, " ").trim();
}

/** Lists what a person reads of a message: its subject, then its texts. */
export function textsOf(content: SmsContent | MmsContent): string[] {
  if (content.kind === "SMS") return [content.text];
  const { subject, slides, fallback } = content;
  return [subject, ...slides.map(({ text }) => text), fallback.text]
    .filter((text): text is string => typeof text === "string" && text !== "");
}

/** Joins folded texts by a line break, which no folded text has: no part spans two of them. */
export function foldAll(texts: readonly string[]): string {
  return texts.map(fold).join("\n");
}

/** Checks the criteria that the database does not: those on texts. */
export function meetsText(
  { text, textOrReference }: SearchCriteria,
  { texts, clientReference }: { texts: readonly string[]; clientReference: string | null },
): boolean {
  if (text === undefined && textOrReference === undefined) return true;
  const folded = foldAll(texts);
  if (text !== undefined && !folded.includes(text)) return false;
  return textOrReference === undefined || folded.includes(fold(textOrReference)) ||
    (clientReference?.startsWith(textOrReference) ?? false);
}

/** Writes the excerpt of texts in one line. */
export function excerptOf(texts: readonly string[]): string | null {
  // Only so much of a long text is read as an excerpt can show.
  const line = texts.join(" ").slice(0, 10 * EXCERPT_CHARACTERS).toWellFormed()
    .replaceAll(/\s+/g, " ").trim();
  return line === "" ? null : truncate(line, EXCERPT_CHARACTERS);
}
