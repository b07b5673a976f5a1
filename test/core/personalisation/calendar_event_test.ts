import assert from "node:assert/strict";
import {
  type EventFields,
  readEvent,
  timesOf,
} from "../../../src/core/personalisation/calendar_event.ts";
import { FAULTS, Refusal } from "../../../src/core/errors.ts";

const EVENT: EventFields = {
  "event-title": "Opening",
  "event-description": "Doors at ten",
  "event-location": "Main Street 1",
  "event-start-datetime": "2026-07-04T10:00:00",
  "event-end-datetime": "2026-07-04T12:00:00",
  "event-timezone": "America/New_York",
};

const at = (start: string, end: string): EventFields => ({
  "event-start-datetime": start,
  "event-end-datetime": end,
});

/** Returns start and end in UTC. */
function times(fields: EventFields): [start: string, end: string] {
  const { start, end } = readEvent({ ...EVENT, ...fields });
  return [new Date(start).toISOString(), new Date(end).toISOString()];
}

/** Returns the error of an event. */
function refusal(fields: EventFields, where?: string): { code: string; info: string } {
  try {
    readEvent({ ...EVENT, ...fields }, where);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return { code: FAULTS[error.fault].json, info: error.info };
  }
  assert.fail("it was taken");
}

Deno.test("an event is read with unchanged texts and times in UTC", () => {
  assert.deepEqual(readEvent({ ...EVENT, "event-title": " Opening\n" }), {
    title: " Opening\n",
    description: "Doors at ten",
    location: "Main Street 1",
    start: Date.parse("2026-07-04T14:00:00Z"),
    end: Date.parse("2026-07-04T16:00:00Z"),
    zone: "America/New_York",
    allDay: false,
  });
});

Deno.test("the times of an event are in its zone, those of whole days are dates", () => {
  const [start, end] = [Date.UTC(2026, 6, 4, 14), Date.UTC(2026, 6, 4, 16)];
  const zone = "America/New_York";
  assert.deepEqual(timesOf(readEvent(EVENT)), {
    start: { at: start, zone },
    end: { at: end, zone },
  });
  const days = (from: string, to: string) =>
    timesOf(readEvent({ ...EVENT, ...at(from, to), "all-day-event": true }));
  const date = (day: number) => ({ at: Date.UTC(2026, 6, day), zone: null, isDate: true });
  assert.deepEqual(days("2026-07-04", "2026-07-04"), { start: date(4) });
  assert.deepEqual(days("2026-07-04", "2026-07-06"), { start: date(4), end: date(6) });
});

Deno.test("a designator is ignored: the time is that of event-timezone", () => {
  for (const designator of ["", "Z", "+09:00", "-0330"]) {
    const fields = at(`2026-07-01T10:00:00${designator}`, `2026-07-01T11:00:00${designator}`);
    assert.deepEqual(times(fields), ["2026-07-01T14:00:00.000Z", "2026-07-01T15:00:00.000Z"]);
  }
});

Deno.test("start and end are each converted by the offset of their day", () => {
  assert.deepEqual(times(at("2026-10-31T12:00", "2026-11-01T12:00")), [
    "2026-10-31T16:00:00.000Z",
    "2026-11-01T17:00:00.000Z",
  ]);
});

Deno.test("a time zone may have space around it", () => {
  assert.deepEqual(
    times({ "event-timezone": " Asia/Kolkata\n" })[0],
    "2026-07-04T04:30:00.000Z",
  );
});

/** All-day events, which are the same in any zone. */
const DAYS: [start: string, end: string, first: string, last: string][] = [
  ["2026-07-04", "2026-07-04", "2026-07-04", "2026-07-04"],
  ["2026-07-04T22:00", "2026-07-05T01:00", "2026-07-04", "2026-07-05"],
  ["2026-07-04T23:30:00-10:00", "2026-07-06", "2026-07-04", "2026-07-06"],
  ["2026-07-04T10:00", "2026-07-04T09:00", "2026-07-04", "2026-07-04"],
  ["2026-07-04", "2026-07-04T24:00", "2026-07-04", "2026-07-04"],
  ["2011-12-30", "2011-12-30", "2011-12-30", "2011-12-30"],
  ["0001-01-01", "9999-12-31", "0001-01-01", "9999-12-31"],
];

for (const [start, end, first, last] of DAYS) {
  for (const zone of ["Pacific/Apia", "America/New_York", "UTC"]) {
    Deno.test(`all day from ${start} to ${end}, in ${zone}`, () => {
      const fields = { ...at(start, end), "event-timezone": zone, "all-day-event": true };
      assert.deepEqual(times(fields), [`${first}T00:00:00.000Z`, `${last}T23:59:00.000Z`]);
    });
  }
}

Deno.test("an event may end when it starts", () => {
  const [start, end] = times(at("2026-07-04T10:00", "2026-07-04T10:00"));
  assert.equal(start, end);
});

