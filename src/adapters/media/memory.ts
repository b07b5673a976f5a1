/**
 * The kernel's limit on the memory of a process that has started. What a process takes could be
 * read in /proc, but Deno lets nobody read there who may not do everything; and a look now and
 * then comes too late for a file that is made to hurt.
 */

/** Linux, getrlimit(2): memory that is a process's own and that it may write to. */
const RLIMIT_DATA = 2;

/**
 * Allocations that go beyond `maxBytes` fail from now on. Without effect where the kernel is not
 * Linux or libraries may not be called (--allow-ffi).
 */
export function limitMemory(pid: number, maxBytes: number): void {
  if (Deno.build.os !== "linux") return;
  const libc = openLibc();
  if (libc === null) return;
  try {
    const limit = BigInt(maxBytes);
    // Soft and hard. A process that has ended needs no limit, so the result does not matter.
    libc.symbols.prlimit(pid, RLIMIT_DATA, new BigUint64Array([limit, limit]), null);
  } finally {
    libc.close();
  }
}

function openLibc() {
  try {
    return Deno.dlopen("libc.so.6", {
      prlimit: { parameters: ["i32", "i32", "buffer", "buffer"], result: "i32" },
    });
  } catch {
    return null; // not allowed, or another C library
  }
}
