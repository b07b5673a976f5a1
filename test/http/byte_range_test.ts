import assert from "node:assert/strict";
import { type ByteRange, readRange } from "../../src/http/requests/byte_range.ts";

/** Ranges of 100 bytes (RFC 9110 section 14.1.2). */
const RANGES: [header: string | null, range: [number, number] | "unsatisfiable" | null][] = [
  [null, null],
  ["bytes=0-0", [0, 0]],
  ["bytes=0-49", [0, 49]],
  ["bytes=50-", [50, 99]],
  ["bytes=50-1000", [50, 99]],
  ["bytes=99-99", [99, 99]],
  ["bytes=-1", [99, 99]],
  ["bytes=-1000", [0, 99]],
  ["Bytes = 1-2 ", [1, 2]],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=100-200", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=99999999999999999999999-", "unsatisfiable"],
  ["bytes=2-1", null],
  ["bytes=-", null],
  ["bytes=", null],
  ["bytes=0-1,3-4", null],
  ["bytes=a-b", null],
  ["bytes=0x1-2", null],
  ["items=0-1", null],
];

for (const [header, range] of RANGES) {
  Deno.test(`range ${header}: ${range}`, () => {
    const expected: ByteRange | "unsatisfiable" | null = Array.isArray(range)
      ? { first: range[0], last: range[1] }
      : range;
    assert.deepEqual(readRange(header, 100), expected);
  });
}

Deno.test("no range of nothing can be satisfied", () => {
  for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"]) {
    assert.equal(readRange(header, 0), "unsatisfiable");
  }
});
