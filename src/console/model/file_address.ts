/** Addresses of stored files. */

/** Path of stored files, by their SHA-256. */
export const FILES_PATH = "/console/files";

/** Returns the address of a stored file. */
export function fileUrl({ sha256, type }: { sha256: string; type: string }, name: string): string {
  return `${FILES_PATH}/${sha256}?${new URLSearchParams({ type, name })}`;
}
