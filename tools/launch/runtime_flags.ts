/** Flags of Deno for the program, beside its permissions. */

/**
 * Flags of V8. A message allocates some 100 KB in passing; with a young generation of 16 MB, V8's
 * default, collecting it takes a tenth of the processor time under load. It grows to this size only
 * then.
 */
export const V8_FLAGS: readonly string[] = ["--v8-flags=--max-semi-space-size=64"];

/** Commands that run until a signal. */
const LASTING: readonly (string | undefined)[] = ["serve", "sandbox", "listen"];

/**
 * Lists the flags of `deno run` for a command. By default Deno reads the modules of dynamic imports
 * before it runs the first module. Commands that soon end do without, in half the processor time.
 * Lasting ones do not: a module that cannot be read at its first use, for example for lack of file
 * descriptors, would be missing until the process ends.
 */
export function runtimeFlags(command: string | undefined): string[] {
  return LASTING.includes(command)
    ? [...V8_FLAGS]
    : [...V8_FLAGS, "--unstable-lazy-dynamic-imports"];
}
