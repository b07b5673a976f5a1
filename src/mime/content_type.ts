/** Header fields of the form `value; name=value; …` (RFC 2045 section 5.1, RFC 2183, RFC 2231). */

import { memoize } from "../lib/memoize.ts";

export interface ParameterisedField {
  /** Lower case. */
  readonly value: string;
  /** By name in lower case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** RFC 6838 section 4.2: 127 characters on each side of the slash. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]{1,127}\/[\w!#$%&'*+.^`|~-]{1,127}$/;

/** A Content-Type; null when it is malformed. Comments are passed over. */
export function parseContentType(header: string): ParameterisedField | null {
  const field = parseField(header);
  return MEDIA_TYPE.test(field.value) ? field : null;
}

/** Any such field. What cannot be understood of its parameters is passed over. */
export const parseField: (header: string) => ParameterisedField = memoize(
  (header) => parseOrdinary(header) ?? parseAnything(header),
  { max: 256, maxLength: 256 },
);

const ORDINARY_VALUE = /^[ \t]*([^\s;()"\\]*)[ \t]*(?:;|$)/;
const ORDINARY_PARAMETER =
  /[ \t]*([^=;\s"*()\\]+)[ \t]*=[ \t]*(?:"([^"\\]*)"|([^;\s"()\\]+))[ \t]*(?:;|$)/y;

/** A field as nearly all are written, in a fifth of the time; null: it is of another kind. */
export function parseOrdinary(header: string): ParameterisedField | null {
  const value = ORDINARY_VALUE.exec(header);
  if (value === null) return null;
  const parameters = new Map<string, string>();
  for (let at = value[0].length; at < header.length; at = ORDINARY_PARAMETER.lastIndex) {
    ORDINARY_PARAMETER.lastIndex = at;
    const found = ORDINARY_PARAMETER.exec(header);
    if (found === null) return null;
    const name = found[1]!.toLowerCase();
    if (!parameters.has(name)) parameters.set(name, found[2] ?? found[3]!);
  }
  return { value: value[1]!.toLowerCase(), parameters };
}

/** Any field, one character after another. */
export function parseAnything(header: string): ParameterisedField {
  const scanner = new Scanner(header);
  const value = scanner.upTo(";").toLowerCase();
  const raw = new Map<string, string>();
  while (scanner.next(";")) {
    const name = scanner.upTo("=;").toLowerCase();
    if (!scanner.next("=")) continue;
    const text = scanner.value();
    if (name !== "" && !raw.has(name)) raw.set(name, text);
  }
  return { value, parameters: withoutExtensions(raw) };
}

/** Walks a header once, from left to right. */
class Scanner {
  #at = 0;
  constructor(readonly text: string) {}

  /** Steps over one character, and over what may stand before it. */
  next(character: string): boolean {
    this.#blank();
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** The text up to one of these characters, a blank or a comment; goes on to the character. */
  upTo(ends: string): string {
    this.#blank();
    const from = this.#at;
    while (this.#at < this.text.length && !ends.includes(this.#char()) && !this.#isBlank()) {
      this.#at++;
    }
    const found = this.text.slice(from, this.#at);
    while (this.#at < this.text.length && !ends.includes(this.#char())) {
      const before = this.#at;
      this.#blank();
      if (this.#at === before) this.#at++;
    }
    return found;
  }

  /** A quoted string, or what stands there up to the next semicolon or blank. */
  value(): string {
    this.#blank();
    const found = this.#char() === '"' ? this.#quoted() : this.#bare();
    this.upTo(";");
    return found;
  }

  /** Real senders write any character here, `=` and `/` among them. */
  #bare(): string {
    const from = this.#at;
    while (this.#at < this.text.length && !/[; \t]/.test(this.#char())) this.#at++;
    return this.text.slice(from, this.#at);
  }

  #quoted(): string {
    let found = "";
    for (this.#at++; this.#at < this.text.length && this.#char() !== '"'; this.#at++) {
      if (this.#char() === "\\") this.#at++;
      found += this.#char();
    }
    this.#at++;
    return found;
  }

  /** Skips blanks and comments, which nest. */
  #blank(): void {
    for (let depth = 0; this.#at < this.text.length; this.#at++) {
      const char = this.#char();
      if (char === "(") depth++;
      else if (char === ")" && depth > 0) depth--;
      else if (char === "\\" && depth > 0) this.#at++;
      else if (depth === 0 && char !== " " && char !== "\t") return;
    }
  }

  #isBlank(): boolean {
    return /[ \t(]/.test(this.#char());
  }

  #char(): string {
    return this.text[this.#at] ?? "";
  }
}

/** RFC 2231: `name*=utf-8''…` and `name*0=…; name*1*=…` become `name`. */
function withoutExtensions(raw: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const continued = new Map<string, Map<number, string>>();
  for (const [name, value] of raw) {
    const match = /^([^*]+)(?:\*(\d{1,3}))?(\*?)$/.exec(name);
    if (match === null) continue;
    const [, base, index, encoded] = match;
    if (index === undefined) {
      // The extended spelling is the better one of two.
      if (encoded === "*" || !parameters.has(base!)) {
        parameters.set(base!, encoded === "*" ? decodeExtended(value) : value);
      }
      continue;
    }
    const pieces = continued.get(base!) ?? new Map();
    continued.set(base!, pieces.set(Number(index), value));
  }
  for (const [name, pieces] of continued) {
    const whole = [...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece).join("");
    const encoded = raw.has(`${name}*0*`);
    parameters.set(name, encoded ? decodeExtended(whole) : whole);
  }
  return parameters;
}

/** `charset'language'percent-encoded`. An unknown charset is read as UTF-8. */
function decodeExtended(text: string): string {
  const match = /^([\w.:-]{0,40})'[\w-]{0,40}'(.*)$/s.exec(text);
  const [charset, encoded] = match === null ? ["", text] : [match[1]!, match[2]!];
  const encoder = new TextEncoder();
  const bytes = [...encoded.matchAll(/%([0-9a-f]{2})|[^%]+|%/gi)].flatMap(([plain, hex]) =>
    hex === undefined ? [...encoder.encode(plain)] : [parseInt(hex, 16)]
  );
  return decoderFor(charset === "" ? "utf-8" : charset).decode(Uint8Array.from(bytes));
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
