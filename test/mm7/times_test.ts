import assert from "node:assert/strict";
import { dateTime, parseTime } from "../../src/mm7/times.ts";

const NOW = Date.parse("2026-01-31T12:00:00Z");

const TIMES: [text: string, then: string | null][] = [
  ["2026-11-20T21:10:48.138Z", "2026-11-20T21:10:48.138Z"],
  ["2026-11-20T21:10:48Z", "2026-11-20T21:10:48.000Z"],
  ["2026-11-20T21:10:48", "2026-11-20T21:10:48.000Z"],
  ["2026-11-20T21:10:48+02:00", "2026-11-20T19:10:48.000Z"],
  ["P3D", "2026-02-03T12:00:00.000Z"],
  ["PT90M", "2026-01-31T13:30:00.000Z"],
  ["P1DT2H3M4.5S", "2026-02-01T14:03:04.500Z"],
  ["P1M", "2026-02-28T12:00:00.000Z"],
  ["P1Y", "2027-01-31T12:00:00.000Z"],
  ["-PT1S", "2026-01-31T11:59:59.000Z"],
  ["P0D", "2026-01-31T12:00:00.000Z"],
  ["P", null],
  ["PT", null],
  ["P1DT", null],
  ["P1W", null],
  ["P1S", null],
  ["PT1D", null],
  ["3D", null],
  ["P999999Y", null],
  ["2026-02-30T00:00:00Z", null],
  ["2026-11-20 21:10:48", null],
  ["20261120T211048Z", null],
  ["tomorrow", null],
  ["", null],
];

for (const [text, then] of TIMES) {
  Deno.test(`time "${text}" is ${then}`, () => {
    const ms = parseTime(text, NOW);
    assert.equal(ms === null ? null : new Date(ms).toISOString(), then);
  });
}

Deno.test("a duration is added to a time between two milliseconds too", () => {
  assert.equal(parseTime("P3D", NOW + 0.25), Date.parse("2026-02-03T12:00:00.000Z"));
});

Deno.test("times are written in UTC, to the second", () => {
  assert.equal(dateTime(NOW + 999), "2026-01-31T12:00:00Z");
});
