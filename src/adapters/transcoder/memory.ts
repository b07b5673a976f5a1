/**
 * Memory limit of a running process, enforced by the kernel. Polling /proc instead would need all
 * of Deno's permissions, and would notice a malicious file too late.
 */
import { closeLibc, openLibc } from "../system/libc.ts";

/** Linux, getrlimit(2): limit on private writable memory. */
const RLIMIT_DATA = 2;

/** Handle that `restrictLibc` opens and never closes. */
let retained: ReturnType<typeof openLimits> = null;

/**
 * Limits the memory of a running process: allocations beyond `maxBytes` fail from now on. Without
 * effect on other systems than Linux, and without permission to call libc (--allow-ffi).
 */
export function limitMemory(pid: number, maxBytes: number): void {
  const libc = retained ?? openLimits();
  if (libc === null) return;
  try {
    const limit = BigInt(maxBytes);
    // Soft and hard limit. Ignores the result: the process may have ended.
    libc.symbols.prlimit(pid, RLIMIT_DATA, new BigUint64Array([limit, limit]), null);
  } finally {
    if (libc !== retained) libc.close();
  }
}

/** Opens libc for `limitMemory`, then revokes the permission to open it again. */
export function restrictLibc(): void {
  retained ??= openLimits();
  closeLibc();
}

function openLimits() {
  return openLibc({
    prlimit: { parameters: ["i32", "i32", "buffer", "buffer"], result: "i32" },
  });
}
