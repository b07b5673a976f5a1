/** Names of the tests that files register: from tables, generated code and shared suites, too. */

/** Names of tests by file. */
export type Names = Readonly<Record<string, readonly string[]>>;

const ROOT = new URL("../../", import.meta.url);

/**
 * Imports test files in a process of their own, and lists what they register, without running any
 * test. All files of this repository take some seconds.
 *
 * @param files Paths, from the repository's root or absolute.
 */
export async function namesOf(files: readonly string[]): Promise<Names> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--config=deno.json",
      "--lock=test/deno.lock",
      "tools/test/list_names.ts",
      ...files,
    ],
    cwd: ROOT,
    stdin: "null",
  }).output();
  const [names, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`the names of the tests cannot be read:\n${complaints}`);
  return JSON.parse(names!.split("\n").at(-1)!);
}
