/** The test runner counts correctly, especially when tests fail. */
import assert from "node:assert/strict";
import { commandFor, matcher, parseCommand } from "../../tools/test/command_line.ts";
import { namesOf } from "../../tools/test/names.ts";
import { lastLine, slowest, summary, testCases, verdict } from "../../tools/test/results.ts";
import { divide, filesOf, testFiles } from "../../tools/test/suite.ts";
import { until } from "../support/until.ts";

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

const FILES = [
  "test/core/slides_test.ts",
  "test/spec/sendsms_test.ts",
  "test/spec/index_test.ts",
  "test/full/spec/chromium_test.ts",
  "test/full/fuzz/doors_test.ts",
  "test/bench/x_test.ts",
];
const exists = (path: string) =>
  ["test", ...FILES].some((file) => file === path || file.startsWith(`${path}/`));

const selections: readonly [args: string, ...files: string[]][] = [
  ["", "core/slides", "spec/sendsms", "spec/index"],
  ["--full", "core/slides", "spec/sendsms", "spec/index", "full/spec/chromium", "full/fuzz/doors"],
  ["test", "core/slides", "spec/sendsms", "spec/index"],
  ["-- spec", "spec/sendsms", "spec/index"],
  ["spec --full", "spec/sendsms", "spec/index", "full/spec/chromium"],
  ["./test/spec/ core", "core/slides", "spec/sendsms", "spec/index"],
  ["spec/index_test.ts", "spec/index"],
  ["full", "full/spec/chromium", "full/fuzz/doors"],
  ["test/full/fuzz/doors_test.ts", "full/fuzz/doors"],
  ["bench", "bench/x"],
];

for (const [args, ...expected] of selections) {
  Deno.test(`files of: deno task test ${args}`, () => {
    const command = parseCommand(args.split(" ").filter(Boolean), exists);
    assert.deepEqual([command.filter, command.options], [null, []]);
    assert.deepEqual(
      filesOf(command, FILES),
      expected.map((name) => `test/${name}_test.ts`),
    );
  });
}

const filters: readonly [args: string[], filter: string | null, options: string[]][] = [
  [["--filter", "a redirect"], "a redirect", []],
  [["--filter=a redirect", "spec"], "a redirect", []],
  [["redirect"], "redirect", []],
  [["a", "redirect", "is"], "a redirect is", []],
  [["--fail-fast", "--shuffle=7"], null, ["--fail-fast", "--shuffle=7"]],
  [["--busy", "--trace-leaks"], null, ["--trace-leaks"]],
];

for (const [args, filter, options] of filters) {
  Deno.test(`filter and options of: deno task test ${args.join(" ")}`, () => {
    const command = parseCommand(args, exists);
    assert.deepEqual([command.filter, command.options], [filter, options]);
    assert.equal(command.busy, args.includes("--busy"));
  });
}

for (const path of ["spec/index_tests.ts", "core/nothing", "index_test.ts"]) {
  Deno.test(`a path that does not exist is no filter: ${path}`, () => {
    assert.throws(() => parseCommand(["spec", path], exists), {
      message: `there is no ${path}, here or below test`,
    });
  });
}

Deno.test("a filter matches text as it is, or a pattern between slashes", () => {
  const matched = (filter: string) => ["a (b)", "a b"].filter(matcher(filter));
  assert.deepEqual(matched("(b)"), ["a (b)"]);
  assert.deepEqual(matched("/a.b$/"), ["a b"]);
  assert.deepEqual(matched("c"), []);
});

Deno.test("the command that runs a test again is one word for the shell, and selects it", async () => {
  const name = "it's a `$HOME` test: \"\\ 🎉";
  const command = commandFor(name, { full: true });
  const { stdout } = await new Deno.Command("/bin/sh", {
    args: ["-c", command.replace("deno task test", "printf '%s\\n'")],
  }).output();
  const words = new TextDecoder().decode(stdout).trimEnd().split("\n");
  assert.deepEqual(words, ["--full", "--filter", name]);
  assert.equal(parseCommand(words, exists).filter, name);
  assert.equal(commandFor("x", { full: false }), "deno task test --filter 'x'");
});

Deno.test("each file is in one isolate, those of test/full first and alone, the last ones small", () => {
  const fast = Array.from({ length: 140 }, (_, i) => `test/a/${i}_test.ts`);
  const long = ["test/full/b_test.ts", "test/full/c_test.ts"];
  const isolates = divide([...fast, ...long]);
  assert.deepEqual(isolates.slice(0, 2), long.map((file) => [file]));
  assert.deepEqual(isolates.flat().sort(), [...fast, ...long].sort());
  const sizes = isolates.slice(2).map(({ length }) => length);
  assert.deepEqual(sizes, sizes.toSorted((a, b) => b - a));
  assert.deepEqual([sizes[0], Math.max(...sizes.slice(-5))], [12, 3]);
  assert.deepEqual(divide(["test/a_test.ts"]), [["test/a_test.ts"]]);
});

