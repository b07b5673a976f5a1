/** Reads the values of WAP's encoding of headers (WAP-230-WSP section 8.4.1). */

const utf8 = new TextDecoder();

/** Reader of bytes, from first to last. */
export class WapReader {
  #at = 0;
  constructor(readonly content: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at >= this.content.length;
  }

  /**
   * Reads an integer of variable length, of at most five octets.
   *
   * @throws RangeError
   */
  uintvar(): number {
    let value = 0;
    for (let octets = 0; octets < 5; octets++) {
      const octet = this.#octet();
      value = value * 128 + (octet & 0x7f);
      if (octet < 0x80) return value;
    }
    throw new RangeError("an integer of more than five octets");
  }

  /**
   * Reads so many bytes, as a view.
   *
   * @throws RangeError
   */
  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.content.length) throw new RangeError("the bytes end");
    const bytes = this.content.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /**
   * Reads the name of a field, parameter or type: its number, or its text.
   *
   * @throws RangeError
   */
  token(): number | string {
    return this.content[this.#at]! >= 0x80 ? this.#octet() & 0x7f : this.#text();
  }

  /**
   * Reads a value: a short number, a text, or the octets of any other.
   *
   * @throws RangeError
   */
  value(): number | string | Uint8Array {
    const first = this.content[this.#at]!;
    if (first > 31) return this.token();
    const length = this.#octet();
    return this.bytes(length === 31 ? this.uintvar() : length);
  }

  #octet(): number {
    if (this.isAtEnd) throw new RangeError("the bytes end");
    return this.content[this.#at++]!;
  }

  /**
   * Reads up to the next NUL, without the quotation mark or the octet 127 that may open a text, and
   * without control characters, which no header of MIME can hold.
   */
  #text(): string {
    const end = this.content.indexOf(0, this.#at);
    if (end < 0) throw new RangeError("a text without its end");
    const first = this.content[this.#at];
    const from = first === 0x22 || first === 0x7f ? this.#at + 1 : this.#at;
    this.#at = end + 1;
    return utf8.decode(this.content.subarray(from, end)).replaceAll(/\p{Cc}/gu, "");
  }
}
