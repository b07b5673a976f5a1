/**
 * Texts end to end with millions of stored messages, and while some days of them are removed, over the
 * same with none, on embedded databases. GROWTH_MESSAGES is their number; 5 million take 10 GB of
 * disk and a quarter of an hour to create.
 */
import postgres from "postgres";
import { median } from "./load.ts";
import type { Row } from "./mod.ts";
import { startWholeWay, type WholeWay } from "./whole_way.ts";

const MESSAGES = Number(Deno.env.get("GROWTH_MESSAGES") ?? 5_000_000);
const DAYS = 30;
/** Days of messages that are removed, so that it lasts throughout the measurement. */
const REMOVED_DAYS = 10;
const BATCH = 100_000;
const ROUNDS = 5;
const CONNECTIONS = 64;
const SECONDS = 5;

export async function benchGrowth(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  const [small, large] = [{ DATA_DIR: `${directory}/s` }, { DATA_DIR: `${directory}/l` }];
  try {
    await using none = await startWholeWay(small);
    const rows = await (async () => {
      await using many = await startWholeWay(large);
      await fill(large.DATA_DIR);
      return await byTurns(many, none, ROUNDS);
    })();
    const config = { MESSAGE_RETENTION: `${DAYS - REMOVED_DAYS}d` };
    await using many = await startWholeWay({ ...large, ...config });
    const before = await count(large.DATA_DIR);
    // At once, as `retention catch-up` does.
    await onDatabase(
      large.DATA_DIR,
      (sql) => sql`delete from retention_boundary where kind = 'messages'`,
    );
    const begun = performance.now();
    const removing = await byTurns(many, none, 2);
    const removed = before - await count(large.DATA_DIR);
    const speed = 1000 * removed / (performance.now() - begun);
    return [
      row(`${MESSAGES / 1e6} million messages kept`, rows, 0.9),
      row(`while ${speed.toFixed(0)} of them are removed a second`, removing, 0.8),
    ];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Measures the medians of the rates, in texts a second. */
async function byTurns(many: WholeWay, none: WholeWay, rounds: number): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (const count of [many, none]) await count.rate(CONNECTIONS, 2); // warm-up
  for (let round = 0; round < rounds; round++) {
    rates[0].push(await many.rate(CONNECTIONS, SECONDS));
    rates[1].push(await none.rate(CONNECTIONS, SECONDS));
  }
  return [median(rates[0]), median(rates[1])];
}

function row(title: string, [value, ceiling]: [number, number], atLeast: number): Row {
  return {
    name: `growth: texts, ${title}`,
    value: `${value.toFixed(0)}/s`,
    ceiling: `${ceiling.toFixed(0)}/s with none`,
    ratio: value / ceiling,
    target: { atLeast },
  };
}

/**
 * Fills the database with delivered messages of the last days, each with its history and postbacks,
 * as the service stores them.
 */
async function fill(dataDir: string): Promise<void> {
  await onDatabase(dataDir, async (sql) => {
    const end = Date.now() - 60_000;
    for (let from = 0; from < MESSAGES; from += BATCH) {
      const to = Math.min(from + BATCH, MESSAGES);
      const begin = end - DAYS * 86_400_000;
      const ms = `(${begin}::bigint + i::bigint * ${DAYS * 86_400_000}::bigint / ${MESSAGES})`;
      const id = (kind: number) =>
        `(substr(lpad(to_hex(${ms}), 12, '0'), 1, 8) || '-' ||
          substr(lpad(to_hex(${ms}), 12, '0'), 9, 4) || '-7${kind}00-8000-' ||
          lpad(to_hex(i), 12, '0'))::uuid`;
      const at = `to_timestamp(${ms} / 1000.0)`;
      await sql.unsafe(`
        insert into message (tracking_id, account, kind, state, sender, recipient, content,
          delivery_report, sent_as, connector, carrier_id, attempts, accepted_at, updated_at,
          expires_at, segments)
        select ${id(0)}, 'kept-' || i % 20, 'SMS_MT', 'delivered', '111122',
          (16170000000 + i % 1000000)::text, '{"kind":"SMS","text":"Hello"}', true, 'SMS',
          'loopback', ${id(1)}::text, 1, ${at}, ${at}, ${at} + interval '3 days', 1
        from generate_series(${from}, ${to - 1}) i`);
      await sql.unsafe(`
        insert into carrier_reference (carrier_id, tracking_id)
        select ${id(1)}::text, ${id(0)} from generate_series(${from}, ${to - 1}) i`);
      await sql.unsafe(`
        insert into event (account, tracking_id, at, name, state, code, sent_at)
        select 'kept-' || i % 20, ${id(0)}, ${at}, (array['begin', 'delivered'])[n],
          (array['sent', 'delivered'])[n], 'N20' || n, ${at}
        from generate_series(${from}, ${to - 1}) i, generate_series(1, 2) n order by i, n`);
      if (to % 500_000 === 0) console.error(`  ${to / 1e6} million messages`);
    }
  });
}

const count = (dataDir: string): Promise<number> =>
  onDatabase(dataDir, async (sql) => {
    const [row] = await sql`select count(*)::int as count from message where account like 'kept-%'`;
    return row!.count;
  });

async function onDatabase<T>(dataDir: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const path = `${dataDir}/postgres/.s.PGSQL.5432`;
  const sql = postgres({ path, user: "slidepost", database: "slidepost", max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
