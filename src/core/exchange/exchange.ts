/** Exchanges: requests and responses between this service and its peers on the wire, by message. */
import { visible } from "../visible.ts";
import { maskSecrets } from "./mask.ts";

/** Peer of the doors; any other peer is a connector. */
export const CLIENT = "client";

export const EXCHANGE_PROTOCOLS = ["json", "xml", "mm7", "smpp", "http"] as const;

/** An exchange as it was on the wire. */
export interface NewExchange {
  trackingId: string;
  /** CLIENT, or the name of a connector. */
  peer: string;
  /** `in`: sent by the peer; `out`: by this service. */
  direction: "in" | "out";
  protocol: typeof EXCHANGE_PROTOCOLS[number];
  /** Operation, command or status. */
  title: string;
  /** Text, or its bytes in UTF-8. */
  content: string | Uint8Array;
  /** Time in milliseconds since the epoch. Default: now. */
  at?: number;
  /** Credentials that it may contain. */
  secrets: readonly string[];
}

/** An exchange as it is stored: without credentials, and no longer than its limit. */
export interface Exchange extends Omit<NewExchange, "secrets"> {
  content: string;
  /** Length of the whole content on the wire, in bytes of UTF-8. */
  bytes: number;
  /** Whether the content was cut. */
  truncated: boolean;
  at: number;
}

/** Maximum length of a title, in characters. */
const TITLE_MAX_LENGTH = 200;

/**
 * Length of text, in characters, that is masked beyond the limit and then dropped: a credential that
 * the cut splits would not be recognised. Longer than any credential.
 */
const MARGIN = 4096;

const utf8 = new TextEncoder();

/**
 * Masks and cuts an exchange. Only as much of its content is read as will be stored.
 *
 * @param maxBytes Maximum length of the content, in bytes of UTF-8.
 */
export function exchangeOf(
  { secrets, title, content, ...exchange }: NewExchange,
  { maxBytes, now }: { maxBytes: number; now: number },
): Exchange {
  const masking = { secrets, isVaspidKey: exchange.peer === CLIENT };
  const window = maxBytes + MARGIN;
  const [head, isWhole] = typeof content === "string"
    ? [content.slice(0, window), content.length <= window]
    : [new TextDecoder().decode(content.subarray(0, window)), content.length <= window];
  const masked = maskSecrets(head, masking);
  const safe = isWhole ? masked : masked.slice(0, -MARGIN);
  const cut = truncateBytes(safe, maxBytes);
  return {
    ...exchange,
    at: exchange.at ?? now,
    title: maskSecrets(title, masking).slice(0, TITLE_MAX_LENGTH),
    content: cut,
    bytes: typeof content === "string" ? utf8.encode(content).length : content.length,
    truncated: !isWhole || cut.length < safe.length,
  };
}

/** Cuts text to a length in bytes of UTF-8, between two characters. */
function truncateBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const { read } = utf8.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** A part of a MIME body. */
export interface PartFacts {
  /** Position: `2.1` is the first part of the second. */
  readonly position: string;
  readonly type: string;
  readonly contentId: string | null;
  readonly location: string | null;
  readonly content: Uint8Array;
  readonly parts: readonly PartFacts[];
}

/** Lists the parts of a body but one, one a line: position, type, size and names. */
export function listParts(root: PartFacts, except: PartFacts): string {
  return root.parts.filter((part) => part !== except).flatMap(linesOf).join("\n");
}

function linesOf({ position, type, contentId, location, content, parts }: PartFacts): string[] {
  const facts = [
    `${position}  ${visible(type)}`,
    `${content.length} bytes`,
    ...contentId === null ? [] : [`Content-ID <${visible(contentId)}>`],
    ...location === null ? [] : [`Content-Location ${visible(location)}`],
  ];
  return [facts.join("  "), ...parts.flatMap(linesOf)];
}
