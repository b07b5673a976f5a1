/** Signals that stop the program. */

/** Resolves at SIGINT or SIGTERM. A second signal ends the process at once. */
export function untilSignal(): Promise<Deno.Signal> {
  return new Promise((resolve) => {
    let first = true;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => {
        if (!first) Deno.exit(130);
        first = false;
        resolve(signal);
      });
    }
  });
}
