/** How many templates of an account may be fetched and encoded at a time. */
import { Refusal, STORE_RETRY_SECONDS } from "../core/errors.ts";
import type { TemplateStore } from "../ports/mod.ts";

export interface LockedTemplates {
  /**
   * Takes the turn to save a template, until it is disposed of: an account saves one at a time.
   * Throws Refusal: E631 where the account has none left, E504 where no turn comes in time.
   */
  take(account: string): Promise<Disposable>;
}

/** Most templates take less to be encoded. */
const RETRY_SECONDS = 10;
/** Longest wait for the turn, milliseconds: where it is longer the database is stuck. */
const WAIT_MS = 5000;

async function comesInTime(turn: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), WAIT_MS);
  try {
    return await Promise.race([turn.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param most Of one account; those of several machines may be a few more. */
export function createLockedTemplates(
  templates: Pick<TemplateStore, "locked">,
  most: number,
): LockedTemplates {
  /** The last of each account that is being saved: the next one counts it. */
  const last = new Map<string, Promise<void>>();

  async function turnOf(account: string): Promise<Disposable> {
    const before = last.get(account);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const end = () => {
      if (last.get(account) === over) last.delete(account);
      resolve();
    };
    last.set(account, over);
    if (before !== undefined && !await comesInTime(before)) {
      void before.then(end); // those behind wait for it all the same
      throw new Refusal("unavailable", undefined, STORE_RETRY_SECONDS);
    }
    return { [Symbol.dispose]: end };
  }

  return {
    async take(account) {
      const turn = await turnOf(account);
      try {
        if (await templates.locked(account, most) < most) return turn;
      } catch (error) {
        turn[Symbol.dispose]();
        throw error;
      }
      turn[Symbol.dispose]();
      throw new Refusal(
        "tooManyTemplates",
        `${most} templates of this account are being encoded; save this one when some have ended`,
        RETRY_SECONDS,
      );
    },
  };
}
