/** Calls that many requests ask for, made for all of them together. */

/**
 * Makes `call` at most once in `everyMs`. Each caller gets one that begins after it asked, and may
 * wait for that.
 */
export function createSharedCall(call: () => Promise<void>, everyMs: number): () => Promise<void> {
  let next: Promise<void> | null = null;
  let lastAt = -Infinity;

  async function make(): Promise<void> {
    const wait = lastAt + everyMs - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
    next = null;
    lastAt = performance.now();
    await call();
  }

  return () => next ??= make();
}
