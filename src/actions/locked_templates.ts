/** How many templates of an account may be fetched and encoded at a time. */
import { Refusal } from "../core/errors.ts";
import type { TemplateStore } from "../env.ts";

export interface LockedTemplates {
  /**
   * Takes the turn to save a template, until it is disposed of: an account saves one at a time.
   * Throws Refusal E631 where the account has none left.
   */
  take(account: string): Promise<Disposable>;
}

/** Most templates take less to be encoded. */
const RETRY_SECONDS = 10;

/** @param most Of one account; those of several machines may be a few more. */
export function createLockedTemplates(
  templates: Pick<TemplateStore, "locked">,
  most: number,
): LockedTemplates {
  /** The last of each account that is being saved: the next one counts it. */
  const last = new Map<string, Promise<void>>();

  async function turnOf(account: string): Promise<Disposable> {
    const before = last.get(account);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    last.set(account, over);
    await before;
    return {
      [Symbol.dispose]() {
        if (last.get(account) === over) last.delete(account);
        end();
      },
    };
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
