/**
 * An hour of mixed messages at 70 % of what goes through: memory, waits and dead rows. During the
 * second third another session holds a transaction open, so that Postgres may not remove any row
 * version that has become dead since. SOAK_MINUTES is another duration, for a short look, and
 * SOAK_MEMORY another MEMORY. With SOAK_ATTACKS=1 strangers attack all the time, and the load is 10 %.
 */
import { delay } from "../../src/lib/delay.ts";
import { bytesOf } from "../../tools/launch/memory.ts";
import { startPostgres } from "../support/postgres.ts";
import { beginAttack } from "./attack.ts";
import { type EvenLoad, startEvenLoad, timed } from "./even_load.ts";
import { median, percentile } from "./load.ts";
import type { Row } from "./mod.ts";
import type { AttackName } from "./neighbours_attacks.ts";
import { residentBytes } from "./processes.ts";
import { createCustomer, pause } from "./program.ts";
import {
  inDatabase,
  pidsOf,
  receivedBy,
  requestOf,
  runLoad,
  type Stage,
  startStage,
  type Way,
} from "./stage.ts";

const MINUTES = Number(Deno.env.get("SOAK_MINUTES") ?? 60);
const IS_ATTACKED = Deno.env.get("SOAK_ATTACKS") === "1";
const SHARE = IS_ATTACKED ? 0.1 : 0.7;
/** Shares of the kinds of messages. */
const MIX: Record<Way, number> = { sendsms: 0.8, sendsavedmms: 0.15, mm7: 0.05 };
const WAYS = Object.keys(MIX) as Way[];
/** Attacks by turns. */
const ATTACKS: readonly AttackName[] = [
  "tinyChunks",
  "manyNames",
  "unfinishedCallbacks",
  "declaredBodies",
];
/** Duration of an attack, in milliseconds. */
const ATTACK_MS = 30_000;
/** Interval of samples, in milliseconds. */
const INTERVAL_MS = 10_000;
/** Load that measures what goes through of each kind. */
const FULL = { connections: 64, seconds: 5 };
const MIB = 1024 ** 2;
/** MEMORY of the service, and the maximum of its resident memory, in bytes. */
const MEMORY = Deno.env.get("SOAK_MEMORY") ?? "512MB";
const MEMORY_GOAL = MEMORY === "512MB" ? 350e6 : bytesOf(MEMORY);

type Phase = "before" | "held" | "after";
const PHASES: readonly Phase[] = ["before", "held", "after"];

interface Sample {
  phase: Phase;
  /** Seconds since the begin of the load. */
  at: number;
  /** Messages whose last postback has not come yet. */
  pending: number;
  /** Milliseconds from request to submission. */
  p50: number;
  p99: number;
  /** Resident memory of the service, in bytes. */
  memory: number;
  /** Dead rows of all tables, and autovacuums so far, as Postgres counts them. */
  dead: number;
  vacuums: number;
}

export async function benchSoak(): Promise<Row[]> {
  await using postgres = await startPostgres();
  await using stage = await startStage(postgres, { env: { MEMORY } });
  await fullRate(stage); // warm-up
  const first = await fullRate(stage);
  console.log(`soak: ${first.toFixed(0)}/s go through; ${MINUTES} minutes at ${SHARE} of it`);
  await using _attacks = IS_ATTACKED ? await attack(stage) : null;
  await using load = startMix(stage, SHARE * first);
  const samples: Sample[] = [];
  const rates: Record<Phase, number> = { before: 0, held: 0, after: 0 };
  for (const phase of PHASES) {
    const work = async () => {
      await sampleFor(stage, load, phase, MINUTES / 3 * 60_000, samples);
      await load.stopped();
      rates[phase] = await fullRate(stage);
      console.log(`soak: ${rates[phase].toFixed(0)}/s go through`);
      load.resume();
    };
    await (phase === "held" ? whileHeld(stage, work) : work());
  }
  return rowsOf(samples, rates);
}

const request = (stage: Stage, way: Way) =>
  requestOf(way, stage, Number(new URL(stage.programs[0]!.url).port));

/** Measures how many mixed messages go through a second, by the time that each kind takes. */
async function fullRate(stage: Stage): Promise<number> {
  let seconds = 0;
  for (const way of WAYS) {
    const run = await runLoad([request(stage, way)], stage.receiver, pidsOf(stage), FULL);
    seconds += MIX[way] / run.rate;
  }
  return 1 / seconds;
}

/** Starts a load of all kinds, with this rate in all. */
function startMix(stage: Stage, rate: number): EvenLoad {
  const loads = WAYS.map((way) => {
    const own = request(stage, way);
    return startEvenLoad(way === "sendsms" ? timed(own) : own, MIX[way] * rate);
  });
  const load: EvenLoad = {
    get sent() {
      return loads.reduce((sum, { sent }) => sum + sent, 0);
    },
    async stopped() {
      await Promise.all(loads.map((each) => each.stopped()));
    },
    resume() {
      for (const each of loads) each.resume();
    },
    [Symbol.asyncDispose]: () => load.stopped(),
  };
  return load;
}

/** Attacks the service, by turns, until disposal. */
async function attack(stage: Stage): Promise<AsyncDisposable> {
  const [program] = stage.programs;
  const url = `http://127.0.0.1:${stage.receiver.hello.port}/`;
  const { apiKey } = await createCustomer(program!, url, { address: "333344" });
  const keys = { loud: apiKey, quiet: stage.customer.apiKey };
  const target = { url: program!.url, keys, picture: url, trickling: url };
  const over = new AbortController();
  const attacking = (async () => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const end = await beginAttack(ATTACKS[turn % ATTACKS.length]!, target);
      await delay(ATTACK_MS, over.signal);
      await end();
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await attacking;
    },
  };
}

