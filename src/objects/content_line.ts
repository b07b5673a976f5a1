/** Content lines, the common syntax of vCard (RFC 2426) and iCalendar (RFC 5545). */

/** Maximum octets of a line without its line break (RFC 2426 section 2.6, RFC 5545 section 3.1). */
const LINE_OCTETS = 75;
const FOLD = "\r\n ";

const [LF, CR] = [0x0a, 0x0d] as const;

/**
 * Escapes by character code; undefined for characters written as they are. RFC 2426 section 4 and
 * RFC 5545 section 3.3.11 have the same escapes. Control characters except tab are removed: no file
 * may contain them.
 */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 0xa0 }, (_, code) => {
  const character = String.fromCharCode(code);
  if ("\\;,".includes(character)) return `\\${character}`;
  if (code === LF || code === CR) return "\\n";
  return /[^\P{Cc}\t]/u.test(character) ? "" : undefined;
});

const utf8 = new TextEncoder();

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Escapes a text value. Line breaks of any kind become `\n`; control characters and lone surrogates
 * are removed.
 */
export function escapeText(text: string): string {
  return replaceUnits(text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, ""), escapeAt);
}

function escapeAt(text: string, at: number): string | undefined {
  const code = text.charCodeAt(at);
  if (code === CR && text.charCodeAt(at + 1) === LF) return "";
  return code < ESCAPES.length ? ESCAPES[code] : undefined;
}

/**
 * Replaces some UTF-16 units of a text; those for which `replacement` returns undefined stay. Takes
 * a fifth of the time of regular expressions.
 */
export function replaceUnits(
  text: string,
  replacement: (text: string, at: number) => string | undefined,
): string {
  let written = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const replaced = replacement(text, at);
    if (replaced === undefined) continue;
    written += text.slice(from, at) + replaced;
    from = at + 1;
  }
  return written + text.slice(from);
}

/** Writes a file of content lines. */
export function writeLines(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = "";
  for (const line of lines) file += `${fold(line)}\r\n`;
  return utf8.encode(file);
}

/** Folds a line to at most 75 octets, without splitting a character, a grapheme or an escape. */
export function fold(line: string): string {
  if (line.length * 3 <= LINE_OCTETS) return line; // a UTF-16 unit has at most 3 octets in UTF-8
  const pieces = isAscii(line) ? foldedAscii(line) : foldedText(line);
  return pieces.join(FOLD);
}

/** Returns whether a text is ASCII. A regular expression takes three times as long. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function foldedAscii(line: string): string[] {
  const pieces: string[] = [];
  let remaining = LINE_OCTETS;
  let start = 0;
  while (line.length - start > remaining) {
    const at = wholeBefore(line, start, start + remaining);
    pieces.push(line.slice(start, at));
    start = at;
    remaining = LINE_OCTETS - 1; // the leading space of a continuation line counts
  }
  pieces.push(line.slice(start));
  return pieces;
}

function foldedText(line: string): string[] {
  const pieces: string[] = [];
  let remaining = LINE_OCTETS;
  let start = 0;
  for (let at = 0; at < line.length;) {
    const point = line.codePointAt(at)!;
    remaining -= octets(point);
    const next = at + (point > 0xffff ? 2 : 1);
    if (remaining >= 0) {
      at = next;
      continue;
    }
    const boundary = start + lastBoundary(line.slice(start, next), at - start);
    const whole = wholeBefore(line, start, boundary);
    if (whole > start) at = whole;
    pieces.push(line.slice(start, at));
    start = at;
    remaining = LINE_OCTETS - 1;
  }
  pieces.push(line.slice(start));
  return pieces;
}

/** Returns the start of the grapheme at `at`; `at` itself if that is the start of the text. */
function lastBoundary(text: string, at: number): number {
  return graphemes.segment(text).containing(at)!.index || at;
}

/** Length of the longest character in quoted-printable: four octets. */
const LONGEST_ESCAPE = 12;

/**
 * Returns the last position to fold, up to `latest`, that splits no escape. Some readers decode
 * quoted-printable line by line, and take a line that ends in "=" for a soft line break.
 */
function wholeBefore(line: string, start: number, latest: number): number {
  const earliest = Math.max(start, latest - LONGEST_ESCAPE);
  for (let at = latest; at > earliest; at--) if (!splitsEscape(line, start, at)) return at;
  // Not quoted-printable, but text of equals signs.
  return isEscaped(line, start, latest) ? latest - 1 : latest;
}

/** Returns whether `at` is within an escape, or between the octets of an encoded character. */
function splitsEscape(line: string, start: number, at: number): boolean {
  const [before, after] = [line.slice(at - 3, at), line.slice(at, at + 2)];
  if (/=[0-9A-F]?$/.test(before)) return true;
  if (/^=[0-9A-F]{2}$/.test(before) && /^=[89AB]/.test(after)) return true;
  return isEscaped(line, start, at);
}

/** Returns whether a backslash escapes the character at `at`; `start` is not within an escape. */
function isEscaped(line: string, start: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > start && line[at - backslashes - 1] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function octets(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
