import assert from "node:assert/strict";
import type { ObjectKind } from "../../src/core/handset.ts";
import { OBJECT_START_BYTES, whyNoObject } from "../../src/core/object_check.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const SOUND: [kind: ObjectKind, what: string, start: string][] = [
  ["contact", "a vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\n"],
  ["contact", "a vCard in lower case, with line feeds", "begin:vcard\nversion:2.1\n"],
  ["contact", "a vCard after a byte order mark", "\xef\xbb\xbfBEGIN:VCARD\r\n"],
  ["contact", "a vCard after blank lines", "\r\n \nBEGIN:VCARD \r\n"],
  ["calendar", "an iCalendar file", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"],
  ["pdf", "a PDF", "%PDF-1.7\n%\xe2\xe3"],
  ["pdf", "a PDF after other bytes", "x".repeat(OBJECT_START_BYTES - 5) + "%PDF-"],
  ["ms-excel", "an .xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"],
  ["ms-excel", "an .xls of Excel 4", "\x09\x04\x06\0"],
  ["ms-excel", "an .xlsx", "PK\x03\x04\x14\0"],
];

for (const [kind, what, start] of SOUND) {
  Deno.test(`${kind}: ${what}`, () => assert.equal(whyNoObject(kind, bytes(start)), null));
}

const HTML = "<!DOCTYPE html><html><body>%PD F-</body></html>";
const WRONG: [kind: ObjectKind, what: string, start: string, why: string][] = [
  ["contact", "HTML", HTML, "the content is not a vCard"],
  ["contact", "a word more", "BEGIN:VCARDS\r\n", "the content is not a vCard"],
  ["contact", "a calendar", "BEGIN:VCALENDAR\r\n", "the content is not a vCard"],
  ["contact", "an unfinished line", "BEGIN:VCARD", "the content is not a vCard"],
  ["calendar", "a contact", "BEGIN:VCARD\r\n", "the content is not an iCalendar file"],
  ["pdf", "HTML", HTML, "the content is not a PDF"],
  ["pdf", "nothing", "", "the content is not a PDF"],
  [
    "pdf",
    "a PDF too late",
    "x".repeat(OBJECT_START_BYTES - 4) + "%PDF-",
    "the content is not a PDF",
  ],
  ["ms-excel", "a table of HTML", "<table>", "the content is not an Excel workbook"],
  ["ms-excel", "tabs", "\ta\tb", "the content is not an Excel workbook"],
];

for (const [kind, what, start, why] of WRONG) {
  Deno.test(`${kind}: ${what} is none`, () => assert.equal(whyNoObject(kind, bytes(start)), why));
}
