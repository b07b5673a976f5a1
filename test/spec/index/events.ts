/** Sections 2.8 and 4.8: calendar events. */
import { calendar, errors, madeFailures, personal } from "./files.ts";
import { inFile, section } from "./requirement.ts";

const mandatory = (field: string, title: string) =>
  [
    `${field} is mandatory: ${title}`,
    calendar(`spec 2.8 ${field}: is required and *`),
  ] as const;

export const EVENT = section("2.8", {
  "slide-number": [
    "A dynamic event goes to the slide that it names, or else to the last",
    personal("spec 4.4 rule 4: objects go to the slide they name, or else to the last"),
  ],
  "event-title": mandatory("event-title", "a text"),
  "event-description": mandatory("event-description", "a text"),
  "event-location": mandatory("event-location", "a text"),
  "event-start-datetime": mandatory("event-start-datetime", "an ISO 8601 date-time"),
  "event-end-datetime": mandatory("event-end-datetime", "an ISO 8601 date-time"),
  "event-timezone": [
    "event-timezone is mandatory: a zone of the tz database",
    calendar(
      "spec 2.8 event-timezone: a name of the tz database, in any letter case",
      "spec 2.8 event-timezone: is required and must be one that there is",
    ),
  ],
  "all-day-event: default": [
    "An event is not of whole days by default",
    calendar("spec 2.8 all-day-event: not required, false by default"),
  ],
  "all-day-event": [
    "One of whole days lasts from 00:00 UTC of the first to 23:59 UTC of the last day",
    calendar("spec 2.8 all-day-event: 00:00 UTC of the start date to 23:59 UTC of the end date"),
  ],
  "rule: UTC": [
    "Times go into the file in UTC",
    calendar("spec 2.8 *-datetime: ISO 8601, such as *"),
    personal("spec 2.8: a dynamic event has the times of its zone, in UTC"),
  ],
  "rule: designator": [
    "A designator in a time is ignored, and event-timezone is used",
    calendar("spec 2.8 rules: a designator is ignored and event-timezone is used"),
  ],
  "rule: mandatory fields": [
    "A field that lacks fails the request",
    errors("E1701 400: *", "E1702 400: *", "E1703 400: *", "E1704 400: *", "E1705 400: *"),
    errors("E1706 400: *"),
  ],
});

const LINES = calendar("spec 4.8 content: all of its lines, in order");

export const CREATECALENDAR = section("4.8", {
  "body": ["The request has the fields of an event, without a slide", LINES],
  "success": [
    "The answer is an iCalendar file: its type with charset, inline, calendar.ics",
    calendar("spec 4.8 success: an iCalendar file by its type and name"),
  ],
  "lines": [
    "The file has the lines of a calendar with one event",
    LINES,
    calendar("spec 4.8: no text adds a line to the file"),
  ],
  "UID": ["UID is unique", calendar("spec 4.8 UID: no two files have the same")],
  "DTSTAMP": [
    "DTSTAMP is when the file was made, in UTC",
    calendar("spec 4.8 DTSTAMP: when the file was made, in UTC"),
  ],
  "DTSTART, DTEND": ["Start and end are in UTC, in the basic form", LINES],
  "quoted-printable": [
    "Title, location and description are quoted-printable in UTF-8",
    LINES,
    inFile("objects/icalendar_test.ts")("quoted-printable: *"),
  ],
  "failure": [
    "A failure has status, error-code and error-info",
    madeFailures("spec 4.8 failure: status, error-code and error-info, as JSON"),
  ],
});
