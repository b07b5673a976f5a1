/** Results of `deno test`: counts from its output, failures and times from its JUnit report. Pure. */

/** Numbers of tests by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_COUNTS: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
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

/** Formats the last line, which people and scripts look for. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Test of a JUnit report. */
export interface TestCase {
  readonly name: string;
  readonly seconds: number;
  readonly failed: boolean;
}

/**
 * Reads the tests of a JUnit report that ran, without their steps, which are included in them.
 */
export function testCases(junit: string): TestCase[] {
  const pattern = /<testcase name="([^"]*)"[^>]*? time="([^"]*)"[^>]*>\s*(<failure)?/g;
  const cases = [...junit.matchAll(pattern)].map(([, name, seconds, failure]) => ({
    name: unescape(name!),
    seconds: Number(seconds),
    failed: failure !== undefined,
  }));
  const names = new Set(cases.map(({ name }) => name));
  return cases.filter(({ name }) => !isStep(name, names));
}

/** Reports whether a name is that of a step, which follows its test's. */
function isStep(name: string, names: ReadonlySet<string>): boolean {
  return [...name.matchAll(/ > /g)].some(({ index }) => names.has(name.slice(0, index)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

function unescape(xml: string): string {
  return xml.replaceAll(
    /&(?:\w+|#(\d+)|#x([\da-f]+));/gi,
    (entity, decimal, hex) =>
      ENTITIES[entity] ?? String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex, 16)),
  );
}

/** Test with its part of the time of all tests, from 0 to 1. */
export interface SlowTest extends TestCase {
  readonly share: number;
}

/** Lists the ten tests that took longest. Tests run in parallel, so all take longer than the run. */
export function slowest(cases: readonly TestCase[]): SlowTest[] {
  const total = cases.reduce((sum, { seconds }) => sum + seconds, 0);
  return cases.filter(({ seconds }) => seconds >= 0.1)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map((test) => ({ ...test, share: test.seconds / total }));
}
