/** Parses header fields like `value; name=value; …` (RFC 2045 section 5.1, RFC 2183, RFC 2231). */
import { memoize } from "../lib/memoize.ts";
import { decodeText } from "../lib/text_encoding.ts";

export interface ParameterisedField {
  /** In lower case. */
  readonly value: string;
  /** Values by lower-case name; the first of repeated parameters counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** RFC 6838 section 4.2: 127 characters on each side of the slash. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]{1,127}\/[\w!#$%&'*+.^`|~-]{1,127}$/;

/** Parses a Content-Type; null when it is malformed. Comments are ignored. */
export function parseContentType(header: string): ParameterisedField | null {
  const field = parseField(header);
  return MEDIA_TYPE.test(field.value) ? field : null;
}

/** Parses any such field, ignoring malformed parameters. Memoised: headers repeat. */
export const parseField: (header: string) => ParameterisedField = memoize(
  (header) => parseSimple(header) ?? parseTolerant(header),
  { max: 256, maxLength: 256 },
);

const SIMPLE_VALUE = /^[ \t]*([^\s;()"\\]*)[ \t]*(?:;|$)/;
const SIMPLE_PARAMETER =
  /[ \t]*([^=;\s"*()\\]+)[ \t]*=[ \t]*(?:"([^"\\]*)"|([^;\s"()\\]+))[ \t]*(?:;|$)/y;

/** Parses a field in the common notation, five times as fast; null when it has any other syntax. */
export function parseSimple(header: string): ParameterisedField | null {
  const value = SIMPLE_VALUE.exec(header);
  if (value === null) return null;
  const parameters = new Map<string, string>();
  for (let at = value[0].length; at < header.length; at = SIMPLE_PARAMETER.lastIndex) {
    SIMPLE_PARAMETER.lastIndex = at;
    const parameter = SIMPLE_PARAMETER.exec(header);
    if (parameter === null) return null;
    const name = parameter[1]!.toLowerCase();
    if (!parameters.has(name)) parameters.set(name, parameter[2] ?? parameter[3]!);
  }
  return { value: value[1]!.toLowerCase(), parameters };
}

/** Parses any field, character by character. */
export function parseTolerant(header: string): ParameterisedField {
  const scanner = new Scanner(header);
  const value = scanner.upTo(";").toLowerCase();
  const raw = new Map<string, string>();
  while (scanner.next(";")) {
    const name = scanner.upTo("=;").toLowerCase();
    if (!scanner.next("=")) continue;
    const text = scanner.value();
    if (name !== "" && !raw.has(name)) raw.set(name, text);
  }
  return { value, parameters: decodeExtensions(raw) };
}

/** Scans a header once, from left to right. */
class Scanner {
  #at = 0;
  constructor(readonly text: string) {}

  /** Skips blanks and comments, then `character`; false when another one follows. */
  next(character: string): boolean {
    this.#blank();
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** Reads up to a blank, a comment or one of `ends`, then advances to one of `ends`. */
  upTo(ends: string): string {
    this.#blank();
    const from = this.#at;
    while (this.#at < this.text.length && !ends.includes(this.#char()) && !this.#isBlank()) {
      this.#at++;
    }
    const token = this.text.slice(from, this.#at);
    while (this.#at < this.text.length && !ends.includes(this.#char())) {
      const before = this.#at;
      this.#blank();
      if (this.#at === before) this.#at++;
    }
    return token;
  }

  /** Reads a quoted string, or the text up to the next semicolon or blank. */
  value(): string {
    this.#blank();
    const value = this.#char() === '"' ? this.#quoted() : this.#bare();
    this.upTo(";");
    return value;
  }

  /** Accepts any character, since real senders leave even `=` and `/` unquoted. */
  #bare(): string {
    const from = this.#at;
    while (this.#at < this.text.length && !/[; \t]/.test(this.#char())) this.#at++;
    return this.text.slice(from, this.#at);
  }

  #quoted(): string {
    let value = "";
    for (this.#at++; this.#at < this.text.length && this.#char() !== '"'; this.#at++) {
      if (this.#char() === "\\") this.#at++;
      value += this.#char();
    }
    this.#at++;
    return value;
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

/** Joins and decodes RFC 2231 parameters: `name*=utf-8''…`, `name*0=…; name*1*=…` → `name`. */
function decodeExtensions(raw: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const continued = new Map<string, Map<number, string>>();
  for (const [name, value] of raw) {
    const match = /^([^*]+)(?:\*(\d{1,3}))?(\*?)$/.exec(name);
    if (match === null) continue;
    const [, base, index, encoded] = match;
    if (index === undefined) {
      // The extended spelling wins over the plain one.
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

/** Decodes `charset'language'percent-encoded`; an unknown charset counts as UTF-8. */
function decodeExtended(text: string): string {
  const match = /^([\w.:-]{0,40})'[\w-]{0,40}'(.*)$/s.exec(text);
  const [charset, encoded] = match === null ? ["", text] : [match[1]!, match[2]!];
  const encoder = new TextEncoder();
  const bytes = [...encoded.matchAll(/%([0-9a-f]{2})|[^%]+|%/gi)].flatMap(([plain, hex]) =>
    hex === undefined ? [...encoder.encode(plain)] : [parseInt(hex, 16)]
  );
  return decodeText(Uint8Array.from(bytes), charset === "" ? null : charset);
}
