/**
 * Atomic restore of a backup. The database is filled in one transaction, which commits after the
 * last file was written and verified; until then nothing refers to the files.
 */
import type { Blobs } from "../../ports/mod.ts";
import { abortable } from "../../lib/abortable.ts";
import { REFERENCED_BLOBS } from "../store/files/blob_uses.ts";
import type { Database, Query, Work } from "../store/engine/database.ts";
import { migrate } from "../store/schema/migrate.ts";
import { assertSecretsDecrypt } from "../store/secrets/rotate_encryption.ts";
import type { Encryption } from "../store/secrets/encrypted_columns.ts";
import type { Session } from "../store/engine/session.ts";
import { filesIn, linesOf, removeAllBut } from "./files.ts";
import { type FilesSummary, MANIFEST, type Manifest, readManifest } from "./format.ts";
import { load } from "./load.ts";
import type { OnProgress } from "./progress.ts";
import { type ArchiveReader, createArchiveReader } from "./reader.ts";
import type { Open } from "./snapshot.ts";
import { assertKnownSchema, assertNoService, createTables } from "./target.ts";
import { COPY_SETTINGS, quoted, TABLES } from "./tables.ts";
import { unpack } from "./unpack.ts";

export interface RestoreOptions {
  /** Bytes of the archive. */
  source: AsyncIterable<Uint8Array>;
  open: Open;
  /** Connects to the database for migrations newer than the archive's. */
  connect(): Database;
  blobs: Pick<Blobs, "belongTo" | "put" | "remove" | "listPartition" | "stream">;
  /** Whether to restore the database alone. */
  withoutFiles: boolean;
  /** Encryption to check the secrets with. */
  encryption: Encryption;
  onProgress: OnProgress;
  signal: AbortSignal;
}

/** Result of a restore. */
export interface Restored {
  manifest: Manifest;
  rows: number;
  /** Restored files; null: none were written. */
  files: FilesSummary | null;
  /** Number of files that rows refer to and that are missing. */
  absentFiles: number;
  /** Migrations run after the restore. */
  migrated: string[];
  /** Pending work that a service resumes at its start. */
  waiting: { messages: number; postbacks: number };
  /** Erasures of numbers that the backup records. */
  erasures: number;
  /** Reason why the secrets cannot be decrypted; null: they can. */
  secretsFault: string | null;
}

/**
 * Restores an archive, then runs newer migrations.
 *
 * @throws Error with the reason; the message says when nothing was restored.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const archive = createArchiveReader(untilAborted(options.source, options.signal));
  const manifest = readManifest(await archive.text(MANIFEST));
  await assertKnownSchema(manifest);
  const previousFiles = await filesIn(options.blobs);
  const session = await options.open();
  const abort = () => session.abort();
  options.signal.addEventListener("abort", abort);
  try {
    options.signal.throwIfAborted();
    const filled = await fill(session, { ...options, archive, manifest, previousFiles });
    await commit(session);
    return { manifest, ...filled, ...await bringUpToDate(session, options) };
  } finally {
    options.signal.removeEventListener("abort", abort);
    abort();
  }
}

/** Relays a stream; throws as soon as the signal is aborted, even during a wait. */
async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const parts = source[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await abortable(parts.next(), signal);
    if (done) return;
    yield value;
  }
}

async function commit({ query }: Session): Promise<void> {
  try {
    await query("commit");
  } catch (error) {
    throw new Error(
      `the connection broke during the commit: ${(error as Error).message}; the database ` +
        "is either fully restored or still empty; run the restore again to find out",
      { cause: error },
    );
  }
}

type Filled = Pick<Restored, "rows" | "files" | "absentFiles">;

interface Filling extends RestoreOptions {
  archive: ArchiveReader;
  manifest: Manifest;
  /** Files that existed before. */
  previousFiles: ReadonlySet<string>;
}

