import assert from "node:assert/strict";
import {
  type FileFormat,
  formatOf,
  hasFormat,
  START_BYTES,
} from "../../../src/core/media/file_format.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const KNOWN: [format: FileFormat, what: string, start: string][] = [
  ["jpeg", "a JPEG", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["png", "a PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["gif", "a GIF of 1987", "GIF87a"],
  ["gif", "a GIF of 1989", "GIF89a"],
  ["webp", "a WebP", "RIFF\x10\0\0\0WEBPVP8 "],
  ["heif", "a photo of an iPhone", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["heif", "an AVIF", "\0\0\0\x18ftypavif\0\0\0\0avifmif1"],
  ["tiff", "a TIFF", "II*\0\x08\0\0\0"],
  ["wav", "a WAV", "RIFF\x24\0\0\0WAVEfmt "],
  ["wav", "a WAV of more than 4 GB", "RF64\xff\xff\xff\xffWAVEds64"],
  ["amr", "an AMR", "#!AMR\n"],
  ["amr", "a wide-band AMR", "#!AMR-WB\n"],
  ["ogg", "an Ogg", "OggS\0\x02"],
  ["flac", "a FLAC", "fLaC\0"],
  ["3gp", "a 3GP", "\0\0\0\x14ftyp3gp4\0\0\x02\0isom"],
  ["3gp", "a 3GP of another brand first", "\0\0\0\x18ftypmp42\0\0\0\0mp423gp4"],
  ["mp4", "an MP4", "\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x10free3gp4"],
  ["mp4", "an MP4 whose first box has as many bytes as an MPEG start code", "\0\0\x01\xbaftypisom"],
  ["quicktime", "a QuickTime film", "\0\0\0\x14ftypqt  \0\0\x02\0qt  "],
  ["quicktime", "an old QuickTime film", "\0\0\x20\0moov"],
  ["quicktime", "another", "\0\0\0\x08wide\0\0\0\0mdat"],
  ["mpeg", "an MPEG program stream", "\0\0\x01\xba\x44\0\x04"],
  ["mpeg", "an MPEG transport stream", `G@\0\x10${"\xff".repeat(184)}GA\0`],
  ["mpeg", "an MPEG video stream", "\0\0\x01\xb3\x16"],
  ["avi", "an AVI", "RIFF\x10\0\0\0AVI LIST"],
  ["asf", "a WMV", "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"],
  ["matroska", "a WebM", "\x1a\x45\xdf\xa3\x01"],
  ["mp3", "an MP3 with a tag", "ID3\x03\0"],
  ["mp3", "an MP3 of layer III", "\xff\xfb\x90\x64"],
  ["mp3", "an MP3 of MPEG 2.5", "\xff\xe3\x18\xc4"],
  ["vcard", "a vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\n"],
  ["vcard", "a vCard in lower case, with line feeds", "begin:vcard\nversion:2.1\n"],
  ["vcard", "a vCard after a byte order mark", "\xef\xbb\xbfBEGIN:VCARD\r\n"],
  ["vcard", "a vCard after blank lines", "\r\n \nBEGIN:VCARD \r\n"],
  ["icalendar", "an iCalendar file", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"],
  ["compound", "an .xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"],
  ["biff", "an .xls of Excel 4", "\x09\x04\x06\0"],
  ["zip", "an .xlsx", "PK\x03\x04\x14\0"],
  ["html", "HTML", "<!DOCTYPE html><html><body>%PD F-</body></html>"],
  ["html", "HTML after blank lines", "\n <HTML lang=en>"],
  ["pdf", "a PDF", "%PDF-1.7\n%\xe2\xe3"],
  ["pdf", "a PDF after other bytes", "x".repeat(START_BYTES - 5) + "%PDF-"],
];

for (const [format, title, start] of KNOWN) {
  Deno.test(`file format ${format}: ${title}`, () => {
    assert.equal(formatOf(bytes(start)), format);
    assert.ok(hasFormat(format, bytes(start)));
  });
}

const UNKNOWN: [what: string, start: string][] = [
  ["nothing", ""],
  ["text", "hello"],
  ["RIFF of something else", "RIFF nothing of the kind"],
  ["zeros", "\0".repeat(100)],
  ["a vCard with a word more", "BEGIN:VCARDS\r\n"],
  ["a vCard whose line is unfinished", "BEGIN:VCARD"],
  ["a PDF too late", "x".repeat(START_BYTES - 4) + "%PDF-"],
  ["tabs", "\ta\tb"],
  ["an AAC frame", "\xff\xf1\x50\x80"],
  ["a frame with a reserved bit rate", "\xff\xfb\xf0\0"],
  ["UTF-16", "\xff\xfeB\0E\0"],
];

for (const [title, start] of UNKNOWN) {
  Deno.test(`file format: ${title} has no known format`, () => {
    assert.equal(formatOf(bytes(start)), null);
  });
}
