/** Retries while the store is down, for results that only this process knows. */
import { StoreDown } from "../../ports/mod.ts";
import { delay } from "../../lib/delay.ts";

/** Wait between attempts. */
const DELAY_MS = 500;

/**
 * Repeats an idempotent call for as long as the store is down: one that failed may have had its effect.
 *
 * @throws StoreDown once `isOver`.
 */
export async function retryWhileDown<T>(call: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreDown) || isOver()) throw error;
    }
    await delay(DELAY_MS);
  }
}
