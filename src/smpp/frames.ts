/** Splits a byte stream into PDUs, independent of how TCP chunked it. */
import { Buffer } from "node:buffer";
import { createCollector } from "../lib/collector.ts";
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

/** Creates a splitter. It copies each octet at most twice, however small the chunks. */
export function createFrames(): Frames {
  let buffered = createCollector();
  /** Octets to buffer before the next attempt to extract a PDU. */
  let needed = HEAD_BYTES;

  function joined(chunk: Buffer): Buffer {
    if (buffered.length === 0) return chunk;
    buffered.add(chunk);
    const stream = Buffer.from(buffered.bytes().buffer);
    buffered = createCollector();
    return stream;
  }

  return {
    *push(chunk) {
      if (buffered.length + chunk.length < needed) return buffered.add(chunk);
      const stream = joined(chunk);
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
      if (at < stream.length) buffered.add(stream.subarray(at));
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
