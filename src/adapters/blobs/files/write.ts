/** File operations of blobs. */
import { createHash } from "node:crypto";
import type { BlobPart, BlobRef } from "../../../ports/mod.ts";

/** Size of a read from a part of a file. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a new file.
 *
 * @param isDurable Whether to sync the file to disk before returning. Default: true.
 */
export async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isDurable = true } = {},
): Promise<BlobRef> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  if (isDurable) await file.sync();
  return { hash: hash.digest("hex"), bytes };
}

/** Streams an open file, or a part of it; closes it at the end or when the reader cancels. */
export async function partOf(
  file: Deno.FsFile,
  { first, last }: BlobPart = { first: 0 },
): Promise<ReadableStream<Uint8Array>> {
  if (first > 0) await file.seek(first, Deno.SeekMode.Start);
  // Deno's server sends a file's own stream without JavaScript, but only up to the file's end.
  return last === undefined ? file.readable : streamOf(file, last - first + 1);
}

/** Streams the next `bytes` of a file, read on demand. */
function streamOf(file: Deno.FsFile, bytes: number): ReadableStream<Uint8Array> {
  let remaining = bytes;

  async function next(): Promise<Uint8Array> {
    const buffer = new Uint8Array(Math.min(remaining, CHUNK_BYTES));
    const read = await file.read(buffer);
    if (read === null) throw new Error("the file is shorter than it was");
    remaining -= read;
    return buffer.subarray(0, read);
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        controller.enqueue(await next());
        if (remaining > 0) return;
        file.close();
        controller.close();
      } catch (error) {
        file.close();
        throw error;
      }
    },
    cancel() {
      file.close();
    },
  }, { highWaterMark: 0 });
}

/** Hashes an existing file, sets its mtime to now and syncs it to disk. */
export async function measure(path: string): Promise<BlobRef> {
  using file = await Deno.open(path, { read: true, write: true });
  const hash = createHash("sha256");
  const buffer = new Uint8Array(64 * 1024);
  let bytes = 0;
  for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
    hash.update(buffer.subarray(0, read));
    bytes += read;
  }
  // The file may be old by now: it counts as written when it becomes a blob.
  await file.utime(new Date(), new Date());
  await file.sync();
  return { hash: hash.digest("hex"), bytes };
}

/** Checks that a file exists and was written before a time, in whole milliseconds. */
export async function isOlder(path: string, before: number): Promise<boolean> {
  try {
    const { isFile, mtime } = await Deno.lstat(path);
    return isFile && mtime !== null && mtime.getTime() < Math.floor(before);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Lists the names in a directory; empty when it does not exist. */
export async function namesIn(directory: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(directory)) names.push(name);
  } catch (error) {
    const { NotADirectory, NotFound } = Deno.errors;
    if (!(error instanceof NotFound || error instanceof NotADirectory)) throw error;
  }
  return names;
}

/** Syncs a directory to disk: only then does a rename in it survive a power loss. */
export async function syncDirectory(path: string): Promise<void> {
  using directory = await Deno.open(path);
  await directory.sync();
}
