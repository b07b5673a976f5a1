/** The probe of writes on a real server: it fails where an acceptance would, and leaves nothing. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { probeWrite } from "../../../src/adapters/store/engine/write_probe.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { targetOf } from "../../support/postgres.ts";

async function fixture() {
  const url = await migratedDatabase();
  const database = openPostgres({
    target: targetOf(url),
    connections: 1,
    statementTimeoutMs: 300_000,
  });
  const operator = postgres(url, { max: 1, onnotice: () => {} });
  return {
    database,
    operator,
    async [Symbol.asyncDispose]() {
      await operator.end();
      await database.close();
    },
  };
}

const codeOf = (code: string) => (error: Error & { code?: string }) => error.code === code;

Deno.test("a probe of writes leaves no row, and others never see one", async () => {
  await using parts = await fixture();
  const { database, operator } = parts;
  const rows = () => operator`select from message union all select from event`;
  const probes = Array.from({ length: 20 }, () => probeWrite(database));
  const seen = await Promise.all(Array.from({ length: 20 }, rows));
  await Promise.all(probes);
  assert.deepEqual([...seen, await rows()].map(({ length }) => length).filter((n) => n > 0), []);
});

for (const table of ["message", "event"]) {
  Deno.test(`a probe of writes fails while another session has locked ${table}, and soon`, async () => {
    await using parts = await fixture();
    const { database, operator } = parts;
    await operator.begin(async (sql) => {
      await sql.unsafe(`lock table ${table} in access exclusive mode`);
      await assert.rejects(probeWrite(database), codeOf("55P03"));
    });
    await probeWrite(database);
    // Its limits end with it.
    const [row] = await database.query("select current_setting('lock_timeout') as value");
    assert.equal(row!.value, "0");
  });
}

Deno.test("a probe of writes fails while transactions are read-only", async () => {
  await using parts = await fixture();
  const { database, operator } = parts;
  const [{ name }] = await operator`select current_database() as name` as unknown as [
    { name: string },
  ];
  const set = (value: string) =>
    operator.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`);
  await set("on");
  await assert.rejects(probeWrite(database), codeOf("25006"));
  await set("off");
  await probeWrite(database);
});
