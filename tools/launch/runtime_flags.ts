/** Flags of Deno for the program, beside its permissions. */

/**
 * Flags of V8. A message allocates some 100 KB in passing; with a young generation of 16 MB, V8's
 * default, collecting it takes a tenth of the processor time under load. It grows to this size only
 * then.
 */
export const V8_FLAGS: readonly string[] = ["--v8-flags=--max-semi-space-size=64"];

/**
 * Keeps Deno from reading the modules of dynamic imports before it runs the first module. A start
 * needs none of these 500, and takes a sixth less time without them.
 */
export const LAZY_IMPORTS = "--unstable-lazy-dynamic-imports";

/**
 * Lists the flags of `deno run` for a command. The sandbox reads all modules at its start: it is
 * started first where they have to be downloaded, and then works without a network.
 */
export function runtimeFlags(command: string | undefined): string[] {
  return command === "sandbox" ? [...V8_FLAGS] : [...V8_FLAGS, LAZY_IMPORTS];
}
