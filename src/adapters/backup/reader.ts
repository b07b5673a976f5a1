/** Sequential reader of an untrusted archive. */
import { createHash } from "node:crypto";
import { BLOCK, readPaxSize, readTarHeader, RECORD } from "../../lib/tar.ts";
import { visible } from "../../core/visible.ts";
import { concat } from "./measure.ts";
import { damaged, JSON_MAX_BYTES, sumLine, SUMS } from "./format.ts";

export interface Entry {
  name: string;
  size: number;
}

export interface ArchiveReader {
  /** Bytes read so far. */
  readonly bytes: number;
  /** Returns the next entry without consuming it; null at the end of the archive. */
  peek(): Promise<Entry | null>;
  /** Streams the content of the next entry, which must be read to its end. */
  content(): AsyncGenerator<Uint8Array>;
  /** Reads the next entry as text; it must have this name. */
  text(name: string): Promise<string>;
  /** Reads and verifies SHA256SUMS, which must come next, and the end of the archive. */
  end(): Promise<void>;
}

/** Maximum size of a pax header: one block. */
const PAX_MAX_BYTES = BLOCK;

/** Creates a reader. Its methods throw an Error when the archive is damaged, with the reason. */
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
    for (let remaining = size; remaining > 0;) {
      const part = await input.take(remaining);
      remaining -= part.length;
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
      return new TextDecoder().decode(concat(await Array.fromAsync(content())));
    },

    async end() {
      expected(await peek(), SUMS);
      const expectedSums = sums.copy().digest("hex");
      const actualSums = createHash("sha256");
      for await (const part of content()) actualSums.update(part);
      if (actualSums.digest("hex") !== expectedSums) {
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

/** Wraps a stream for reads of a requested size. */
function createInput(source: AsyncIterable<Uint8Array>) {
  const parts = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  let bytes = 0;

  /** Reads 1 to `max` bytes; null at the end of the stream. */
  async function readSome(max: number): Promise<Uint8Array | null> {
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
    const part = await readSome(max);
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

    /** Reads `count` bytes that must be zero; Infinity: up to the end of the stream. */
    async zeros(count: number): Promise<void> {
      for (let remaining = count; remaining > 0;) {
        const part = await readSome(remaining);
        if (part === null && count === Infinity) return;
        if (part === null) throw damaged("it ends too early");
        if (part.some((byte) => byte !== 0)) throw damaged("it has bytes between its entries");
        remaining -= part.length;
      }
    },
  };
}
