/** Search over messages of both directions: its criteria, and the texts that they are about. */
import { truncate } from "../characters.ts";
import { ORDINARY_DETAILS } from "../message/status_details.ts";
import type { SentAs } from "../message/message.ts";
import type { Picture } from "../composition/first_picture.ts";
import type { MmsContent, SmsContent } from "../composition/content.ts";
import type { MessageState } from "../message/message_state.ts";

/** Direction of a message: to a handset, or from one. */
export type Direction = "out" | "in";

/** State of a message to a handset; one from a handset is always `received`. */
export type FoundState = MessageState | "received";

/** Groups of states under one name: all that are no delivery, and all that may still become one. */
export const STATE_GROUPS = {
  "any-failed": ["failed", "rejected", "unrecognised", "expired"],
  "any-open": ["scheduled", "accepted", "preparing", "sent", "submitted"],
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
  /** Addresses of the account, of which the message is from or to one. */
  senders?: readonly string[];
  /** Part of a text, as it was typed, or start of the client-reference. */
  textOrReference?: string;
  mmsId?: string;
  campaignRef?: string;
  connector?: string;
  carrierId?: string;
  /** Operator of the recipient of a message to a handset. */
  operator?: string;
  /** Code of a postback that the message has caused. */
  code?: string;
  /** Part of the reason for a failure, folded by {@link fold}. */
  reason?: string;
  /** Earliest time of acceptance or receipt, milliseconds since the epoch. */
  from?: number;
  /** End of the times of acceptance or receipt, exclusive. */
  to?: number;
  /** Criteria of which the message must not meet the one that is there. */
  except?: Pick<SearchCriteria, "code" | "number" | "states" | "textOrReference">;
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
  /** First image of an MMS, in its smallest form; null: it has none. */
  picture: Picture | null;
  statusDetails: string | null;
  /** Time of acceptance or receipt. */
  at: number;
  updatedAt: number;
}

/** Maximum length of an excerpt in code points: a text of one segment fits. */
const EXCERPT_CHARACTERS = 160;

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

/** States whose messages have a reason to search for. */
export const FAILED_STATES: readonly FoundState[] = STATE_GROUPS["any-failed"];

/** Message, as far as its reason to fail is concerned. */
export interface Failing {
  state: FoundState;
  statusDetails: string | null;
  /** Reason in a carrier's words or ours. */
  statusReason: string | null;
}

/** Lists the reasons why a message failed, in our words and the carrier's; none: it did not. */
export function reasonsOf({ state, statusDetails, statusReason }: Failing): string[] {
  if (state === "received" || !FAILED_STATES.includes(state)) return [];
  return [statusDetails ?? ORDINARY_DETAILS[state], statusReason]
    .filter((reason) => reason !== null);
}

/** Texts of a message that criteria are compared with. */
export interface SearchedTexts {
  texts: readonly string[];
  clientReference: string | null;
  reasons: readonly string[];
}

/** Checks the criteria that the database does not: those on texts. */
export function meetsText(
  { except, reason, text, textOrReference }: SearchCriteria,
  message: SearchedTexts,
): boolean {
  if (reason !== undefined && !foldAll(message.reasons).includes(reason)) return false;
  if (text !== undefined && !foldAll(message.texts).includes(text)) return false;
  if (textOrReference !== undefined && !hasTextOrReference(textOrReference, message)) return false;
  const excepted = except?.textOrReference;
  return excepted === undefined || !hasTextOrReference(excepted, message);
}

function hasTextOrReference(
  part: string,
  { clientReference, texts }: Omit<SearchedTexts, "reasons">,
): boolean {
  return foldAll(texts).includes(fold(part)) || (clientReference?.startsWith(part) ?? false);
}

/** Tells whether criteria are on texts. */
export function isOnTexts({ except, reason, text, textOrReference }: SearchCriteria): boolean {
  return [except?.textOrReference, reason, text, textOrReference]
    .some((part) => part !== undefined);
}

/** Writes the excerpt of texts in one line. */
export function excerptOf(texts: readonly string[]): string | null {
  // Only so much of a long text is read as an excerpt can show.
  const line = texts.join(" ").slice(0, 10 * EXCERPT_CHARACTERS).toWellFormed()
    .replaceAll(/\s+/g, " ").trim();
  return line === "" ? null : truncate(line, EXCERPT_CHARACTERS);
}
