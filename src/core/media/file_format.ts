/** Detection of file formats by the first bytes of a file. */

export type FileFormat = keyof typeof FORMATS;

interface Format {
  /** Name of the format, with its article. */
  readonly name: string;
  /** Returns whether a file begins as this format does. `start` has one character per byte. */
  begins(start: string): boolean;
}

/** Number of leading bytes that detection needs. */
export const START_BYTES = 1024;

/**
 * Formats of the media table, and others that are often sent in their place. Loose patterns come
 * after strict ones.
 */
const FORMATS = {
  jpeg: format("a JPEG", "\xff\xd8\xff"),
  png: format("a PNG", "\x89PNG\r\n\x1a\n"),
  gif: format("a GIF", /^GIF8[79]a/),
  webp: format("a WebP image", /^RIFF.{4}WEBP/s),
  // Phones name them .jpg when they forward them.
  heif: format("an HEIF or AVIF image", /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/s),
  tiff: format("a TIFF", /^(?:II\*\0|MM\0\*)/),
  wav: format("a WAV", /^(?:RIFF|RIFX|RF64|BW64).{4}WAVE/s),
  amr: format("an AMR", "#!AMR"),
  ogg: format("an Ogg file", "OggS"),
  flac: format("a FLAC", "fLaC"),
  // 3GPP TS 26.244 section 5.3: one of its brands in the file type box.
  "3gp": format("a 3GP", (start) => /^.{4}ftyp/s.test(start) && /3g[a-z2-9]\w/.test(brands(start))),
  m4a: format("an M4A", /^.{4}ftypM4[ABP]/s),
  // Files older than MP4 have no file type box, and begin with any other box.
  quicktime: format("a QuickTime file", /^.{4}(?:ftypqt|moov|mdat|wide|free|skip|pnot)/s),
  // ISO/IEC 14496-12: all other brands.
  mp4: format("an MP4", /^.{4}ftyp/s),
  mpeg: format("an MPEG video", isMpegVideo),
  avi: format("an AVI", /^RIFF.{4}AVI/s),
  asf: format("a WMV or other ASF file", "\x30\x26\xb2\x75\x8e\x66\xcf\x11"),
  matroska: format("a Matroska or WebM file", "\x1a\x45\xdf\xa3"),
  mp3: format("an MP3", (start) => start.startsWith("ID3") || isMpegAudioFrame(start)),
  vcard: format("a vCard", textBegins("BEGIN:VCARD")), // RFC 6350 section 6.1.1
  icalendar: format("an iCalendar file", textBegins("BEGIN:VCALENDAR")), // RFC 5545 section 3.4
  compound: format("an .xls or other compound file", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
  zip: format("an .xlsx or other ZIP file", "PK\x03\x04"),
  html: format("an HTML page", /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)\b/i),
  biff: format("an .xls of Excel 2 to 5", isBiff),
  // ISO 32000-1, annex H.3.4.1: readers look for it in the first 1024 bytes.
  pdf: format("a PDF", /%PDF-/),
};

/** Returns whether a file begins as a format does. */
export function hasFormat(name: FileFormat, start: Uint8Array): boolean {
  return FORMATS[name].begins(textOf(start));
}

/** Detects the format of a file; null if it is unknown. */
export function formatOf(start: Uint8Array): FileFormat | null {
  const text = textOf(start);
  return FORMAT_NAMES.find((name) => FORMATS[name].begins(text)) ?? null;
}

/** Returns the name of a format, with its article. */
export function formatName(name: FileFormat): string {
  return FORMATS[name].name;
}

const FORMAT_NAMES = Object.keys(FORMATS) as FileFormat[];

/**
 * Defines a format.
 * @param begins First bytes of its files, a pattern of them, or a test.
 */
function format(name: string, begins: string | RegExp | Format["begins"]): Format {
  if (typeof begins === "function") return { name, begins };
  if (typeof begins === "string") return { name, begins: (start) => start.startsWith(begins) };
  return { name, begins: (start) => begins.test(start) };
}

/**
 * Builds a pattern for the first line of a text, after an optional byte order mark and blank lines.
 */
function textBegins(word: string): RegExp {
  return new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*${word}\\s*?(?:\\r|\\n)`, "i");
}

function textOf(start: Uint8Array): string {
  return String.fromCharCode(...start.subarray(0, START_BYTES));
}

/** Returns the brands in a file type box that begins a file. */
function brands(start: string): string {
  const [a, b, c, d] = [...start.slice(0, 4)].map((character) => character.charCodeAt(0));
  return start.slice(8, ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0);
}

/**
 * Returns whether a file begins with an MPEG audio frame without reserved values (ISO/IEC 11172-3,
 * 2.4.1.3).
 */
function isMpegAudioFrame(start: string): boolean {
  const [first, second = 0, third = 0] = [0, 1, 2].map((at) => start.charCodeAt(at));
  // FF FE is the byte order mark of UTF-16 rather than a frame of layer I.
  return first === 0xff && (second & 0xe0) === 0xe0 && second !== 0xfe &&
    (second & 0x18) !== 0x08 && (second & 0x06) !== 0 &&
    (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}

/**
 * Returns whether a file begins with an MPEG start code of a pack, packet or video stream, or with
 * two packets of a transport stream (ISO/IEC 13818-1).
 */
function isMpegVideo(start: string): boolean {
  const isTransport = start.startsWith("G") && start.charAt(188) === "G";
  return isTransport ||
    (start.startsWith("\0\0\x01") && /[\xb0-\xba\xe0-\xef]/.test(start.charAt(3)));
}

/** Returns whether a file begins with the first record of a workbook (MS-XLS section 2.4.21). */
function isBiff(start: string): boolean {
  return ["\t\0", "\t\x02", "\t\x04", "\t\x08"].some((record) => start.startsWith(record));
}
