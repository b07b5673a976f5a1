/**
 * Detection of links in texts (spec 4.5, click-tracking). A link begins with `http://` or
 * `https://` in any letter case; a bare `www.` does not make a link, as it may be ordinary text.
 *
 * Punctuation of the sentence is not part of a link: punctuation at its end, quotation marks, and
 * unbalanced brackets. Beyond ASCII a link contains letters, marks and digits; typographic and CJK
 * punctuation and emoji end it unless they are percent-encoded.
 */

/** Link in a text: `text.slice(start, end)` is `url`. */
export interface TextLink {
  start: number;
  end: number;
  url: string;
}

/** Scheme of a link. After a letter or `+` it is the end of another scheme (`git+https`). */
const SCHEME = /(?<![a-z+])https?:\/\//gi;

const HOST_CHARACTER = String.raw`[\p{L}\p{M}\p{N}\p{Join_Control}._-]`;
/**
 * User information, host and port. The host is a name in any script, within DNS's length limit (RFC
 * 1035 section 2.3.4), or an IPv6 address.
 */
const AUTHORITY = new RegExp(
  String.raw`(?:[\w.~%!$&*+=:-]{0,255}@)?` +
    String.raw`(?:\[[\d:.a-f]{2,45}\]|${HOST_CHARACTER}{1,255}(?!${HOST_CHARACTER}))` +
    // Six digits are not a valid port: the URL then fails to parse.
    String.raw`(?::\d{0,6})?`,
  "iuy",
);

/**
 * End of a domain name. No top-level domain mixes scripts: where ASCII letters end, the sentence
 * continues without a space.
 */
const AFTER_DOMAIN = /(?<=\.[A-Za-z]{2,63})(?!\p{sc=Latin}|\p{M})[^!-~][^.:]*\.*$/u;

/**
 * Character of a path, query or fragment. Middle dots and dashes occur in titles; a comma or
 * semicolon before a scheme separates two links.
 */
const CHARACTER =
  /[\p{L}\p{M}\p{N}\p{Join_Control}·・\u2010-\u2013!#$%&'()*+./:=?@[\]_{}~-]|[,;](?!https?:\/\/)/iuy;

/** Emoji, some of which are letters or digits otherwise: ℹ️ and 1️⃣. */
const EMOJI = /\p{Extended_Pictographic}|[\d#*]\ufe0f?\u20e3/uy;

const CLOSING: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);
const CLOSINGS: ReadonlySet<string> = new Set(CLOSING.values());

/** Characters that a link may contain, but not end with. */
const SENTENCE_PUNCTUATION: ReadonlySet<string> = new Set(
  ".,;:!?*'·・\u2010\u2011\u2012\u2013\u200c\u200d",
);

/** Finds the links of a text in linear time, whatever it contains. */
export function linksIn(text: string): TextLink[] {
  const links: TextLink[] = [];
  let from = 0;
  for (const { index: start, 0: scheme } of text.matchAll(SCHEME)) {
    // Already consumed: a URL in another link's query.
    if (start < from) continue;
    const { end, read } = extent(text, start + scheme.length);
    const url = text.slice(start, end);
    if (URL.canParse(url)) links.push({ start, end, url });
    from = read;
  }
  return links;
}

/**
 * Replaces each link of a text, including repeated ones.
 * @param replace Gets the link as written, and its number from 1.
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

/**
 * Finds the end of a link whose scheme ends at `start`; `read` is how far the text was examined.
 */
function extent(text: string, start: number): { end: number; read: number } {
  const authority = matchAt(AUTHORITY, text, start);
  const domain = authority.search(AFTER_DOMAIN);
  if (domain >= 0) return { end: start + domain, read: start + domain };
  const host = start + authority.length;
  if (authority === "" || !/^[/?#]$/.test(text.charAt(host))) {
    return { end: trimPunctuation(text, start, host), read: host };
  }
  const { paired, read } = readPath(text, host);
  return { end: trimPunctuation(text, start, paired), read };
}

/** Scans a path, query and fragment; `paired` is the end before the first unbalanced bracket. */
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

function trimPunctuation(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && SENTENCE_PUNCTUATION.has(text.charAt(last - 1))) last--;
  return last;
}

/** Matches a sticky pattern at a position; "" if it does not match. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
