/** Limit on the templates of an account that are being fetched and encoded. */
import { Refusal, STORE_RETRY_SECONDS } from "../core/errors.ts";
import { deadline } from "../lib/deadline.ts";
import type { TemplateStore } from "../ports/mod.ts";

export interface LockedTemplates {
  /**
   * Acquires the account's lock on saving templates; disposing releases it. Without the lock,
   * concurrent requests would exceed the limit.
   *
   * @throws {Refusal} E1002 at the limit, E504 where the lock does not become free in time.
   */
  take(account: string): Promise<Disposable>;
}

/** Retry-After at the limit; most templates take less time to encode. */
const RETRY_SECONDS = 10;

/**
 * @param max Maximum locked templates of an account. Each machine checks it on its own, so that
 * several machines may exceed it slightly.
 * @param waitMs Maximum wait for the lock, in milliseconds.
 */
export function createLockedTemplates(
  templates: Pick<TemplateStore, "locked">,
  max: number,
  waitMs: number,
): LockedTemplates {
  /** Completion of the last queued save, by account. */
  const lastSaves = new Map<string, Promise<void>>();

  function endsInTime(previous: Promise<void>): Promise<boolean> {
    return deadline(previous.then(() => true), waitMs, () => false);
  }

  async function acquire(account: string): Promise<Disposable> {
    const previous = lastSaves.get(account);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const release = () => {
      if (lastSaves.get(account) === ended) lastSaves.delete(account);
      resolve();
    };
    lastSaves.set(account, ended);
    if (previous !== undefined && !await endsInTime(previous)) {
      void previous.then(release); // later saves still wait for the previous one
      throw new Refusal("unavailable", undefined, STORE_RETRY_SECONDS);
    }
    return { [Symbol.dispose]: release };
  }

  return {
    async take(account) {
      const lock = await acquire(account);
      try {
        if (await templates.locked(account, max) < max) return lock;
      } catch (error) {
        lock[Symbol.dispose]();
        throw error;
      }
      lock[Symbol.dispose]();
      throw new Refusal(
        "tooManyTemplates",
        `${max} templates of this account are being encoded; retry when some of them have finished`,
        RETRY_SECONDS,
      );
    },
  };
}
