/** The files that blobs are: written, read, measured, looked at. */
import { createHash } from "node:crypto";
import type { BlobPart, BlobRef } from "../../../ports/mod.ts";

/** Bytes read at once of a part. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a new file.
 * @param isKept Whether it is on disk when this returns. Default: true.
 */
export async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isKept = true } = {},
): Promise<BlobRef> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  if (isKept) await file.sync();
  return { hash: hash.digest("hex"), bytes };
}

/** Reads an open file, or a part of it. It is closed at the end, or when nobody reads on. */
export async function partOf(
  file: Deno.FsFile,
  { first, last }: BlobPart = { first: 0 },
): Promise<ReadableStream<Uint8Array>> {
  if (first > 0) await file.seek(first, Deno.SeekMode.Start);
  // The server sends the file's own stream past JavaScript; it knows no end but the file's.
  return last === undefined ? file.readable : streamOf(file, last - first + 1);
}

/** As much of a file as is asked for, read as it is asked for. */
function streamOf(file: Deno.FsFile, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;

  async function next(): Promise<Uint8Array> {
    const buffer = new Uint8Array(Math.min(left, CHUNK_BYTES));
    const read = await file.read(buffer);
    if (read === null) throw new Error("the file is shorter than it was");
    left -= read;
    return buffer.subarray(0, read);
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        controller.enqueue(await next());
        if (left > 0) return;
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

/** Hash and size of a file that is there. It counts as written now, and is then on disk. */
export async function measure(path: string): Promise<BlobRef> {
  using file = await Deno.open(path, { read: true, write: true });
  const hash = createHash("sha256");
  const buffer = new Uint8Array(64 * 1024);
  let bytes = 0;
  for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
    hash.update(buffer.subarray(0, read));
    bytes += read;
  }
  // It may have waited long for its turn.
  await file.utime(new Date(), new Date());
  await file.sync();
  return { hash: hash.digest("hex"), bytes };
}

/** Whether a file is there that was written before a time. Files know whole milliseconds only. */
export async function isOlder(path: string, before: number): Promise<boolean> {
  try {
    const { isFile, mtime } = await Deno.lstat(path);
    return isFile && mtime !== null && mtime.getTime() < Math.floor(before);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** None when there is no such directory. */
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

/** A rename is only safe from power loss when its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  using directory = await Deno.open(path);
  await directory.sync();
}
