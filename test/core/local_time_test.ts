import assert from "node:assert/strict";
import { instantIn, parseLocal } from "../../src/core/local_time.ts";

/** Texts with the local time that they mean; a date alone has no `T`. */
const WRITTEN: [text: string, local: string | null, why: string][] = [
  ["2026-07-01T10:00:00", "2026-07-01T10:00:00", "extended"],
  ["20260701T100000", "2026-07-01T10:00:00", "basic"],
  ["2026-07-01T100000", "2026-07-01T10:00:00", "date and time each in its own form"],
  ["2026-07-01T10:30", "2026-07-01T10:30:00", "without seconds"],
  ["20260701T1030", "2026-07-01T10:30:00", "basic, without seconds"],
  ["2026-07-01T10", "2026-07-01T10:00:00", "to the hour"],
  ["2026-07-01T10:00:00.5", "2026-07-01T10:00:00.5", "a fraction"],
  ["2026-07-01T10:00:00,123456789", "2026-07-01T10:00:00.123", "a finer one, after a comma"],
  ["2026-07-01t10:00:00z", "2026-07-01T10:00:00", "in lower case"],
  ["2026-07-01 10:00:00", "2026-07-01T10:00:00", "a space for the T"],
  [" 2026-07-01T10:00:00\n", "2026-07-01T10:00:00", "space around it"],
  ["2026-07-01T10:00:00Z", "2026-07-01T10:00:00", "UTC"],
  ["2026-07-01T10:00:00+05:30", "2026-07-01T10:00:00", "an offset"],
  ["2026-07-01T10:00-0800", "2026-07-01T10:00:00", "a basic offset"],
  ["2026-07-01T10:00:00 +02", "2026-07-01T10:00:00", "an offset of hours, after a space"],
  ["2026-07-01", "2026-07-01", "a date"],
  ["20260701", "2026-07-01", "a basic date"],
  ["2024-02-29T00:00", "2024-02-29T00:00:00", "a leap day"],
  ["2026-07-01T24:00", "2026-07-02T00:00:00", "the end of a day"],
  ["2026-12-31T24:00:00.000", "2027-01-01T00:00:00", "the end of a year"],
  ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59", "a leap second"],
  ["0001-01-01T00:00", "0001-01-01T00:00:00", "the first year"],
  ["9999-12-31T23:59:59", "9999-12-31T23:59:59", "the last year"],
  ["", null, "nothing"],
  ["tomorrow", null, "words"],
  ["2026-02-29", null, "no leap year"],
  ["2026-13-01", null, "no month"],
  ["2026-00-10", null, "no month 0"],
  ["2026-04-31T10:00", null, "no day"],
  ["2026-07-01T25:00", null, "no hour"],
  ["2026-07-01T24:00:01", null, "after the end of the day"],
  ["2026-07-01T10:60", null, "no minute"],
  ["2026-07-01T10:00:61", null, "no second"],
  ["2026-07-01T10:00:00.", null, "a fraction without digits"],
  ["2026-07-01T10:00:00+24:00", null, "no offset"],
  ["2026-07-01T10:00:00+05:60", null, "no minute of an offset"],
  ["2026-07-01T", null, "no time after the T"],
  ["2026-07-01Z", null, "a designator without a time"],
  ["2026-0701", null, "half extended"],
  ["2026-07-01T10:0000", null, "half extended time"],
  ["2026-7-1", null, "single digits"],
  ["26-07-01", null, "two digits of a year"],
  ["+002026-07-01", null, "six digits of a year"],
  ["01.07.2026", null, "as in Germany"],
  ["07/01/2026 10:00 AM", null, "as in America"],
  ["2026-W27-3", null, "a week"],
  ["2026-182", null, "a day of the year"],
  ["2026-07-01T10:00:00[America/New_York]", null, "a zone in brackets"],
  ["2026-07-01T10:00:00 EST", null, "a zone's name"],
  ["2026-07-01T10:00:00Z2026-07-02", null, "something after it"],
  ["1782900000", null, "a number"],
  ["２０２６-07-01", null, "other digits"],
  [`2026-07-01T10:00:00.${"1".repeat(100_000)}x`, null, "a long fraction, and something after it"],
];

function iso(local: number, isDate: boolean): string {
  const text = new Date(local).toISOString();
  return isDate ? text.slice(0, 10) : text.replace(/(?:\.000|0+)?Z$/, "");
}

for (const [text, local, why] of WRITTEN) {
  Deno.test(`${JSON.stringify(text.slice(0, 50))}: ${why}`, () => {
    const found = parseLocal(text);
    assert.equal(found && iso(found.time ?? found.date, found.time === null), local);
  });
}

