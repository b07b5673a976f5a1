/** The disk: its free space, and errors of a full or failing one, which are no request's fault. */
import { statfs } from "node:fs/promises";
import { StoreDown } from "../../ports/mod.ts";

/**
 * Error codes of a disk that cannot be written now, of a directory that is gone or closed to this
 * user, or of too many open files.
 */
const TRANSIENT: ReadonlySet<unknown> = new Set([
  "ENOSPC",
  "EDQUOT",
  "EIO",
  "EROFS",
  "EMFILE",
  "ENFILE",
  "ENOENT",
  "ENOTDIR",
  "EACCES",
  "EPERM",
]);

/**
 * Awaits work that writes files.
 * @throws {StoreDown} where the work failed but may succeed later.
 */
export async function orStoreDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (!TRANSIENT.has(code)) throw error;
    throw new StoreDown(`a file cannot be written: ${message}`, { cause: error });
  }
}

/** Reads the free bytes on a directory's file system; null where the system does not tell. */
export async function freeBytes(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}
