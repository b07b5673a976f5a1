/** Progress of migrations, told in the log; and pauses between their tries. */
import type { Log } from "../../log/mod.ts";
import type { Database } from "./database.ts";
import type { Migration } from "./migration_file.ts";

/** Between lines of a step that takes long. */
const TELL_EVERY_MS = 5000;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 10_000;
/** Pauses are told after so long: machines that start at once wait for each other for a moment. */
const TELL_AFTER_MS = 500;

export interface Patience {
  /** Waits, each time for longer. */
  wait(migration: string, waitsFor: string): Promise<void>;
  /** Begins with short pauses again. */
  restore(): void;
}

export function createPatience(log: Log): Patience {
  let tries = 0;
  let since = performance.now();
  return {
    async wait(migration, waitsFor) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** tries++, LONGEST_PAUSE_MS);
      if (performance.now() - since > TELL_AFTER_MS) {
        log.warn({ migration, tries, "pause-ms": pause }, `schema change gives way to ${waitsFor}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    },
    restore() {
      tries = 0;
      since = performance.now();
    },
  };
}

/** How far the server has come with an index; what it waits for, where it waits. */
const INDEX_PROGRESS = `
  select phase, case when blocks_total > 0 then 100 * blocks_done / blocks_total end as percent,
    nullif(current_locker_pid, 0) as "waits-for-pid"
  from pg_stat_progress_create_index where datname = current_database() and command like '%CONCURRENTLY'`;

export interface Progress extends Disposable {
  /** Counts the time of a migration from its first step on. */
  enter(migration: Migration): void;
}

/**
 * Tells of each migration that takes long, until it is disposed of.
 * @param everyMs Between lines. Default: TELL_EVERY_MS.
 */
export function tellProgress(
  database: Database,
  log: Log,
  everyMs: number = TELL_EVERY_MS,
): Progress {
  let current: Migration | null = null;
  let since = 0;
  let steps = 0;

  async function tell(): Promise<void> {
    if (current === null) return;
    const { name, manner } = current;
    const seconds = Math.round((performance.now() - since) / 1000);
    const facts = manner === "in batches" ? { batches: steps } : {};
    // Not on the migration's own session: a snapshot there would be waited for.
    const [index = {}] = manner === "concurrently"
      ? await database.query(INDEX_PROGRESS).catch(() => [])
      : [];
    log.info({ migration: name, seconds, ...facts, ...index }, "schema change in progress");
  }

  const timer = setInterval(() => void tell(), everyMs);
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
