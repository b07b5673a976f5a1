/**
 * Links in texts, as people write them (spec 4.5, click-tracking). A link begins with `http://` or
 * `https://` in any letter case: a bare `www.` is none, for what it names may as well be a word.
 *
 * The sentence keeps its own: punctuation at the end, quotation marks, and brackets that do not
 * pair up within the link. Beyond ASCII a link holds letters, marks and digits; typographic and CJK
 * punctuation and emoji end it, and belong to it only percent-encoded.
 */

/** A link where it stands: `text.slice(start, end)` is `url`, as it is written. */
export interface TextLink {
  start: number;
  end: number;
  url: string;
}

/** After a letter or `+` it is the end of another scheme (`git+https`). */
const SCHEME = /(?<![a-z+])https?:\/\//gi;

const HOST_CHARACTER = String.raw`[\p{L}\p{M}\p{N}\p{Join_Control}._-]`;
/**
 * User information, host and port. The host is a name in any script, no longer than DNS has them
 * (RFC 1035 section 2.3.4), or an IPv6 address.
 */
const AUTHORITY = new RegExp(
  String.raw`(?:[\w.~%!$&*+=:-]{0,255}@)?` +
    String.raw`(?:\[[\d:.a-f]{2,45}\]|${HOST_CHARACTER}{1,255}(?!${HOST_CHARACTER}))` +
    // Six digits are no port, and the URL is refused.
    String.raw`(?::\d{0,6})?`,
  "iuy",
);

/** No top-level domain mixes scripts: where ASCII letters stop, the sentence goes on unspaced. */
const AFTER_DOMAIN = /(?<=\.[A-Za-z]{2,63})(?!\p{sc=Latin}|\p{M})[^!-~][^.:]*\.*$/u;

/**
 * A character of a path, query or fragment. Middle dots and dashes join names in titles; a comma
 * or semicolon before a scheme parts two links.
 */
const CHARACTER =
  /[\p{L}\p{M}\p{N}\p{Join_Control}·・\u2010-\u2013!#$%&'()*+./:=?@[\]_{}~-]|[,;](?!https?:\/\/)/iuy;

/** Some are letters or digits otherwise: ℹ️ and 1️⃣. */
const EMOJI = /\p{Extended_Pictographic}|[\d#*]\ufe0f?\u20e3/uy;

const CLOSING: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);
const CLOSINGS: ReadonlySet<string> = new Set(CLOSING.values());

/** What a link does not end with, though it may hold it. */
const OF_SENTENCE: ReadonlySet<string> = new Set(".,;:!?*'·・\u2010\u2011\u2012\u2013\u200c\u200d");

/** The links of a text in their order. Takes time in proportion to the text, whatever it holds. */
export function linksIn(text: string): TextLink[] {
  const links: TextLink[] = [];
  let from = 0;
  for (const { index: start, 0: scheme } of text.matchAll(SCHEME)) {
    // Within what was read already: a link in a link's query.
    if (start < from) continue;
    const { end, read } = extent(text, start + scheme.length);
    const url = text.slice(start, end);
    if (URL.canParse(url)) links.push({ start, end, url });
    from = read;
  }
  return links;
}

/**
 * The text with each of its links replaced, however often the same one comes; all else stays.
 * @param replace Is given the link as it is written, and which it is, from 1.
 */
export function replaceLinks(
  text: string,
  replace: (url: string, nth: number) => string,
): string {
  let replaced = "";
  let from = 0;
  for (const [index, { start, end, url }] of linksIn(text).entries()) {
    replaced += text.slice(from, start) + replace(url, index + 1);
    from = end;
  }
  return replaced + text.slice(from);
}

/** Where a link ends whose scheme ends at `start`, and how far the text was read to know that. */
function extent(text: string, start: number): { end: number; read: number } {
  const authority = matchAt(AUTHORITY, text, start);
  const domain = authority.search(AFTER_DOMAIN);
  if (domain >= 0) return { end: start + domain, read: start + domain };
  const host = start + authority.length;
  if (authority === "" || !/^[/?#]$/.test(text.charAt(host))) {
    return { end: withoutSentence(text, start, host), read: host };
  }
  const { paired, read } = readPath(text, host);
  return { end: withoutSentence(text, start, paired), read };
}

/** Reads a path, query and fragment; up to `paired` each bracket has its other. */
function readPath(text: string, start: number): { paired: number; read: number } {
  const open: { at: number; closing: string }[] = [];
  let read = start;
  while (matchAt(EMOJI, text, read) === "") {
    const character = matchAt(CHARACTER, text, read);
    if (character === "") break;
    const closing = CLOSING.get(character);
    if (closing !== undefined) open.push({ at: read, closing });
    else if (character === open.at(-1)?.closing) open.pop();
    else if (CLOSINGS.has(character)) break;
    read += character.length;
  }
  return { paired: open[0]?.at ?? read, read };
}

function withoutSentence(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && OF_SENTENCE.has(text.charAt(last - 1))) last--;
  return last;
}

/** What a sticky pattern matches at a place; nothing: "". */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
