/**
 * Watch of the machine's clock. Decisions follow the database's clock; where the machine's is another,
 * one of the two is wrong, and neither may expire or delete anything.
 */
import { durationText } from "../../core/status/duration.ts";
import type { Log } from "../../log/mod.ts";
import type { MachineClocks, SettableClock, Store } from "../../ports/mod.ts";

/** Difference past which a clock is wrong, in milliseconds: NTP keeps it far below a second. */
const WRONG_MS = 30_000;
/** Difference with which a service does not start, in milliseconds. */
const REFUSED_MS = 5 * 60_000;

export interface ClockWatch {
  /** Compares the clocks. Where they agree, sets the service's clock by the database's. */
  check(): Promise<void>;
  /**
   * Compares them at the start.
   * @throws Error that says what to do, where they differ by minutes.
   */
  start(): Promise<void>;
  /** Returns by how much the machine's clock is ahead, in milliseconds; negative: behind. */
  skewMs(): number;
  /** Returns the fault as the end of a sentence; null: the clock is right. */
  fault(): string | null;
}

/** Watch of a service whose clock is not the machine's. */
export const NO_CLOCK_WATCH: ClockWatch = {
  check: () => Promise.resolve(),
  start: () => Promise.resolve(),
  skewMs: () => 0,
  fault: () => null,
};

export interface ClockWatchOptions {
  /** The service's clock. */
  clock: SettableClock;
  machine: MachineClocks;
  store: Pick<Store, "time">;
  /** Whether the database runs on this machine, by the same clock: then a jump of it counts, too. */
  isEmbedded: boolean;
  log: Log;
}

/** Difference of the machine's clock, in milliseconds, and how it is known. */
interface Skew {
  ms: number;
  by: "database" | "jump";
}

export function createClockWatch(
  { clock, isEmbedded, log, machine, store }: ClockWatchOptions,
): ClockWatch {
  /** Time of day at which the machine started, by its clock now. */
  const bootTime = () => machine.wall() - machine.uptime();
  const bootTimeAtStart = isEmbedded ? bootTime() : 0;
  let skew: Skew = { ms: 0, by: "database" };

  const isWrong = () => Math.abs(skew.ms) > WRONG_MS;

  /** Compares with the database, whose time is of any moment between request and response. */
  async function readDatabase(): Promise<{ ms: number; set(): void }> {
    const [from, earliest] = [performance.now(), machine.wall()];
    const time = await store.time();
    const [to, latest] = [performance.now(), machine.wall()];
    const ms = Math.min(0, latest - time) || Math.max(0, earliest - time);
    return { ms, set: () => clock.set(time, { from, to }) };
  }

  async function check(): Promise<void> {
    const wasWrong = isWrong();
    const jump = isEmbedded ? bootTime() - bootTimeAtStart : 0;
    const database = await readDatabase();
    skew = Math.abs(jump) > Math.abs(database.ms)
      ? { ms: jump, by: "jump" }
      : { ms: database.ms, by: "database" };
    if (!isWrong()) database.set();
    const facts = { "skew-seconds": Math.round(skew.ms / 1000) };
    if (isWrong() && !wasWrong) {
      log.error(
        { ...facts, reason: textOf(skew) },
        "this machine takes no work: its clock is wrong",
      );
    }
    if (wasWrong && !isWrong()) log.info(facts, "the clock of this machine is right again");
  }

  return {
    check,
    async start() {
      await check();
      if (Math.abs(skew.ms) <= REFUSED_MS) return;
      throw new Error(`${textOf(skew)}, and start again`);
    },
    skewMs: () => skew.ms,
    fault: () => isWrong() ? textOf(skew) : null,
  };
}

function textOf({ by, ms }: Skew): string {
  const duration = durationText(Math.round(Math.abs(ms) / 1000) * 1000);
  return by === "jump"
    ? `the clock of this machine was set ${ms > 0 ? "forward" : "back"} by ${duration}; ` +
      "undo that, or restart the service if it is right now"
    : `the clock of this machine is ${duration} ${
      ms > 0 ? "ahead of" : "behind"
    } the database's; ` +
      "set the one that is wrong, as NTP does";
}
