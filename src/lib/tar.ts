/**
 * Reader and writer for the headers of plain files in POSIX tar archives (IEEE Std 1003.1, ustar
 * and pax).
 */

/** Size of a block in bytes. A header is one block; contents are padded to whole blocks. */
export const BLOCK = 512;

/** Size of a record in bytes. An archive is padded to whole records. */
export const RECORD = 20 * BLOCK;

/**
 * Largest size that eleven octal digits hold: 8 GiB less one byte. A larger file needs a pax
 * header.
 */
const OCTAL_MAX = 8 ** 11 - 1;

/** Header fields: offset and length in bytes. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = 156;
const MAGIC = [257, 8] as const;

const USTAR = "ustar\x0000";
const FILE = "0";
const PAX = "x";

export interface TarFile {
  /** At most 100 printable ASCII characters. */
  name: string;
  /** Bytes of the content. */
  size: number;
  /** Modification time, seconds since the epoch. */
  time: number;
}

/** Header block: of a file, of pax records about the next file, or of the archive's end. */
export type TarHeader =
  | { kind: "file" | "pax"; name: string; size: number }
  | { kind: "end" };

/**
 * Writes the header blocks of a file with mode 0600.
 * @throws {RangeError} if the name does not suit.
 */
export function tarHeader({ name, size, time }: TarFile): Uint8Array {
  if (!/^[ -~]{1,100}$/.test(name)) throw new RangeError(`not a name for a tar archive: ${name}`);
  if (size <= OCTAL_MAX) return headerBlock(FILE, { name, size, time });
  const records = ascii(paxRecord("size", String(size)));
  const pax = new Uint8Array(3 * BLOCK);
  pax.set(headerBlock(PAX, { name: "pax", size: records.length, time }));
  pax.set(records, BLOCK);
  pax.set(headerBlock(FILE, { name, size: 0, time }), 2 * BLOCK);
  return pax;
}

/** Returns the zero bytes between a content of `size` bytes and the next block. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - size % BLOCK) % BLOCK);
}

/**
 * Parses a header block.
 * @throws {Error} whose message completes "the archive is damaged: …".
 */
export function readTarHeader(block: Uint8Array): TarHeader {
  if (block.every((byte) => byte === 0)) return { kind: "end" };
  if (octal(block, CHECKSUM) !== checksumOf(block)) throw new Error("a header's checksum is wrong");
  if (text(block, MAGIC) !== "ustar") throw new Error("a header is not in the ustar format");
  const type = String.fromCharCode(block[TYPE]!);
  if (type !== FILE && type !== PAX) throw new Error("an entry is not a plain file");
  return {
    kind: type === FILE ? "file" : "pax",
    name: text(block, NAME),
    size: octal(block, SIZE),
  };
}

/**
 * Parses pax records that hold the file's size and nothing else.
 * @throws {Error} like `readTarHeader`.
 */
export function readPaxSize(records: Uint8Array): number {
  const text = new TextDecoder().decode(records);
  const [, size] = /^\d+ size=(\d{1,15})\n$/.exec(text) ?? [];
  if (size === undefined || text !== paxRecord("size", size)) {
    throw new Error("a pax header has records other than the file's size");
  }
  return Number(size);
}

function headerBlock(type: string, { name, size, time }: TarFile): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, value: string) => block.set(ascii(value), at);
  const digits = (value: number, width: number) => value.toString(8).padStart(width, "0");
  put(NAME[0], name);
  put(100, digits(0o600, 7));
  put(108, digits(0, 7)); // user
  put(116, digits(0, 7)); // group
  put(SIZE[0], digits(size, 11));
  put(136, digits(Math.floor(time), 11));
  put(TYPE, type);
  put(MAGIC[0], USTAR);
  put(CHECKSUM[0], `${digits(checksumOf(block), 6)}\0 `);
  return block;
}

/** Sums up a header's bytes, with spaces in place of the checksum itself. */
function checksumOf(block: Uint8Array): number {
  const [start, length] = CHECKSUM;
  return block.reduce(
    (sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte),
    0,
  );
}

/** Writes a pax record. Its length field counts its own digits too. */
function paxRecord(key: string, value: string): string {
  const record = ` ${key}=${value}\n`;
  let length = record.length + 1;
  while (`${length}${record}`.length !== length) length++;
  return `${length}${record}`;
}

const ascii = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));

function text(block: Uint8Array, [start, length]: readonly [number, number]): string {
  return new TextDecoder().decode(block.subarray(start, start + length)).replace(/\0[^]*$/, "");
}

function octal(block: Uint8Array, field: readonly [number, number]): number {
  const digits = text(block, field).trim();
  if (!/^[0-7]+$/.test(digits)) throw new Error("a number in a header is not octal");
  return parseInt(digits, 8);
}
