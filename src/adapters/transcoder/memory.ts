/**
 * Memory limit of a running process, enforced by the kernel. Polling /proc instead would need all
 * of Deno's permissions, and would notice a malicious file too late.
 */

/** Linux, getrlimit(2): limit on private writable memory. */
const RLIMIT_DATA = 2;

/**
 * Paths of glibc. A limited --allow-ffi requires a path; the bare name works only with unlimited
 * permission, and lets the system search.
 */
const LIBC_PATHS = [
  `/lib/${Deno.build.arch}-linux-gnu/libc.so.6`, // Debian and derivatives
  "/lib64/libc.so.6", // Fedora and derivatives
  "libc.so.6",
];

/** Handle that `keepOnlyMemoryLimit` opens and never closes. */
let retained: ReturnType<typeof openLibc> = null;

/**
 * Limits the memory of a running process: allocations beyond `maxBytes` fail from now on. Without
 * effect on other systems than Linux, and without permission to call libc (--allow-ffi).
 */
export function limitMemory(pid: number, maxBytes: number): void {
  const libc = retained ?? openLibc();
  if (libc === null) return;
  try {
    const limit = BigInt(maxBytes);
    // Soft and hard limit. Ignores the result: the process may have ended.
    libc.symbols.prlimit(pid, RLIMIT_DATA, new BigUint64Array([limit, limit]), null);
  } finally {
    if (libc !== retained) libc.close();
  }
}

/**
 * Opens libc for `limitMemory`, then revokes the permission to open it again: access to libc would
 * bypass every other permission. Without effect under an unlimited --allow-ffi.
 */
export function keepOnlyMemoryLimit(): void {
  retained ??= openLibc();
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
      // missing, not permitted, or another C library
    }
  }
  return null;
}
