/**
 * Runs the tests: those of the core without any permission, which proves it pure, the others against a
 * temporary PostgreSQL server. They share read-only fixtures that take long to create.
 *
 *     deno task test                       what belongs to every change
 *     deno task test --full                also test/full: minutes, browsers, kills, foreign toolchains
 *     deno task test --busy                beside two busy loops per core, with waits five times as long
 *     deno task test core test/http/x.ts   these folders or files, below `test` or by full path
 *     deno task test --filter redirect     tests whose name contains this (as any other word does)
 *
 * The whole suite also fails for each documented response that no test has produced. Further options
 * go to `deno test`. The last line is always `N passed, N failed`.
 */
import { PATIENCE_FACTOR } from "../test/support/until.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { pruneCache } from "../test/support/shared_fixtures.ts";
import { setUp } from "./setup.ts";
import { startBusyLoops } from "./test/busy_loops.ts";
import { type Command, commandFor, matcher, parseCommand } from "./test/command_line.ts";
import { namesOf } from "./test/names.ts";
import { missingResponses, PRODUCED } from "./test/responses.ts";
import {
  add,
  type Counts,
  lastLine,
  NO_COUNTS,
  slowest,
  type TestCase,
  testCases,
  verdict,
} from "./test/results.ts";
import { divide, filesOf, FULL, isWithin, PURE, testFiles } from "./test/suite.ts";

/** Common options: `deno task ok` and the gates in `test/full` check the types. */
const DENO_TEST = [
  "test",
  "--config=deno.json",
  "--lock=test/deno.lock",
  "--no-check",
  "--no-prompt",
  "--parallel",
];

