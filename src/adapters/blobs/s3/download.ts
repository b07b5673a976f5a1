/**
 * Download of a blob as a stream. When a connection breaks, the rest is requested from any object
 * of the blob: all have the same bytes.
 */
import { createHash } from "node:crypto";
import type { BlobPart } from "../../../ports/mod.ts";
import type { MonotonicTime } from "../../../lib/monotonic_time.ts";
import type { Abort, S3Client } from "./client.ts";
import { S3Failure } from "./failure.ts";

/** A response whose body is not read yet. */
export interface Opened {
  body: ReadableStream<Uint8Array>;
  /** Size of the part, in bytes. */
  bytes: number;
  abort: Abort;
}

/** Opens a part of a blob. @throws Deno.errors.NotFound when the blob does not exist. */
export type OpenPart = (part: BlobPart) => Promise<Opened>;

/** Requests an object, or a part of it. @throws S3Failure */
export async function openObject(
  client: S3Client,
  key: string,
  { first, last }: BlobPart,
): Promise<Opened> {
  const isWhole = first === 0 && last === undefined;
  const headers: Record<string, string> = isWhole ? {} : { range: `bytes=${first}-${last ?? ""}` };
  return await client.send({ method: "GET", key, headers }, (response, abort) => {
    const bytes = isWhole ? lengthOf(response) : lengthOfPart(response, first, last);
    if (bytes === null) {
      const error = new S3Failure("the response is not the requested part", 502);
      abort(error);
      throw error;
    }
    return Promise.resolve({ body: response.body ?? new Blob([]).stream(), bytes, abort });
  });
}

function lengthOf({ status, headers }: Response): number | null {
  const length = headers.get("content-length");
  return status === 200 && length !== null ? Number(length) : null;
}

function lengthOfPart({ status, headers }: Response, first: number, last?: number): number | null {
  const [, from, to, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("content-range") ?? "") ??
      [];
  const matches = status === 206 && Number(from) === first &&
    Number(to) === (last ?? Number(total) - 1);
  return matches ? Number(to) - first + 1 : null;
}

/** Maximum consecutive broken connections without a received byte. */
const BREAKS_MAX = 4;

export interface ReadOptions {
  /** Name of the blob. */
  hash: string;
  /** Maximum wait for a byte while the stream is being read, in milliseconds. */
  timeoutMs: number;
  time: MonotonicTime;
  /** Translates an error for the stream's reader. */
  toPortError(error: unknown): unknown;
}

/**
 * Streams a part on demand. For a whole blob, compares the digest with its name at the end; a
 * mismatch ends the stream with an error.
 */
export async function readPart(
  open: OpenPart,
  { first, last }: BlobPart,
  { hash, timeoutMs, time, toPortError }: ReadOptions,
): Promise<ReadableStream<Uint8Array>> {
  let opened = await open({ first, last });
  let reader = opened.body.getReader();
  let position = first;
  const end = first + opened.bytes;
  const digest = first === 0 && last === undefined ? createHash("sha256") : null;

  async function next(): Promise<Uint8Array | null> {
    for (let breaks = 0;; breaks++) {
      try {
        const { value } = await readInTime();
        if (value !== undefined) return value;
        if (position === end) return null;
        throw new S3Failure("the response ended early", 0);
      } catch (error) {
        if (breaks === BREAKS_MAX) throw toPortError(error);
        await reader.cancel().catch(() => {});
      }
      if (position === end) return null;
      opened = await open({ first: position, last: end - 1 });
      reader = opened.body.getReader();
    }
  }

  /** Reads with a time limit, which aborts the request. The time between reads does not count. */
  async function readInTime(): Promise<ReadableStreamReadResult<Uint8Array>> {
    const { abort } = opened;
    const cancelLimit = time.after(
      timeoutMs,
      () => abort(new S3Failure("no data within the time limit", 0)),
    );
    try {
      return await reader.read();
    } finally {
      cancelLimit();
    }
  }

  return new ReadableStream({
    async pull(controller) {
      const chunk = await next();
      if (chunk !== null) {
        position += chunk.byteLength;
        digest?.update(chunk);
        controller.enqueue(chunk);
        return;
      }
      if (digest !== null && digest.digest("hex") !== hash) {
        throw new Error(`the stored file ${hash} has changed: its bytes do not match its name`);
      }
      controller.close();
    },
    async cancel(reason) {
      opened.abort(new Error("the reader cancelled"));
      await reader.cancel(reason).catch(() => {});
    },
  }, { highWaterMark: 0 });
}
