/**
 * What takes long to make and is only ever read, made once a test run: by whoever needs it first,
 * while all others wait.
 */

let own: string | undefined;

/** Directory of the test run, by TEST_FIXTURES_DIR, or else of this process; it goes with either. */
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
 * Answers the path of the file or directory of this name, which `make` leaves at the path it is
 * given. The name says all that the content depends on.
 */
export async function madeOnce(
  name: string,
  make: (path: string) => Promise<unknown>,
): Promise<string> {
  const path = `${runDirectory()}/${name}`;
  if (await exists(path)) return path;
  using lock = await Deno.open(`${path}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (await exists(path)) return path;
  // Under its name there is never half of it. The last part stays: programs go by it.
  const making = `${runDirectory()}/making-${crypto.randomUUID()}-${name}`;
  await make(making);
  await Deno.rename(making, path);
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
