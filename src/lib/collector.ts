/** Collects the chunks of a stream in memory of its own, however small they are. */

export interface Collector {
  /** Bytes collected. */
  readonly length: number;
  /** Bytes of memory allocated: at most a quarter more than `length`, or one first block more. */
  readonly held: number;
  /** Copies a chunk, so that the buffer that it is part of can be freed. */
  add(chunk: Uint8Array): void;
  /** Returns the bytes from the first on. Default: all of them. */
  bytes(maxLength?: number): Uint8Array<ArrayBuffer>;
}

/** Size of the first block, in bytes. */
const BLOCK_MIN_BYTES = 1 << 10;
/** Size of a block, in bytes, from which on they grow no more. */
const BLOCK_MAX_BYTES = 256 << 10;

export function createCollector(): Collector {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes used of the last block. */
  let used = 0;
  let length = 0;
  let held = 0;

  /** Adds a block: a quarter of all before it, unless the rest of a chunk needs more. */
  function grow(rest: number): Uint8Array<ArrayBuffer> {
    const share = Math.min(BLOCK_MAX_BYTES, Math.max(BLOCK_MIN_BYTES, held >> 2));
    const block = new Uint8Array(Math.max(share, rest));
    blocks.push(block);
    used = 0;
    held += block.length;
    return block;
  }

  return {
    get length() {
      return length;
    },
    get held() {
      return held;
    },
    add(chunk) {
      for (let at = 0; at < chunk.length;) {
        let block = blocks.at(-1);
        if (block === undefined || used === block.length) block = grow(chunk.length - at);
        const part = chunk.subarray(at, at + block.length - used);
        block.set(part, used);
        used += part.length;
        at += part.length;
      }
      length += chunk.length;
    },
    bytes(maxLength = length) {
      if (blocks.length === 1 && length === held && length <= maxLength) return blocks[0]!;
      const whole = new Uint8Array(Math.min(length, maxLength));
      let at = 0;
      for (const block of blocks) {
        const part = block.subarray(0, Math.min(length, whole.length) - at);
        whole.set(part, at);
        at += part.length;
      }
      return whole;
    },
  };
}
