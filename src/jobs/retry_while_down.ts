/** The store goes away for a while, and what is known here only must not be lost for that. */
import { StoreDown } from "../ports/mod.ts";

/** Between tries: a store that is back is noticed as fast. */
const PAUSE_MS = 500;

/**
 * Makes a call again for as long as the store is down. One of which nobody heard may have been made:
 * to make it twice must change nothing more. Rejects with StoreDown once `isOver`.
 */
export async function retryWhileDown<T>(call: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreDown) || isOver()) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
