/** Migration files: their statements, and how to run them. */
import { createHash } from "node:crypto";

/**
 * Mode of running a file's statements, set by its first line:
 *
 * - together in one transaction, by default;
 * - `-- concurrently`: builds or drops indexes while the table is in use, outside a transaction;
 * - `-- in batches`: one statement, repeated in a transaction each. It takes the last key that it
 *   processed as `$1` (text, empty at first), and returns the next one as `key`; null ends the
 *   backfill.
 */
export type Manner = "transaction" | "concurrently" | "in batches";

export interface Migration {
  name: string;
  manner: Manner;
  statements: readonly string[];
  /** Digest of the file, which a database records. */
  digest: string;
}

/** Computes the digest of a migration's text: SHA-256 in hexadecimal. */
export const digestOf = (sql: string) => createHash("sha256").update(sql).digest("hex");

/** Reads a migration's text: statements end with `;` at the end of a line. */
export function readMigration(name: string, sql: string): Migration {
  const [, marker] = /^-- (concurrently|in batches)$/m.exec(sql.split("\n", 1)[0]!) ?? [];
  const statements = sql.replaceAll(/^\s*--.*$/gm, "").split(/;\s*$/m)
    .map((text) => text.trim()).filter((text) => text.length > 0);
  return { name, manner: (marker ?? "transaction") as Manner, statements, digest: digestOf(sql) };
}

const INDEX = /^(create|drop)\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?/i;

/**
 * Parses a statement of a file marked `-- concurrently`.
 * @throws Error for any other statement, which could not be repeated after a crash.
 */
export function concurrentIndex(statement: string): { verb: "create" | "drop"; index: string } {
  const [, verb, index] = INDEX.exec(statement) ?? [];
  if (verb === undefined || index === undefined) {
    throw new Error(`not "create index concurrently" or "drop index concurrently": ${statement}`);
  }
  return { verb: verb.toLowerCase() as "create" | "drop", index };
}