/** Path of an isolate's module, as `deno test` puts it before a test's name; it tells nothing. */
// deno-lint-ignore no-control-regex
const ISOLATE = /\S*slidepost-tests-\w+\/\w+\/\d{3}_test\.ts =>(?:\x1b\[0m)? ?/;

/** Factor of the limits on waits under `--busy`. */
const BUSY_FACTOR = 5;

/** Results of a run. */
interface Results {
  readonly counts: Counts;
  readonly cases: readonly TestCase[];
}

async function main(args: readonly string[]): Promise<Counts> {
  await pruneCache();
  const command = parseCommand(args, exists);
  const files = await matching(command, filesOf(command, [...testFiles("test")].sort()));
  if (files === null) return NO_COUNTS;
  const needsAll = files.some((file) => isWithin(file, FULL));
  if (!await setUp(needsAll ? "full" : "test")) return { ...NO_COUNTS, failed: 1 };
  const { counts, cases } = await run(command, files);
  printSlowest(cases);
  printFailures(cases, { full: command.full || needsAll });
  return counts;
}

/** Leaves the files with a test that the filter matches; null, after a message: there is none. */
async function matching(
  { filter, full }: Command,
  files: readonly string[],
): Promise<readonly string[] | null> {
  if (filter === null) return files;
  const matches = matcher(filter);
  const matchingAmong = async (files: readonly string[]) => {
    const names = await namesOf(files);
    return files.filter((file) => names[file]!.some(matches));
  };
  const found = await matchingAmong(files);
  if (found.length > 0) return found;
  const elsewhere = await matchingAmong([...testFiles("test")].sort());
  console.error(
    `No test matches ${JSON.stringify(filter)}` +
      (elsewhere.length === 0 ? "." : ` here, but some do in ${elsewhere.join(", ")}.`) +
      (full || elsewhere.length === 0 ? "" : " Add --full or the path."),
  );
  return null;
}

/** Runs the tests of these files that the filter matches, first those of the core. */
async function run(command: Command, files: readonly string[]): Promise<Results> {
  const fixtures = await Deno.makeTempDir({ prefix: "slidepost-made-" });
  Deno.env.set("TEST_FIXTURES_DIR", fixtures); // the server begins with what others need, too
  const isolates = await Deno.makeTempDir({ prefix: "slidepost-tests-" });
  const isPure = (file: string) => isWithin(file, PURE);
  try {
    await using _loops = command.busy ? startBusyLoops() : null;
    const core = await perform("core, without permissions", command, [], {
      files: files.filter(isPure),
      isolates: `${isolates}/core`,
    });
    const others = files.filter((file) => !isPure(file));
    if (others.length === 0) return core;
    const databaseUrl = Deno.env.get("TEST_DATABASE_URL");
    await using server = databaseUrl ? undefined : await startPostgres({ durable: false });
    const rest = await perform("all but core", command, ["-A"], {
      files: others,
      isolates: `${isolates}/others`,
      env: { TEST_DATABASE_URL: databaseUrl ?? server!.url },
    });
    const unproduced = await reportResponses(command, `${fixtures}/${PRODUCED}`);
    const counts = add(add(core.counts, rest.counts), { ...NO_COUNTS, failed: unproduced });
    return { counts, cases: [...core.cases, ...rest.cases] };
  } finally {
    await Deno.remove(fixtures, { recursive: true });
    await Deno.remove(isolates, { recursive: true });
  }
}

/**
 * Prints which documented responses a run of the whole suite has not produced.
 *
 * @param produced Path of the file with those that tests have produced.
 * @returns their number
 */
async function reportResponses({ paths, filter }: Command, produced: string): Promise<number> {
  if (paths.length > 0 || filter !== null) return 0;
  const missing = missingResponses(new Set((await Deno.readTextFile(produced)).split("\n")));
  console.log(`\ndocumented responses that no test has produced: ${missing.length}`);
  for (const each of missing) console.log(`  ${each}`);
  return missing.length;
}

interface Part {
  readonly files: readonly string[];
  /** Directory to create, for the modules of isolates and the report. */
  readonly isolates: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Calls `deno test` for some files, and prints what it prints. */
async function perform(
  title: string,
  { filter, options, busy }: Command,
  permissions: readonly string[],
  { files, isolates, env }: Part,
): Promise<Results> {
  if (files.length === 0) return { counts: NO_COUNTS, cases: [] };
  console.log(`\n── ${title} ──`);
  // With a filter, no file starts what only tests of others need.
  await writeIsolates(isolates, filter === null ? divide(files) : files.map((file) => [file]));
  const report = `${isolates}/report.xml`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...DENO_TEST,
      `--junit-path=${report}`,
      ...permissions,
      ...options,
      ...filter === null ? [] : [`--filter=${filter}`],
      isolates,
    ],
    env: {
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(jobs()),
      ...busy && { [PATIENCE_FACTOR]: String(BUSY_FACTOR) },
      ...env,
    },
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
  return { counts, cases: testCases(await Deno.readTextFile(report).catch(() => "")) };
}

/** Writes a module for each isolate, which imports its files; they run in this order. */
async function writeIsolates(folder: string, groups: readonly string[][]): Promise<void> {
  await Deno.mkdir(folder);
  for (const [i, group] of groups.entries()) {
    const imports = group.map((file) => `import "${import.meta.resolve(`../${file}`)}";\n`);
    await Deno.writeTextFile(`${folder}/${String(i).padStart(3, "0")}_test.ts`, imports.join(""));
  }
}

/** Returns the number of parallel jobs: two a core and one more, since many tests wait; at most eight. */
function jobs(): number {
  return Math.min(8, 2 * navigator.hardwareConcurrency + 1);
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

function printSlowest(cases: readonly TestCase[]) {
  const tests = slowest(cases);
  if (tests.length === 0) return;
  const total = percent(tests.reduce((sum, { share }) => sum + share, 0));
  console.log(`\nslowest, ${total} of the time of all tests:`);
  for (const { name, seconds, share } of tests) {
    console.log(`${seconds.toFixed(1).padStart(6)} s ${percent(share).padStart(7)}  ${name}`);
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function printFailures(cases: readonly TestCase[], suite: { readonly full: boolean }) {
  const failures = cases.filter(({ failed }) => failed);
  if (failures.length > 0) console.log("\nto run again what failed:");
  for (const { name } of failures) console.log(`  ${commandFor(name, suite)}`);
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

if (import.meta.main) {
  Deno.chdir(new URL("..", import.meta.url));
  const counts = await main(Deno.args).catch((error): Counts => {
    console.error(error instanceof Error ? error.message : error);
    return { ...NO_COUNTS, failed: 1 };
  });
  console.log(lastLine(counts));
  Deno.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
}
