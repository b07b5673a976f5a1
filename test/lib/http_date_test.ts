/** RFC 9110 section 5.6.7; RFC 9111 section 4.2. */
import assert from "node:assert/strict";
import { readHttpDate } from "../../src/lib/http_date.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

const DATES: [what: string, field: string, iso: string][] = [
  ["IMF-fixdate", "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"],
  ["RFC 850's form", "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"],
  ["asctime's form", "Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"],
  ["asctime's form with a day of two digits", "Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"],
  ["any letter case", "sun, 06 NOV 1994 08:49:37 gmt", "1994-11-06T08:49:37Z"],
  ["a year of two digits 50 years ahead", "Friday, 20-Nov-76 12:00:00 GMT", "2076-11-20T12:00:00Z"],
  ["one more is of the past", "Friday, 20-Nov-77 12:00:00 GMT", "1977-11-20T12:00:00Z"],
  ["a leap day", "Thu, 29 Feb 2024 00:00:00 GMT", "2024-02-29T00:00:00Z"],
  ["a leap second", "Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"],
  ["a wrong day of the week", "Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"],
];

for (const [title, field, iso] of DATES) {
  Deno.test(`an HTTP date: ${title}`, () => {
    assert.equal(readHttpDate(field, NOW), Date.parse(iso));
  });
}

const NO_DATES: (string | undefined)[] = [
  undefined,
  "",
  "0",
  "-1",
  "3000",
  "soon",
  "2026-11-20T12:00:00Z",
  "Sun, 06 Nov 1994 08:49:37",
  "Sun, 06 Nov 1994 08:49:37 UTC",
  "Sun, 06 Nov 1994 08:49:37 CET",
  "Sun, 06 Nov 1994 08:49:37 +0100",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "Sun, 06 Nov 94 08:49:37 GMT",
  "Sun, 06 November 1994 08:49:37 GMT",
  "Sun, 00 Nov 1994 08:49:37 GMT",
  "Sun, 31 Nov 1994 08:49:37 GMT",
  "Thu, 29 Feb 2023 00:00:00 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:00 GMT",
  "Sun, 06 Nov 1994 08:49:61 GMT",
  "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
];

for (const field of NO_DATES) {
  Deno.test(`no HTTP date: ${JSON.stringify(field)}`, () => {
    assert.equal(readHttpDate(field, NOW), null);
  });
}
