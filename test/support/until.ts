/** Waits for what a test causes elsewhere: nothing tells it, and a busy machine takes its time. */
import assert from "node:assert/strict";

/** Maximum wait, in milliseconds: longer than what comes takes on a busy machine. */
export const PATIENCE_MS = 120_000;

const PAUSE_MS = 20;

/** Reads a value until it is as wanted, and returns it; after PATIENCE_MS fails with the last one. */
export async function until<T>(
  read: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (performance.now() > end) assert.fail(`not as wanted: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
