/** Links as phones find them in a text, by patterns that are published. */

/** `\w` of ICU, with which Android matches. */
const WORD = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]`;
const WORD_BOUNDARY = String.raw`(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD})|$|^)`;

/*
 * Android's Patterns.java (frameworks/base, android.util), by its names. Its links without a scheme
 * are left out, as ours have one.
 */
const PLANES = String.raw`\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}` +
  String.raw`\u{40000}-\u{4fffd}\u{50000}-\u{5fffd}\u{60000}-\u{6fffd}\u{70000}-\u{7fffd}` +
  String.raw`\u{80000}-\u{8fffd}\u{90000}-\u{9fffd}\u{a0000}-\u{afffd}\u{b0000}-\u{bfffd}` +
  String.raw`\u{c0000}-\u{cfffd}\u{d0000}-\u{dfffd}\u{e1000}-\u{efffd}`;
const UCS_CHAR = String.raw`[[\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef${PLANES}]` +
  String.raw`--[\u00a0\u2000-\u200a\u2028\u2029\u202f\u3000]]`;
const LABEL_CHAR = `a-zA-Z0-9${UCS_CHAR}`;
const IRI_LABEL = String.raw`[${LABEL_CHAR}](?:[${LABEL_CHAR}_\-]{0,61}[${LABEL_CHAR}]){0,1}`;
const TLD = String.raw`(?:xn--[\w\-]{0,58}\w|[a-zA-Z${UCS_CHAR}]{2,63})`;
const OCTET = "(?:25[0-5]|2[0-4][0-9]|[0-1][0-9]{2}|[1-9][0-9]|[0-9])";
const IP_ADDRESS = String.raw`(?:${OCTET}\.${OCTET}\.${OCTET}\.${OCTET})`;
const PROTOCOL = "(?:[Hh][Tt][Tt][Pp][Ss]?|[Rr][Tt][Ss][Pp]|[Ff][Tt][Pp])://";
const PORT_NUMBER = String.raw`:\d{1,5}`;
const PATH_AND_QUERY = String
  .raw`[\/?](?:[${LABEL_CHAR};\/?:@\&=#~\-.+!*'\(\),_$]|%[a-fA-F0-9]{2})*`;

const DOMAIN_NAME = String.raw`(?:(?:${IRI_LABEL}\.)+${TLD}|${IP_ADDRESS})`;
const RELAXED_DOMAIN_NAME = String.raw`(?:(?:${IRI_LABEL}(?:\.(?=\S))?)+|${IP_ADDRESS})`;

function pattern(domain: string): RegExp {
  const boundary = WORD_BOUNDARY;
  const source =
    `${boundary}${PROTOCOL}${domain}(?:${PORT_NUMBER})?(?:${PATH_AND_QUERY})?${boundary}`;
  return new RegExp(source, "gv");
}

/** Patterns by their names. */
export const PHONE_PATTERNS: Readonly<Record<string, RegExp>> = {
  "Android, WEB_URL": pattern(DOMAIN_NAME),
  "Android, AUTOLINK_WEB_URL": pattern(`(?:${RELAXED_DOMAIN_NAME})?`),
  // iOS does not publish its own; this one goes on to the next space as that does:
  // https://daringfireball.net/2010/07/improved_regex_for_matching_urls
  "Gruber's, of apps for iOS":
    /\bhttps?:\/\/(?:[^\s()<>]+|\((?:[^\s()<>]+|\([^\s()<>]+\))*\))+(?:\((?:[^\s()<>]+|\([^\s()<>]+\))*\)|[^\s`!()\[\]{};:'".,<>?«»“”‘’])/gi,
};

/** Returns the links that a pattern finds in a text. */
export function linksFound(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([link]) => link);
}
