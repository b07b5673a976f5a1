/** Types of content without a declared type: each type of spec 2.3 is recognised by its bytes. */
import assert from "node:assert/strict";
import { MEDIA_TYPES } from "../../../src/core/media/media_types.ts";
import { typeOfContent } from "../../../src/core/media/untyped_content.ts";

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

const FILES: [what: string, bytes: Uint8Array, type: string | null][] = [
  ["JPEG", latin1("\xff\xd8\xff\xe0\0\x10JFIF\0"), "image/jpeg"],
  ["PNG", latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "image/png"],
  ["GIF", latin1("GIF89a\x01\0\x01\0"), "image/gif"],
  ["WebP", latin1("RIFF\x24\0\0\0WEBPVP8 "), "image/webp"],
  ["WAV", latin1("RIFF\x24\0\0\0WAVEfmt "), "audio/wav"],
  ["AMR", latin1("#!AMR\n\x3c"), "audio/amr"],
  ["wideband AMR", latin1("#!AMR-WB\n\x04\xff"), "audio/amr"],
  ["MP3 with ID3", latin1("ID3\x04\0\0\0\0\0\x23"), "audio/mpeg"],
  ["MP3 without", latin1("\xff\xfb\x90\x64\0"), "audio/mpeg"],
  ["AAC in ADTS", latin1("\xff\xf1\x50\x80\0"), null],
  ["AVI", latin1("RIFF\x24\0\0\0AVI LIST"), "video/x-msvideo"],
  ["WMV", latin1("\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"), "video/x-ms-wmv"],
  ["MPEG", latin1("\0\0\x01\xba\x44\0"), "video/mpeg"],
  ["QuickTime", latin1("\0\0\0\x14ftypqt  \0"), "video/quicktime"],
  ["3GP", latin1("\0\0\0\x18ftyp3gp4\0"), "video/3gpp"],
  ["MP4", latin1("\0\0\0\x20ftypisom\0"), "video/mp4"],
  ["M4A", latin1("\0\0\0\x20ftypM4A \0\xff"), null],
  ["PDF", latin1("%PDF-1.7\n%\xe2\xe3"), "application/pdf"],
  ["Excel of 1997", latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"), "application/vnd.ms-excel"],
  [
    "Excel",
    latin1("PK\x03\x04\x14\0[Content_Types].xml\xb5\x94PK\x03\x04xl/workbook.xml\x8d"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
  ["another archive", latin1("PK\x03\x04\x14\0a.txt\xff"), null],
  ["vCard", utf8("\ufeffBEGIN:VCARD\r\nVERSION:3.0\r\n"), "text/vcard"],
  ["iCalendar", utf8("begin:vcalendar\nVERSION:2.0\n"), "text/calendar"],
  ["SMIL", utf8("<smil><body/></smil>"), "application/smil"],
  [
    "SMIL with all before it",
    utf8(`<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE smil PUBLIC "x">\n<s:smil >`),
    "application/smil",
  ],
  ["a text about SMIL", utf8("see <smil>"), "text/plain"],
  ["a page", utf8("<!doctype html><p>Hello"), "text/plain"],
  ["HEIF", latin1("\0\0\0\x18ftypheic\0"), null],
  ["text", utf8("Zażółć 😀\r\n\tgęślą"), "text/plain"],
  ["no text", new Uint8Array(), "text/plain"],
  ["text that is not UTF-8", latin1("Gr\xfc\xdfe"), null],
  ["UTF-8 with a control character", utf8("a\x01b"), null],
];

for (const [title, bytes, type] of FILES) {
  Deno.test(`${title} is ${type ?? "of no known type"}`, () =>
    assert.equal(typeOfContent(bytes), type));
}

Deno.test("every type of spec 2.3 is recognised by its bytes", () => {
  const found = new Set(FILES.map(([, , type]) => type));
  assert.deepEqual(MEDIA_TYPES.filter(({ type }) => !found.has(type)), []);
});
