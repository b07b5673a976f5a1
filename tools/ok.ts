/**
 * `deno task ok`: the gate before a commit. Runs the quick checks in parallel, then the tests.
 */

/** A check that passes when its command does. */
export interface Gate {
  readonly name: string;
  /** Arguments for `deno`. */
  readonly command: readonly string[];
  /** Advice for when it fails. */
  readonly cure: string;
}

/** Excludes packages of tests and tools from `deno.lock`, since a first start downloads all it names. */
const TEST_LOCK = "--lock=test/deno.lock";

/** Quick checks. Tests of test/full run them too, so that CI cannot pass without them. */
export const gates: readonly Gate[] = [
  { name: "format", command: ["fmt", "--check"], cure: "run: deno fmt" },
  { name: "lint", command: ["lint"], cure: "fix what it names, or run: deno lint --fix" },
  {
    name: "types",
    command: ["check", TEST_LOCK, "mod.ts", "src", "tools", "test"],
    cure: "fix what it names",
  },
  {
    name: "generated code",
    command: ["run", "-A", TEST_LOCK, "tools/generate/mod.ts", "--check"],
    cure: "run: deno task generate",
  },
  {
    name: "prose",
    command: ["run", "-A", TEST_LOCK, "tools/prose.ts"],
    cure: "reword what it names; the rules are in tools/prose.ts",
  },
  {
    name: "layers",
    command: ["run", "-A", "tools/layers.ts"],
    cure: "import downwards; the folders and their order are in tools/layers.ts",
  },
  {
    name: "sizes",
    command: ["run", "-A", TEST_LOCK, "tools/sizes.ts"],
    cure: "split by noun; the limits are in tools/sizes.ts",
  },
];

const tests: Gate = {
  name: "tests",
  command: ["run", "-A", "tools/test.ts"],
  cure: "fix the code or the test",
};

const root = new URL("..", import.meta.url);

/** Runs a gate from the repository's root, without colours. */
export async function pass({ command }: Gate): Promise<{ passed: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...command],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { passed: success, output: (decoder.decode(stdout) + decoder.decode(stderr)).trim() };
}

/** Runs a gate and prints its line, and the output where it fails. */
async function check(gate: Gate): Promise<boolean> {
  const started = performance.now();
  const { passed, output } = await pass(gate);
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${passed ? "✓" : "✗"} ${gate.name.padEnd(14)} ${seconds} s`);
  if (!passed) console.log(`\n${output}\n\n→ ${gate.cure}\n`);
  return passed;
}

if (import.meta.main) {
  const quick = await Promise.all(gates.map(check));
  if (!quick.every(Boolean)) {
    console.log(`– ${tests.name.padEnd(14)}  not run`);
    Deno.exit(1);
  }
  console.log(`… ${tests.name.padEnd(14)}  about four minutes on two cores`);
  Deno.exit(await check(tests) ? 0 : 1);
}