Deno.test("the date is the one that is written, also at 24:00", () => {
  assert.equal(parseLocal("2026-12-31T24:00")!.date, Date.parse("2026-12-31"));
});

/** Changes of clocks, and zones of unusual offsets. */
const FALLS: [local: string, zone: string, utc: string, why: string][] = [
  ["2026-07-01T10:00", "UTC", "2026-07-01T10:00", "UTC"],
  ["2026-07-01T10:00", "America/New_York", "2026-07-01T14:00", "summer"],
  ["2026-01-01T10:00", "America/New_York", "2026-01-01T15:00", "winter"],
  ["2026-03-08T01:59", "America/New_York", "2026-03-08T06:59", "before the gap"],
  ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30", "in the gap: moves forward"],
  ["2026-03-08T03:00", "America/New_York", "2026-03-08T07:00", "after the gap"],
  ["2026-11-01T00:59", "America/New_York", "2026-11-01T04:59", "before the overlap"],
  ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30", "in the overlap: the first"],
  ["2026-11-01T02:00", "America/New_York", "2026-11-01T07:00", "after the overlap"],
  ["2026-07-01T10:00", "Asia/Kolkata", "2026-07-01T04:30", "half an hour"],
  ["2026-07-01T10:00", "Asia/Kathmandu", "2026-07-01T04:15", "a quarter"],
  ["2026-01-01T10:00", "Australia/Lord_Howe", "2025-12-31T23:00", "summer in the south"],
  ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45", "a gap of half an hour"],
  ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45", "an overlap of half an hour"],
  ["2011-12-30T10:00", "Pacific/Apia", "2011-12-30T20:00", "a day that was skipped"],
  ["2011-12-29T23:59", "Pacific/Apia", "2011-12-30T09:59", "the day before it"],
  ["2026-03-29T01:30", "Europe/Dublin", "2026-03-29T01:30", "a gap where winter is the exception"],
  ["2026-10-25T01:30", "Europe/Dublin", "2026-10-25T00:30", "an overlap there"],
  ["2026-07-01T10:00", "Etc/GMT+5", "2026-07-01T15:00", "a sign that is the other way round"],
  ["1890-01-01T12:00", "Europe/Paris", "1890-01-01T11:50:39", "before zones"],
  ["2026-07-01T10:00", "US/Eastern", "2026-07-01T14:00", "a former name"],
  ["2026-07-01T10:00", "america/NEW_york", "2026-07-01T14:00", "in any letter case"],
];

for (const [local, zone, utc, why] of FALLS) {
  Deno.test(`${local} in ${zone}: ${why}`, () => {
    for (const _ of ["asked", "remembered"]) {
      const instant = instantIn(zone, Date.parse(`${local}Z`));
      assert.equal(new Date(instant!).toISOString(), new Date(`${utc}Z`).toISOString());
    }
  });
}

const NO_ZONES = [
  "",
  "Z",
  "+05:00",
  "-08",
  "T10+05",
  "T1000Z",
  "2026-07-01T10:00[Europe/Paris]",
  "Mars/Olympus_Mons",
  "America/New York",
  "Eastern Standard Time",
  "PST",
  "UTC+3",
  "localtime",
  "Europe/Paris\0",
  "../etc/passwd",
  "x".repeat(100_000),
];

for (const zone of NO_ZONES) {
  Deno.test(`no zone: ${JSON.stringify(zone.slice(0, 40))}`, () => {
    assert.equal(instantIn(zone, Date.parse("2026-07-01")), null);
  });
}

/** Finds the first changes of a zone's clocks from a year on. */
function changesFrom(year: number, timeZone: string): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let time: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime
    .from({ year, month: 1, day: 1, timeZone });
  while (changes.length < 3 && (time = time.getTimeZoneTransition("next")) !== null) {
    changes.push(time);
  }
  return changes;
}

Deno.test("times in any zone agree with Temporal, whatever was cached before", () => {
  const halfHour = 1_800_000;
  for (const [index, zone] of Intl.supportedValuesOf("timeZone").entries()) {
    for (const change of changesFrom(1900 + (index * 7) % 200, zone)) {
      const local = change.epochMilliseconds + change.offsetNanoseconds / 1e6;
      for (let step = -60; step <= 60; step++) {
        // By half hours for more than a day, then by days.
        const around = local + (Math.abs(step) > 50 ? step * 48 : step) * halfHour;
        const text = new Date(around).toISOString().slice(0, -1);
        const { epochMilliseconds } = Temporal.PlainDateTime.from(text).toZonedDateTime(zone);
        assert.equal(instantIn(zone, around), epochMilliseconds, `${text} in ${zone}`);
      }
    }
  }
});
