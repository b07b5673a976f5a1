/** Stored files on their way out of an archive. */
import type { Blobs } from "../../ports/mod.ts";
import { mapAhead } from "../../lib/map_ahead.ts";
import { FILES_AT_ONCE, findFile, SMALL_BYTES } from "./files.ts";
import { damaged, fileName, FILES, type FilesSummary, hashIn, readFilesSummary } from "./format.ts";
import { joined, measureOf, sha256Of } from "./measure.ts";
import type { OnProgress } from "./progress.ts";
import { type ArchiveReader, unexpected } from "./reader.ts";

export type UnpackTo = Pick<Blobs, "put" | "stream">;

/**
 * Writes the files of an archive, which must be those that the rows refer to, and reads them back.
 *
 * @param kept Names of the files that the rows refer to, in the archive's order.
 * @param blobs Null: they are read, and written nowhere.
 * @throws Error where a file is not what its name says, is one too many, or is not there.
 */
export async function unpack(
  archive: ArchiveReader,
  kept: AsyncIterable<string>,
  blobs: UnpackTo | null,
  onProgress: OnProgress,
): Promise<FilesSummary> {
  const done = { files: 0, bytes: 0 };
  const missing: string[] = [];
  const packed = filesOf(archive, kept, missing, blobs);
  for await (
    const bytes of mapAhead(packed, FILES_AT_ONCE, (file) => unpackOne(file, blobs))
  ) {
    done.files++;
    done.bytes += bytes;
    onProgress({ what: "files", ...done });
  }
  const summary = readFilesSummary(await archive.text(FILES));
  const agree = summary.files === done.files && summary.bytes === done.bytes &&
    summary.missing.join() === missing.join();
  if (!agree) throw damaged(`its files are not those that ${FILES} tells of`);
  return summary;
}

interface PackedFile {
  hash: string;
  size: number;
  /** Null: it is large, and has been written. */
  content: Uint8Array | null;
}

/** Reads the next file of each name; those of none are `missing`. */
async function* filesOf(
  archive: ArchiveReader,
  kept: AsyncIterable<string>,
  missing: string[],
  blobs: UnpackTo | null,
): AsyncGenerator<PackedFile> {
  for await (const hash of kept) {
    const entry = await archive.peek();
    if (entry === null) throw unexpected(entry, FILES);
    if (entry.name !== fileName(hash)) {
      // They are in order: one that sorts before is none that a row refers to.
      if ((hashIn(entry.name) ?? hash) < hash) throw unexpected(entry, fileName(hash));
      missing.push(hash);
      continue;
    }
    const { size } = entry;
    if (size > SMALL_BYTES) {
      await unpackLarge(archive, hash, blobs);
      yield { hash, size, content: null };
    } else {
      yield { hash, size, content: joined(await Array.fromAsync(archive.content())) };
    }
  }
}

/** Answers its bytes. */
async function unpackOne(
  { hash, size, content }: PackedFile,
  blobs: UnpackTo | null,
): Promise<number> {
  if (content !== null) {
    if (sha256Of(content) !== hash) throw notItsName(hash);
    await blobs?.put(content);
  }
  if (blobs === null) return size;
  const { fault } = await findFile(blobs, hash);
  if (fault !== null) {
    throw new Error(`the file ${hash} is ${fault} once it is written; nothing was restored`);
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
  if (written !== hash) throw notItsName(hash);
}

const notItsName = (hash: string) => damaged(`${fileName(hash)} is not what its name says`);
