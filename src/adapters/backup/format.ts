/**
 * Format of the archive: a tar file (ustar; pax for entries over 8 GiB), with entries in this
 * order.
 *
 *     manifest.json                      version, schema and tables: `Manifest`
 *     database/<table>/000001.copy.gz    rows in the format of COPY, by primary key, in chunks
 *     database.json                      rows, bytes and SHA-256 of each table: `DatabaseSummary`
 *     files/<SHA-256>                    each stored file that the rows refer to, by name
 *     files.json                         number, size and missing ones: `FilesSummary`
 *     SHA256SUMS                         sums of all entries above, for `sha256sum --check`
 *
 * Tables do not interleave. `zcat database/message/*.gz` is valid input of
 * `copy message (<columns of the manifest>) from stdin`.
 */
import { z } from "zod";

export const FORMAT = "slidepost-backup";
/** Version of the format, raised when older programs would misread it. */
export const FORMAT_VERSION = 1;

export const MANIFEST = "manifest.json";
export const DATABASE = "database.json";
export const FILES = "files.json";
export const SUMS = "SHA256SUMS";

/** Size of a chunk of rows before compression, which bounds the memory of a backup. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Maximum size of an entry that is read into memory. */
export const JSON_MAX_BYTES = 64 * 1024 * 1024;

export const chunkName = (table: string, number: number) =>
  `database/${table}/${String(number).padStart(6, "0")}.copy.gz`;

export const fileName = (hash: string) => `files/${hash}`;

/** Extracts the hash from a name of `fileName`; undefined for other names. */
export const hashIn = (name: string) => /^files\/([0-9a-f]{64})$/.exec(name)?.[1];

export const sumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`;

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.object({
  format: z.literal(FORMAT),
  "format-version": z.int(),
  /** Version of the program that wrote it. */
  slidepost: z.string(),
  /** Version of the server, such as `15.14`. */
  postgres: z.string(),
  /** Time of the snapshot, ISO 8601. */
  "created-at": z.string(),
  /** Names of the migrations, in order. */
  schema: z.array(z.string().regex(/^[\w.-]{1,100}$/)).min(1),
  /** Digest of their files; archives of unreleased versions may lack it. */
  "schema-digest": z.string().default(""),
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })),
  /** Whether the archive contains stored files. */
  files: z.boolean(),
});

const databaseSummary = z.object({
  tables: z.record(name, z.object({ rows: count, bytes: count, sha256 })),
  /** State of the sequences of identity columns; 64-bit numbers as text. */
  sequences: z.array(z.object({
    table: name,
    column: name,
    "last-value": z.string().regex(/^\d{1,19}$/),
    "is-called": z.boolean(),
  })),
});

const filesSummary = z.object({
  files: count,
  bytes: count,
  /** Names of files that rows refer to and that were missing or damaged in the store. */
  missing: z.array(sha256),
});

export type Manifest = z.infer<typeof manifest>;
export type DatabaseSummary = z.infer<typeof databaseSummary>;
export type FilesSummary = z.infer<typeof filesSummary>;

/** @throws Error when the text is no manifest, or of a later format. */
export function readManifest(text: string): Manifest {
  const { success, data } = manifest.safeParse(jsonOf(text));
  if (!success) throw new Error(`this is not a backup of slidepost: ${MANIFEST} is invalid`);
  if (data["format-version"] !== FORMAT_VERSION) {
    throw new Error(
      `the backup was written by slidepost ${data.slidepost} in a later format; restore it with ` +
        `that version or a newer one`,
    );
  }
  return data;
}

/** @throws Error when the text is no summary: the archive is damaged. */
export function readDatabaseSummary(text: string): DatabaseSummary {
  return orDamaged(databaseSummary.safeParse(jsonOf(text)).data, DATABASE);
}

/** @throws Error when the text is no summary: the archive is damaged. */
export function readFilesSummary(text: string): FilesSummary {
  return orDamaged(filesSummary.safeParse(jsonOf(text)).data, FILES);
}

export const jsonText = (value: Manifest | DatabaseSummary | FilesSummary) =>
  JSON.stringify(value, null, 2) + "\n";

function orDamaged<T>(value: T | undefined, entry: string): T {
  if (value === undefined) throw damaged(`${entry} is invalid`);
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates the error for an archive that was altered or is incomplete. */
export const damaged = (reason: string, cause?: unknown) =>
  new Error(`the archive is damaged: ${reason}; nothing was restored`, { cause });
