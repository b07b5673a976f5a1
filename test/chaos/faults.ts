/** Faults of the service: a plan from a seed, and its execution. */
import type { Database } from "./database.ts";
import type { Gateway } from "./gateway.ts";
import type { Machines } from "./machines.ts";
import { pause } from "./mischief.ts";
import { createRandom, type Random } from "./random.ts";
import type { ServiceClock } from "./service_clock.ts";

/** Weights of the kills that a run counts; other faults come in addition. */
const KILLS = { gateway: 60, postgres: 28, both: 12 };
const OTHERS = { clock: 30, carriers: 40, stop: 8, "queue lost": 8, "postgres restarted": 14 };

export type FaultName = keyof typeof KILLS | keyof typeof OTHERS;

export interface Fault {
  /** Time of the fault in milliseconds after the beginning. */
  at: number;
  name: FaultName;
  /** Downtime, in milliseconds. */
  awayMs: number;
  /** Jump of a machine's clock against the database's, in seconds. */
  jumpSeconds: number;
}

export interface PlanOptions {
  seed: number;
  durationMs: number;
  kills: number;
}

/** Plans the kills, and as many other faults, in order of time. */
export function planFaults({ seed, durationMs, kills }: PlanOptions): Fault[] {
  const random = createRandom(seed, "faults");
  const spread = (count: number, nameOf: () => FaultName): Fault[] =>
    Array.from({ length: count }, (_, index) => ({
      at: Math.round((index + random.number()) * durationMs / count),
      name: nameOf(),
      awayMs: random.between(0, 1500),
      jumpSeconds: jumpOf(random),
    }));
  return [
    ...spread(kills, () => random.weighted(KILLS)),
    ...spread(kills, () => random.weighted(OTHERS)),
  ].sort((fault, other) => fault.at - other.at);
}

/**
 * Draws a jump of the clock: by seconds, with which a machine works on, or by so much either way that
 * it takes no work.
 */
function jumpOf(random: Random): number {
  const most = random.pick([3, 60, 3600, 120 * 86_400]);
  return random.between(1, most) * random.pick([1, 1, -1]);
}

/** Time for which a machine's clock stays wrong, in milliseconds, beyond the downtime of a fault. */
const WRONG_MS = 3000;

export interface Victims {
  gateway: Machines;
  database: Database;
  clock: ServiceClock;
  /** Closes all their connections. */
  breakOff(): void;
}

/** Counts of executed faults, by name. */
export type Done = Map<FaultName, number>;

/** Counts the kills of a process: the program, or its database. */
export function killsOf(done: Done): number {
  const of = (name: FaultName) => done.get(name) ?? 0;
  return of("gateway") + of("postgres") + 2 * of("both") + of("queue lost");
}

/** Executes the plan; resolves once everything that it stopped is up again. */
export async function carryOut(
  plan: readonly Fault[],
  victims: Victims,
  done: Done,
): Promise<void> {
  const begun = performance.now();
  for (const fault of plan) {
    const wait = fault.at - (performance.now() - begun);
    if (wait > 0) await pause(wait);
    await strike(fault, victims);
    done.set(fault.name, (done.get(fault.name) ?? 0) + 1);
  }
}

async function strike(fault: Fault, victims: Victims): Promise<void> {
  const { database, clock, breakOff } = victims;
  const { awayMs, jumpSeconds, name } = fault;
  const gateway = victims.gateway.victim;
  switch (name) {
    case "gateway":
      gateway.beforeNext.push(() => pause(awayMs));
      return gateway.end("SIGKILL");
    case "stop":
      return gateway.end("SIGTERM");
    case "queue lost":
      gateway.beforeNext.push(() => loseQueue(gateway));
      return gateway.end("SIGKILL");
    case "both":
      gateway.end("SIGKILL");
      return await database.lose(awayMs);
    case "postgres":
      return await database.lose(awayMs);
    case "postgres restarted":
      return await database.restart();
    case "carriers":
      return breakOff();
    case "clock": {
      const machine = victims.gateway.all.indexOf(gateway);
      await clock.jump(machine, jumpSeconds);
      await pause(WRONG_MS + awayMs);
      return await clock.jump(machine, 0);
    }
  }
}

async function loseQueue({ dataDir }: Gateway): Promise<void> {
  for await (const { name } of Deno.readDir(dataDir)) {
    if (name.startsWith("queue.sqlite")) await Deno.remove(`${dataDir}/${name}`);
  }
}
