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
