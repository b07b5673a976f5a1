/**
 * The kernel's limit on the memory of a process that has started. What a process takes could be
 * read in /proc, but Deno lets nobody read there who may not do everything; and a look now and
 * then comes too late for a file that is made to hurt.
 */

/** Linux, getrlimit(2): memory that is a process's own and that it may write to. */
const RLIMIT_DATA = 2;

/**
 * Where glibc is: under a bounded --allow-ffi a library has to be named by its path. By its name
 * alone the system finds it anywhere, with unbounded permission.
 */
const LIBC_PATHS = [
  `/lib/${Deno.build.arch}-linux-gnu/libc.so.6`, // Debian and its kin
  "/lib64/libc.so.6", // Fedora and its kin
  "libc.so.6",
];

/** Held open for good by `keepOnlyMemoryLimit`. */
let kept: ReturnType<typeof openLibc> = null;

/**
 * Limits the memory of a process that has started: allocations beyond `maxBytes` fail from now on.
 * Without effect where the kernel is not Linux or libc may not be called (--allow-ffi).
 */
export function limitMemory(pid: number, maxBytes: number): void {
  const libc = kept ?? openLibc();
  if (libc === null) return;
  try {
    const limit = BigInt(maxBytes);
    // Soft and hard. A process that has ended needs no limit, so the result does not matter.
    libc.symbols.prlimit(pid, RLIMIT_DATA, new BigUint64Array([limit, limit]), null);
  } finally {
    if (libc !== kept) libc.close();
  }
}

/**
 * Opens libc for `limitMemory`, then gives up the permission to open it again: through libc any
 * code could do what it likes. Without effect under an unbounded --allow-ffi.
 */
export function keepOnlyMemoryLimit(): void {
  kept ??= openLibc();
  for (const path of LIBC_PATHS) Deno.permissions.revokeSync({ name: "ffi", path });
}

function openLibc() {
  if (Deno.build.os !== "linux") return null;
  for (const path of LIBC_PATHS) {
    try {
      return Deno.dlopen(path, {
        prlimit: { parameters: ["i32", "i32", "buffer", "buffer"], result: "i32" },
      });
    } catch {
      // not there, not allowed, or another C library
    }
  }
  return null;
}