/** Events about the hours that a change of clocks skips or repeats, and their times in UTC. */
const CHANGES: [zone: string, from: string, to: string, start: string, end: string][] = [
  // Berlin, 29 March 2026: from 02:00 to 03:00. The end would be before the start.
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:15", "03-29T01:30", "03-29T02:15"],
  ["Europe/Berlin", "2026-03-29T02:59", "2026-03-29T03:00", "03-29T01:59", "03-29T02:00"],
  ["Europe/Berlin", "2026-03-29T02:00", "2026-03-29T02:00", "03-29T01:00", "03-29T01:00"],
  // The end is after the start: each is read for itself.
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:30", "03-29T01:30", "03-29T01:30"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:45", "03-29T01:30", "03-29T01:45"],
  ["Europe/Berlin", "2026-03-29T02:10", "2026-03-29T02:40", "03-29T01:10", "03-29T01:40"],
  ["Europe/Berlin", "2026-03-29T01:30", "2026-03-29T02:30", "03-29T00:30", "03-29T01:30"],
  ["Europe/Berlin", "2026-03-29T01:30", "2026-03-29T03:15", "03-29T00:30", "03-29T01:15"],
  // 25 October 2026: from 03:00 back to 02:00. Of a repeated time the first is used.
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T03:15", "10-25T00:30", "10-25T02:15"],
  ["Europe/Berlin", "2026-10-25T01:30", "2026-10-25T02:30", "10-24T23:30", "10-25T00:30"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T03:00", "03-08T07:30", "03-08T08:00"],
  // Lord Howe, by half an hour.
  ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:35", "10-03T15:45", "10-03T16:05"],
];

for (const [zone, from, to, start, end] of CHANGES) {
  Deno.test(`a change of clocks in ${zone}: from ${from} to ${to}`, () => {
    const expected = [start, end].map((time) => `2026-${time}:00.000Z`);
    assert.deepEqual(times({ ...at(from, to), "event-timezone": zone }), expected);
  });
}

Deno.test("an event keeps its written length where a zone skips a whole day", () => {
  const fields = {
    ...at("2011-12-30T10:00", "2011-12-31T09:00"),
    "event-timezone": "Pacific/Apia",
  };
  assert.deepEqual(times(fields), ["2011-12-30T20:00:00.000Z", "2011-12-31T19:00:00.000Z"]);
  assert.deepEqual(timesOf(readEvent({ ...EVENT, ...fields })).end?.at, Date.UTC(2011, 11, 31, 19));
});

const NOT_BEFORE = "event-end-datetime is before the event starts";

const REFUSED: [what: string, fields: EventFields, code: string, info: string][] = [
  ...["event-title", "event-description", "event-location"].flatMap((field, index) =>
    [undefined, "", "  ", "\n\t", "\u200b", "\0"].map((text): typeof REFUSED[number] => [
      `${field} ${JSON.stringify(text)}`,
      { [field]: text },
      `E170${index + 3}`,
      `${field}: the ${field.slice("event-".length)} cannot be empty`,
    ])
  ),
  ...([["event-start-datetime", "E1701"], ["event-end-datetime", "E1702"]] as const).flatMap(
    ([field, code]): typeof REFUSED => [
      ...[undefined, "", "  ", "soon", "2026-02-30T10:00"].map((text): typeof REFUSED[number] => [
        `${field} ${JSON.stringify(text)}`,
        { [field]: text },
        code,
        `${field} must be an ISO 8601 date-time`,
      ]),
      [
        `${field} without a time`,
        { [field]: "2026-07-04" },
        code,
        `${field} needs a time of day unless all-day-event is true`,
      ],
    ],
  ),
  ...[undefined, "", " ", "Mars/Olympus_Mons", "+05:00", "T1000Z"].map((
    zone,
  ): typeof REFUSED[number] => [
    `event-timezone ${JSON.stringify(zone)}`,
    { "event-timezone": zone },
    "E1706",
    "event-timezone must be a name of the tz database, such as America/New_York",
  ]),
  [
    "a zone that is none, all day",
    { "event-timezone": "Nowhere", "all-day-event": true },
    "E1706",
    "event-timezone must be a name of the tz database, such as America/New_York",
  ],
  ["an end before the start", at("2026-07-04T10:00", "2026-07-04T09:59"), "E1707", NOT_BEFORE],
  [
    "an end before the start by a fraction",
    at("2026-07-04T10:00:00.5", "2026-07-04T10:00:00.4"),
    "E1707",
    NOT_BEFORE,
  ],
  [
    "a last day before the first",
    { ...at("2026-07-04", "2026-07-03"), "all-day-event": true },
    "E1707",
    NOT_BEFORE,
  ],
  [
    "an end written before the start, where the change of clocks puts it after",
    at("2026-03-08T03:10", "2026-03-08T02:40"),
    "E1707",
    NOT_BEFORE,
  ],
  [
    "a start that is in no year in UTC",
    { ...at("0001-01-01T00:00", "0001-01-02T00:00"), "event-timezone": "Asia/Tokyo" },
    "E1701",
    "event-start-datetime must be in the years 0001 to 9999, in UTC too",
  ],
  [
    "an end that has five digits of a year in UTC",
    at("9999-12-31T10:00", "9999-12-31T23:00"),
    "E1702",
    "event-end-datetime must be in the years 0001 to 9999, in UTC too",
  ],
  [
    "an end at the end of the last year",
    { ...at("9999-12-31T10:00", "9999-12-31T24:00"), "event-timezone": "UTC" },
    "E1702",
    "event-end-datetime must be in the years 0001 to 9999, in UTC too",
  ],
  [
    "a year before the first, all day",
    { ...at("0000-12-31", "0001-01-01"), "all-day-event": true },
    "E1701",
    "event-start-datetime must be in the years 0001 to 9999, in UTC too",
  ],
];

for (const [title, fields, code, info] of REFUSED) {
  Deno.test(`refused: ${title}`, () => assert.deepEqual(refusal(fields), { code, info }));
}

Deno.test("a refusal says which of several events it is about", () => {
  const { info } = refusal({ "event-title": "" }, "dynamic-calendar 2 ");
  assert.equal(info, "dynamic-calendar 2 event-title: the title cannot be empty");
});
