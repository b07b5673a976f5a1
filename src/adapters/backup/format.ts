/**
 * The archive: a tar file (ustar; pax for what is over 8 GiB), whose entries come in this order.
 *
 *     manifest.json                      what it is, and of which schema: `Manifest`
 *     database/<table>/000001.copy.gz    rows as COPY writes them, by primary key; as many as it takes
 *     database.json                      rows, bytes and SHA-256 of each table: `DatabaseSummary`
 *     files/<SHA-256>                    each stored file that the rows refer to, by name
 *     files.json                         how many, and which of them there were none: `FilesSummary`
 *     SHA256SUMS                         of every entry before it, for `sha256sum --check`
 *
 * A table comes whole before the next begins. `zcat database/message/*.gz` is what
 * `copy message (<columns of the manifest>) from stdin` takes.
 */
import { z } from "zod";

export const FORMAT = "slidepost-backup";
/** Raised when archives are written that programs of before would misread. */
export const FORMAT_VERSION = 1;

export const MANIFEST = "manifest.json";
export const DATABASE = "database.json";
export const FILES = "files.json";
export const SUMS = "SHA256SUMS";

/** Bytes of rows in one entry, before compression: more is gathered nowhere. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Longest of the entries that are read as a whole. */
export const JSON_MAX_BYTES = 64 * 1024 * 1024;

export const chunkName = (table: string, number: number) =>
  `database/${table}/${String(number).padStart(6, "0")}.copy.gz`;

export const fileName = (hash: string) => `files/${hash}`;

/** The hash in a name of `fileName`; undefined: it is none. */
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
  /** When the snapshot was taken; ISO 8601. */
  "created-at": z.string(),
  /** Names of the migrations, in their order. */
  schema: z.array(z.string().regex(/^[\w.-]{1,100}$/)).min(1),
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })),
  /** Whether stored files are in it. */
  files: z.boolean(),
});

const databaseSummary = z.object({
  tables: z.record(name, z.object({ rows: count, bytes: count, sha256 })),
  /** Where identity columns go on; numbers as text, since they have 64 bits. */
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
  /** Names of files that rows refer to and that the store did not have, or had damaged. */
  missing: z.array(sha256),
});

export type Manifest = z.infer<typeof manifest>;
export type DatabaseSummary = z.infer<typeof databaseSummary>;
export type FilesSummary = z.infer<typeof filesSummary>;

/** @throws Error for what is no manifest, or one of a later format. */
export function readManifest(text: string): Manifest {
  const { success, data } = manifest.safeParse(jsonOf(text));
  if (!success) throw new Error(`this is no backup of slidepost: ${MANIFEST} is not understood`);
  if (data["format-version"] !== FORMAT_VERSION) {
    throw new Error(
      `the backup was written by slidepost ${data.slidepost} in a later format; restore it with ` +
        `that version or a newer one`,
    );
  }
  return data;
}

/** @throws Error that completes "the archive is damaged: …". */
export function readDatabaseSummary(text: string): DatabaseSummary {
  return orDamaged(databaseSummary.safeParse(jsonOf(text)).data, DATABASE);
}

/** @throws Error that completes "the archive is damaged: …". */
export function readFilesSummary(text: string): FilesSummary {
  return orDamaged(filesSummary.safeParse(jsonOf(text)).data, FILES);
}

export const jsonText = (value: Manifest | DatabaseSummary | FilesSummary) =>
  JSON.stringify(value, null, 2) + "\n";

function orDamaged<T>(value: T | undefined, entry: string): T {
  if (value === undefined) throw damaged(`${entry} is not understood`);
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An archive that is not what was written, or not all of it. */
export const damaged = (how: string, cause?: unknown) =>
  new Error(`the archive is damaged: ${how}; nothing was restored`, { cause });
