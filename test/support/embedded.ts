/**
 * Embedded databases for tests, as an earlier life left them behind. To make one takes seconds, to
 * copy it a tenth of one. What has to be seen from its first start on, the programs of
 * `test/program` start in a directory with nothing in it.
 */
import { migrate } from "../../src/adapters/store/migrate.ts";
import { openPglite } from "../../src/adapters/store/pglite.ts";
import { madeOnce } from "./made_once.ts";

/** Puts a database at `path`, where nothing is yet: without a table, or brought up to date. */
export async function placeEmbedded(path: string, content: "empty" | "migrated"): Promise<void> {
  await copy(await (content === "empty" ? empty() : migrated()), path);
}

function empty(): Promise<string> {
  return madeOnce("embedded-empty", async (path) => {
    const database = await openPglite(path);
    await database.close();
  });
}

function migrated(): Promise<string> {
  return madeOnce("embedded-migrated", async (path) => {
    await placeEmbedded(path, "empty");
    const database = await openPglite(path);
    await migrate(database);
    await database.close();
  });
}

async function copy(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", {
    args: ["-R", from, to],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
