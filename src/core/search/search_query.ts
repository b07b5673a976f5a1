/** How a person's words become the criteria of searches. */
import { readNumber } from "../account/address.ts";
import { inAscii } from "../account/written_address.ts";
import { Refusal } from "../errors.ts";
import { MESSAGE_STATES } from "../message/message_state.ts";
import type { SentAs } from "../message/message.ts";
import { parseIso } from "../timestamp.ts";
import {
  type Direction,
  fold,
  type FoundState,
  type SearchCriteria,
  STATE_GROUPS,
} from "./search.ts";

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
      | "sender"
      | "connector"
      | "operator"
      | "carrier-id"
      | "code"
      | "reason"
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
 * Reads criteria: those of one search, or of several that follow each other, where the words of
 * `query` can mean several things. None finds what an earlier one does.
 *
 * @throws {Refusal} E100 that names the field and its fault.
 */
export function readSearches(typed: TypedCriteria): SearchCriteria[] {
  const fields = readFields(typed);
  const query = typed.query?.trim();
  if (!query) return [fields];
  // A field says more than a word that may mean the same.
  const readings = readQuery(query)
    .filter((reading) => !Object.keys(reading).some((name) => name in fields));
  return readings.length === 0 ? [fields] : readings.map((reading) => ({ ...reading, ...fields }));
}

function readFields(typed: TypedCriteria): SearchCriteria {
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
    ...read("reason", (text) => ({ reason: fold(text) })),
    ...read("sender", (text) => ({ senders: [text] })),
    ...read("from", (text) => ofTime("from", text)),
    ...read("to", (text) => ofTime("to", text)),
    ...ofField("account", value("account")),
    ...ofField("clientReference", value("client-reference")),
    ...ofField("mmsId", value("mms-id")),
    ...ofField("campaignRef", value("campaign-ref")),
    ...ofField("connector", value("connector")),
    ...ofField("operator", value("operator")),
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

/** States by the words for them. */
const STATE_WORDS: Readonly<Record<string, readonly FoundState[]>> = {
  ...Object.fromEntries(MESSAGE_STATES.map((state) => [state, [state]])),
  received: ["received"],
  unrecognized: ["unrecognised"],
  failed: STATE_GROUPS["any-failed"],
  failure: STATE_GROUPS["any-failed"],
  open: STATE_GROUPS["any-open"],
  pending: STATE_GROUPS["any-open"],
};

/**
 * Guesses what a person looks for who types into a single box: what is meant most often comes first,
 * then the messages whose texts, references or reasons have the words.
 */
export function readQuery(text: string): SearchCriteria[] {
  if (UUID_START.test(text)) return [{ trackingId: text.toLowerCase() }];
  const meant = meantBy(text);
  if (meant !== null) return [meant, { textOrReference: text, except: meant }];
  const inText = { textOrReference: text };
  return [inText, { reason: fold(text), except: inText }];
}

/** Returns what digits, codes and states mean; null: the words are none of these. */
function meantBy(text: string): Pick<SearchCriteria, "code" | "number" | "states"> | null {
  const number = NUMBER.test(inAscii(text)) ? readDigits(text) : null;
  if (number !== null) return { number };
  if (CODE.test(text)) return { code: text.toUpperCase() };
  const word = text.toLowerCase();
  return Object.hasOwn(STATE_WORDS, word) ? { states: STATE_WORDS[word]! } : null;
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
