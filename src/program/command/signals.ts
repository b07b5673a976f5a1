/** Signals that stop the program. */

/**
 * Time within which further signals belong to the first, in milliseconds: launchers forward what a
 * terminal or a supervisor has sent to all processes already.
 */
const SAME_REQUEST_MS = 1000;

/** Resolves at SIGINT or SIGTERM. A signal after {@link SAME_REQUEST_MS} ends the process at once. */
export function untilSignal(): Promise<Deno.Signal> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => {
        const now = performance.now();
        firstAt ??= now;
        if (now - firstAt > SAME_REQUEST_MS) Deno.exit(130);
        resolve(signal);
      });
    }
  });
}

/**
 * Starts something that a signal gives up. Resolves with null where that happened.
 * @param stopped Resolves at a signal.
 */
export async function startUntil<T>(
  stopped: Promise<Deno.Signal>,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const abort = new AbortController();
  void stopped.then(() => abort.abort());
  try {
    return await start(abort.signal);
  } catch (error) {
    if (abort.signal.aborted) return null;
    throw error;
  }
}
