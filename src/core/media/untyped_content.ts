/** Detection of the MIME type of content that comes without one. */
import { type FileFormat, formatOf } from "./file_format.ts";
import { MEDIA_TYPES, TEXT_TYPE } from "./media_types.ts";

const SMIL =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<(?:\w+:)?smil[\s>]/i;
// deno-lint-ignore no-control-regex -- no text contains these
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * Length of the prefix that is searched, in bytes: for the SMIL element of a text, and for the
 * names of an archive's first files.
 */
const BEGINNING = 4096;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Detects the MIME type of a file: one of the media table, `application/smil`, or `text/plain` for
 * other UTF-8. Null if it is none of these.
 */
export function typeOfContent(bytes: Uint8Array): string | null {
  const format = formatOf(bytes);
  if (format === "zip" && !isWorkbook(bytes)) return null;
  if (format !== null && format !== "html") return typeOfFormat(format);
  const text = utf8In(bytes);
  if (text === null || CONTROL.test(text)) return null;
  return SMIL.test(text.slice(0, BEGINNING)) ? "application/smil" : TEXT_TYPE;
}

/** Finds the type whose main format this is, or else a type whose files may have it. */
function typeOfFormat(format: FileFormat): string | null {
  const type = MEDIA_TYPES.find(({ formats }) => formats[0] === format) ??
    MEDIA_TYPES.find(({ formats }) => formats.includes(format));
  return type?.type ?? null;
}

/** Returns whether an archive has a workbook's folder (ECMA-376 part 1, annex L). */
function isWorkbook(archive: Uint8Array): boolean {
  return String.fromCharCode(...archive.subarray(0, BEGINNING)).includes("xl/");
}

function utf8In(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}
