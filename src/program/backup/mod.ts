/** `backup` and `restore`: export all data of a service to one file, and import it. */
import deno from "../../../deno.json" with { type: "json" };
import { type BackedUp, backUp } from "../../adapters/backup/backup.ts";
import { restore as restoreFrom, type Restored } from "../../adapters/backup/restore.ts";
import { isTransient } from "../../adapters/store/engine/database.ts";
import type { Config } from "../../config/mod.ts";
import { StoreDown } from "../../ports/mod.ts";
import { encryptionOf } from "../service/encryption.ts";
import { createArchive, openArchive } from "./archive_file.ts";
import { type BackupArguments, STREAM } from "./arguments.ts";
import { lockData, openData } from "./data_access.ts";
import { counted, type ProgressLines, progressLines, sized } from "./progress_lines.ts";
import { print, printError } from "../command/output.ts";

/** Exit code of success with warnings. */
const EXIT_WITH_WARNINGS = 3;

/** Writes a backup. Resolves with the exit code. */
export async function backup(
  config: Config,
  { file, force, withoutFiles }: BackupArguments,
): Promise<number> {
  return await interruptible(async (signal, { onProgress, end }) => {
    await using data = await openData(config);
    const archive = await createArchive(file, force);
    try {
      const result = await backUp({
        open: data.open,
        blobs: withoutFiles ? null : data.blobs,
        version: deno.version,
        write: archive.write,
        onProgress,
        signal,
      });
      await archive.finish();
      end();
      const printSummary = file === STREAM ? printError : print;
      printSummary(summaryOf(result, file));
      return printWarnings(warningsOf(result));
    } finally {
      await archive.abandon();
    }
  });
}

/** Restores a backup. Resolves with the exit code. */
export async function restore(
  config: Config,
  { file, withoutFiles }: BackupArguments,
): Promise<number> {
  return await interruptible(async (signal, { onProgress, end }) => {
    const source = await openArchive(file);
    await using data = await lockData(config);
    const result = await restoreFrom({
      source,
      open: data.open,
      connect: data.connect,
      blobs: data.blobs,
      withoutFiles,
      encryption: encryptionOf(config),
      onProgress,
      signal,
    });
    end();
    print(restoredSummary(result));
    return printWarnings(restoreWarnings(result, withoutFiles));
  });
}

/** Aborts work at SIGINT and SIGTERM, and turns errors into messages for operators. */
async function interruptible(
  work: (signal: AbortSignal, progress: ProgressLines) => Promise<number>,
): Promise<number> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, interrupt);
  const lines = progressLines(
    (text) => Deno.stderr.writeSync(new TextEncoder().encode(text)),
    { isTerminal: Deno.stderr.isTerminal() },
  );
  try {
    return await work(interruption.signal, lines);
  } catch (error) {
    if (interruption.signal.aborted) throw new Error("interrupted; nothing was left behind");
    throw toOperatorError(error);
  } finally {
    lines.end();
    for (const signal of signals) Deno.removeSignalListener(signal, interrupt);
  }
}

function toOperatorError(error: unknown): unknown {
  const { message, code } = error as { message?: string; code?: unknown };
  if (error instanceof StoreDown) return new Error(message, { cause: error });
  if (typeof code !== "string") return error;
  const advice = isTransient(error) ? "; check DATABASE_URL, and that the server is running" : "";
  // A SQLSTATE has five characters; codes of the system and of the driver are words.
  const prefix = /^[0-9A-Z]{5}$/.test(code) || advice
    ? "the database cannot be used"
    : "the backup or restore failed";
  return new Error(`${prefix}: ${message || code}${advice}`, { cause: error });
}

function printWarnings(warnings: readonly string[]): number {
  for (const warning of warnings) printError(`slidepost: ${warning}`);
  return warnings.length === 0 ? 0 : EXIT_WITH_WARNINGS;
}

function summaryOf({ manifest, database, files, bytes }: BackedUp, file: string): string {
  const tables = Object.values(database.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `backup of ${manifest["created-at"]}, ${sized(bytes)}` +
    (file === STREAM ? "" : `, in ${file}`),
    `  database: ${counted(rows)} rows in ${tables.length} tables, schema ${
      manifest.schema.at(-1)
    }, of Postgres ${manifest.postgres}`,
    `  files:    ${
      files === null ? "none (--without-files)" : `${counted(files.files)}, ${sized(files.bytes)}`
    }`,
  ].join("\n");
}

function warningsOf({ files }: BackedUp): string[] {
  const missing = files?.missing ?? [];
  if (missing.length === 0) return [];
  return [
    `${
      counted(missing.length)
    } files that rows refer to are missing or damaged in the store, and ` +
    `not in the backup: ${firstNames(missing)}`,
  ];
}

function restoredSummary(
  { manifest, rows, files, migrated, waiting, erasures }: Restored,
): string {
  return [
    `restored the backup of ${manifest["created-at"]} (slidepost ${manifest.slidepost}, Postgres ` +
    `${manifest.postgres})`,
    `  database: ${counted(rows)} rows in ${manifest.tables.length} tables, read back and compared`,
    `  files:    ${
      files === null
        ? "none written"
        : `${counted(files.files)}, ${sized(files.bytes)}, read back and compared`
    }`,
    `  schema:   ${manifest.schema.at(-1)}${
      migrated.length === 0 ? "" : `, migrated to ${migrated.at(-1)}`
    }`,
    `  waiting:  ${counted(waiting.messages)} messages and ${counted(waiting.postbacks)} ` +
    "postbacks, sent once a service starts",
    `  erasures: ${counted(erasures)} on record; data that was erased after ${
      manifest["created-at"]
    } is back, and has to be erased again`,
  ].join("\n");
}

function restoreWarnings(
  { files, absentFiles, secretsFault, manifest }: Restored,
  withoutFiles: boolean,
): string[] {
  const reason = files !== null
    ? "they were missing when the backup was made"
    : withoutFiles
    ? "restored without files"
    : manifest.files
    ? ""
    : "the backup was made without files";
  return [
    ...absentFiles === 0 ? [] : [
      `${
        counted(absentFiles)
      } files that rows refer to are missing from the stored files: ${reason}`,
    ],
    ...secretsFault === null ? [] : [
      `${secretsFault}: the service does not start without that key`,
    ],
  ];
}

const firstNames = (names: readonly string[]) =>
  names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "");
