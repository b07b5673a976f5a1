/** Places of faults in JSON, compared with JSON.parse for every prefix and many mutations. */
import assert from "node:assert/strict";
import { jsonFaultAt, lineAndColumn } from "../../src/lib/json_fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SAMPLE = `{"a": [1, -0.5e+7, {"b\\u00e9\\n": null}, [], {}], "é": true,\n "": "x"}`;
const CHARACTERS = '{}[]:,"\\ \n\t\u0001tn0-.eu/é'.split("");

Deno.test("a fault is found where JSON.parse finds one, for each edit of a sample", () => {
  for (let at = 0; at <= SAMPLE.length; at++) {
    const [before, after] = [SAMPLE.slice(0, at), SAMPLE.slice(at)];
    const texts = [before, before + after.slice(1)];
    for (const each of CHARACTERS) {
      texts.push(before + each + after, before + each + after.slice(1));
    }
    for (const text of texts) {
      const fault = jsonFaultAt(text);
      assert.equal(fault === null, isJson(text), text);
      // What precedes the fault is the beginning of some JSON: a valid text has no fault before it.
      if (fault !== null) assert.ok(fault >= 0 && fault <= text.length, text);
    }
  }
});

Deno.test("a fault is at the first character that cannot be there", () => {
  const table: [text: string, position: string][] = [
    ["", "line 1, column 1"],
    ['{"a": 1,}', "line 1, column 9"],
    ["{'a': 1}", "line 1, column 2"],
    ['{"a" 1}', "line 1, column 6"],
    ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"],
    ['{"a": "🙂\n"}', "line 1, column 9"],
    ['{"a": "\\x"}', "line 1, column 8"],
    ['{"a": tru}', "line 1, column 7"],
    ['{"a": 01}', "line 1, column 8"],
    ['{"a": [1, 2}', "line 1, column 12"],
    ['{"a": 1', "line 1, column 8"],
    ["{} {}", "line 1, column 4"],
    ['{"a": "b', "line 1, column 9"],
  ];
  for (const [text, position] of table) {
    assert.equal(lineAndColumn(text, jsonFaultAt(text)!), position, text);
  }
});

Deno.test("deep nesting and long texts need no stack", () => {
  assert.equal(jsonFaultAt("[".repeat(1_000_000)), 1_000_000);
  assert.equal(jsonFaultAt(`["${"é".repeat(1_000_000)}"`), 1_000_004 - 1);
});
