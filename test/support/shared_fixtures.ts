/**
 * Read-only fixtures that take long to create. The first test that needs one creates it for the
 * whole test run; others wait.
 */

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

/**
 * Returns the path of the fixture of this name, a file or directory, which `create` writes to its
 * path. The name includes everything that the content depends on.
 */
export async function sharedFixture(
  name: string,
  create: (path: string) => Promise<unknown>,
): Promise<string> {
  const path = `${runDirectory()}/${name}`;
  if (await exists(path)) return path;
  using lock = await Deno.open(`${path}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (await exists(path)) return path;
  // Renamed when it is complete. The name's end stays, since programs read the file extension.
  const partial = `${runDirectory()}/partial-${crypto.randomUUID()}-${name}`;
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
