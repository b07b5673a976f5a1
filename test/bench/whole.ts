/**
 * Messages from request to last postback, through carriers on loopback, over a bare pipeline of the
 * same packets; the processor time of a message by process; and the waits of a message alone.
 */
import { startPostgres } from "../support/postgres.ts";
import type { HttpSample, PipelineSamples } from "./bare_pipeline.ts";
import { loneMessages } from "./lone_messages.ts";
import { median, type Server, startServer } from "./load.ts";
import type { Row } from "./mod.ts";
import { readSamples } from "./program.ts";
import {
  pidsOf,
  type Process,
  reportTo,
  requestOf,
  type Run,
  runLoad,
  SESSIONS,
  type Stage,
  startStage,
  WARM_UP,
  type Way,
  WINDOW,
} from "./stage.ts";

const WAYS: readonly Way[] = ["sendsms", "sendsavedmms", "mm7"];
const CONNECTIONS = [1, 16, 64, 256];
const SECONDS = 4;
const ROUNDS = 3;
/** Processor time of a text in service and Postgres, in milliseconds, by connections. */
const CPU_GOALS: Record<number, number> = { 16: 0.6, 64: 0.4 };
/** Numbers of processes on one database. */
const PROCESSES = [1, 2, 4];

export async function benchWhole(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const rows: Row[] = [];
  {
    await using stage = await startStage(postgres);
    for (const way of WAYS) rows.push(...await besideBare(stage, way));
    rows.push(...await loneMessages(stage));
  }
  const texts: Run[] = [];
  for (const count of PROCESSES) {
    await using stage = await startStage(postgres, { count });
    texts.push(await loadAll(stage));
  }
  return [...rows, ...processRows(texts)];
}

/** Measures one way and the bare pipeline by turns. */
async function besideBare(stage: Stage, way: Way): Promise<Row[]> {
  const [program] = stage.programs;
  const port = Number(new URL(program!.url).port);
  const request = requestOf(way, stage, port);
  await runLoad([request], stage.receiver, pidsOf(stage), WARM_UP);
  await using bare = await startBare(stage, way);
  const bareRequest = requestOf(way, stage, bare.hello.port);
  const barePids = { ...pidsOf(stage), service: [bare.pid], postgres: [] };
  const runBare = async (load: { connections: number; seconds: number }) => {
    const authorization = `Basic ${btoa("relay:relay-password")}`;
    const relay = (url: string) => reportTo(stage.mmsc, `${url}/mm7/relay/mmsc`, authorization);
    await relay(`http://127.0.0.1:${bare.hello.port}`);
    const run = await runLoad([bareRequest], stage.receiver, barePids, load);
    await relay(program!.url);
    return run;
  };
  await runBare(WARM_UP);
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    const [ours, limits]: [Run[], Run[]] = [[], []];
    const before = await commitsOf(stage);
    for (let round = 0; round < ROUNDS; round++) {
      const load = { connections, seconds: SECONDS };
      limits.push(await runBare(load));
      ours.push(await runLoad([request], stage.receiver, pidsOf(stage), load));
    }
    console.log(details(way, connections, ours, limits, await commitsOf(stage, before)));
    rows.push(...wayRows(way, connections, ours, limits));
  }
  return rows;
}

/** Starts a bare pipeline of the packets that the service sent last. */
async function startBare(stage: Stage, way: Way): Promise<Server> {
  const { smsc, mmsc, receiver } = stage;
  const sample = async ({ hello }: Server) =>
    await (await fetch(`http://127.0.0.1:${hello.stats}/sample`)).json();
  const samples: PipelineSamples = {
    carrier: way === "sendsms"
      ? {
        ...{ kind: "smsc", host: smsc.hello.host, port: smsc.hello.port, sessions: SESSIONS },
        submission: await sample(smsc),
      }
      : {
        ...{ kind: "mmsc", url: `http://127.0.0.1:${mmsc.hello.port}/`, window: WINDOW },
        submission: await sample(mmsc) as HttpSample,
      },
    receiver: `http://127.0.0.1:${receiver.hello.port}/`,
    postback: await sample(receiver),
  };
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, JSON.stringify(samples));
    return await startServer("bare_pipeline.ts", [path]);
  } finally {
    await Deno.remove(path);
  }
}

/** Returns the median processor time of a message in some processes, in milliseconds. */
function cpu(runs: readonly Run[], processes: readonly Process[]): number {
  return median(runs.map((run) => processes.reduce((sum, name) => sum + run.cpu[name], 0)));
}

const rateOf = (runs: readonly Run[]) => median(runs.map(({ rate }) => rate));
const milliseconds = (value: number) => `${value.toFixed(3)} ms`;

