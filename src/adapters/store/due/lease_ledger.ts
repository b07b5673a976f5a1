/** Leases of this process by commit, whose rows go once all that they have is done. */
import type { Companion } from "../engine/hot_commits.ts";
import { asJson } from "../engine/database.ts";

const DELETE = `delete from lease where id = any(array(
  select json_array_elements_text($1::text::json)::bigint))`;

/** Leases with all their items done, from which on the next commit deletes their rows. */
const DONE_MAX = 16;
/** Time after its end at which a lease is forgotten, in milliseconds: others have its items. */
const FORGOTTEN_MS = 3_600_000;

/** Lease of this process. */
interface OwnLease {
  /** Key of its row. */
  id: string;
  until: number;
  /** Number of its items that are not done. */
  left: number;
}

/** Message or postback in work. */
export interface LeasedItem {
  /** Tracking-id or webhook-id. */
  id: string;
  /** End of its lease, in milliseconds since the epoch. */
  until: number;
}

/** Notes the lease among the rows that a statement has returned. */
export function noteLease(
  ledger: LeaseLedger,
  rows: readonly { lease: string | null }[],
  items: readonly LeasedItem[],
): void {
  const lease = rows.find(({ lease }) => lease !== null)?.lease ?? null;
  if (lease !== null) ledger.add(lease, items);
}

/** Leases of this process whose rows are in the store, with their items that are not done. */
export class LeaseLedger implements Companion {
  /** Lease of each item that is not done, the earliest first. */
  readonly #leaseOf = new Map<string, OwnLease>();
  #done: string[] = [];

  /** Notes what a commit has written under a lease; an item may have had another. */
  add(id: string, items: readonly LeasedItem[]): void {
    const until = Math.max(...items.map((item) => item.until));
    const lease: OwnLease = { id, until, left: items.length };
    for (const item of items) {
      this.done(item.id);
      this.#leaseOf.set(item.id, lease);
    }
    this.#forgetBefore(until - FORGOTTEN_MS);
  }

  /** Notes that an item is done, or waits in the store. */
  done(item: string): void {
    const lease = this.#leaseOf.get(item);
    if (lease === undefined) return;
    this.#leaseOf.delete(item);
    if (--lease.left === 0) this.#done.push(lease.id);
  }

  /** Takes the statement that deletes the rows of leases that are done; null: there are few. */
  take(): ReturnType<Companion["take"]> {
    if (this.#done.length < DONE_MAX) return null;
    const leases = this.#done;
    this.#done = [];
    return {
      statement: { sql: DELETE, parameters: [asJson(leases)] },
      failed: () => void this.#done.push(...leases),
    };
  }

  #forgetBefore(time: number): void {
    for (const [item, { until }] of this.#leaseOf) {
      if (until >= time) return;
      this.#leaseOf.delete(item);
    }
  }
}
