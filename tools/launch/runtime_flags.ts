/** Flags of Deno for the program, beside its permissions. */

const MIB = 2 ** 20;

/** Resident memory of the service beside V8's heap, in bytes. */
const BESIDE_HEAP = 130_000_000;
/** Maximum size of a semi-space, in MiB; more gains nothing. */
const SEMI_SPACE_MAX = 64;
/** Maximum size of the old generation, in MiB; V8's own limit. */
const OLD_SPACE_MAX = 4096;
/** Maximum growth of the old generation between two collections, in percent; V8's own limit. */
const GROWTH_MAX = 300;

/**
 * Builds the flags of V8, which cannot be changed once it runs: all but 130 MB of the service's
 * resident memory is V8's heap, two thirds of it garbage.
 *
 * - The young generation is two semi-spaces, three eighths of what the heap may take. A message
 *   allocates some 100 KB in passing, and small semi-spaces cost processor time under load.
 * - The old generation has some 35 MB of live objects. It is collected once it has grown by 102 % with
 *   MEMORY=512MB. It may be half of the memory, for backlogs.
 *
 * @param memory Value of MEMORY, in bytes.
 */
export function v8Flags(memory: number): string {
  const semiSpace = powerOfTwo((memory - BESIDE_HEAP) / MIB * 3 / 8 / 2);
  const flags = {
    "max-semi-space-size": Math.min(SEMI_SPACE_MAX, semiSpace),
    "max-old-space-size": Math.min(OLD_SPACE_MAX, Math.floor(memory / MIB / 2)),
    "heap-growing-percent": Math.min(GROWTH_MAX, Math.floor(memory / 5e6)),
  };
  const written = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  return `--v8-flags=${written.join(",")}`;
}

/** Returns the largest power of two up to a number, as V8 rounds the sizes of semi-spaces. */
const powerOfTwo = (max: number) => 2 ** Math.floor(Math.log2(max));

/** Commands that run until a signal. */
const LASTING: readonly (string | undefined)[] = ["serve", "sandbox", "listen"];

/**
 * Lists the flags of `deno run` for a command. By default Deno reads the modules of dynamic imports
 * before it runs the first module. Commands that soon end do without, in half the processor time.
 * Lasting ones do not: a module that cannot be read at its first use, for example for lack of file
 * descriptors, would be missing until the process ends.
 */
export function runtimeFlags(command: string | undefined, memory: number): string[] {
  return LASTING.includes(command)
    ? [v8Flags(memory)]
    : [v8Flags(memory), "--unstable-lazy-dynamic-imports"];
}
