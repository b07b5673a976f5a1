/** Progress of migrations in the log, and backoff between their attempts. */
import type { Log } from "../../../log/mod.ts";
import type { Database } from "../engine/database.ts";
import type { Migration } from "./migration_file.ts";
import { backoff } from "../../../lib/backoff.ts";
import { delay } from "../../../lib/delay.ts";

/** Interval of progress lines in the log, in milliseconds. */
const PROGRESS_INTERVAL_MS = 5000;

/** Backoff between attempts. */
const BACKOFF = { minMs: 50, maxMs: 10_000, jitter: 0.5 };
/**
 * Time of retrying after which retries are logged, in milliseconds: machines that start at the same
 * time briefly wait for each other, which is routine.
 */
const QUIET_MS = 500;

/** Waits of a migration that is retried. */
export interface Backoff {
  /** Waits before the next attempt, longer each time. */
  wait(migration: string, waitsFor: string): Promise<void>;
  /** Starts over with the shortest pause. */
  reset(): void;
}

export function createBackoff(log: Log): Backoff {
  let tries = 0;
  let since = performance.now();
  return {
    async wait(migration, waitsFor) {
      const pause = Math.round(backoff(++tries, BACKOFF));
      if (performance.now() - since > QUIET_MS) {
        log.warn({ migration, tries, "pause-ms": pause }, `migration waits for ${waitsFor}`);
      }
      await delay(pause);
    },
    reset() {
      tries = 0;
      since = performance.now();
    },
  };
}

/** Progress of a concurrent index build, and the session that it waits for. */
const INDEX_PROGRESS = `
  select phase, case when blocks_total > 0 then 100 * blocks_done / blocks_total end as percent,
    nullif(current_locker_pid, 0) as "waits-for-pid"
  from pg_stat_progress_create_index where datname = current_database() and command like '%CONCURRENTLY'`;

export interface Progress extends Disposable {
  /** Notes the next attempt or batch; a migration's time runs from its first one. */
  enter(migration: Migration): void;
}

/**
 * Logs the progress of the current migration at intervals, until disposed.
 * @param intervalMs Default: PROGRESS_INTERVAL_MS.
 */
export function logProgress(
  database: Database,
  log: Log,
  intervalMs: number = PROGRESS_INTERVAL_MS,
): Progress {
  let current: Migration | null = null;
  let since = 0;
  let steps = 0;

  async function logCurrent(): Promise<void> {
    if (current === null) return;
    const { name, manner } = current;
    const seconds = Math.round((performance.now() - since) / 1000);
    const facts = manner === "in batches" ? { batches: steps } : {};
    // Not on the migration's own session: the index build would wait for a snapshot taken there.
    const [index = {}] = manner === "concurrently"
      ? await database.query(INDEX_PROGRESS).catch(() => [])
      : [];
    log.info({ migration: name, seconds, ...facts, ...index }, "migration in progress");
  }

  const timer = setInterval(() => void logCurrent(), intervalMs);
  return {
    enter(migration) {
      steps++;
      if (current?.name === migration.name) return;
      current = migration;
      since = performance.now();
      steps = 0;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