function wayRows(way: Way, connections: number, ours: Run[], limits: Run[]): Row[] {
  const name = `${way}, ${connections} connections`;
  const [value, limit] = [cpu(ours, ["service", "postgres"]), cpu(limits, ["service"])];
  const goal = way === "sendsms" ? CPU_GOALS[connections] : undefined;
  return [{
    name: `${name}: to the last postback`,
    value: `${rateOf(ours).toFixed(0)}/s`,
    ceiling: `${rateOf(limits).toFixed(0)}/s bare pipeline`,
    ratio: rateOf(ours) / rateOf(limits),
    target: null,
  }, {
    name: `${name}: CPU of service and Postgres`,
    value: milliseconds(value),
    ceiling: goal === undefined ? `${milliseconds(limit)} bare pipeline` : milliseconds(goal),
    ratio: value / (goal ?? limit),
    target: goal === undefined ? null : { atMost: 1 },
  }];
}

/** Counts of a service's commits so far. */
interface Commits {
  commits: number;
  /** Sum of their durations, in seconds. */
  seconds: number;
  /** Items that they wrote, by kind. */
  items: Record<string, number>;
  /** Seconds that statements waited for a connection. */
  poolWait: number;
}

/** Reads the counts of commits from the metrics, since earlier ones. */
async function commitsOf({ programs }: Stage, before?: Commits): Promise<Commits> {
  const samples = await readSamples(programs[0]!);
  const value = (name: string) => samples.get(name) ?? 0;
  const items = ["accept", "transition", "result", "event"].map((kind) => [
    kind,
    value(`slidepost_commit_items_sum{kind="${kind}"}`) - (before?.items[kind] ?? 0),
  ]);
  return {
    commits: value("slidepost_commit_duration_seconds_count") - (before?.commits ?? 0),
    seconds: value("slidepost_commit_duration_seconds_sum") - (before?.seconds ?? 0),
    items: Object.fromEntries(items),
    poolWait: value("db_client_connection_wait_time_seconds_sum") - (before?.poolWait ?? 0),
  };
}

/** Tells where the time of a message went. */
function details(
  way: Way,
  connections: number,
  ours: readonly Run[],
  limits: readonly Run[],
  { commits, seconds, items, poolWait }: Commits,
): string {
  const cpus = (runs: readonly Run[], names: Process[]) =>
    names.map((name) => `${name} ${cpu(runs, [name]).toFixed(3)}`).join(", ");
  const messages = ours.reduce((sum, run) => sum + run.messages, 0);
  const all: Process[] = ["service", "postgres", "carrier", "receiver", "generator"];
  const each = Object.entries(items).filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${(count / commits).toFixed(1)}`);
  return `${way}, ${connections} connections: CPU a message in ms: ${cpus(ours, all)}; ` +
    `bare ${cpus(limits, ["service", "carrier", "receiver", "generator"])}\n` +
    `  ${(commits / messages).toFixed(2)} commits a message, of ` +
    `${(1000 * seconds / commits).toFixed(1)} ms, items in each: ${each.join(", ")}; ` +
    `wait for a connection ${(1000 * poolWait / messages).toFixed(3)} ms a message`;
}

/** Loads all processes of a stage with texts, 64 connections in all. */
async function loadAll(stage: Stage): Promise<Run> {
  const requests = stage.programs.map(({ url }) =>
    requestOf("sendsms", stage, Number(new URL(url).port))
  );
  const run = (seconds: number) =>
    runLoad(requests, stage.receiver, pidsOf(stage), { connections: 64, seconds });
  await run(WARM_UP.seconds);
  const runs: Run[] = [];
  while (runs.length < ROUNDS) runs.push(await run(SECONDS));
  return runs.toSorted((a, b) => a.rate - b.rate)[Math.floor(ROUNDS / 2)]!;
}

/**
 * Computes what further machines add. Here all processes share two cores; so the rate of machines
 * with a core each is computed from the processor time of a message: a service's thread takes the
 * time of its messages, and Postgres, with as many cores, that of all.
 */
function processRows(runs: readonly Run[]): Row[] {
  const [alone] = runs;
  const machines = ({ cpu }: Run, count: number) =>
    1000 * count / Math.max(cpu.service, cpu.postgres);
  return runs.flatMap((run, i) => {
    const count = PROCESSES[i]!;
    if (count === 1) return [];
    const own = run.cpu.service + run.cpu.postgres;
    const first = alone!.cpu.service + alone!.cpu.postgres;
    return [{
      name: `sendsms, ${count} processes on one Postgres: CPU`,
      value: milliseconds(own),
      ceiling: `${milliseconds(first)} of one process`,
      ratio: own / first,
      target: { atMost: 1.25 },
    }, {
      name: `computed for ${count} machines, as many cores of Postgres`,
      value: `${machines(run, count).toFixed(0)}/s`,
      ceiling: `${machines(alone!, 1).toFixed(0)}/s of one machine`,
      ratio: machines(run, count) / machines(alone!, 1),
      target: null,
    }];
  });
}
