/** COPY through the driver: at the pace of the slower side, and with every refusal reported. */
import assert from "node:assert/strict";
import { createOpener } from "../../../src/adapters/store/engine/opener.ts";
import type { Session } from "../../../src/adapters/store/engine/session.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

/** Calls `run` with a session of a database with an empty table, and with another one. */
async function withSession(
  run: (session: Session, other: Session) => Promise<void>,
): Promise<void> {
  const url = await createDatabase((await sharedPostgres()).url);
  const open = createOpener({ target: targetOf(url), statementTimeoutMs: 60_000 });
  const [session, other] = [await open(() => {}), await open(() => {})];
  try {
    await session.query("create table t (id int primary key, text text)");
    await run(session, other);
  } finally {
    session.abort();
    other.abort();
  }
}

const text = (value: string) => new TextEncoder().encode(value);

async function* each(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(text(part));
}

async function read(session: Session, sql: string): Promise<string> {
  const parts = await Array.fromAsync(session.copyOut(sql));
  return new TextDecoder().decode(
    new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()),
  );
}

async function countIn({ query }: Session): Promise<number> {
  const [found] = await query<{ rows: number }>("select count(*)::int as rows from t");
  return found!.rows;
}

const OUT = "copy (select * from t order by id) to stdout";
const IN = "copy t from stdin";

Deno.test("rows come out as they went in, however they are cut", async () => {
  await withSession(async (session) => {
    const rows = "1\tA\\tb\\\\N \\\\.\n2\t\\N\n3\tГусь 🎉\n";
    const bytes = text(rows);
    await session.copyIn(
      IN,
      (async function* () {
        for (let at = 0; at < bytes.length; at++) {
          yield await Promise.resolve(bytes.slice(at, at + 1));
        }
      })(),
    );
    assert.equal(await read(session, OUT), rows);
    assert.equal(await countIn(session), 3);
  });
});

Deno.test("a session goes on after a COPY of any size", async () => {
  await withSession(async (session) => {
    await session.query(
      "insert into t select n, repeat('x', 500) from generate_series(1, 20000) n",
    );
    for (const limit of [0, 1, 200, 5000, 20_000]) {
      const rows = await read(session, `copy (select id from t limit ${limit}) to stdout`);
      assert.equal(rows.split("\n").length - 1, limit);
      assert.equal(await countIn(session), 20_000);
    }
  });
});

Deno.test("a reader that pauses makes the server wait", async () => {
  await withSession(async (session, other) => {
    const out = "copy (select repeat('x', 10000) from generate_series(1, 30000)) to stdout";
    const rows = session.copyOut(out)[Symbol.asyncIterator]();
    await rows.next();
    let before = 0;
    const progress = async () => {
      const [copy] = await other.query<{ rows: number; waits: boolean }>(
        `select tuples_processed::int as rows, wait_event = 'ClientWrite' as waits
         from pg_stat_progress_copy copy join pg_stat_activity using (pid)
         where copy.datname = current_database()`,
      );
      const { rows, waits } = copy ?? { rows: Infinity, waits: true };
      const isAtRest = waits && rows === before;
      before = rows;
      return { rows, isAtRest };
    };
    // What the sockets hold, and then no more.
    const { rows: sent } = await until(progress, ({ isAtRest }) => isAtRest);
    assert.ok(sent < 5000, `${sent} rows of 10 KB`);
    let rest = 0;
    while (!(await rows.next()).done) rest++;
    assert.equal(rest, 29_999);
  });
});

const REFUSED: [name: string, rows: string[], message: RegExp][] = [
  ["in the last row", ["1\ta\n1\tb\n"], /duplicate key value/],
  [
    "in an early row",
    ["x\ta\n", ...Array(2000).fill("2\tb\n".repeat(100))],
    /invalid input syntax/,
  ],
];

for (const [name, rows, message] of REFUSED) {
  Deno.test(`the server's refusal is reported, also after all rows are sent: ${name}`, () =>
    withSession(async (session) => {
      await session.query("begin");
      await assert.rejects(session.copyIn(IN, each(...rows)), message);
      await session.query("rollback");
      assert.equal(await countIn(session), 0);
    }));
}

Deno.test("a source that fails leaves nothing in the table", async () => {
  await withSession(async (session) => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* each("1\ta\n");
      throw new Error("the source fails");
    }
    await assert.rejects(session.copyIn(IN, failing()), /the source fails/);
    assert.equal(await countIn(session), 0);
  });
});

Deno.test("a session that ends in the middle ends the COPY", async () => {
  await withSession(async (session) => {
    await session.query(
      "insert into t select n, repeat('x', 500) from generate_series(1, 20000) n",
    );
    const reading = (async () => {
      for await (const _ of session.copyOut(OUT)) session.abort();
    })();
    await assert.rejects(reading);
  });
});
