/** Reads request bodies as streams, within limits of size, memory and number of chunks. */
import { Refusal } from "../../core/errors.ts";
import { createCollector } from "../../lib/collector.ts";
import type { BodyShare } from "./body_budget.ts";
import { readerOf } from "./chunk_reader.ts";

export interface StreamOptions {
  /** Whether the length of the body is not declared. */
  isChunked: boolean;
  /** Maximum size, in bytes. */
  maxBytes: number;
  /** Memory share that the body uses. */
  share: Pick<BodyShare, "take">;
  /** Lets other bodies take their turn. */
  turn(): Promise<void>;
}

/** A body that is being read. */
export interface StreamRead {
  /**
   * Resolves with the body.
   *
   * @throws {BodyTooLarge} 413
   * @throws {Refusal} 400 for a body in too many chunks, 503 where the memory share is used up.
   */
  readonly whole: Promise<Uint8Array>;
  /**
   * Discards further chunks; the read then ends and frees those received so far. A client that sends
   * all before it reads gets the response.
   */
  stop(): void;
}

/** Leading bytes retained of a body over its limit: the MM7 fault echoes the TransactionID in them. */
const HEAD_BYTES = 64 << 10;

/**
 * Mean length of a chunk, in bytes, below which a body is refused: each costs a turn of the event
 * loop, however short it is. A line of base64 is longer.
 */
const CHUNK_MIN_BYTES = 64;
/** Number of chunks that may be shorter. */
const SHORT_CHUNKS_MAX = 1024;
/** Number of chunks after which others take their turn. */
const CHUNKS_PER_TURN = 64;

/** Refusal of a body over its limit (413). */
export class BodyTooLarge extends Refusal {
  constructor(
    maxBytes: number,
    /** Leading bytes of the body; empty where its declared length alone exceeds the limit. */
    readonly head: Uint8Array = new Uint8Array(),
  ) {
    super("bodyTooLarge", `the body is larger than ${maxBytes} bytes`);
  }
}

/** Reads a body as a stream; the memory that it holds is charged to the share as it arrives. */
export function readStream(
  body: ReadableStream<Uint8Array> | null,
  { isChunked, maxBytes, share, turn }: StreamOptions,
): StreamRead {
  const reader = body === null ? null : readerOf(body, isChunked);
  /** Whether the rest is left unread: Deno discards it chunk by chunk, which takes longest. */
  let isLeft = false;
  let isStopped = false;

  async function readWhole(): Promise<Uint8Array> {
    const collector = createCollector();
    let chunks = 0;
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk) break;
      const held = collector.held;
      if (collector.length + chunk.length > maxBytes) {
        collector.add(chunk.subarray(0, HEAD_BYTES));
        throw new BodyTooLarge(maxBytes, collector.bytes(HEAD_BYTES));
      }
      collector.add(chunk);
      share.take(collector.held - held);
      chunks++;
      if (chunks > SHORT_CHUNKS_MAX + collector.length / CHUNK_MIN_BYTES) {
        isLeft = true;
        const info = `the body's chunks are shorter than ${CHUNK_MIN_BYTES} bytes on average`;
        throw new Refusal("invalidRequest", info);
      }
      if (chunks % CHUNKS_PER_TURN === 0) await turn();
    }
    if (isStopped) throw new Error("the read was cancelled");
    return collector.bytes();
  }

  return {
    whole: readWhole(),
    stop() {
      isStopped = true;
      if (!isLeft) reader?.cancel().catch(() => {});
    },
  };
}
