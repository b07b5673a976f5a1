/** Counts the work that waits, by its stage. */
import type { Backlog, Stage, Store, Waiting } from "../../ports/mod.ts";
import { accountSteps } from "./claim.ts";
import type { Query } from "./database.ts";
import { RECEIVER_STEPS } from "./events.ts";
import { epoch, instant } from "./time.ts";

/**
 * Writes SQL that selects the due times of a table's rows, of each account the earliest.
 *
 * @param isWaiting Condition on a row, of those that are due. Default: all of them wait.
 */
function dueOf(table: string, dueAt: string, isWaiting = "true"): string {
  return `
    with recursive ${accountSteps({ table, dueAt })}
    select due.at from step cross join lateral (
      select ${dueAt} as at, ${isWaiting} as waits from ${table}
      where account = step.account and ${dueAt} <= $1 order by ${dueAt} limit $2) due
    where due.waits limit $2`;
}

const DUE_POSTBACKS = `
    with recursive ${RECEIVER_STEPS}
    select due.at from receiver cross join lateral (
      select due_at as at from event
      where account = receiver.account and channel = receiver.channel and due_at <= $1
      order by due_at limit $2) due
    limit $2`;

const DUE: Readonly<Record<Stage, string>> = {
  delivery: dueOf("message", "due_at", "state <> 'submitted'"),
  preparation: dueOf("message", "prepare_at"),
  template: dueOf("template", "due_at"),
  postback: DUE_POSTBACKS,
};

export function createBacklog(query: Query): Store["backlog"] {
  async function waiting(stage: Stage, dueBy: number, atMost: number): Promise<Waiting> {
    const [row] = await query<{ count: number; oldest: number | null }>(
      `select count(*)::int as count, ${epoch("min(at)")} as oldest from (${DUE[stage]}) due`,
      [instant(dueBy), atMost],
    );
    return { count: row!.count, oldestDueAt: row!.oldest };
  }

  return async (...limits) => {
    const backlog: Partial<Record<Stage, Waiting>> = {};
    // One by one: other work needs the connections more.
    for (const stage of Object.keys(DUE) as Stage[]) {
      backlog[stage] = await waiting(stage, ...limits);
    }
    return backlog as Backlog;
  };
}
