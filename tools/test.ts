/**
 * Runs the tests: those of the core without any permission, which proves it pure, the others against a
 * temporary PostgreSQL server. They share read-only fixtures that take long to create.
 *
 *     deno task test                       everything
 *     deno task test core test/http/x.ts   these folders or files, below `test` or by full path
 *     deno task test --filter redirect     tests whose name contains this (as any other word does)
 *
 * Further options go to `deno test`. The last line is always `N passed, N failed`.
 */
import { startPostgres } from "../test/support/postgres.ts";
import { setUp } from "./setup.ts";

/** Numbers of tests by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Parsed command line. */
export interface Selection {
  /** Files and folders to test; empty: all. */
  readonly paths: readonly string[];
  /** Options for `deno test`. */
  readonly options: readonly string[];
}

/** Call of `deno test`. */
export interface Run {
  readonly title: string;
  readonly args: readonly string[];
}

const PURE_TESTS = "test/core";
/** Folders left out of a full run: benchmarks take minutes, and the core has its own run. */
const EXCLUDED = [PURE_TESTS, "test/bench", "test/fixtures"];

/**
 * Files that take longest, 20 s or more. They come first, each on its own, so that none of them is
 * left to run when the others have ended.
 */
export const LONGEST = [
  "test/program/backup_test.ts",
  "test/tools/gate_test.ts",
  "test/spec/isolation_test.ts",
  "test/adapters/store/postgres_test.ts",
  "test/spec/neighbours_test.ts",
  "test/client/languages_test.ts",
  "test/adapters/transcoder/formats_test.ts",
  "test/web/chromium_test.ts",
  "test/program/embedded_test.ts",
  "test/tools/compile_test.ts",
  "test/console/messages_test.ts",
  "test/console/phone_test.ts",
  "test/console/accounts_chromium_test.ts",
  "test/console/templates_chromium_test.ts",
  "test/console/try_chromium_test.ts",
];

/** Test files per isolate: each isolate loads and compiles the service anew. */
const FILES_PER_ISOLATE = 12;

/** Path of an isolate's module, as `deno test` puts it before a test's name; it tells nothing. */
// deno-lint-ignore no-control-regex
const ISOLATE = /\S*slidepost-tests-\w+\/\d{3}_test\.ts =>(?:\x1b\[0m)? /;

const NO_COUNTS: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Parses the command line; `exists` tells paths from words of test names. */
export function select(args: readonly string[], exists: (path: string) => boolean): Selection {
  const paths: string[] = [];
  const options: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const path = [`test/${arg}`, arg].map(tidy).find(exists);
    if (arg === "--") continue;
    else if (arg === "--filter") options.push(`--filter=${rest.shift() ?? ""}`);
    else if (arg.startsWith("-")) options.push(arg);
    else if (path !== undefined) paths.push(path);
    else options.push(`--filter=${arg}`);
  }
  return { paths, options };
}

/**
 * Divides test files among isolates: the longest alone, the others in turn, so that files of one
 * folder, which take about as long, end up in different isolates.
 */
export function divide(files: readonly string[]): string[][] {
  const others = files.filter((file) => !LONGEST.includes(file));
  const isolates = Math.ceil(others.length / FILES_PER_ISOLATE);
  return [
    ...LONGEST.filter((file) => files.includes(file)).map((file) => [file]),
    ...Array.from({ length: isolates }, (_, i) => others.filter((_, j) => j % isolates === i)),
  ];
}

/**
 * Converts a selection to calls of `deno test`.
 *
 * @param isolates Folder of modules that import the files of one isolate each, for a full run.
 */
export function runs(
  { paths, options }: Selection,
  exists: (path: string) => boolean,
  isolates: string,
): Run[] {
  // In a full run one test checks all types; a selection may not include that test.
  const everything = paths.length === 0 && options.length === 0;
  const common = [
    "test",
    "--no-prompt",
    "--parallel",
    ...options,
    ...everything ? ["--no-check"] : [],
  ];
  const wanted = paths.length === 0 ? ["test"] : paths;
  const core = wanted.includes("test")
    ? [PURE_TESTS]
    : wanted.filter((path) => isWithin(path, PURE_TESTS));
  const others = wanted.filter((path) => !isWithin(path, PURE_TESTS))
    .map((path) => path === "test" ? isolates : path);
  const ignored = EXCLUDED.filter((folder) => !others.some((path) => isWithin(path, folder)));
  return [
    { title: "core, without permissions", paths: core.filter(exists), args: [] },
    { title: "all but core", paths: others, args: ["-A", `--ignore=${ignored}`] },
  ]
    .filter(({ paths }) => paths.length > 0)
    .map(({ title, paths, args }) => ({ title, args: [...common, ...args, ...paths] }));
}

