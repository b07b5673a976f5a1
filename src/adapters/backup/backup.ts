/** Backup: the database in one snapshot, and the files that its rows refer to. */
import type { Blobs } from "../../ports/mod.ts";
import { mapAhead } from "../../lib/map_ahead.ts";
import { REFERENCED_BLOBS } from "../store/files/blob_uses.ts";
import { migrationsOf, schemaDigest } from "../store/schema/migrate.ts";
import { dump } from "./dump.ts";
import { FILES_AT_ONCE, findFile, linesOf } from "./files.ts";
import {
  DATABASE,
  type DatabaseSummary,
  fileName,
  FILES,
  type FilesSummary,
  FORMAT,
  FORMAT_VERSION,
  jsonText,
  MANIFEST,
  type Manifest,
  sumLine,
  SUMS,
} from "./format.ts";
import type { OnProgress } from "./progress.ts";
import { type Open, type Snapshot, withSnapshot } from "./snapshot.ts";
import { describeTables, type Table } from "./tables.ts";
import { type ArchiveWriter, createArchiveWriter, type Write } from "./writer.ts";

export interface BackupOptions {
  open: Open;
  /** Stored files; null: back up the database alone. */
  blobs: Pick<Blobs, "stream"> | null;
  /** Version of this program. */
  version: string;
  write: Write;
  onProgress: OnProgress;
  signal: AbortSignal;
}

/** Summary of a written backup. */
export interface BackedUp {
  manifest: Manifest;
  database: DatabaseSummary;
  /** Null: the backup has no files. */
  files: FilesSummary | null;
  /** Bytes of the archive. */
  bytes: number;
}

/**
 * Writes an archive of a consistent snapshot while services keep working.
 *
 * @throws Error with the reason why there is no backup.
 */
export function backUp(options: BackupOptions): Promise<BackedUp> {
  return withSnapshot(options.open, (snapshot) => writeArchive(snapshot, options), options.signal);
}

async function writeArchive(
  snapshot: Snapshot,
  { blobs, version, write, onProgress }: BackupOptions,
): Promise<BackedUp> {
  const { at, tables, schema, postgres } = await describeDatabase(snapshot);
  const manifest: Manifest = {
    format: FORMAT,
    "format-version": FORMAT_VERSION,
    slidepost: version,
    postgres,
    "created-at": at.toISOString(),
    schema,
    "schema-digest": await schemaDigest(schema),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    files: blobs !== null,
  };
  const archive = createArchiveWriter(write, at.getTime() / 1000);
  let sums = "";
  async function add(name: string, content: Uint8Array): Promise<void> {
    sums += sumLine(await archive.add(name, content.length, [content]), name);
  }
  const addText = (name: string, text: string) => add(name, new TextEncoder().encode(text));

  await addText(MANIFEST, jsonText(manifest));
  const database = await dump(snapshot, tables, add, onProgress);
  await addText(DATABASE, jsonText(database));
  const before = sums;
  sums = "";
  const files = blobs && await addFiles(archive, snapshot, blobs, onProgress);
  if (files !== null) await addText(FILES, jsonText(files));
  await addSums(archive, snapshot, { before, files, after: sums });
  await archive.end();
  return { manifest, database, files, bytes: archive.bytes };
}

interface Description {
  schema: string[];
  postgres: string;
  at: Date;
  tables: Table[];
}

/** Runs the first statements, which fix the snapshot. */
async function describeDatabase({ query }: Snapshot): Promise<Description> {
  const [server] = await query(
    `select clock_timestamp() as at, current_setting('server_version') as postgres`,
  );
  const schema = await migrationsOf(query);
  if (schema === null) {
    throw new Error("there is nothing to back up: the database has no tables of slidepost");
  }
  const tables = await describeTables(query);
  return { schema, postgres: server!.postgres, at: server!.at, tables };
}

const referencedFiles = (snapshot: Snapshot) =>
  linesOf(snapshot.copyOut(`copy (${REFERENCED_BLOBS}) to stdout`));

/** Copies each file that rows refer to, in the order of names. */
async function addFiles(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  blobs: Pick<Blobs, "stream">,
  onProgress: OnProgress,
): Promise<FilesSummary> {
  const summary: FilesSummary = { files: 0, bytes: 0, missing: [] };
  const found = mapAhead(referencedFiles(snapshot), FILES_AT_ONCE, (hash) => findFile(blobs, hash));
  for await (const file of found) {
    if (file.fault !== null) {
      summary.missing.push(file.hash);
      continue;
    }
    const { hash, size, content } = file;
    const sum = await archive.add(
      fileName(hash),
      size,
      content === null ? await blobs.stream(hash) : [content],
    );
    if (sum !== hash) throw new Error(`${fileName(hash)} changed while it was copied`);
    summary.files++;
    summary.bytes += size;
    onProgress({ what: "files", files: summary.files, bytes: summary.bytes });
  }
  return summary;
}

interface Sums {
  before: string;
  /** Files whose lines come between `before` and `after`. */
  files: FilesSummary | null;
  after: string;
}

/** Writes the sums. Queries the names of files again, as there may be too many for memory. */
async function addSums(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  { before, files, after }: Sums,
): Promise<void> {
  const encoder = new TextEncoder();
  const missing = new Set(files?.missing);

  async function* lines(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(before);
    if (files !== null) {
      for await (const hash of referencedFiles(snapshot)) {
        if (!missing.has(hash)) yield encoder.encode(sumLine(hash, fileName(hash)));
      }
    }
    yield encoder.encode(after);
  }

  const anyHash = "0".repeat(64);
  const lineBytes = sumLine(anyHash, fileName(anyHash)).length;
  const size = before.length + (files?.files ?? 0) * lineBytes + after.length;
  await archive.add(SUMS, size, lines());
}
