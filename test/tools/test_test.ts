/** The test runner counts correctly, especially when tests fail. */
import assert from "node:assert/strict";
import {
  divide,
  lastLine,
  LONGEST,
  runs,
  select,
  slowest,
  summary,
  testFiles,
  verdict,
} from "../../tools/test.ts";

const summaries: readonly [output: string, passed: number, failed: number, skipped: number][] = [
  ["ok | 12 passed | 0 failed (1s)", 12, 0, 0],
  ["ok | 12 passed (3 steps) | 0 failed | 1 ignored (1s)", 12, 0, 1],
  ["ok | 1 passed (1 step) | 0 failed | 2 ignored (4 steps) | 7 filtered out (13ms)", 1, 0, 2],
  ["FAILED | 0 passed | 2 failed (1 step) (12ms)", 0, 2, 0],
  ["FAILED | 1 passed (1 step) | 3 failed (1 step) | 1 ignored (1m12s)", 1, 3, 1],
  ["\x1b[0m\x1b[32mok\x1b[0m | 4 passed | 0 failed \x1b[0m\x1b[38;5;245m(7ms)\x1b[0m\n", 4, 0, 0],
  ["ok | 99 passed | 0 failed (1s)\nsaid a test\n\nok | 1 passed | 0 failed (1s)\n", 1, 0, 0],
];

for (const [output, passed, failed, skipped] of summaries) {
  Deno.test(`counts: ${JSON.stringify(output)}`, () => {
    assert.deepEqual(summary(output), { passed, failed, skipped });
  });
}

Deno.test("a run that dies before its summary is a failure", () => {
  const typeError =
    "Check x_test.ts\nTS2307 [ERROR]: Cannot find module\nerror: Type checking failed.";
  assert.equal(summary(typeError), undefined);
  assert.deepEqual(verdict(typeError, 1), {
    passed: 0,
    failed: 1,
    skipped: 0,
    reason: "it ended without a summary (exit code 1)",
  });
});

Deno.test("a run whose exit code contradicts its summary is a failure", () => {
  assert.equal(verdict("ok | 3 passed | 0 failed (1s)", 1).failed, 1);
  assert.equal(verdict("ok | 3 passed | 0 failed (1s)", 0).failed, 0);
  assert.equal(verdict("FAILED | 3 passed | 2 failed (1s)", 1).failed, 2);
});

Deno.test("the last line names skipped tests only where there are any", () => {
  assert.equal(lastLine({ passed: 3, failed: 0, skipped: 0 }), "3 passed, 0 failed");
  assert.equal(lastLine({ passed: 3, failed: 1, skipped: 2 }), "3 passed, 1 failed, 2 skipped");
});

const files = [
  ...["test", "test/core", "test/core/slides_test.ts", "test/store", "test/store/accept_test.ts"],
  "test/bench",
];
const exists = (path: string) => files.includes(path);

const selections: readonly [args: string, ...runs: string[]][] = [
  [
    "",
    "test --no-prompt --parallel --no-check test/core",
    "test --no-prompt --parallel --no-check -A --ignore=test/core,test/bench,test/fixtures isolates",
  ],
  [
    "--no-check",
    "test --no-prompt --parallel --no-check test/core",
    "test --no-prompt --parallel --no-check -A --ignore=test/core,test/bench,test/fixtures isolates",
  ],
  [
    "test/store/accept_test.ts",
    "test --no-prompt --parallel -A --ignore=test/core,test/bench,test/fixtures " +
    "test/store/accept_test.ts",
  ],
  [
    "-- store",
    "test --no-prompt --parallel -A --ignore=test/core,test/bench,test/fixtures test/store",
  ],
  ["./test/core/", "test --no-prompt --parallel test/core"],
  ["core/slides_test.ts", "test --no-prompt --parallel test/core/slides_test.ts"],
  ["bench", "test --no-prompt --parallel -A --ignore=test/core,test/fixtures test/bench"],
  [
    "store --filter redirect",
    "test --no-prompt --parallel --filter=redirect -A " +
    "--ignore=test/core,test/bench,test/fixtures test/store",
  ],
  [
    "redirect",
    "test --no-prompt --parallel --filter=redirect test/core",
    "test --no-prompt --parallel --filter=redirect -A " +
    "--ignore=test/core,test/bench,test/fixtures isolates",
  ],
];

for (const [args, ...expected] of selections) {
  Deno.test(`deno task test ${args}`, () => {
    const selected = select(args.split(" ").filter(Boolean), exists);
    assert.deepEqual(
      runs(selected, exists, "isolates").map(({ args }) => args.join(" ")),
      expected,
    );
  });
}

Deno.test("a full run has every file once, the slowest first and alone", () => {
  const files = Array.from({ length: 20 }, (_, i) => `test/a/${i}_test.ts`);
  const divided = divide([...files, ...LONGEST].sort());
  assert.deepEqual(divided.slice(0, LONGEST.length), LONGEST.map((file) => [file]));
  assert.deepEqual(divided.flat().sort(), [...files, ...LONGEST].sort());
  assert.deepEqual(divided.slice(LONGEST.length).map(({ length }) => length), [10, 10]);
  assert.deepEqual(divide(["test/a_test.ts"]), [["test/a_test.ts"]]);
  for (const file of LONGEST) assert.ok(Deno.statSync(file).isFile);
});

Deno.test("no test file changes what others of its isolate or process depend on", () => {
  // A hook of one file would run for each test of the others; the environment belongs to the
  // process.
  const shared = /\bDeno\.(test\.(beforeEach|afterEach)|env\.(set|delete)|chdir|umask)\(/;
  for (const file of testFiles("test")) {
    assert.doesNotMatch(Deno.readTextFileSync(file), shared, file);
  }
});

Deno.test("the slowest files come first; a step counts within its test", () => {
  const junit = `
    <testcase name="a" classname="./test/a_test.ts" time="0.100" line="1" col="6">
    <testcase name="a &gt; step" classname="./test/a_test.ts" time="9.000" line="1" col="6">
    <testcase name="b" classname="./test/b_test.ts" time="1.500" line="1" col="6">
    <testcase name="c" classname="./test/a_test.ts" time="0.500" line="9" col="6">`;
  assert.deepEqual(slowest(junit), [
    { file: "./test/b_test.ts", seconds: 1.5 },
    { file: "./test/a_test.ts", seconds: 0.6 },
  ]);
});
