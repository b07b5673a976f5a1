/** Spec 2.8 and 4.8: `createcalendar`, its files read by third-party libraries. */
import assert from "node:assert/strict";
import { contentLines, foldedLines } from "../objects/lines.ts";
import { HARD_TEXTS } from "../objects/texts.ts";
import { type FoundEvent, readCalendars } from "../support/object_readers.ts";
import { startService, type TestService } from "../support/service.ts";
import { created } from "./created.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
});

Deno.test.afterAll(() => test.stop());

const create = (body: object) => created(test, "createcalendar", body);

const OPENING = {
  "event-title": "Opening",
  "event-description": "Doors at ten",
  "event-location": "Main Street 1",
  "event-start-datetime": "2026-07-04T10:00:00",
  "event-end-datetime": "2026-07-04T12:30:00",
  "event-timezone": "America/New_York",
};

/** Creates the file of an event with these fields besides the required ones. */
async function file(fields: object): Promise<Uint8Array> {
  const { fault, info, file } = await create({ ...OPENING, ...fields });
  assert.equal(fault, null, info);
  foldedLines(file);
  return file;
}

async function refusal(fields: object): Promise<string | null> {
  return (await create({ ...OPENING, ...fields })).fault;
}

/** Reads the event of a file with all readers, which must agree. */
async function found(fields: object): Promise<FoundEvent> {
  const [first, ...others] = await readCalendars([await file(fields)]);
  for (const { name, found } of others) assert.deepEqual(found, first!.found, name);
  return first!.found[0]!;
}

// ── 2.8, field by field ──

for (
  const [field, name, code] of [
    ["event-title", "title", "E1703"],
    ["event-description", "description", "E1704"],
    ["event-location", "location", "E1705"],
  ] as const
) {
  Deno.test(`spec 2.8 ${field}: any text`, async () => {
    // A test of the codec covers the texts that python3-icalendar misreads.
    const { "what looks like escapes": _, backslashes: __, ...texts } = HARD_TEXTS;
    const text = Object.values(texts).join("|");
    assert.equal((await found({ [field]: text }))[name], text);
  });

  Deno.test(`spec 2.8 ${field}: is required and cannot be empty`, async () => {
    for (const text of [undefined, "", "   ", "\n"]) {
      assert.equal(await refusal({ [field]: text }), `${code} 400`);
    }
    assert.equal(await refusal({ [field]: [] }), `${code} 400`);
  });
}

Deno.test("spec 7.2 E1703: the text says that the title cannot be empty", async () => {
  for (const title of [undefined, null, "", " "]) {
    const { fault, info } = await create({ ...OPENING, "event-title": title });
    assert.deepEqual([fault, info], ["E1703 400", "event-title: the title cannot be empty"]);
  }
});

for (
  const [field, code, at] of [
    ["event-start-datetime", "E1701", 1],
    ["event-end-datetime", "E1702", 2],
  ] as const
) {
  for (
    const text of [
      "2026-07-04T11:00:00",
      "20260704T110000",
      "2026-07-04T11:00",
      "2026-07-04T11",
      "2026-07-04 11:00:00.000",
      "2026-07-04T11:00:00Z",
      "2026-07-04T11:00:00-08:00",
    ]
  ) {
    Deno.test(`spec 2.8 ${field}: ISO 8601, such as ${text}`, async () => {
      assert.equal((await found({ [field]: text })).times[at], "20260704T150000Z");
    });
  }

  Deno.test(`spec 2.8 ${field}: is required and must be an ISO 8601 date-time`, async () => {
    for (
      const text of [
        undefined,
        "",
        " ",
        "next Monday",
        "2026-02-30T10:00",
        "2026-07-04",
        "7/4/2026",
      ]
    ) {
      assert.equal(await refusal({ [field]: text }), `${code} 400`);
    }
  });
}

Deno.test("spec 2.8 event-timezone: a name of the tz database, in any letter case", async () => {
  for (
    const [zone, start] of [
      ["UTC", "20260704T100000Z"],
      ["Asia/Kolkata", "20260704T043000Z"],
      ["Australia/Lord_Howe", "20260703T233000Z"],
      ["US/Pacific", "20260704T170000Z"],
      ["europe/dublin", "20260704T090000Z"],
    ] as const
  ) {
    assert.equal((await found({ "event-timezone": zone })).times[1], start, zone);
  }
});

