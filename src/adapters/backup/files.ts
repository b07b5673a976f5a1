/** Stored files on their way into an archive, and out of it. */
import { createHash } from "node:crypto";
import { BLOB_SHELVES, type Blobs } from "../../ports/mod.ts";
import { joined } from "./measure.ts";

/** Bytes of a file up to which it is held in memory; a larger one is read twice. */
export const SMALL_BYTES = 2 * 1024 * 1024;

/** Files in hand at once: each waits for a disk, or for a server of objects. */
export const FILES_AT_ONCE = 8;

/** A file as the store has it. `content` is null where it is too large to be held. */
export type FoundFile =
  | { hash: string; fault: null; size: number; content: Uint8Array | null }
  | { hash: string; fault: "missing" | "damaged" };

/** Reads a file, and tells whether its digest is its name. */
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
  return { hash, fault: null, size, content: parts && joined(parts) };
}

/** Every time that a file may have been written at lies before this. */
const AFTER_ALL = Date.UTC(3000);

/** Gathers the names of all files that a place has. */
export async function filesIn(blobs: Pick<Blobs, "shelf">): Promise<Set<string>> {
  const names = new Set<string>();
  for (let shelf = 0; shelf < BLOB_SHELVES; shelf++) {
    for (const name of await blobs.shelf(shelf, AFTER_ALL)) names.add(name);
  }
  return names;
}

/** Removes all files of a place but those that were there before. */
export async function removeAllBut(
  former: ReadonlySet<string>,
  blobs: Pick<Blobs, "shelf" | "remove">,
): Promise<void> {
  for (const name of await filesIn(blobs)) {
    if (!former.has(name)) await blobs.remove(name, AFTER_ALL);
  }
}

/** Cuts a stream of text into its lines, without what ends them. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of source) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
