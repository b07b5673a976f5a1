/** Replaces this process by a program, as exec(3) does; Deno has no API for it. */

/** File name of the C library by operating system. */
const LIBC: Partial<Record<typeof Deno.build.os, string>> = {
  linux: "libc.so.6",
  darwin: "libSystem.dylib",
};

/**
 * Runs a program with the process id, environment and open streams of this process, so that signals
 * reach it and its exit code is that of this process. Does not return.
 * @throws Error where the system has no exec, or the program cannot be run.
 */
export function exec(program: string, args: readonly string[]): never {
  const name = LIBC[Deno.build.os];
  if (name === undefined) throw new Error(`exec is not supported on ${Deno.build.os}`);
  const libc = Deno.dlopen(name, {
    execv: { parameters: ["buffer", "buffer"], result: "i32" },
  });
  const words = [program, ...args].map(terminated);
  const addresses = words.map((word) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(word)));
  libc.symbols.execv(words[0]!, new BigUint64Array([...addresses, 0n]));
  throw new Error(`${program} cannot be run`);
}

/** Encodes a null-terminated C string. */
const terminated = (word: string) => new TextEncoder().encode(`${word}\0`);
