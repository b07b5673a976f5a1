import assert from "node:assert/strict";
import { canonicalJson } from "../../src/lib/canonical_json.ts";

const canonical = (text: string) => canonicalJson(JSON.parse(text));

/** The first is the canonical form; the others are the same value. */
const SAME: Record<string, [canonical: string, ...others: string[]]> = {
  "white space": ['{"a":[1,true,null],"b":{}}', '\t{ "a" : [ 1, true ,null ],\r\n "b": { } } '],
  "the order of names": ['{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
  "names that look like numbers": ['{"1":1,"10":2,"9":3}', '{"9":3,"10":2,"1":1}'],
  "names of other alphabets": ['{"Z":1,"a":2,"é":3,"😀":4}', '{"😀":4,"é":3,"a":2,"Z":1}'],
  "how numbers are written": [
    '{"n":[1,0,100,0.5,1e+21]}',
    '{"n":[1.0,-0,1e2,5e-1,1000000000000000000000]}',
  ],
  "how texts are escaped": ['{"t":"é/\\n\\"😀"}', '{"t":"\\u00e9\\/\\u000a\\u0022\\ud83d\\ude00"}'],
  "a name given twice, of which the last counts": ['{"a":2}', '{"a":1,"a":2}'],
  "a name that objects have of themselves": [
    '{"__proto__":{"a":1},"constructor":2}',
    '{"constructor":2,"__proto__":{"a":1}}',
  ],
  "half of a pair, which no other sign stands for": ['{"t":"\\ud83d"}'],
  "a value that is no object": ['"a"', ' "\\u0061" '],
};

for (const [title, [expected, ...others]] of Object.entries(SAME)) {
  Deno.test(`the same JSON value has one form: ${title}`, () => {
    for (const text of [expected, ...others]) assert.equal(canonical(text), expected);
  });
}

const DIFFERENT: Record<string, [string, string]> = {
  "the order of items": ["[1,2]", "[2,1]"],
  "a number and its text": ['{"to":16175550101}', '{"to":"16175550101"}'],
  "null and nothing": ['{"a":null}', "{}"],
  "true and its text": ["[true]", '["true"]'],
  "letter case": ['{"a":"Hello"}', '{"a":"hello"}'],
  "an array and an object": ["[]", "{}"],
  "one level more": ["[[]]", "[[[]]]"],
  "a text that looks like the end of another": ['{"a":"b\\",\\"c\\":\\"d"}', '{"a":"b","c":"d"}'],
  "lone surrogates": ['["\\ud83d"]', '["\\ud83e"]'],
};

for (const [title, [a, b]] of Object.entries(DIFFERENT)) {
  Deno.test(`other JSON values have other forms: ${title}`, () => {
    assert.notEqual(canonical(a), canonical(b));
  });
}

Deno.test("the canonical form parses to the same value", () => {
  const value = { b: [1, { d: "x", c: [] }, [[], {}]], a: { "": "" }, "\u2028": 1e-7 };
  assert.deepEqual(JSON.parse(canonicalJson(value)), value);
});

Deno.test("brackets nested to any depth are written", () => {
  for (const [open, close] of [["[", "]"], ['{"a":', "}"]] as const) {
    const text = `${open.repeat(200_000)}1${close.repeat(200_000)}`;
    assert.equal(canonical(text), text);
  }
});
