/** Stored files of a backup. */
import { createHash } from "node:crypto";
import { BLOB_PARTITIONS, type Blobs } from "../../ports/mod.ts";
import { concat } from "./measure.ts";

/** Maximum size of a file that is held in memory; larger ones are read twice. */
export const SMALL_BYTES = 2 * 1024 * 1024;

/** Concurrent files, each of which waits for a disk or an object store. */
export const FILES_AT_ONCE = 8;

/** A file as it is stored. `content` is null when it is too large for memory. */
export type FoundFile =
  | { hash: string; fault: null; size: number; content: Uint8Array | null }
  | { hash: string; fault: "missing" | "damaged" };

/** Reads a file and compares its digest with its name. */
export async function findFile(blobs: Pick<Blobs, "stream">, hash: string): Promise<FoundFile> {
  const digest = createHash("sha256");
  let parts: Uint8Array[] | null = [];
  let size = 0;
  try {
    for await (const part of await blobs.stream(hash)) {
      digest.update(part);
      size += part.length;
      if (size > SMALL_BYTES) parts = null;
      parts?.push(part);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { hash, fault: "missing" };
    throw error;
  }
  if (digest.digest("hex") !== hash) return { hash, fault: "damaged" };
  return { hash, fault: null, size, content: parts && concat(parts) };
}

/** Time after that of any file. */
const FAR_FUTURE = Date.UTC(3000);

/** Collects the names of all stored files. */
export async function filesIn(blobs: Pick<Blobs, "listPartition">): Promise<Set<string>> {
  const names = new Set<string>();
  for (let partition = 0; partition < BLOB_PARTITIONS; partition++) {
    for (const name of await blobs.listPartition(partition, FAR_FUTURE)) names.add(name);
  }
  return names;
}

/** Removes all stored files except those that existed before. */
export async function removeAllBut(
  previous: ReadonlySet<string>,
  blobs: Pick<Blobs, "listPartition" | "remove">,
): Promise<void> {
  for (const name of await filesIn(blobs)) {
    if (!previous.has(name)) await blobs.remove(name, FAR_FUTURE);
  }
}

/** Splits a stream of text into lines, without their ends. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of source) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
