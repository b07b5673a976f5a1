/** An embedded database that cannot be restarted, as its directory is away. */
import assert from "node:assert/strict";
import { startEmbeddedPostgres } from "../../../src/adapters/embedded_postgres/mod.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { embeddedDirectory } from "../../support/embedded.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { pause, until } from "../../support/until.ts";

Deno.test("an embedded database that does not start again is told once, and when it runs again", async () => {
  const directory = `${await embeddedDirectory()}/postgres`;
  const { log, lines } = recordedLog();
  const { stop, target } = await startEmbeddedPostgres({ directory, connections: 2, log });
  const pid = Number((await Deno.readTextFile(`${directory}/postmaster.pid`)).split("\n")[0]);
  await Deno.rename(directory, `${directory}-away`);
  Deno.kill(pid, "SIGQUIT");
  const linesLike = (text: string) => lines.filter(({ message }) => message.includes(text));
  await until(() => linesLike("does not start").length, (count) => count > 0);
  const before = lines.length;
  // Several attempts.
  await pause(4000);
  assert.equal(lines.length, before, JSON.stringify(lines.slice(before)));
  await Deno.rename(`${directory}-away`, directory);
  await until(() => linesLike("is running again").length, (count) => count > 0);
  assert.equal(linesLike("does not start").length, 1);
  const database = openPostgres({ target, connections: 1, statementTimeoutMs: 60_000 });
  await database.query("select 1");
  await database.close();
  await stop();
});
