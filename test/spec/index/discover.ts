/** Names of the tests in a file, as `deno test` prints them. */

/** `Deno.test` as test files call it: with a name, with options, or with a named function. */
type Definition = string | { name?: string } | ((context: Deno.TestContext) => unknown);

/**
 * Imports a test file with `Deno.test` replaced, and lists the names that it registers, those built
 * in loops included. No test runs. Steps are not listed: they exist when their test runs.
 */
export async function testsOf(file: URL): Promise<string[]> {
  const names: string[] = [];
  const record = (first: Definition, second?: unknown) => {
    names.push(typeof first === "string" ? first : first.name ?? (second as { name: string }).name);
  };
  const hook = () => {};
  const hooks = { beforeAll: hook, afterAll: hook, beforeEach: hook, afterEach: hook };
  const { test } = Deno;
  const put = (value: unknown) =>
    Object.defineProperty(Deno, "test", { value, writable: true, configurable: true });
  put(Object.assign(record, { ignore: hook, only: record, ...hooks }));
  try {
    // The query makes it a module of its own: this isolate may have loaded the file to run it.
    await import(`${file.href}?names`);
  } finally {
    put(test);
  }
  return names;
}

/** Builds the pattern of a name in the index: `*` stands for any text. */
export function patternOf(name: string): RegExp {
  const parts = name.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
