/** Migration files: statements, and how they are run. */

/**
 * How the statements of a file are run, by the file's first line:
 *
 * - together in one transaction, unless it says otherwise;
 * - `-- concurrently`: indexes made or dropped beside the table's use, outside a transaction;
 * - `-- in batches`: one statement, repeated in a transaction each. It takes the last key that it
 *   looked at as `$1` (text, empty at first), and answers the next as `key`; null: it has come to
 *   the end.
 */
export type Manner = "transaction" | "concurrently" | "in batches";

export interface Migration {
  name: string;
  manner: Manner;
  statements: readonly string[];
}

/** Reads a migration's text: statements end with `;` at the end of a line. */
export function readMigration(name: string, sql: string): Migration {
  const [, marked] = /^-- (concurrently|in batches)$/m.exec(sql.split("\n", 1)[0]!) ?? [];
  const statements = sql.replaceAll(/^\s*--.*$/gm, "").split(/;\s*$/m)
    .map((text) => text.trim()).filter((text) => text.length > 0);
  return { name, manner: (marked ?? "transaction") as Manner, statements };
}

const INDEX = /^(create|drop)\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?/i;

/**
 * Tells what a statement of a file marked `-- concurrently` does, and to which index.
 * @throws Error for any other statement: it could not be repeated after a crash.
 */
export function concurrentIndex(statement: string): { verb: "create" | "drop"; index: string } {
  const [, verb, index] = INDEX.exec(statement) ?? [];
  if (verb === undefined || index === undefined) {
    throw new Error(`not a statement on an index, concurrently: ${statement}`);
  }
  return { verb: verb.toLowerCase() as "create" | "drop", index };
}
