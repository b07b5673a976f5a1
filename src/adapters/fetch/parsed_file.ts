/** Small system files that change while the service runs. */

/**
 * Returns a function that gives the parsed content of the file at `path`, read again when the file
 * has changed. A file that does not exist is empty. Reads synchronously: a stat takes 10 µs, and
 * nothing waits for a thread that hanging work might hold.
 *
 * @throws Deno.errors.NotCapable from the returned function without permission to read the file.
 */
export function parsedFile<T>(path: string, parse: (text: string) => T): () => T {
  let version: string | null = null;
  let content = parse("");
  return () => {
    const current = versionOf(path);
    if (current !== version) {
      content = parse(current === "" ? "" : Deno.readTextFileSync(path));
      version = current;
    }
    return content;
  };
}

/** Changes with the file; empty where there is none. */
function versionOf(path: string): string {
  try {
    const { ino, size, mtime } = Deno.statSync(path);
    return `${ino} ${size} ${mtime?.getTime()}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
