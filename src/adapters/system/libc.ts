/** Functions of the C library, for what Deno has no API for. */

/**
 * Paths of glibc. A limited --allow-ffi requires a path; the bare name works only with unlimited
 * permission, and lets the system search.
 */
const PATHS = [
  `/lib/${Deno.build.arch}-linux-gnu/libc.so.6`, // Debian and derivatives
  "/lib64/libc.so.6", // Fedora and derivatives
  "libc.so.6",
];

/** Opens functions; null on other systems than Linux, and without permission (--allow-ffi). */
export function openLibc<const S extends Deno.ForeignLibraryInterface>(
  symbols: S,
): Deno.DynamicLibrary<S> | null {
  if (Deno.build.os !== "linux") return null;
  for (const path of PATHS) {
    try {
      return Deno.dlopen(path, symbols);
    } catch {
      // missing, not permitted, or another C library
    }
  }
  return null;
}

/**
 * Revokes the permission to open further functions: access to libc would bypass every other
 * permission. Without effect under an unlimited --allow-ffi.
 */
export function closeLibc(): void {
  for (const path of PATHS) Deno.permissions.revokeSync({ name: "ffi", path });
}
