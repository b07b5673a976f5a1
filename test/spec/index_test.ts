/** The index of requirements is complete: every entry has tests, and every test exists. */
import assert from "node:assert/strict";
import { patternOf, testsOf } from "./index/discover.ts";
import { REQUIREMENTS, SECTIONS } from "./index/mod.ts";
import type { TestRef } from "./index/requirement.ts";

const TESTS = new URL("../", import.meta.url);

Deno.test("the index: every requirement has an id of its own, words and tests", () => {
  const ids = new Set<string>();
  for (const { id, text: says, tests } of REQUIREMENTS) {
    assert.ok(!ids.has(id), `${id} is there twice`);
    ids.add(id);
    assert.match(says, /^[\w"].{8,}[^.]$/s, id);
    assert.ok(tests.length > 0, `${id} has no test`);
  }
});

Deno.test("the index: no section has lost an entry, and numbered rules have no gap", () => {
  for (const [size, requirements] of SECTIONS) {
    assert.equal(requirements.length, size, requirements[0]!.id);
    const rules = requirements.flatMap(({ id }) => /rule (\d+)/.exec(id)?.[1] ?? []).map(Number);
    const numbers = [...new Set(rules)];
    assert.deepEqual(numbers, numbers.map((_, at) => at + 1), requirements[0]!.id);
  }
});

Deno.test("the index: every test that it names exists", async () => {
  const refs = REQUIREMENTS.flatMap(({ id, tests }) => tests.map((test) => ({ id, ...test })));
  const missing: string[] = [];
  for (const [file, named] of Map.groupBy(refs, ({ file }) => file)) {
    const url = new URL(file, TESTS);
    const names = await testsOf(url);
    const source = await Deno.readTextFile(url);
    for (const { id, ...test } of named) {
      if (!isThere(test, names, source)) missing.push(`${id}: ${file}: ${test.name}`);
    }
  }
  assert.deepEqual(missing, []);
});

/** Looks for a step by its literal in the file, since steps exist only while their test runs. */
function isThere({ name }: TestRef, names: readonly string[], source: string): boolean {
  const [test, step] = name.split(" ... ");
  const pattern = patternOf(test!);
  if (!names.some((name) => pattern.test(name))) return false;
  return step === undefined || literalsOf(source).some((literal) => patternOf(step).test(literal));
}

function literalsOf(source: string): string[] {
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, literal]) => literal!);
}
