/** Copy of stored files out of an archive. */
import type { Blobs } from "../../ports/mod.ts";
import { mapAhead } from "../../lib/map_ahead.ts";
import { FILES_AT_ONCE, findFile, SMALL_BYTES } from "./files.ts";
import { damaged, fileName, FILES, type FilesSummary, hashIn, readFilesSummary } from "./format.ts";
import { concat, measureOf, sha256Of } from "./measure.ts";
import type { OnProgress } from "./progress.ts";
import { type ArchiveReader, unexpected } from "./reader.ts";

export type UnpackTo = Pick<Blobs, "put" | "stream">;

/**
 * Writes the files of an archive, which must be those that the rows refer to, and reads them back.
 *
 * @param expected Names of the files that the rows refer to, in the archive's order.
 * @param blobs Target; null: the files are only verified.
 * @throws Error when a file does not match its name, is unexpected, or cannot be read back.
 */
export async function unpack(
  archive: ArchiveReader,
  expected: AsyncIterable<string>,
  blobs: UnpackTo | null,
  onProgress: OnProgress,
): Promise<FilesSummary> {
  const done = { files: 0, bytes: 0 };
  const missing: string[] = [];
  const packed = filesOf(archive, expected, missing, blobs);
  for await (
    const bytes of mapAhead(packed, FILES_AT_ONCE, (file) => unpackFile(file, blobs))
  ) {
    done.files++;
    done.bytes += bytes;
    onProgress({ what: "files", ...done });
  }
  const summary = readFilesSummary(await archive.text(FILES));
  const agree = summary.files === done.files && summary.bytes === done.bytes &&
    summary.missing.join() === missing.join();
  if (!agree) throw damaged(`its files do not match ${FILES}`);
  return summary;
}

interface PackedFile {
  hash: string;
  size: number;
  /** Null: the file is large and already written. */
  content: Uint8Array | null;
}

/** Reads the file of each expected name; collects names without a file in `missing`. */
async function* filesOf(
  archive: ArchiveReader,
  expected: AsyncIterable<string>,
  missing: string[],
  blobs: UnpackTo | null,
): AsyncGenerator<PackedFile> {
  for await (const hash of expected) {
    const entry = await archive.peek();
    if (entry === null) throw unexpected(entry, FILES);
    if (entry.name !== fileName(hash)) {
      // Files are sorted, so no row refers to one that sorts before this name.
      if ((hashIn(entry.name) ?? hash) < hash) throw unexpected(entry, fileName(hash));
      missing.push(hash);
      continue;
    }
    const { size } = entry;
    if (size > SMALL_BYTES) {
      await unpackLarge(archive, hash, blobs);
      yield { hash, size, content: null };
    } else {
      yield { hash, size, content: concat(await Array.fromAsync(archive.content())) };
    }
  }
}

/** Verifies, writes and reads back a file; returns its size. */
async function unpackFile(
  { hash, size, content }: PackedFile,
  blobs: UnpackTo | null,
): Promise<number> {
  if (content !== null) {
    if (sha256Of(content) !== hash) throw wrongDigest(hash);
    await blobs?.put(content);
  }
  if (blobs === null) return size;
  const { fault } = await findFile(blobs, hash);
  if (fault !== null) {
    throw new Error(`the file ${hash} is ${fault} after it was written; nothing was restored`);
  }
  return size;
}

async function unpackLarge(
  archive: ArchiveReader,
  hash: string,
  blobs: UnpackTo | null,
): Promise<void> {
  const content = archive.content();
  const written = blobs === null
    ? (await measureOf(content)).sha256
    : (await blobs.put(ReadableStream.from(content))).hash;
  if (written !== hash) throw wrongDigest(hash);
}

const wrongDigest = (hash: string) => damaged(`${fileName(hash)} does not match its name`);
