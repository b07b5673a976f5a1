/** Finding the lines that divide a multipart body (RFC 2046 section 5.1.1). */

const [LF, CR, SPACE, TAB, DASH] = [0x0a, 0x0d, 0x20, 0x09, 0x2d] as const;

/** RFC 2046's limit; it also bounds the work of a search. */
export const MAX_BOUNDARY = 70;

/** A delimiter line that was found. All are indices into the body. */
export interface Delimiter {
  /** Where the content before it ends: before the line break that belongs to the delimiter. */
  readonly start: number;
  /** Where what follows begins: after its line break, or after the two dashes of the last one. */
  readonly end: number;
  readonly isLast: boolean;
}

/** Readable by index: bytes, or what stands in for them when a test counts the reads. */
export interface Bytes {
  readonly length: number;
  readonly [index: number]: number;
}

/** Bytes to look through that are not worth a table. */
const SHORT = 4096;

function shiftsOf(needle: string): Uint8Array {
  const last = needle.length - 1;
  const shift = new Uint8Array(256).fill(needle.length);
  for (let i = 0; i < last; i++) shift[needle.charCodeAt(i)] = last - i;
  return shift;
}

/** A boundary, made ready to be searched for. */
export class DelimiterSearch {
  /** Line feed, two dashes, boundary (which is ASCII). */
  readonly #needle: string;
  /** Horspool: how far to go on from a byte at the needle's last place. Made when it is worth it. */
  #shift: Uint8Array | null = null;

  constructor(boundary: string) {
    this.#needle = `\n--${boundary}`;
  }

  /**
   * The first delimiter line whose line break is at `from` or later, or that begins the body. Null:
   * there is none. The needle holds one line feed only, its first byte, and is compared from there:
   * no byte is compared twice with success, so the work is linear however hostile the body.
   */
  find(body: Bytes, from: number): Delimiter | null {
    if (from === 0 && this.#isAt(body, -1)) {
      const delimiter = this.#delimiter(body, -1);
      if (delimiter !== null) return delimiter;
    }
    return body.length - from < SHORT ? this.#step(body, from) : this.#leap(body, from);
  }

  /** Looks at every byte: in a short body that is done before the other way has begun. */
  #step(body: Bytes, from: number): Delimiter | null {
    for (let at = from; at < body.length; at++) {
      if (body[at] !== LF || !this.#isAt(body, at)) continue;
      const delimiter = this.#delimiter(body, at);
      if (delimiter !== null) return delimiter;
    }
    return null;
  }

  #leap(body: Bytes, from: number): Delimiter | null {
    const last = this.#needle.length - 1;
    const shift = this.#shift ??= shiftsOf(this.#needle);
    for (let end = from + last; end < body.length; end += shift[body[end]!]!) {
      if (body[end - last] !== LF || !this.#isAt(body, end - last)) continue;
      const delimiter = this.#delimiter(body, end - last);
      if (delimiter !== null) return delimiter;
    }
    return null;
  }

  /** Whether the needle, but for its line feed, is at `at`. */
  #isAt(body: Bytes, at: number): boolean {
    const needle = this.#needle;
    for (let i = 1; i < needle.length; i++) {
      if (body[at + i] !== needle.charCodeAt(i)) return false;
    }
    return true;
  }

  /** The delimiter at `at`, unless its line goes on: then it is of a longer boundary. */
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
