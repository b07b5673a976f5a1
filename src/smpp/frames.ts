/** PDUs out of a stream of bytes, however it was cut. */
import { Buffer } from "node:buffer";
import { HEAD_BYTES, PDU_MAX_BYTES } from "./pdu.ts";

/** What was sent is no SMPP: where the next PDU begins cannot be known. */
export class NotSmpp extends Error {
  override name = "NotSmpp";
}

export interface Frames {
  /** The PDUs that are now complete. Throws NotSmpp; the stream is of no use after that. */
  push(chunk: Buffer): Iterable<Buffer>;
}

/** Each octet is copied once at most, however small the chunks. */
export function createFrames(): Frames {
  let chunks: Buffer[] = [];
  let bytes = 0;
  /** Before these have come there is nothing to look at. */
  let needed = HEAD_BYTES;

  function collect(): Buffer {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes);
    chunks = [];
    bytes = 0;
    return all;
  }

  function keep(rest: Buffer): void {
    // A copy, so that a few octets do not keep a large chunk alive.
    if (rest.length > 0) chunks.push(Buffer.from(rest));
    bytes += rest.length;
  }

  return {
    *push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < needed) return;
      let rest = collect();
      needed = HEAD_BYTES;
      while (rest.length >= HEAD_BYTES) {
        const length = lengthOf(rest);
        if (rest.length < length) {
          needed = length;
          break;
        }
        yield rest.subarray(0, length);
        rest = rest.subarray(length);
      }
      keep(rest);
    },
  };
}

function lengthOf(head: Buffer): number {
  const length = head.readUInt32BE(0);
  if (length < HEAD_BYTES || length > PDU_MAX_BYTES) {
    throw new NotSmpp(`a PDU cannot have ${length} octets`);
  }
  return length;
}
