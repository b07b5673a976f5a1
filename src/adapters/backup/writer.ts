/** Writer of an archive, entry by entry. */
import { createHash } from "node:crypto";
import { BLOCK, RECORD, tarHeader, tarPadding } from "../../lib/tar.ts";

/** Writes bytes of the archive; resolves when it is ready for more. */
export type Write = (bytes: Uint8Array) => Promise<void>;

export interface ArchiveWriter {
  /** Bytes written so far. */
  readonly bytes: number;
  /**
   * Writes an entry of a known size; returns its SHA-256.
   *
   * @throws Error when the content has another size.
   */
  add(
    name: string,
    size: number,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<string>;
  end(): Promise<void>;
}

/** @param time Modification time of every entry, in seconds since the epoch. */
export function createArchiveWriter(write: Write, time: number): ArchiveWriter {
  let bytes = 0;
  async function put(part: Uint8Array): Promise<void> {
    if (part.length === 0) return;
    await write(part);
    bytes += part.length;
  }

  return {
    get bytes() {
      return bytes;
    },

    async add(name, size, content) {
      await put(tarHeader({ name, size, time }));
      const digest = createHash("sha256");
      let written = 0;
      for await (const part of content) {
        written += part.length;
        if (written > size) break;
        digest.update(part);
        await put(part);
      }
      if (written !== size) throw new Error(`${name} changed while it was copied`);
      await put(tarPadding(size));
      return digest.digest("hex");
    },

    async end() {
      const end = 2 * BLOCK;
      await put(new Uint8Array(end + (RECORD - (bytes + end) % RECORD) % RECORD));
    },
  };
}
