/**
 * Texts at full load while as many old ones are removed, over the same with none removed: rates, and
 * the size of the database. STEADY_MINUTES is the duration of the removal, for a short look.
 */
import { startPostgres } from "../support/postgres.ts";
import type { Row } from "./mod.ts";
import { pause } from "./program.ts";
import {
  inDatabase,
  pidsOf,
  requestOf,
  type Run,
  runLoad,
  type Stage,
  startStage,
} from "./stage.ts";

const MINUTES = Number(Deno.env.get("STEADY_MINUTES") ?? 5);
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 5;
/** Turns without removal before and after, and with removal in between, in seconds each. */
const TURN_SECONDS = 30 * MINUTES;
/** Old messages over those accepted during the removal: it is not to end before. */
const SURPLUS = 1.3;
const DAY_MS = 86_400_000;
const RETENTION = { none: "90d", old: "1d" };
const OLD_DAYS = 3;
/** Maximum wait until the removal begins, in milliseconds. */
const REMOVAL_MS = 60_000;
const LOOK_MS = 100;

/** Facts of the turns with removal. */
interface Removal {
  runs: readonly Run[];
  removed: number;
  accepted: number;
  /** Seconds from the first removal. */
  seconds: number;
  /** Bytes of the database: before, at half and at the end. */
  sizes: readonly [number, number, number];
}

export async function benchSteady(): Promise<Row[]> {
  await using postgres = await startPostgres();
  await using stage = await startStage(postgres, {
    service: "past_service.ts",
    env: { CLOCK_AGE: String(OLD_DAYS * DAY_MS) },
  });
  await storeOld(stage);
  const old = await messagesOf(stage);
  const before = await withoutRemoval(stage);
  const removal = await withRemoval(stage);
  const after = await withoutRemoval(stage);
  return rowsOf([before, after], removal, old);
}

/** Stores more messages than will be accepted during the removal at the fastest rate so far. */
async function storeOld(stage: Stage): Promise<void> {
  const seconds = WARM_UP_SECONDS + 2 * TURN_SECONDS;
  let [stored, fastest] = [0, 0];
  do {
    const { messages, rate } = await load(stage, Math.ceil(TURN_SECONDS / 5));
    [stored, fastest] = [stored + messages, Math.max(fastest, rate)];
  } while (stored < SURPLUS * fastest * seconds);
}

function load(stage: Stage, seconds: number): Promise<Run> {
  const request = requestOf("sendsms", stage, Number(new URL(stage.programs[0]!.url).port));
  return runLoad([request], stage.receiver, pidsOf(stage), { connections: CONNECTIONS, seconds });
}

async function withoutRemoval(stage: Stage): Promise<Run> {
  await restart(stage, RETENTION.none);
  await load(stage, WARM_UP_SECONDS);
  return await load(stage, TURN_SECONDS);
}

async function withRemoval(stage: Stage): Promise<Removal> {
  await restart(stage, RETENTION.old);
  const stored = await messagesOf(stage);
  const before = await sizeOf(stage);
  await stage.programs[0]!.admin("/retention/catch-up", undefined);
  for (const since = performance.now(); await messagesOf(stage) === stored; await pause(LOOK_MS)) {
    if (performance.now() - since > REMOVAL_MS) throw new Error("no old message was removed");
  }
  const begun = performance.now();
  const warmUp = await load(stage, WARM_UP_SECONDS);
  const first = await load(stage, TURN_SECONDS);
  const half = await sizeOf(stage);
  const second = await load(stage, TURN_SECONDS);
  const accepted = warmUp.messages + first.messages + second.messages;
  return {
    runs: [first, second],
    removed: stored + accepted - await messagesOf(stage),
    accepted,
    seconds: (performance.now() - begun) / 1000,
    sizes: [before, half, await sizeOf(stage)],
  };
}

/** Starts the service anew on a vacuumed database, whatever the last turn has left. */
async function restart(stage: Stage, retention: string): Promise<void> {
  await stage.restart({ MESSAGE_RETENTION: retention });
  await inDatabase(stage, (sql) => sql`vacuum analyze`);
}

const messagesOf = (stage: Stage) =>
  inDatabase(stage, async (sql): Promise<number> => {
    const [row] = await sql`select count(*)::int as count from message`;
    return row!.count;
  });

const sizeOf = (stage: Stage) =>
  inDatabase(stage, async (sql): Promise<number> => {
    const [row] = await sql`select pg_database_size(current_database())::float8 as bytes`;
    return row!.bytes;
  });

function rowsOf(without: readonly Run[], removal: Removal, old: number): Row[] {
  const mean = (runs: readonly Run[]) =>
    runs.reduce((sum, { rate }) => sum + rate, 0) / runs.length;
  const [value, ceiling] = [mean(removal.runs), mean(without)];
  const { removed, accepted, seconds, sizes: [before, half, end] } = removal;
  const rates = (runs: readonly Run[]) => runs.map(({ rate }) => rate.toFixed(0)).join(", ");
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `steady: ${removed} of ${old} old messages removed while ${accepted} were accepted, at ` +
      `${rates(removal.runs)}/s; at ${rates(without)}/s before and after`,
  );
  return [{
    name: "steady: texts, while old ones are removed",
    value: `${value.toFixed(0)}/s`,
    ceiling: `${ceiling.toFixed(0)}/s with none removed`,
    ratio: value / ceiling,
    target: { atLeast: 0.95 },
  }, {
    name: "steady: old messages removed",
    value: `${(removed / seconds).toFixed(0)}/s`,
    ceiling: `${(accepted / seconds).toFixed(0)}/s accepted`,
    ratio: removed / accepted,
    target: { atLeast: 1 },
  }, {
    // It grows until the first vacuum.
    name: `steady: size on disk at the end, ${megabytes(before)} before`,
    value: megabytes(end),
    ceiling: `${megabytes(half)} at half`,
    ratio: end / half,
    target: { atMost: 1.05 },
  }];
}