/** Fills database and files without the commit. Removes written files when it fails. */
async function fill(session: Session, filling: Filling): Promise<Filled> {
  const { archive, manifest, blobs, withoutFiles, onProgress } = filling;
  const { query } = session;
  await assertNoService(query);
  await query("begin");
  for (const setting of COPY_SETTINGS) await query(setting);
  const tables = await createTables(session, manifest);
  const { rows } = await load(archive, session, tables, onProgress);
  const writesFiles = manifest.files && !withoutFiles;
  const absentFiles = await countAbsent(session, filling, writesFiles);
  if (!manifest.files) {
    await archive.end();
    return { rows, files: null, absentFiles };
  }
  const unpackTo = (to: typeof blobs | null) =>
    unpack(archive, referencedFiles(session), to, onProgress);
  if (!writesFiles) {
    await unpackTo(null);
    await archive.end();
    return { rows, files: null, absentFiles };
  }
  try {
    const files = await unpackTo(blobs);
    await archive.end();
    await claimFiles(query, blobs);
    return { rows, files, absentFiles: files.missing.length };
  } catch (error) {
    await removeAllBut(filling.previousFiles, blobs);
    throw error;
  }
}

const referencedFiles = (session: Session) =>
  linesOf(session.copyOut(`copy (${REFERENCED_BLOBS}) to stdout`));

/**
 * Counts the files that rows refer to and that do not exist yet.
 *
 * @throws Error when files are to be written beside some that no row refers to.
 */
async function countAbsent(
  session: Session,
  { previousFiles }: Pick<Filling, "previousFiles">,
  writesFiles: boolean,
): Promise<number> {
  const foreign = new Set(previousFiles);
  let absent = 0;
  for await (const hash of referencedFiles(session)) {
    if (!foreign.delete(hash)) absent++;
  }
  const [example] = foreign;
  if (!writesFiles || example === undefined) return absent;
  throw new Error(
    `there are stored files that are not in the backup (${foreign.size}, such as ${example}); ` +
      "restore into an empty DATA_DIR, or the database alone (--without-files); nothing was restored",
  );
}

/**
 * Marks the stored files as those of the restored database.
 *
 * @throws Error when they belong to another database.
 */
async function claimFiles(query: Query, blobs: Pick<Blobs, "belongTo">): Promise<void> {
  const [installation] = await query("select id::text from installation");
  if (await blobs.belongTo(installation!.id)) return;
  throw new Error(
    "the location of stored files belongs to another database; give the service a DATA_DIR of its " +
      "own; nothing was restored",
  );
}

async function migrateOn(database: Database): Promise<string[]> {
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

/** Runs migrations as a service's start would, and reports pending work and the secrets' state. */
async function bringUpToDate(
  { query }: Session,
  { connect, encryption, onProgress }: RestoreOptions,
): Promise<Pick<Restored, "migrated" | "waiting" | "erasures" | "secretsFault">> {
  /** Runs a transaction without rollback: a failure ends the session anyway. */
  async function transaction<T>(work: Work<T>): Promise<T> {
    await query("begin");
    await query("set local statement_timeout = 0");
    const result = await work(query);
    await query("commit");
    return result;
  }
  try {
    onProgress({ what: "bringing the tables up to date" });
    const migrated = await migrateOn(connect());
    await transaction(() => query(`analyze ${TABLES.map(quoted).join(", ")}`));
    return {
      migrated,
      waiting: await transaction(countWaiting),
      erasures: await transaction(countErasures),
      secretsFault: await secretsFault(query, encryption),
    };
  } catch (error) {
    throw new Error(
      `the backup is restored, but not yet migrated to this version: ${
        (error as Error).message
      }; ` +
        "the next start of the service tries again",
      { cause: error },
    );
  }
}

async function countWaiting(query: Query): Promise<Restored["waiting"]> {
  const [found] = await query<Restored["waiting"]>(
    `select
       (select count(*)::int from message where due_at is not null or prepare_at is not null)
         as messages,
       (select count(*)::int from event where postback = 'pending') as postbacks`,
  );
  return found!;
}

async function countErasures(query: Query): Promise<number> {
  const [found] = await query<{ count: number }>("select count(*)::int as count from erasure");
  return found!.count;
}

async function secretsFault(query: Query, encryption: Encryption): Promise<string | null> {
  try {
    await assertSecretsDecrypt(query, encryption);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
