/**
 * Commits of what happens to every message: acceptances, transitions, results of postbacks. Those
 * that wait at the same moment share a transaction, which is one round trip and one wait for the
 * disk.
 */
import type { Metrics } from "../../../metrics/mod.ts";
import { createGroupCommit, type GroupCommit } from "./batcher.ts";
import { type Database, isConflict, type Row, type Statement } from "./database.ts";

/** Statements of a batch. */
export interface HotWork {
  kind: "accept" | "transition" | "result" | "event";
  /** Number of items that they write. */
  items: number;
  statements: readonly Statement[];
  /** Statements that must see what other transactions had committed before this one has. */
  after?: readonly Statement[];
}

/** Rows of a batch's statements, and of those after the commit. */
export type HotOutput = Row[][];

export type HotCommits = GroupCommit<HotWork, HotOutput>;

export type CommitMetrics = Pick<Metrics, "commit" | "commitItems">;

/** Source of a statement that goes with a commit, now and then. */
export interface Companion {
  /** Takes the statement, if there is one; `failed`: the commit was none. */
  take(): { statement: Statement; failed(): void } | null;
}

/** @param concurrency Maximum number of commits in flight. */
export function createHotCommits(
  database: Database,
  concurrency: number,
  metrics: CommitMetrics,
  companion: Companion,
): HotCommits {
  return createGroupCommit<HotWork, HotOutput>(async (works) => {
    const since = performance.now();
    const own = works.flatMap((work) => work.statements);
    const along = companion.take();
    const statements = along === null ? own : [...own, along.statement];
    const after = works.flatMap((work) => work.after ?? []);
    const rows = await run(database, statements, after).catch((error) => {
      along?.failed();
      throw error;
    });
    metrics.commit.observe({}, (performance.now() - since) / 1000);
    for (const { kind, items } of works) metrics.commitItems.observe({ kind }, items);
    let [at, afterAt] = [0, statements.length];
    return works.map(({ statements, after = [] }) => [
      ...rows.slice(at, at += statements.length),
      ...rows.slice(afterAt, afterAt += after.length),
    ]);
  }, { concurrency, isConflict: ({ cause }) => isConflict(cause) });
}

async function run(
  database: Database,
  statements: readonly Statement[],
  after: readonly Statement[],
): Promise<Row[][]> {
  const [only] = statements;
  if (statements.length === 1 && after.length === 0) {
    return [await database.query(only!.sql, only!.parameters)];
  }
  return await database.batch(statements, after);
}
