/** Splits a byte stream into PDUs, independent of how TCP chunked it. */
import { Buffer } from "node:buffer";
import { HEAD_BYTES, PDU_MAX_BYTES } from "./pdu.ts";

/** The stream is not SMPP: an impossible length leaves no way to find the next PDU. */
export class NotSmpp extends Error {
  override name = "NotSmpp";
}

export interface Frames {
  /**
   * Yields the PDUs that the chunk completes.
   *
   * @throws NotSmpp after which the stream cannot be used
   */
  push(chunk: Buffer): Iterable<Buffer>;
}

/** Creates a splitter. It copies each octet at most once, however small the chunks. */
export function createFrames(): Frames {
  let chunks: Buffer[] = [];
  let bytes = 0;
  /** Octets to buffer before the next attempt to extract a PDU. */
  let needed = HEAD_BYTES;

  function collect(): Buffer {
    const buffered = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes);
    chunks = [];
    bytes = 0;
    return buffered;
  }

  function buffer(rest: Buffer): void {
    // Copied, so that a few octets do not pin a large chunk in memory.
    chunks.push(Buffer.from(rest));
    bytes += rest.length;
  }

  return {
    *push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < needed) return;
      const stream = collect();
      let at = 0;
      needed = HEAD_BYTES;
      while (stream.length - at >= HEAD_BYTES) {
        const length = lengthAt(stream, at);
        if (stream.length - at < length) {
          needed = length;
          break;
        }
        yield stream.subarray(at, at += length);
      }
      if (at < stream.length) buffer(stream.subarray(at));
    },
  };
}

function lengthAt(stream: Buffer, at: number): number {
  const length = stream.readUInt32BE(at);
  if (length < HEAD_BYTES || length > PDU_MAX_BYTES) {
    throw new NotSmpp(`a PDU cannot have ${length} octets`);
  }
  return length;
}
