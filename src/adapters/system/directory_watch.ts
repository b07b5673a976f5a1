/** Watch of DATA_DIR: an outage is logged when it begins and when it ends, whatever meets it. */
import { delay } from "../../lib/delay.ts";
import { createDependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import { type Scratch, StoreDown } from "../../ports/mod.ts";
import type { DataDirectory } from "./data_directory.ts";

export interface DirectoryWatch {
  scratch: Scratch;
  /** Resolves when no check is under way. */
  stop(): Promise<void>;
}

/** Interval of checks, in milliseconds. */
const CHECK_MS = 5000;

/** Watches a directory until it is stopped. */
export function watchDirectory(
  { check, path, scratch }: Pick<DataDirectory, "check" | "path" | "scratch">,
  log: Log,
): DirectoryWatch {
  const watch = createDependencyWatch({ log, kind: "directory" });
  const stopping = new AbortController();

  async function checkAndTell(): Promise<string | null> {
    const reason = await check();
    if (stopping.signal.aborted) return reason;
    if (reason === null) watch.succeeded(path);
    else watch.failed(path, { reason, facts: { directory: path }, isCertain: true });
    return reason;
  }

  async function checkUntilStopped(): Promise<void> {
    for (;;) {
      await delay(CHECK_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      await checkAndTell();
    }
  }

  const checking = checkUntilStopped();
  return {
    scratch: createScratch(scratch, checkAndTell),
    async stop() {
      stopping.abort();
      await checking;
    },
  };
}

/** @param check Returns what is wrong with the directory; null: nothing. */
export function createScratch(path: string, check: () => Promise<string | null>): Scratch {
  return {
    async use(name, work) {
      const directory = `${path}/${name}`;
      try {
        await makeIn(directory);
        return await work(directory);
      } catch (cause) {
        const fault = cause instanceof StoreDown ? null : await check();
        throw fault === null ? cause : new StoreDown(`DATA_DIR: ${fault}`, { cause });
      } finally {
        await Deno.remove(directory, { recursive: true }).catch(() => {});
      }
    },
  };
}

/** Makes a directory, but none above it: those of DATA_DIR are missing only where it is away. */
async function makeIn(directory: string): Promise<void> {
  try {
    await Deno.mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}
