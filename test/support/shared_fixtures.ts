/**
 * Read-only fixtures that take long to create. The first test that needs one creates it; others wait.
 */
import { createHash } from "node:crypto";

let own: string | undefined;

/** Returns the directory of the test run (TEST_FIXTURES_DIR), or of this process; it ends with it. */
export function runDirectory(): string {
  const shared = Deno.env.get("TEST_FIXTURES_DIR");
  if (shared !== undefined) return shared;
  if (own === undefined) {
    own = Deno.makeTempDirSync({ prefix: "slidepost-made-" });
    globalThis.addEventListener("unload", () => Deno.removeSync(own!, { recursive: true }));
  }
  return own;
}

/** Writes a file or directory to a path. */
export type Create = (path: string) => Promise<unknown>;

/**
 * Returns the path of the fixture of this name in this test run. The name includes everything that
 * the content depends on.
 */
export function sharedFixture(name: string, create: Create): Promise<string> {
  return fixtureIn(runDirectory(), name, create);
}

/**
 * Returns the path of a fixture that later test runs find again, by the hash of its recipe.
 *
 * @param recipe Everything that the content depends on.
 * @param name File name, whose extension programs may read.
 */
export async function cachedFixture(recipe: string, name: string, create: Create): Promise<string> {
  const directory = await makeCacheDirectory() ?? runDirectory();
  const hash = createHash("sha256").update(recipe).digest("hex").slice(0, 32);
  return await fixtureIn(directory, `${hash}-${name}`, create);
}

/** Returns the user's directory for fixtures of later runs; undefined: the user has none. */
function cacheDirectory(): string | undefined {
  const caches = Deno.env.get("XDG_CACHE_HOME") ??
    (Deno.env.get("HOME") && `${Deno.env.get("HOME")}/.cache`);
  return caches && `${caches}/slidepost-tests`;
}

/** Creates that directory; undefined: there is none, as with a read-only home. */
async function makeCacheDirectory(): Promise<string | undefined> {
  const directory = cacheDirectory();
  try {
    if (directory) await Deno.mkdir(directory, { recursive: true });
    return directory;
  } catch {
    return undefined;
  }
}

/** Time after which a cached fixture is created anew, so that old recipes leave nothing behind. */
const CACHE_MS = 30 * 86_400_000;

/** Removes cached fixtures that are too old, and what killed runs have left half-made. */
export async function pruneCache(
  directory = cacheDirectory(),
  now: number = Date.now(),
): Promise<void> {
  if (directory === undefined || !await exists(directory)) return;
  for await (const { name } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    const { mtime } = await Deno.stat(path);
    if (now - mtime!.getTime() > CACHE_MS) await Deno.remove(path, { recursive: true });
  }
}

async function fixtureIn(directory: string, name: string, create: Create): Promise<string> {
  const path = `${directory}/${name}`;
  if (await exists(path)) return path;
  using lock = await Deno.open(`${path}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (await exists(path)) return path;
  // Renamed when it is complete. The name's end stays, since programs read the file extension.
  const partial = `${directory}/partial-${crypto.randomUUID()}-${name}`;
  await create(partial);
  await Deno.rename(partial, path);
  return path;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
