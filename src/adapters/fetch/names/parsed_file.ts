/** Reader of small system files that may change while the service runs. */

/**
 * Returns a function that returns the parsed content of the file at `path`, read again whenever the
 * file has changed. A missing file counts as empty. Reads synchronously: a stat takes 10 µs, and
 * the thread pool may be busy with hanging work.
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

/** Identifies the file's current version; empty when there is no file. */
function versionOf(path: string): string {
  try {
    const { ino, size, mtime } = Deno.statSync(path);
    return `${ino} ${size} ${mtime?.getTime()}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
