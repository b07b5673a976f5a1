/** The MM7Version and namespace that accounts last submitted with, kept for what is sent to them. */
import type { Account } from "../../core/account/account.ts";
import type { AccountDirectory, AccountStore, Clock } from "../../ports/mod.ts";
import { NAMESPACE } from "../../generated/mm7.ts";
import { createLru } from "../../lib/lru.ts";
import type { Log } from "../../log/mod.ts";
import type { Echo } from "../../mm7/status.ts";

export interface LastDialectOptions {
  store: Pick<AccountStore, "change">;
  directory: Pick<AccountDirectory, "forget">;
  clock: Clock;
  log: Log;
}

/** Least time between two writes for an account, in milliseconds: its clients may differ. */
const INTERVAL_MS = 10_000;
const MAX_ACCOUNTS = 10_000;

/**
 * Keeps what a submission differs in from the last one of its account. A failure costs the
 * submission nothing: the next one that differs is kept.
 */
export function createLastDialect(
  { store, directory, clock, log }: LastDialectOptions,
): (account: Account, echo: Echo) => Promise<void> {
  /** When each was last written. */
  const writtenAt = createLru<string, number>(MAX_ACCOUNTS);

  return async ({ id }, { version, namespace }) => {
    const now = clock.now();
    const last = writtenAt.get(id);
    if (last !== undefined && now >= last && now < last + INTERVAL_MS) return;
    writtenAt.set(id, now);
    const change = { mm7LastVersion: version, mm7LastNamespace: namespace ?? NAMESPACE };
    try {
      await store.change(id, change);
      directory.forget(id);
    } catch (error) {
      writtenAt.delete(id);
      log.debug({ account: id, err: String(error) }, "MM7 version of the account not kept");
    }
  };
}
