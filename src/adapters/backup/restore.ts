/**
 * Restoring a backup: all or nothing. The database is filled in one transaction, which ends after the
 * last file was written and checked; files that nothing refers to are no part of anything.
 */
import type { Blobs } from "../../ports/mod.ts";
import { abortable } from "../../lib/abortable.ts";
import { KEPT_BLOBS } from "../store/blob_uses.ts";
import type { Database, Query, Work } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { assertSecretsDecrypt } from "../store/rotate_encryption.ts";
import type { Cipher } from "../store/cipher.ts";
import type { Session } from "../store/session.ts";
import { filesIn, linesOf, removeAllBut } from "./files.ts";
import { type FilesSummary, MANIFEST, type Manifest, readManifest } from "./format.ts";
import { load } from "./load.ts";
import type { OnProgress } from "./progress.ts";
import { type ArchiveReader, createArchiveReader } from "./reader.ts";
import type { Open } from "./snapshot.ts";
import { assertKnownSchema, assertNoService, makeTables } from "./target.ts";
import { COPY_SETTINGS, quoted, TABLES } from "./tables.ts";
import { unpack } from "./unpack.ts";

export interface RestoreOptions {
  /** The archive. */
  source: AsyncIterable<Uint8Array>;
  open: Open;
  /** For the migrations that come after the archive's. */
  connect(): Database;
  blobs: Pick<Blobs, "belongTo" | "put" | "remove" | "shelf" | "stream">;
  /** Files stay in the archive. */
  withoutFiles: boolean;
  /** Tried on the secrets. */
  sealer: Cipher;
  onProgress: OnProgress;
  signal: AbortSignal;
}

/** Result of a restore. */
export interface Restored {
  manifest: Manifest;
  rows: number;
  /** Null: none were written. */
  files: FilesSummary | null;
  /** How many files rows refer to that are not in the place. */
  absentFiles: number;
  /** Migrations that were run after it. */
  migrated: string[];
  /** Work that a service takes up as soon as it starts. */
  waiting: { messages: number; postbacks: number };
  /** Why the secrets do not open; null: they do. */
  secretsFault: string | null;
}

/** @throws Error that says why nothing was restored. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const archive = createArchiveReader(abandoned(options.source, options.signal));
  const manifest = readManifest(await archive.text(MANIFEST));
  assertKnownSchema(manifest);
  const former = await filesIn(options.blobs);
  const session = await options.open();
  const abort = () => session.abort();
  options.signal.addEventListener("abort", abort);
  try {
    options.signal.throwIfAborted();
    const filled = await fillIn(session, { ...options, archive, manifest, former });
    await commit(session);
    return { manifest, ...filled, ...await bringUpToDate(session, options) };
  } finally {
    options.signal.removeEventListener("abort", abort);
    abort();
  }
}

/** Ends a stream that is waited for, as soon as the signal comes. */
async function* abandoned(
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
      `the connection broke while all was committed: ${(error as Error).message}; the database ` +
        "is restored as a whole or still empty, which another restore will say",
      { cause: error },
    );
  }
}

type Filled = Pick<Restored, "rows" | "files" | "absentFiles">;

interface Filling extends RestoreOptions {
  archive: ArchiveReader;
  manifest: Manifest;
  /** Files that were there before. */
  former: ReadonlySet<string>;
}

/** Does everything but the commit. */
async function fillIn(session: Session, filling: Filling): Promise<Filled> {
  const { archive, manifest, blobs, withoutFiles, onProgress } = filling;
  const { query } = session;
  await assertNoService(query);
  await query("begin");
  for (const setting of COPY_SETTINGS) await query(setting);
  const tables = await makeTables(session, manifest);
  const { rows } = await load(archive, session, tables, onProgress);
  const writesFiles = manifest.files && !withoutFiles;
  const absentFiles = await absentFrom(session, filling, writesFiles);
  if (!manifest.files) {
    await archive.end();
    return { rows, files: null, absentFiles };
  }
  const unpackTo = (to: typeof blobs | null) => unpack(archive, keptBlobs(session), to, onProgress);
  if (!writesFiles) {
    await unpackTo(null);
    await archive.end();
    return { rows, files: null, absentFiles };
  }
  try {
    const files = await unpackTo(blobs);
    await archive.end();
    await assertOurs(query, blobs);
    return { rows, files, absentFiles: files.missing.length };
  } catch (error) {
    await removeAllBut(filling.former, blobs);
    throw error;
  }
}

const keptBlobs = (session: Session) => linesOf(session.copyOut(`copy (${KEPT_BLOBS}) to stdout`));

/**
 * Counts the files that rows refer to and that are not there.
 * @throws Error where files are to be written beside some that the rows do not refer to.
 */
async function absentFrom(
  session: Session,
  { former }: Pick<Filling, "former">,
  writesFiles: boolean,
): Promise<number> {
  const foreign = new Set(former);
  let absent = 0;
  for await (const hash of keptBlobs(session)) {
    if (!foreign.delete(hash)) absent++;
  }
  const [one] = foreign;
  if (!writesFiles || one === undefined) return absent;
  throw new Error(
    `there are stored files that the backup does not know (${foreign.size}, such as ${one}); ` +
      "restore into an empty DATA_DIR, or the database alone (--without-files); nothing was restored",
  );
}

/** Marks the files as those of the database, whatever service looks at them next. */
async function assertOurs(query: Query, blobs: Pick<Blobs, "belongTo">): Promise<void> {
  const [installation] = await query("select id::text from installation");
  if (await blobs.belongTo(installation!.id)) return;
  throw new Error(
    "the place for stored files belongs to another database; give the service a DATA_DIR of its " +
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

/** Does what any start of a service would do next, and looks at what it will find. */
async function bringUpToDate(
  { query }: Session,
  { connect, sealer, onProgress }: RestoreOptions,
): Promise<Pick<Restored, "migrated" | "waiting" | "secretsFault">> {
  /** A failure ends the session. */
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
      waiting: await transaction(waitingIn),
      secretsFault: await secretsFault(query, sealer),
    };
  } catch (error) {
    throw new Error(
      `all is restored, but not yet ready for this version: ${(error as Error).message}; ` +
        "the next start of the service tries again",
      { cause: error },
    );
  }
}

async function waitingIn(query: Query): Promise<Restored["waiting"]> {
  const [found] = await query<Restored["waiting"]>(
    `select
       (select count(*)::int from message where due_at is not null or prepare_at is not null)
         as messages,
       (select count(*)::int from event where postback = 'pending') as postbacks`,
  );
  return found!;
}

async function secretsFault(query: Query, sealer: Cipher): Promise<string | null> {
  try {
    await assertSecretsDecrypt(query, sealer);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
