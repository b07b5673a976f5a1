// deno-lint-ignore-file no-control-regex -- files begin with them
/** Signatures of files: the type of content that came without one. */

/** Bytes that the signatures need, and those in which the first files of an archive are named. */
const BEGINNING = 4096;

type Signature = readonly [type: string, pattern: RegExp];

/** Over bytes as characters of the same numbers; the first that fits counts. */
const SIGNATURES: readonly Signature[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["audio/wav", /^RIFF[^]{4}WAVE/],
  ["audio/amr", /^#!AMR\n/],
  // ID3, or a frame of MPEG 1, 2 or 2.5, layer III.
  ["audio/mpeg", /^ID3|^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/],
  ["video/x-msvideo", /^RIFF[^]{4}AVI /],
  ["video/x-ms-wmv", /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/],
  ["video/mpeg", /^\0\0\x01[\xb3\xba]/],
  ["video/quicktime", /^[^]{4}ftypqt /],
  ["video/3gpp", /^[^]{4}ftyp3g/],
  ["video/mp4", /^[^]{4}ftyp(?!M4A|hei|mif|avif)/],
  ["application/pdf", /^%PDF-/],
  ["application/vnd.ms-excel", /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/],
  // An archive that has a folder of a workbook.
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", /^PK\x03\x04[^]*xl\//],
];

/** Over text that is UTF-8. */
const TEXTS: readonly Signature[] = [
  ["text/vcard", /^\s*BEGIN:VCARD\s/i],
  ["text/calendar", /^\s*BEGIN:VCALENDAR\s/i],
  [
    "application/smil",
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<(?:\w+:)?smil[\s>]/i,
  ],
];

const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The type of a file's content: that of a known kind, or `text/plain` for other UTF-8; or null. */
export function typeOfContent(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, BEGINNING));
  const file = SIGNATURES.find(([, pattern]) => pattern.test(start));
  if (file !== undefined) return file[0];
  const text = utf8In(bytes);
  if (text === null || CONTROL.test(text)) return null;
  const beginning = text.slice(0, BEGINNING);
  return TEXTS.find(([, pattern]) => pattern.test(beginning))?.[0] ?? "text/plain";
}

function utf8In(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}