Deno.test("spec 2.8 event-timezone: is required and must be one that there is", async () => {
  for (const zone of [undefined, "", " ", "Mars/Olympus_Mons", "+05:00", "EDT"]) {
    assert.equal(await refusal({ "event-timezone": zone }), "E1706 400");
  }
});

Deno.test("spec 2.8 all-day-event: 00:00 UTC of the start date to 23:59 UTC of the end date", async () => {
  const fields = {
    "event-start-datetime": "2026-07-04T22:00:00Z",
    "event-end-datetime": "2026-07-05",
    "event-timezone": "Pacific/Apia",
  };
  for (const allDay of [true, "true"]) {
    const { times } = await found({ ...fields, "all-day-event": allDay });
    assert.deepEqual(times.slice(1), ["20260704T000000Z", "20260705T235900Z"]);
  }
});

Deno.test("spec 2.8 all-day-event: not required, false by default", async () => {
  for (const fields of [{}, { "all-day-event": false }]) {
    assert.deepEqual((await found(fields)).times.slice(1), [
      "20260704T140000Z",
      "20260704T163000Z",
    ]);
  }
});

Deno.test("spec 2.8 rules: a designator is ignored and event-timezone is used", async () => {
  const { times } = await found({
    "event-start-datetime": "2026-07-01T10:00:00Z",
    "event-end-datetime": "2026-07-01T10:00:00+09:00",
  });
  assert.deepEqual(times.slice(1), ["20260701T140000Z", "20260701T140000Z"]);
});

Deno.test("spec 2.8 rules: what a change of clocks skips or repeats", async () => {
  const gap = await found({
    "event-start-datetime": "2026-03-08T02:30",
    "event-end-datetime": "2026-11-01T01:30",
  });
  assert.deepEqual(gap.times.slice(1), ["20260308T073000Z", "20261101T053000Z"]);
});

Deno.test("contract 3: an event in a skipped hour that would end first keeps its length", async () => {
  const skipped = await found({
    "event-start-datetime": "2026-03-29T02:30:00",
    "event-end-datetime": "2026-03-29T03:15:00",
    "event-timezone": "Europe/Berlin",
  });
  assert.deepEqual(skipped.times.slice(1), ["20260329T013000Z", "20260329T021500Z"]);
});

Deno.test("contract 2: an event cannot end before it starts", async () => {
  assert.equal(await refusal({ "event-end-datetime": "2026-07-04T09:59:59" }), "E1707 400");
});

// ── 4.8 ──

Deno.test("spec 4.8 success: an iCalendar file by its type and name", async () => {
  const { type, disposition } = await create(OPENING);
  assert.equal(type, "text/calendar; charset=utf-8");
  assert.equal(disposition, "inline; filename=calendar.ics");
});

Deno.test("spec 4.8 content: all of its lines, in order", async () => {
  const lines = contentLines(await file({ "event-title": "Größe = 1" }));
  assert.deepEqual(lines.map((line) => line.replace(/^(UID|DTSTAMP):.*/, "$1:…")), [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//slidepost//slidepost//EN",
    "BEGIN:VEVENT",
    "UID:…",
    "DTSTAMP:…",
    "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Gr=C3=B6=C3=9Fe =3D 1",
    "DTSTART:20260704T140000Z",
    "DTEND:20260704T163000Z",
    "LOCATION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Main Street 1",
    "DESCRIPTION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Doors at ten",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
});

Deno.test("spec 4.8 UID: no two files have the same", async () => {
  const files = await Promise.all(Array.from({ length: 200 }, () => file({})));
  const uids = files.map((file) => contentLines(file).find((line) => line.startsWith("UID:"))!);
  assert.equal(new Set(uids).size, 200);
  assert.match(uids[0]!, /^UID:[0-9a-f-]{36}$/);
});

Deno.test("spec 4.8 DTSTAMP: when the file was made, in UTC", async () => {
  const second = () => new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const before = second();
  const [stamp] = (await found({})).times;
  assert.ok(`${before}Z` <= stamp! && stamp! <= `${second()}Z`, `${before} ${stamp}`);
});

Deno.test("spec 4.8: no text adds a line to the file", async () => {
  const hostile = "x\r\nEND:VEVENT\r\nBEGIN:VALARM\nATTACH:ftp://a\r\u2028URL:x";
  const fields = {
    "event-title": hostile,
    "event-description": hostile,
    "event-location": hostile,
  };
  const lines = contentLines(await file(fields));
  assert.equal(lines.length, 13);
});
