/** Disks that are full or fail, which is nobody's fault who asked. */
import { StoreDown } from "../../ports/mod.ts";

/** What the system calls that; or that this process has too many files open. */
const PASSING: ReadonlySet<unknown> = new Set([
  ...["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"],
]);

/** The same work, rejecting with StoreDown where it may succeed later. */
export async function orStoreDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (!PASSING.has(code)) throw error;
    throw new StoreDown(`a file cannot be written: ${message}`, { cause: error });
  }
}
