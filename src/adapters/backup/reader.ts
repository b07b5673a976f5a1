/** Reading an archive from its start to its end, without trust in any of it. */
import { createHash } from "node:crypto";
import { BLOCK, readPaxSize, readTarHeader, RECORD } from "../../lib/tar.ts";
import { visible } from "../../core/visible.ts";
import { joined } from "./measure.ts";
import { damaged, JSON_MAX_BYTES, sumLine, SUMS } from "./format.ts";

export interface Entry {
  name: string;
  size: number;
}

export interface ArchiveReader {
  /** Bytes read so far. */
  readonly bytes: number;
  /** The entry that comes next, which stays so until it is read; null: the archive is at its end. */
  peek(): Promise<Entry | null>;
  /** The content of the entry that comes next, which must be read to its end. */
  content(): AsyncGenerator<Uint8Array>;
  /** Reads an entry that must come next. */
  text(name: string): Promise<string>;
  /** Reads the SHA256SUMS that must come next and be right, and the end behind it. */
  end(): Promise<void>;
}

/** Largest pax header: one record. */
const PAX_MAX_BYTES = BLOCK;

/** Every error of it says that the archive is damaged, and how. */
export function createArchiveReader(source: AsyncIterable<Uint8Array>): ArchiveReader {
  const input = createInput(source);
  const sums = createHash("sha256");
  let next: Entry | null | undefined;

  async function readEntry(): Promise<Entry | null> {
    const header = headerOf(await input.block());
    if (header.kind === "end") return null;
    if (header.kind === "file") return header;
    if (header.size > PAX_MAX_BYTES) throw damaged("a pax header is too long");
    const records = (await input.block()).subarray(0, header.size);
    const file = headerOf(await input.block());
    if (file.kind !== "file") throw damaged("a pax header has no file");
    return { name: file.name, size: paxSizeOf(records) };
  }

  async function peek(): Promise<Entry | null> {
    if (next === undefined) next = await readEntry();
    return next;
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    const { name, size } = expected(await peek());
    const digest = createHash("sha256");
    for (let left = size; left > 0;) {
      const part = await input.take(left);
      left -= part.length;
      digest.update(part);
      yield part;
    }
    await input.zeros((BLOCK - size % BLOCK) % BLOCK);
    sums.update(sumLine(digest.digest("hex"), name));
    next = undefined;
  }

  function expected(entry: Entry | null, name?: string): Entry {
    if (entry === null) throw damaged("it ends too early");
    if (name !== undefined && entry.name !== name) throw unexpected(entry, name);
    return entry;
  }

  return {
    get bytes() {
      return input.bytes;
    },
    peek,
    content,

    async text(name) {
      const { size } = expected(await peek(), name);
      if (size > JSON_MAX_BYTES) throw damaged(`${name} is too long`);
      return new TextDecoder().decode(joined(await Array.fromAsync(content())));
    },

    async end() {
      expected(await peek(), SUMS);
      const expectedSums = sums.copy().digest("hex");
      const given = createHash("sha256");
      for await (const part of content()) given.update(part);
      if (given.digest("hex") !== expectedSums) {
        throw damaged(
          `its entries are not those of its ${SUMS} (unpacked, sha256sum --check names them)`,
        );
      }
      const entry = await peek();
      if (entry !== null) throw unexpected(entry, "its end");
      await input.zeros(Infinity);
      if (input.bytes % RECORD !== 0) throw damaged("it ends too early");
    },
  };
}

export const unexpected = (entry: Entry | null, name: string) =>
  damaged(
    entry === null
      ? `it ends where ${name} should be`
      : `it has ${visible(JSON.stringify(entry.name))} where ${name} should be`,
  );

function headerOf(block: Uint8Array) {
  try {
    return readTarHeader(block);
  } catch (error) {
    throw damaged((error as Error).message, error);
  }
}

function paxSizeOf(records: Uint8Array): number {
  try {
    return readPaxSize(records);
  } catch (error) {
    throw damaged((error as Error).message, error);
  }
}

/** Bytes of a stream, as many as are asked for. */
function createInput(source: AsyncIterable<Uint8Array>) {
  const parts = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  let bytes = 0;

  /** Gives a byte or more, `max` at most; null: there are none. */
  async function some(max: number): Promise<Uint8Array | null> {
    while (rest.length === 0) {
      const { done, value } = await parts.next();
      if (done) return null;
      rest = value;
    }
    const part = rest.subarray(0, max);
    rest = rest.subarray(part.length);
    bytes += part.length;
    return part;
  }

  async function take(max: number): Promise<Uint8Array> {
    const part = await some(max);
    if (part === null) throw damaged("it ends too early");
    return part;
  }

  return {
    get bytes() {
      return bytes;
    },
    take,

    async block(): Promise<Uint8Array> {
      const block = new Uint8Array(BLOCK);
      for (let at = 0; at < BLOCK;) {
        const part = await take(BLOCK - at);
        block.set(part, at);
        at += part.length;
      }
      return block;
    },

    /** Reads bytes that must be zero, up to the stream's end where they are without number. */
    async zeros(count: number): Promise<void> {
      for (let left = count; left > 0;) {
        const part = await some(left);
        if (part === null && count === Infinity) return;
        if (part === null) throw damaged("it ends too early");
        if (part.some((byte) => byte !== 0)) throw damaged("it has bytes between its entries");
        left -= part.length;
      }
    },
  };
}
