/**
 * `deno task audit`: asks the npm registry for advisories on the packages of the lock files. Ends
 * with code 1 for one of severity high or critical, with 2 where the registry does not respond.
 * NPM_CONFIG_REGISTRY names another registry.
 */

const LOCKS = ["deno.lock", "tools/launch/s3.lock", "test/deno.lock"];
const REGISTRY = "https://registry.npmjs.org/";
/** Severities that end the audit with a failure. */
const GRAVE: ReadonlySet<string> = new Set(["high", "critical"]);

/** Advisory as the registry has it. */
interface Advisory {
  readonly url: string;
  readonly title: string;
  readonly severity: string;
  /** Range of the versions that have the fault. */
  readonly vulnerable_versions: string;
}

/** Versions of packages by their names. */
type Packages = Readonly<Record<string, readonly string[]>>;

/** Lists the packages of lock files. Keys are `name@version`, and may name peers behind `_`. */
export function packagesOf(
  locks: readonly { npm?: Readonly<Record<string, unknown>> }[],
): Packages {
  const packages: Record<string, string[]> = {};
  for (const key of locks.flatMap(({ npm = {} }) => Object.keys(npm))) {
    const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key)!;
    const versions = packages[name!] ??= [];
    if (!versions.includes(version!)) versions.push(version!);
  }
  return packages;
}

/** @throws {Error} where the registry does not respond. */
async function advisoriesOn(packages: Packages): Promise<Readonly<Record<string, Advisory[]>>> {
  const registry = Deno.env.get("NPM_CONFIG_REGISTRY") ?? REGISTRY;
  const url = `${registry.replace(/\/$/, "")}/-/npm/v1/security/advisories/bulk`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(packages),
  });
  if (response.ok) return await response.json();
  await response.body?.cancel();
  throw new Error(`${url} responds ${response.status}`);
}

/** Prints the advisories; returns the exit code. */
async function audit(): Promise<number> {
  const locks = await Promise.all(LOCKS.map((path) => Deno.readTextFile(path)));
  const packages = packagesOf(locks.map((text) => JSON.parse(text)));
  let found: Awaited<ReturnType<typeof advisoriesOn>>;
  try {
    found = await advisoriesOn(packages);
  } catch (error) {
    console.error(
      `audit: the registry has no advisories: ${(error as Error).message}; name one that has in ` +
        "NPM_CONFIG_REGISTRY",
    );
    return 2;
  }
  const advisories = Object.entries(found).flatMap(([name, list]) =>
    list.map((advisory) => ({ name, ...advisory }))
  );
  for (const { name, severity, title, url, vulnerable_versions: range } of advisories) {
    const versions = packages[name]?.join(", ");
    console.log(`${severity}: ${name} ${versions}: ${title} (${range})\n  ${url}`);
  }
  const count = Object.keys(packages).length;
  console.log(`${count} packages, ${advisories.length} advisories`);
  return advisories.some(({ severity }) => GRAVE.has(severity)) ? 1 : 0;
}

if (import.meta.main) Deno.exit(await audit());