Deno.test("names are those that files register, in each form of Deno.test and from tables", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/forms_test.ts`,
      `const fn = () => {};
      Deno.test("a text", fn);
      Deno.test({ name: "an object", fn });
      Deno.test("with options", { sanitizeOps: false }, fn);
      Deno.test(function byFunction() {});
      Deno.test.ignore("left out", fn);
      Deno.test.beforeAll(fn);
      for (const n of [1, 2]) Deno.test(\`row \${n}\`, fn);
      console.log("a module that prints");`,
    );
    assert.deepEqual(await namesOf([`${folder}/forms_test.ts`]), {
      [`${folder}/forms_test.ts`]: [
        "a text",
        "an object",
        "with options",
        "byFunction",
        "left out",
        "row 1",
        "row 2",
      ],
    });
    await Deno.writeTextFile(`${folder}/broken_test.ts`, "throw new Error('at import');");
    await assert.rejects(namesOf([`${folder}/broken_test.ts`]), /at import/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("no test file changes what others of its isolate or process depend on", () => {
  // A hook of one file would run for each test of the others; the environment belongs to the
  // process.
  const shared = /\bDeno\.(test\.(beforeEach|afterEach)|env\.(set|delete)|chdir|umask)\(/;
  for (const file of testFiles("test")) {
    assert.doesNotMatch(Deno.readTextFileSync(file), shared, file);
  }
});

/** Folders that may use clocks: measurements, load generators, and what waits for all tests. */
const WITH_CLOCKS = /^test\/(bench|chaos|fuzz|fixtures|support)\//;

Deno.test("no test has a timer, a time limit or a stop-watch of its own", () => {
  // Waits end by an event or by the limit of test/support/until.ts.
  const clock = /\bsetTimeout\(|\bperformance\.now\(|\bAbortSignal\.timeout\(/;
  // A loop without end or rest, which may also keep from coming what it waits for.
  const spin = /\bwhile \(.*\) (await pause\(|\{ ?(\/\*.*\*\/ ?)?\})/;
  const found = [...sourceFiles("test")].filter((file) => !WITH_CLOCKS.test(file))
    .flatMap((file) =>
      Deno.readTextFileSync(file).split("\n").flatMap((line, i) =>
        clock.test(line) || spin.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : []
      )
    );
  assert.deepEqual(
    found.filter((position) => !position.startsWith("test/tools/test_test.ts:")),
    [],
  );
});

function* sourceFiles(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* sourceFiles(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}

const JUNIT = `
<testcase name="a" classname="./test/a_test.ts" time="0.100" line="1" col="6">
</testcase>
<testcase name="a &gt; step" classname="./test/a_test.ts" time="9.000" line="1" col="6">
</testcase>
<testcase name="left out by a filter" classname="./test/a_test.ts" line="1" col="6">
    <skipped/>
</testcase>
<testcase name="b &gt; c" classname="./test/b_test.ts" time="1.500" line="1" col="6">
    <failure message="Error: no">Error: no</failure>
</testcase>
<testcase name="it&apos;s &amp;lt; &#x1F389;" classname="./test/a_test.ts" time="0.400" line="9" col="6">
</testcase>`;

Deno.test("a report's tests have their names as written; a step is part of its test", () => {
  assert.deepEqual(testCases(JUNIT), [
    { name: "a", seconds: 0.1, failed: false },
    { name: "b > c", seconds: 1.5, failed: true },
    { name: "it's &lt; 🎉", seconds: 0.4, failed: false },
  ]);
});

Deno.test("the slowest tests come first, with their share, and at most ten", () => {
  assert.deepEqual(slowest(testCases(JUNIT)), [
    { name: "b > c", seconds: 1.5, failed: true, share: 0.75 },
    { name: "it's &lt; 🎉", seconds: 0.4, failed: false, share: 0.2 },
    { name: "a", seconds: 0.1, failed: false, share: 0.05 },
  ]);
  const many = Array.from({ length: 12 }, (_, i) => ({ name: `${i}`, seconds: 1 + i }));
  const cases = many.map((fields) => ({ failed: false, ...fields }));
  assert.deepEqual(slowest(cases).map(({ name }) => name), [
    "11",
    "10",
    "9",
    "8",
    "7",
    "6",
    "5",
    "4",
    "3",
    "2",
  ]);
});

Deno.test("busy loops end with the process that started them, however it ends", async () => {
  const program = `import { startBusyLoops } from "${new URL(
    "../../tools/test/busy_loops.ts",
    import.meta.url,
  )}"; startBusyLoops(); console.log("started"); setInterval(() => {}, 1000);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", program],
    stdout: "piped",
  }).spawn();
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  assert.match(value!, /started/);
  const children = async () => {
    const args = ["-f", `^/bin/sh -c while kill -0 .* sh ${child.pid}$`];
    const { stdout } = await new Deno.Command("pgrep", { args }).output();
    return new TextDecoder().decode(stdout).split("\n").filter(Boolean).length;
  };
  assert.equal(await children(), 2 * navigator.hardwareConcurrency);
  child.kill("SIGKILL");
  await child.status;
  await until(children, (count) => count === 0);
});
