/** Text as it is counted and sent: composed, and with plain typography where that is wanted. */
import { withoutIgnorable } from "../characters.ts";
import { isGsm } from "./gsm_alphabet.ts";
import { linksIn } from "./text_links.ts";

/**
 * Decides whether typography becomes plain: as the request says, else the account, else the
 * configuration.
 */
export function smartEncodingOf(
  { SMS_PLAIN_TYPOGRAPHY }: { SMS_PLAIN_TYPOGRAPHY: "on" | "off" },
  account: { smartEncoding: boolean | null },
  requested?: boolean,
): boolean {
  return requested ?? account.smartEncoding ?? SMS_PLAIN_TYPOGRAPHY === "on";
}

/**
 * Returns the text of an SMS.
 *
 * @param smartEncoding Whether typography becomes plain where that keeps the text in the GSM
 * alphabet.
 */
export function outgoingText(text: string, smartEncoding: boolean): string {
  const composed = composedText(text);
  return smartEncoding ? withPlainTypography(composed) : composed;
}

/**
 * Composes letters and their marks (NFC): a letter in two code points, as some systems copy it, has
 * its text sent in UCS-2, at 70 characters a message instead of 160.
 */
export function composedText(text: string): string {
  return outsideOfLinks(text, composed);
}

/**
 * Replaces the typographic characters of a text (quotation marks, dashes, spaces, ellipses) by GSM
 * ones if the whole text then is in the GSM alphabet; else returns it unchanged, since UCS-2 can
 * hold them. Letters are never replaced.
 */
export function withPlainTypography(text: string): string {
  if (isGsm(text)) return text;
  const plain = outsideOfLinks(text, plainTypography);
  return isGsm(plain) ? plain : text;
}

function composed(text: string): string {
  return text.normalize("NFC");
}

/** Replacements of typographic characters by GSM ones. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ..."‘’‚‛′‵`´＇".split("").map((character): [string, string] => [character, "'"]),
  ..."“”„‟″‶«»〝〞〟＂".split("").map((character): [string, string] => [character, '"']),
  ..."‐‑‒–—―−⸺⸻﹘﹣－".split("").map((character): [string, string] => [character, "-"]),
  ["…", "..."],
  ["‥", ".."],
  ["•", "*"],
  ["‹", "<"],
  ["›", ">"],
  ["⁄", "/"],
]);

const SPACE = /[\p{Zs}\t]/gu;
const LINE_BREAK = /[\p{Zl}\p{Zp}\x85]/gu;

function plainTypography(text: string): string {
  const spaced = text.replace(SPACE, " ").replace(LINE_BREAK, "\n");
  let plain = "";
  for (const character of withoutIgnorable(spaced)) {
    plain += REPLACEMENTS.get(character) ?? character;
  }
  return plain;
}

/**
 * Changes a text without changing where its links lead: what would change in a path, a query or a
 * fragment is percent-encoded.
 */
function outsideOfLinks(text: string, change: (text: string) => string): string {
  if (change(text) === text) return text;
  let changed = "";
  let from = 0;
  for (const { start, end, url } of linksIn(text)) {
    changed += change(text.slice(from, start)) + unchangedLink(url, change);
    from = end;
  }
  return changed + change(text.slice(from));
}

/** Scheme and host of a link. Hosts are composed by everyone who looks them up (IDNA). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;
/** Characters beyond ASCII, and the one before them, which marks may belong to. */
const BEYOND_ASCII = /(\p{ASCII})(\P{ASCII}+)/gu;

function unchangedLink(url: string, change: (text: string) => string): string {
  const [origin] = ORIGIN.exec(url)!;
  return composed(origin) + url.slice(origin.length).replace(
    BEYOND_ASCII,
    (run, before: string, rest: string) =>
      change(run) === run ? run : before + encodeURIComponent(rest),
  );
}
