/** When what is done to the service: a plan from a seed, and carrying it out. */
import type { Database } from "./database.ts";
import type { Gateway } from "./gateway.ts";
import type { Machines } from "./machines.ts";
import { pause } from "./mischief.ts";
import { createRandom, type Random } from "./random.ts";
import type { ServiceClock } from "./service_clock.ts";

/** Each of the kills counts; the others come beside them. */
const KILLS = { gateway: 60, postgres: 28, both: 12 };
const OTHERS = { clock: 30, carriers: 40, stop: 8, "queue lost": 8, "postgres restarted": 14 };

export type FaultName = keyof typeof KILLS | keyof typeof OTHERS;

export interface Fault {
  /** Milliseconds after the beginning. */
  at: number;
  name: FaultName;
  /** How long what was ended stays away, milliseconds. */
  awayMs: number;
  /** By how much the clock jumps. */
  jumpSeconds: number;
}

export interface PlanOptions {
  seed: number;
  durationMs: number;
  kills: number;
}

/** In order of time: the kills, and as many other faults again. */
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

/** A step of NTP, or an hour either way: a machine that slept, or whose clock was set wrong. */
function jumpOf(random: Random): number {
  const most = random.pick([3, 60, 3600]);
  return random.between(1, most) * random.pick([1, 1, -1]);
}

export interface Victims {
  gateway: Machines;
  database: Database;
  clock: ServiceClock;
  /** Ends all their connections. */
  breakOff(): void;
}

/** Counts what was done, by name. */
export type Done = Map<FaultName, number>;

/** How often a process was killed: the program, or its database. */
export function killsOf(done: Done): number {
  const of = (name: FaultName) => done.get(name) ?? 0;
  return of("gateway") + of("postgres") + 2 * of("both") + of("queue lost");
}

/** Carries the plan out; resolves when all is up again as far as it was ended here. */
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
    case "clock":
      return await clock.jump(jumpSeconds);
  }
}

async function loseQueue({ dataDir }: Gateway): Promise<void> {
  for await (const { name } of Deno.readDir(dataDir)) {
    if (name.startsWith("queue.sqlite")) await Deno.remove(`${dataDir}/${name}`);
  }
}
