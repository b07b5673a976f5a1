/** Regular expressions in linear time, by JavaScript's own. */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { linearPattern, PatternError } from "../../src/lib/linear_pattern/mod.ts";

Deno.test("expressions find what JavaScript finds", () => {
  const cases: [source: string, text: string][] = [
    ["OK: (\\S+)", "OK: a-1\nOK: b"],
    ["^(\\d+)$", "4711"],
    ["^(\\d+)$", "4711\n"],
    ["<id>(.*?)</id>", "<id>1</id><id>2</id>"],
    ["<id>(.*)</id>", "<id>1</id><id>2</id>"],
    ["id=([^;&]*)", "status=ok&id=;x"],
    ["(?:ok|sent|queued)\\s+(\\w+)", "x queued  id7"],
    ["ERR(?:OR)? (\\d{3,5}?)", "ERROR 123456"],
    ["a|ab|(c)", "xabc"],
    ["(a|ab)(c|bcd)", "abcd"],
    ["[^\\]\\-a-c]+\\]", "abcxyz]"],
    ["\\u00e9\\x41\\.", "éA."],
    ["", "anything"],
    ["()x", "x"],
    ["x{0}y", "xy"],
    ['\\{"id":"(\\w+)"\\}', '{"id":"x1"}'],
    [".", "\n\u2028x"],
  ];
  for (const [source, text] of cases) {
    const expected = new RegExp(source).exec(text);
    assert.deepEqual(
      linearPattern(source).exec(text),
      expected === null ? null : { whole: expected[0], group: expected[1] ?? null },
      source,
    );
  }
});

/** Expressions of the subset over few letters, with at most one capturing group. */
const source = fc.letrec<{ full: string; solid: string; unit: string }>((tie) => ({
  unit: fc.constantFrom("a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\n"),
  solid: fc.oneof(
    { depthSize: "small" },
    tie("unit"),
    fc.tuple(tie("solid"), tie("full")).map(([first, second]) => first + second),
    fc.tuple(tie("solid"), tie("solid")).map(([first, second]) => `(?:${first}|${second})`),
    fc.tuple(tie("solid"), fc.constantFrom("+", "+?", "{2}", "{1,3}", "{1,}?"))
      .map(([node, quantifier]) => `(?:${node})${quantifier}`),
  ),
  full: fc.oneof(
    { depthSize: "small" },
    tie("solid"),
    fc.constantFrom("", "^", "$"),
    fc.tuple(tie("solid"), fc.constantFrom("*", "*?", "?", "??", "{0,2}"))
      .map(([node, quantifier]) => `(?:${node})${quantifier}`),
    fc.tuple(tie("full"), tie("full")).map(([first, second]) => `(?:${first}|${second})`),
  ),
})).full;

Deno.test("any expression of the subset means the same as in JavaScript", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "\n", "é"), maxLength: 12 });
  fc.assert(
    fc.property(source, source, source, text, (before, inner, after, text) => {
      const whole = `${before}(${inner})${after}`;
      const expected = new RegExp(whole).exec(text);
      assert.deepEqual(
        linearPattern(whole).exec(text),
        expected === null ? null : { whole: expected[0], group: expected[1] ?? null },
      );
    }),
    { numRuns: 3000 },
  );
});

Deno.test("expressions beyond the subset are refused", () => {
  const cases: [source: string, reason: RegExp][] = [
    ["(", /^is malformed/],
    ["a{3,2}", /^is malformed/],
    ["(?=a)", /^has "\(\?=", which is not supported/],
    ["(?<!a)b", /not supported/],
    ["(?<name>a)", /not supported/],
    ["(a)\\1", /not supported/],
    ["\\bword", /not supported/],
    ["a{b", /not supported/],
    ["(a)+", /^repeats a capturing group/],
    ["(?:(a)|b)*", /^repeats a capturing group/],
    ["(?:a*)*", /^repeats something that may be empty/],
    ["(?:|a)+", /^repeats something that may be empty/],
    ["a{101}", /^repeats more than 100 times/],
    ["a{1,1000}", /^repeats more than 100 times/],
    ["(?:(?:a{50}){50}){2}", /^is too complex/],
    ["a".repeat(501), /^is longer than 500/],
  ];
  for (const [source, reason] of cases) {
    assert.throws(
      () => linearPattern(source),
      (error) => error instanceof PatternError && reason.test(error.message),
      source,
    );
  }
});

Deno.test("expressions that keep JavaScript busy for ever end", () => {
  const text = "a".repeat(20_000);
  for (const source of ["(?:a+)+b", "(?:a|a)*b", "a*a*a*a*a*b", "(?:a?){30}b", "(.*)(.*)(.*)=x"]) {
    try {
      assert.equal(linearPattern(source).exec(text), null, source);
    } catch (error) {
      assert.ok(error instanceof PatternError, source);
    }
  }
});
