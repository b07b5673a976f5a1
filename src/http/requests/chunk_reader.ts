/** Chunks of a request's body, as they arrive. */

export interface ChunkReader {
  /** Returns the next chunk, which is valid until the next call; null at the end. */
  read(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/** Sizes of the buffer of a read, in bytes; it doubles when a chunk fills it. */
const BUFFER_BYTES = { first: 4 << 10, most: 64 << 10 };

/**
 * Creates the reader of a body. The chunks of a chunked one go into one buffer, again and again:
 * otherwise Deno allocates 64 KB for each, however short it is. A stream that an embedder made may
 * not be one of bytes.
 */
export function readerOf(body: ReadableStream<Uint8Array>, isChunked: boolean): ChunkReader {
  const reader = isChunked ? reusingReader(body) : null;
  if (reader === null) {
    const reader = body.getReader();
    return {
      read: async () => (await reader.read()).value ?? null,
      cancel: () => reader.cancel(),
    };
  }
  let buffer = new ArrayBuffer(BUFFER_BYTES.first);
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return null;
      buffer = value.length === value.buffer.byteLength && value.length < BUFFER_BYTES.most
        ? new ArrayBuffer(2 * value.length)
        : value.buffer;
      return value;
    },
    cancel: () => reader.cancel(),
  };
}

function reusingReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}
