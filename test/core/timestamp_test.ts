import assert from "node:assert/strict";
import { isoMicros, parseIso } from "../../src/core/timestamp.ts";

const READ: [text: string, instant: string | null, why?: string][] = [
  ["2026-07-01T10:20:30Z", "2026-07-01T10:20:30.000Z"],
  ["2026-07-01t10:20:30z", "2026-07-01T10:20:30.000Z", "lower case"],
  ["2026-07-01 10:20:30", "2026-07-01T10:20:30.000Z", "a space for T, and UTC by default"],
  ["2026-07-01T10:20:30.123456Z", "2026-07-01T10:20:30.123Z", "microseconds are cut"],
  ["2026-07-01T10:20:30,5Z", "2026-07-01T10:20:30.500Z", "a decimal comma"],
  ["2026-07-01T10:20:30+05:30", "2026-07-01T04:50:30.000Z"],
  ["2026-07-01T10:20:30+0530", "2026-07-01T04:50:30.000Z"],
  ["2026-07-01T10:20:30 -05", "2026-07-01T15:20:30.000Z"],
  ["2026-07-01T10:20Z", "2026-07-01T10:20:00.000Z"],
  ["2026-07-01T10", "2026-07-01T10:00:00.000Z"],
  ["2026-07-01", "2026-07-01T00:00:00.000Z", "a day begins at its midnight"],
  ["20260701T102030Z", "2026-07-01T10:20:30.000Z", "basic format"],
  [" 2026-07-01 ", "2026-07-01T00:00:00.000Z", "space around it"],
  ["2028-02-29", "2028-02-29T00:00:00.000Z", "a leap day"],
  ["2026-06-30T23:59:60Z", "2026-06-30T23:59:59.000Z", "a leap second"],
  ["2026-02-29", null, "no leap year"],
  ["2026-13-01", null, "no such month"],
  ["2026-07-01T24:00:00Z", null, "no such hour"],
  ["2026-07-01T10:60:00Z", null, "no such minute"],
  ["2026-07-01T10:20:30+25:00", null, "no such offset"],
  ["2026-07-01T10:20:30[America/New_York]", null, "a zone is not ISO 8601"],
  ["2026-W27-3", null, "weeks are not read"],
  ["2026-182", null, "days of the year are not read"],
  ["-002026-07-01", null],
  ["07/01/2026", null],
  ["1782900000", null, "seconds since the epoch"],
  ["P1D", null, "a duration"],
  ["tomorrow", null],
  ["", null],
];

for (const [text, instant, why] of READ) {
  Deno.test(`parseIso ${JSON.stringify(text)} ${instant ?? "is refused"}${why ? `: ${why}` : ""}`, () => {
    const read = parseIso(text);
    assert.equal(read === null ? null : new Date(read).toISOString(), instant);
  });
}

const WRITTEN: [ms: number, text: string][] = [
  [0, "1970-01-01T00:00:00.000000+00:00"],
  [1_782_900_000_123, "2026-07-01T10:00:00.123000+00:00"],
  [1_782_900_000_123.5, "2026-07-01T10:00:00.123500+00:00"],
  [1_782_900_000_999.9995, "2026-07-01T10:00:01.000000+00:00"],
  [-1.5, "1969-12-31T23:59:59.998500+00:00"],
];

for (const [ms, text] of WRITTEN) {
  Deno.test(`isoMicros ${ms} is ${text}`, () => {
    assert.equal(isoMicros(ms), text);
    assert.match(isoMicros(ms), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$/);
    assert.equal(parseIso(isoMicros(ms)), Math.floor(Math.round(ms * 1000) / 1000));
  });
}
