/** The files that blobs are: written, measured, looked at. */
import { createHash } from "node:crypto";
import type { BlobRef } from "../env.ts";

/** Writes a new file, which is on disk when this returns. */
export async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<BlobRef> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  await file.sync();
  return { hash: hash.digest("hex"), bytes };
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
