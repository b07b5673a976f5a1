/**
 * Streams a blob out of its bucket. Where a connection breaks, the rest is asked for: any object of a
 * blob has the same bytes.
 */
import { createHash } from "node:crypto";
import type { BlobPart } from "../../../ports/mod.ts";
import type { Abort, S3Client } from "./client.ts";
import { S3Failure } from "./failure.ts";

/** An answer whose body is not read yet. */
export interface Opened {
  body: ReadableStream<Uint8Array>;
  /** Bytes from its beginning to the end of the part. */
  bytes: number;
  abort: Abort;
}

/** Opens the part of a blob that begins so; rejects with Deno.errors.NotFound. */
export type OpenPart = (part: BlobPart) => Promise<Opened>;

/** Asks for an object, or a part of it. Rejects with S3Failure. */
export async function openObject(
  client: S3Client,
  key: string,
  { first, last }: BlobPart,
): Promise<Opened> {
  const isAll = first === 0 && last === undefined;
  const headers: Record<string, string> = isAll ? {} : { range: `bytes=${first}-${last ?? ""}` };
  return await client.send({ method: "GET", key, headers }, (answer, abort) => {
    const bytes = isAll ? lengthOf(answer) : lengthOfPart(answer, first, last);
    if (bytes === null) {
      const error = new S3Failure("the answer is not the part that was asked for", 502);
      abort(error);
      throw error;
    }
    return Promise.resolve({ body: answer.body ?? new Blob([]).stream(), bytes, abort });
  });
}

function lengthOf({ status, headers }: Response): number | null {
  const length = headers.get("content-length");
  return status === 200 && length !== null ? Number(length) : null;
}

function lengthOfPart({ status, headers }: Response, first: number, last?: number): number | null {
  const [, from, to, all] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("content-range") ?? "") ??
    [];
  const isIt = status === 206 && Number(from) === first &&
    Number(to) === (last ?? Number(all) - 1);
  return isIt ? Number(to) - first + 1 : null;
}

/** A connection that breaks without a byte in between is given up after so many times. */
const BREAKS_MAX = 4;

export interface ReadOptions {
  /** Name of the blob. */
  hash: string;
  /** Milliseconds without a byte, while somebody waits for one. */
  timeoutMs: number;
  /** The error as its readers are to have it. */
  explained(error: unknown): unknown;
}

/**
 * Reads a part, as it is asked for. The bytes of a whole blob are held against its name at the end:
 * others end the stream with an error.
 */
export async function readPart(
  open: OpenPart,
  { first, last }: BlobPart,
  { hash, timeoutMs, explained }: ReadOptions,
): Promise<ReadableStream<Uint8Array>> {
  let opened = await open({ first, last });
  let reader = opened.body.getReader();
  let at = first;
  const end = first + opened.bytes;
  const digest = first === 0 && last === undefined ? createHash("sha256") : null;

  async function next(): Promise<Uint8Array | null> {
    for (let breaks = 0;; breaks++) {
      try {
        const { value } = await inTime(reader, opened.abort, timeoutMs);
        if (value !== undefined) return value;
        if (at === end) return null;
        throw new S3Failure("the answer ended before its end", 0);
      } catch (error) {
        if (breaks === BREAKS_MAX) throw explained(error);
        await reader.cancel().catch(() => {});
      }
      if (at === end) return null;
      opened = await open({ first: at, last: end - 1 });
      reader = opened.body.getReader();
    }
  }

  return new ReadableStream({
    async pull(controller) {
      const chunk = await next();
      if (chunk !== null) {
        at += chunk.byteLength;
        digest?.update(chunk);
        controller.enqueue(chunk);
        return;
      }
      if (digest !== null && digest.digest("hex") !== hash) {
        throw new Error(`the stored file ${hash} has other bytes than it had`);
      }
      controller.close();
    },
    async cancel(reason) {
      opened.abort(new Error("nobody reads on"));
      await reader.cancel(reason).catch(() => {});
    },
  }, { highWaterMark: 0 });
}

/** A read that waits for longer ends the request. While nobody reads, nothing is late. */
async function inTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  abort: Abort,
  timeoutMs: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const timer = setTimeout(() => abort(new S3Failure("nothing more came", 0)), timeoutMs);
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}
