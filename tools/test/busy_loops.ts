/** Load beside the tests, for `deno task test --busy`: what a slow machine does to them. */

/** Busy loops per core. */
const LOOPS_PER_CORE = 2;

/** Shell loop that ends with the process whose id it is given. */
const LOOP =
  'while kill -0 "$1" 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done';

/** Starts busy loops on all cores, which end when they are disposed of, or with this process. */
export function startBusyLoops(): AsyncDisposable & { readonly count: number } {
  const count = LOOPS_PER_CORE * navigator.hardwareConcurrency;
  const loops = Array.from(
    { length: count },
    () =>
      new Deno.Command("/bin/sh", {
        args: ["-c", LOOP, "sh", String(Deno.pid)],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn(),
  );
  return {
    count,
    async [Symbol.asyncDispose]() {
      for (const loop of loops) loop.kill();
      await Promise.all(loops.map(({ status }) => status));
    },
  };
}
