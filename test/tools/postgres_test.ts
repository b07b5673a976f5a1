/** The throw-away server starts, survives a crash, and leaves nothing behind. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { createDatabase, sharedPostgres, startPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";

Deno.test("a database is empty, and can be copied", async () => {
  const { url } = await sharedPostgres();
  const first = await createDatabase(url);
  await using(first, (sql) => sql`create table slides (number int)`);
  const copy = await createDatabase(url, new URL(first).pathname.slice(1));
  assert.notEqual(copy, first);
  await using(copy, (sql) => sql`insert into slides values (1)`);
});

Deno.test("commits outlive a crash and a restart; stopping removes everything", async () => {
  const server = await startPostgres();
  const [row] = await using(server.url, (sql) => sql`show data_directory`);
  const data: string = row!.data_directory;
  await using(server.url, (sql) => sql`create table slides as select 1 as number`);
  const firstPid = server.pid;

  await server.kill();
  await assert.rejects(using(server.url, (sql) => sql`select 1`));
  await server.restart();
  await server.restart();
  assert.notEqual(server.pid, firstPid);
  assert.deepEqual([...await using(server.url, (sql) => sql`select * from slides`)], [{
    number: 1,
  }]);

  await server.stop();
  await server.stop();
  await assert.rejects(using(server.url, (sql) => sql`select 1`));
  await assert.rejects(Deno.stat(data), Deno.errors.NotFound);
});

Deno.test("a server ends with the process that started it, even if that is killed", async () => {
  const module = new URL("../support/postgres.ts", import.meta.url).href;
  const program = `import { startPostgres } from "${module}";
    console.log((await startPostgres({ durable: false })).url);
    setInterval(() => {}, 60_000);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", program],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const { value } = await child.stdout.getReader().read();
  const port = Number(new URL(new TextDecoder().decode(value).trim()).port);
  (await Deno.connect({ port })).close();

  child.kill("SIGKILL");
  await child.status;
  await until(
    () => Deno.connect({ port }).then((connection) => connection.close(), () => "refused"),
    (result) => result === "refused",
  );
});

async function using<T>(url: string, query: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 2 });
  try {
    return await query(sql);
  } finally {
    await sql.end();
  }
}
