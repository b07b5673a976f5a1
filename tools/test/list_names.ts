/**
 * Imports the test files that it is given, and prints the names of their tests by file, as JSON in
 * its last line. A program of its own: no test may import it, since it awaits them.
 */

/** Finds the name among the arguments of `Deno.test`, in each of its forms. */
function nameOf(args: readonly unknown[]): string {
  for (const arg of args) {
    if (typeof arg === "string") return arg;
    const { name } = arg as { name?: string };
    if (name) return name;
  }
  return "";
}

/** Replaces `Deno.test`, and returns what it then collects: the names of the file being imported. */
function record(): string[] {
  const names: string[] = [];
  const register = (...args: readonly unknown[]) => void names.push(nameOf(args));
  const hook = () => {};
  const hooks = { beforeAll: hook, afterAll: hook, beforeEach: hook, afterEach: hook };
  Object.assign(Deno, {
    test: Object.assign(register, hooks, { only: register, ignore: register, sanitizer: hook }),
  });
  return names;
}

const names: Record<string, string[]> = {};
const recorded = record();
for (const file of Deno.args) {
  await import(new URL(file, new URL("../../", import.meta.url)).href);
  names[file] = recorded.splice(0);
}
// In the last line: modules may print.
await new Response(`\n${JSON.stringify(names)}`).body!.pipeTo(Deno.stdout.writable);
Deno.exit(0); // whatever they have started
