/** MM7Version and namespace of each account's last submission, used for reports and MO to it. */
import type { Account } from "../../core/account/account.ts";
import type { AccountDirectory, AccountStore, Clock } from "../../ports/mod.ts";
import { NAMESPACE } from "../../generated/mm7.ts";
import { createLru } from "../../lib/lru.ts";
import type { Log } from "../../log/mod.ts";
import type { Echo } from "../../mm7/status.ts";

export interface LastDialectOptions {
  store: Pick<AccountStore, "change">;
  directory: Pick<AccountDirectory, "invalidate">;
  clock: Clock;
  log: Log;
}

/** Minimum time between two writes of an account, in milliseconds: its clients may alternate. */
const INTERVAL_MS = 10_000;
/** Accounts whose last write is remembered. */
const MAX_ACCOUNTS = 10_000;

/**
 * Creates a function that stores the dialect of a submission. A failure is logged and does not fail
 * the submission: the next one stores it.
 */
export function createLastDialect(
  { store, directory, clock, log }: LastDialectOptions,
): (account: Account, echo: Echo) => Promise<void> {
  /** Time of the last write, by account. */
  const writtenAt = createLru<string, number>(MAX_ACCOUNTS);

  return async ({ id }, { version, namespace }) => {
    const now = clock.now();
    const last = writtenAt.get(id);
    if (last !== undefined && now >= last && now < last + INTERVAL_MS) return;
    writtenAt.set(id, now);
    const change = { mm7LastVersion: version, mm7LastNamespace: namespace ?? NAMESPACE };
    try {
      await store.change(id, change);
      directory.invalidate(id);
    } catch (error) {
      writtenAt.delete(id);
      log.debug({ account: id, err: String(error) }, "MM7 dialect not stored; will retry");
    }
  };
}
