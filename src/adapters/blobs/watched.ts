/** Stored files that are watched: whether writing and reading them fails again and again. */
import { type Blobs, StoreDown } from "../../ports/mod.ts";

export interface WatchedBlobs {
  blobs: Blobs;
  /** Returns what is wrong after {@link FAILURES} failures in a row, as long as a probe fails too. */
  health(): Promise<string | null>;
}

/** Failures of one operation in a row from which on the storage is in doubt. */
export const FAILURES = 3;

/** Content of the file that a probe writes and reads; garbage collection removes it. */
const PROBE = new TextEncoder().encode("slidepost checks that files can be stored and read");

/** Codes of the system that speak against the storage and not against a request or one file. */
const STORAGE_CODES: ReadonlySet<unknown> = new Set([
  "EACCES",
  "EDQUOT",
  "EIO",
  "EISDIR",
  "EMFILE",
  "ENFILE",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "ENXIO",
  "EPERM",
  "EROFS",
  "ESTALE",
]);

type Operation = "put" | "read" | "remove";

export function watchedBlobs(blobs: Blobs): WatchedBlobs {
  /** Failures since the last success, by operation. */
  const failures = new Map<Operation, number>();
  let isInDoubt = false;

  async function watch<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      failures.delete(operation);
      return result;
    } catch (error) {
      if (isOfStorage(operation, error)) {
        const count = (failures.get(operation) ?? 0) + 1;
        failures.set(operation, count);
        if (count >= FAILURES) isInDoubt = true;
      }
      throw error;
    }
  }

  async function health(): Promise<string | null> {
    if (!isInDoubt) return null;
    try {
      await blobs.bytes((await blobs.put(PROBE)).hash);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    isInDoubt = false;
    failures.clear();
    return null;
  }

  return {
    health,
    blobs: {
      ...blobs,
      put: (content) => watch("put", () => blobs.put(content)),
      adopt: (path) => watch("put", () => blobs.adopt(path)),
      bytes: (hash) => watch("read", () => blobs.bytes(hash)),
      stream: (...args) => watch("read", () => blobs.stream(...args)),
      local: (hash) => watch("read", () => blobs.local(hash)),
      remove: (...args) => watch("remove", () => blobs.remove(...args)),
    },
  };
}

/** Tells a failure of the storage from one of the request, and from a file that does not exist. */
function isOfStorage(operation: Operation, error: unknown): boolean {
  if (error instanceof StoreDown) return true;
  if (operation === "read" && error instanceof Deno.errors.NotFound) return false;
  return error instanceof Error && "code" in error && STORAGE_CODES.has(error.code);
}
