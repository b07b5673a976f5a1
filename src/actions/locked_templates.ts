/** How many templates of an account may be fetched and encoded at a time. */
import { Refusal } from "../core/errors.ts";
import type { TemplateStore } from "../env.ts";

export interface LockedTemplates {
  /**
   * Takes a place for a template that is about to be saved, until it is disposed of.
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
  /** Templates that are being saved, which the store does not count yet. */
  const saving = new Map<string, number>();

  function add(account: string, count: number): number {
    const sum = (saving.get(account) ?? 0) + count;
    if (sum > 0) saving.set(account, sum);
    else saving.delete(account);
    return sum;
  }

  return {
    async take(account) {
      const place = { [Symbol.dispose]: () => void add(account, -1) };
      const being = add(account, 1);
      try {
        if (being + await templates.locked(account, most) <= most) return place;
      } catch (error) {
        place[Symbol.dispose]();
        throw error;
      }
      place[Symbol.dispose]();
      throw new Refusal(
        "tooManyTemplates",
        `${most} templates of this account are being encoded; save this one when some have ended`,
        RETRY_SECONDS,
      );
    },
  };
}
