/** Erasure of all that is stored about a number, batch by batch. */
import { maskNumber } from "../core/account/address.ts";
import type { Config } from "../config/mod.ts";
import { delay } from "../lib/delay.ts";
import type { Log } from "../log/mod.ts";
import type { Clock, ErasedList, Person, PersonSummary, Store } from "../ports/mod.ts";

export interface ErasurePorts {
  store: Pick<Store, "people">;
  clock: Clock;
  log: Log;
  config: Pick<
    Config,
    "ADMIN_WAIT_MAX" | "BLOB_GC_GRACE" | "RENDITION_RETENTION" | "RETENTION_BATCH"
  >;
}

export interface Erased {
  /** Amounts of the data before the erasure. */
  found: PersonSummary;
  /** Messages that are still being handed to a carrier. */
  remaining: number;
}

/** Erases a person. What is stored after its start is left: it is new data. */
export type ErasePerson = (person: Person) => Promise<Erased>;

/** Lists in the order of their erasure. */
const LISTS: readonly ErasedList[] = ["messages", "inbound", "loopback", "shownIn", "responses"];

/** Time between two attempts at what is in work, in milliseconds. */
const RETRY_MS = 250;

export function createErasure(
  { store: { people }, clock, log, config }: ErasurePorts,
): ErasePerson {
  const { ADMIN_WAIT_MAX, BLOB_GC_GRACE, RENDITION_RETENTION, RETENTION_BATCH: limit } = config;
  // Maintenance deletes the renditions once the grace is over, unless they are used meanwhile.
  const renditionAge = Math.max(RENDITION_RETENTION, BLOB_GC_GRACE) - BLOB_GC_GRACE;

  /** Goes through a list once. Returns the number of rows that remain. */
  async function pass(list: ErasedList, person: Person, until: number): Promise<number> {
    let remaining = 0;
    for (let after: string | null = null, isEnd = false; !isEnd;) {
      const now = clock.now();
      const step = { until, now, after, limit, renditionsUsedAt: now - renditionAge };
      const batch = await people.erase(list, person, step);
      remaining += batch.remaining;
      after = batch.next;
      isEnd = after === null;
    }
    return remaining;
  }

  /** Repeats the passes until nothing remains or the time is over. */
  async function clear(list: ErasedList, person: Person, until: number): Promise<number> {
    for (;;) {
      const remaining = await pass(list, person, until);
      if (remaining === 0 || clock.now() - until >= ADMIN_WAIT_MAX) return remaining;
      await delay(RETRY_MS);
    }
  }

  return async (person) => {
    const until = clock.now();
    const found = await people.summary(person);
    let remaining = 0;
    for (const list of LISTS) remaining += await clear(list, person, until);
    const isAnything = hasData(found);
    // Without data there is nothing to record, and a repetition changes nothing.
    if (isAnything) await people.eraseFacts(person, until);
    const { messages, inbound } = found.counts;
    log.info(
      { number: maskNumber(person.number), account: person.account, messages, inbound, remaining },
      isAnything ? "personal data erased" : "no personal data to erase",
    );
    return { found, remaining };
  };
}

/** Tells whether a summary counts anything that an erasure takes. */
export function hasData({ counts }: PersonSummary): boolean {
  return Object.values(counts).some((count) => count > 0);
}