/** Runs work while a transaction with a snapshot and an id of its own is open. */
async function whileHeld(stage: Stage, work: () => Promise<void>): Promise<void> {
  await inDatabase(
    stage,
    (sql) =>
      sql.begin("isolation level repeatable read", async (transaction) => {
        await transaction`select pg_current_xact_id()`;
        await work();
      }),
  );
}

async function sampleFor(
  stage: Stage,
  load: EvenLoad,
  phase: Phase,
  milliseconds: number,
  samples: Sample[],
): Promise<void> {
  const smsc = `http://127.0.0.1:${stage.smsc.hello.stats}`;
  const forget = async () => await (await fetch(`${smsc}/forget`)).body?.cancel();
  await forget();
  const { received } = await receivedBy(stage.receiver);
  const sent = load.sent;
  for (const begun = performance.now(); performance.now() - begun < milliseconds;) {
    await pause(INTERVAL_MS);
    const { delays } = await (await fetch(`${smsc}/delays`)).json();
    await forget();
    const now = await receivedBy(stage.receiver);
    const sample: Sample = {
      ...{ phase, at: performance.now() / 1000 },
      pending: load.sent - sent - (now.received - received) / 2,
      ...{ p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) },
      memory: await residentBytes(stage.programs[0]!.pid),
      ...await deadRows(stage),
    };
    if (samples.push(sample) % 6 === 1) console.log(lineOf(sample));
  }
}

async function deadRows(stage: Stage): Promise<{ dead: number; vacuums: number }> {
  let row: unknown;
  await inDatabase(stage, async (sql) => {
    [row] = await sql`select sum(n_dead_tup)::float8 as dead,
      sum(autovacuum_count)::float8 as vacuums from pg_stat_user_tables`;
  });
  return row as { dead: number; vacuums: number };
}

function lineOf({ phase, at, pending, p50, p99, memory, dead, vacuums }: Sample): string {
  return `${at.toFixed(0).padStart(5)} s ${phase.padEnd(6)} pending ${pending}, ` +
    `request → submission p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
    `${(memory / MIB).toFixed(0)} MiB, ${dead} dead rows, ${vacuums} autovacuums`;
}

function rowsOf(samples: readonly Sample[], rates: Record<Phase, number>): Row[] {
  const of = (phase: Phase) => samples.filter((sample) => sample.phase === phase);
  const middle = (phase: Phase, value: (sample: Sample) => number) => median(of(phase).map(value));
  const rate = (phase: Phase, name: string, least: number): Row => ({
    name: `soak: messages, ${name}`,
    value: `${rates[phase].toFixed(0)}/s`,
    ceiling: `${rates.before.toFixed(0)}/s before`,
    ratio: rates[phase] / rates.before,
    target: { atLeast: least },
  });
  const wait = (phase: Phase, name: string): Row => ({
    name: `soak: request → submission, p99 ${name}`,
    value: `${middle(phase, ({ p99 }) => p99).toFixed(1)} ms`,
    ceiling: `${middle("before", ({ p99 }) => p99).toFixed(1)} ms before`,
    ratio: middle(phase, ({ p99 }) => p99) / middle("before", ({ p99 }) => p99),
    target: phase === "after" ? { atMost: 1.25 } : null,
  });
  const [memory, memoryAfter] = [
    middle("before", ({ memory }) => memory),
    middle("after", ({ memory }) => memory),
  ];
  return [
    rate("held", "a transaction held open for a third of the time", 0.8),
    rate("after", "after it", 0.95),
    wait("held", "meanwhile"),
    wait("after", "after it"),
    {
      name: "soak: memory of the service in the last third",
      value: `${(memoryAfter / MIB).toFixed(0)} MiB`,
      ceiling: `${(memory / MIB).toFixed(0)} MiB in the first`,
      ratio: memoryAfter / memory,
      target: { atMost: 1.1 },
    },
    ...memoryRows(samples),
    {
      name: "soak: dead rows at the end",
      value: `${(of("after").at(-1)!.dead / 1000).toFixed(0)} k`,
      ceiling: `${(Math.max(...of("held").map(({ dead }) => dead)) / 1000).toFixed(0)} k held`,
      ratio: of("after").at(-1)!.dead / Math.max(...of("held").map(({ dead }) => dead)),
      target: null,
    },
  ];
}

function memoryRows(samples: readonly Sample[]): Row[] {
  const second = samples.slice(Math.floor(samples.length / 2));
  const mean = second.reduce((sum, { memory }) => sum + memory, 0) / second.length;
  const hourly = 3600 * slope(second.map(({ at, memory }) => [at, memory]));
  const most = Math.max(...samples.map(({ memory }) => memory));
  return [{
    name: "soak: memory that an hour adds, by its second half",
    value: `${(hourly / MIB).toFixed(1)} MiB`,
    ceiling: `${(mean / MIB).toFixed(0)} MiB in the mean`,
    ratio: hourly / mean,
    target: { atMost: 0.05 },
  }, {
    name: "soak: maximum memory of the service",
    value: `${(most / 1e6).toFixed(0)} MB`,
    ceiling: `${(MEMORY_GOAL / 1e6).toFixed(0)} MB`,
    ratio: most / MEMORY_GOAL,
    target: { atMost: 1 },
  }];
}

/** Computes the slope of points by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [middle, level] = [mean(0), mean(1)];
  const [rise, run] = points.reduce(
    ([rise, run], [x, y]) => [rise + (x - middle) * (y - level), run + (x - middle) ** 2],
    [0, 0],
  );
  return rise / run;
}
