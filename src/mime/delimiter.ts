/** Finds the delimiter lines of a multipart body (RFC 2046 section 5.1.1). */

const [LF, CR, SPACE, TAB, DASH] = [0x0a, 0x0d, 0x20, 0x09, 0x2d] as const;

/** Maximum length of a boundary, in characters (RFC 2046); it also bounds the cost of a search. */
export const MAX_BOUNDARY = 70;

/** Delimiter line, as indices into the body. */
export interface Delimiter {
  /** End of the preceding content: before the line break, which belongs to the delimiter. */
  readonly start: number;
  /** Start of what follows: after the line break, or after the closing two dashes. */
  readonly end: number;
  readonly isLast: boolean;
}

/** Bytes readable by index; tests pass a proxy that counts the reads. */
export interface Bytes {
  readonly length: number;
  readonly [index: number]: number;
}

/** Bytes left to search below which a linear scan beats building the shift table. */
const SHORT = 4096;

function shiftsOf(needle: string): Uint8Array {
  const last = needle.length - 1;
  const shift = new Uint8Array(256).fill(needle.length);
  for (let i = 0; i < last; i++) shift[needle.charCodeAt(i)] = last - i;
  return shift;
}

/** Search for the delimiter lines of one boundary. */
export class DelimiterSearch {
  /** Line feed, two dashes and the boundary, which is ASCII. */
  readonly #needle: string;
  /** Horspool shift by the byte under the needle's last position; built on first use. */
  #shift: Uint8Array | null = null;

  constructor(boundary: string) {
    this.#needle = `\n--${boundary}`;
  }

  /**
   * Finds the first delimiter line whose line break is at `from` or later, or that opens the body;
   * null if there is none. Linear in hostile bodies too: the needle's only line feed is its first
   * byte and comparison starts there, so no byte matches twice.
   */
  find(body: Bytes, from: number): Delimiter | null {
    if (from === 0 && this.#isAt(body, -1)) {
      const delimiter = this.#delimiter(body, -1);
      if (delimiter !== null) return delimiter;
    }
    return body.length - from < SHORT ? this.#scan(body, from) : this.#horspool(body, from);
  }

  /** Checks every byte. */
  #scan(body: Bytes, from: number): Delimiter | null {
    for (let at = from; at < body.length; at++) {
      if (body[at] !== LF || !this.#isAt(body, at)) continue;
      const delimiter = this.#delimiter(body, at);
      if (delimiter !== null) return delimiter;
    }
    return null;
  }

  /** Skips by the shift table (Boyer-Moore-Horspool). */
  #horspool(body: Bytes, from: number): Delimiter | null {
    const last = this.#needle.length - 1;
    const shift = this.#shift ??= shiftsOf(this.#needle);
    for (let end = from + last; end < body.length; end += shift[body[end]!]!) {
      if (body[end - last] !== LF || !this.#isAt(body, end - last)) continue;
      const delimiter = this.#delimiter(body, end - last);
      if (delimiter !== null) return delimiter;
    }
    return null;
  }

  /** Tells whether the needle, ignoring its line feed, is at `at`. */
  #isAt(body: Bytes, at: number): boolean {
    const needle = this.#needle;
    for (let i = 1; i < needle.length; i++) {
      if (body[at + i] !== needle.charCodeAt(i)) return false;
    }
    return true;
  }

  /** Reads the delimiter at `at`; null when its line goes on, as with a longer boundary. */
  #delimiter(body: Bytes, at: number): Delimiter | null {
    const start = Math.max(0, body[at - 1] === CR ? at - 1 : at);
    let end = at + this.#needle.length;
    const isLast = body[end] === DASH && body[end + 1] === DASH;
    if (isLast) end += 2;
    let next = end;
    while (body[next] === SPACE || body[next] === TAB) next++;
    if (body[next] === CR) next++;
    if (body[next] === LF) return { start, end: isLast ? end : next + 1, isLast };
    return next >= body.length ? { start, end: isLast ? end : next, isLast } : null;
  }
}