/** Finds the counts in the output of `deno test`; undefined: it ended before its summary. */
export function summary(output: string): Counts | undefined {
  // deno-lint-ignore no-control-regex
  const lines = output.replaceAll(/\x1b\[[\d;]*m/g, "").split("\n");
  const line = lines.findLast((line) => /^(ok|FAILED) \| \d+ passed/.test(line));
  if (!line) return undefined;
  const count = (result: string) =>
    Number(line.match(new RegExp(`\\| (\\d+) ${result}`))?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed"), skipped: count("ignored") };
}

/** Determines the result of one run; an early end counts as a failure. */
export function verdict(output: string, exitCode: number): Counts & { readonly reason?: string } {
  const counts = summary(output);
  if (!counts) {
    return {
      ...NO_COUNTS,
      failed: 1,
      reason: `it ended without a summary (exit code ${exitCode})`,
    };
  }
  if (exitCode !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, reason: `no test failed, yet its exit code is ${exitCode}` };
  }
  return counts;
}

/** Sums the seconds of each test file from a JUnit report, slowest first. */
export function slowest(junit: string): { readonly file: string; readonly seconds: number }[] {
  const times = new Map<string, number>();
  for (
    const [, name, file, time] of junit.matchAll(
      /<testcase name="(.*?)" classname="(.*?)" time="(.*?)"/g,
    )
  ) {
    if (name!.includes(" &gt; ")) continue; // a step: included in its test
    times.set(file!, (times.get(file!) ?? 0) + Number(time));
  }
  return [...times].map(([file, seconds]) => ({ file, seconds }))
    .sort((a, b) => b.seconds - a.seconds);
}

/** Formats the last line, which people and scripts look for. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

async function main(args: readonly string[]): Promise<Counts> {
  if (!await setUp("test")) return { ...NO_COUNTS, failed: 1 };
  const fixtures = await Deno.makeTempDir({ prefix: "slidepost-made-" });
  Deno.env.set("TEST_FIXTURES_DIR", fixtures); // the server begins with what others need, too
  const isolates = await Deno.makeTempDir({ prefix: "slidepost-tests-" });
  const report = `${isolates}/report.xml`;
  let total = NO_COUNTS;
  let reports = "";
  try {
    const databaseUrl = Deno.env.get("TEST_DATABASE_URL");
    await using server = databaseUrl ? undefined : await startPostgres({ durable: false });
    const env = {
      TEST_DATABASE_URL: databaseUrl ?? server!.url,
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(jobs()),
    };
    await writeIsolates(isolates);
    for (const run of runs(select(args, exists), exists, isolates)) {
      await Deno.writeTextFile(report, "");
      total = add(total, await perform(run, report, env));
      reports += await Deno.readTextFile(report);
    }
  } finally {
    await Deno.remove(fixtures, { recursive: true });
    await Deno.remove(isolates, { recursive: true });
  }
  printSlowest(reports);
  return total;
}

/** Writes the modules of a full run, in the order in which they run. */
async function writeIsolates(folder: string): Promise<void> {
  const files = [...testFiles("test")].filter((file) =>
    !EXCLUDED.some((excluded) => isWithin(file, excluded))
  ).sort();
  for (const [i, group] of divide(files).entries()) {
    const imports = group.map((file) => `import "${import.meta.resolve(`../${file}`)}";\n`);
    await Deno.writeTextFile(`${folder}/${String(i).padStart(3, "0")}_test.ts`, imports.join(""));
  }
}

/** Finds the test files below a folder. */
export function* testFiles(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* testFiles(`${folder}/${name}`);
    else if (name.endsWith("_test.ts")) yield `${folder}/${name}`;
  }
}

/** Returns the number of parallel jobs: two a core and one more, since many tests wait; at most eight. */
function jobs(): number {
  return Math.min(8, 2 * navigator.hardwareConcurrency + 1);
}

async function perform(
  { title, args }: Run,
  report: string,
  env: Record<string, string>,
): Promise<Counts> {
  console.log(`\n── ${title} ──`);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      args[0]!,
      "--config=deno.json",
      "--lock=test/deno.lock",
      `--junit-path=${report}`,
      ...args.slice(1),
    ],
    env,
    stdin: "null",
    stdout: "piped",
  }).spawn();
  using interruption = forwardSignals(child);
  let output = "";
  for await (const line of lines(child.stdout)) {
    output += line;
    Deno.stdout.writeSync(new TextEncoder().encode(line.replace(ISOLATE, "")));
  }
  const { code } = await child.status;
  if (interruption.happened) throw new Error("interrupted");
  const { reason, ...counts } = verdict(output, code);
  if (reason) console.log(`${title}: counted as failed, because ${reason}`);
  return counts;
}

/** Splits output into lines, each with its end. */
async function* lines(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n)/);
    rest = lines.at(-1)!.endsWith("\n") ? "" : lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Forwards signals to the tests, which would otherwise outlive this process. */
function forwardSignals(child: Deno.ChildProcess): Disposable & { happened: boolean } {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const forward = () => {
    interruption.happened = true;
    try {
      child.kill("SIGTERM");
    } catch {
      // A terminal sends the signal to both processes: the child has ended already.
    }
  };
  const interruption = {
    happened: false,
    [Symbol.dispose]: () => signals.forEach((signal) => Deno.removeSignalListener(signal, forward)),
  };
  for (const signal of signals) Deno.addSignalListener(signal, forward);
  return interruption;
}

function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

function printSlowest(junit: string) {
  const files = slowest(junit).slice(0, 5).filter(({ seconds }) => seconds >= 0.1);
  if (files.length === 0) return;
  console.log("slowest:");
  for (const { file, seconds } of files) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
  }
  console.log();
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

const tidy = (path: string) => path.replace(/^\.\//, "").replace(/\/$/, "");

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

if (import.meta.main) {
  Deno.chdir(new URL("..", import.meta.url));
  const counts = await main(Deno.args).catch((error): Counts => {
    console.error(error instanceof Error ? error.message : error);
    return { ...NO_COUNTS, failed: 1 };
  });
  console.log(lastLine(counts));
  Deno.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
}
