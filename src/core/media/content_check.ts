/**
 * Content validation (spec 2.3): the MIME type that a server declares against the URL's extension,
 * and both against the bytes.
 */
import { formatName, formatOf, hasFormat } from "./file_format.ts";
import type { MediaFault } from "./media_file.ts";
import {
  extensionOfUrl,
  isTranscoded,
  type MediaKind,
  type MediaType,
  mediaTypeOf,
  mediaTypeOfExtension,
  mimeOf,
} from "./media_types.ts";

/** Class of a declared MIME type. `other` is not in the spec's table, and refused. */
export type MimeClass = "supported" | "octet-stream" | "other";
/** Class of a URL's extension. */
export type ExtensionClass = "supported" | "invalid" | "none";
/** Basis of the content's type: the MIME type, the extension, or neither. */
export type Ruling = "by-type" | "by-extension" | "refused";

/** Table of spec 2.3, row by row. */
export const CONTENT_TABLE: readonly {
  readonly mime: MimeClass;
  readonly extension: ExtensionClass;
  readonly ruling: Ruling;
}[] = [
  { mime: "supported", extension: "supported", ruling: "by-type" },
  { mime: "supported", extension: "invalid", ruling: "by-type" },
  { mime: "supported", extension: "none", ruling: "by-type" },
  { mime: "octet-stream", extension: "supported", ruling: "by-extension" },
  { mime: "octet-stream", extension: "invalid", ruling: "refused" },
  { mime: "octet-stream", extension: "none", ruling: "refused" },
];

export interface FetchedContent {
  /** Kind of the slide's content node. */
  readonly kind: MediaKind;
  /** Content-Type of the response, as sent. */
  readonly declaredType: string;
  /** URL that the customer gave; its extension counts, not that of a redirect. */
  readonly url: string;
}

/** Result of content validation: the canonical MIME type, or a reason for the customer. */
export type ContentVerdict =
  | { readonly ok: true; readonly type: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Validates the declared type of a file against the table of spec 2.3 and the kind of its slide.
 */
export function checkContent(content: FetchedContent): ContentVerdict {
  const mime = mimeOf(content.declaredType);
  if (mime === null) return refuse("the response has no valid Content-Type");

  const extension = extensionOfUrl(content.url);
  const declared = mediaTypeOf(mime);
  const fromExtension = extension === null ? null : mediaTypeOfExtension(extension);

  switch (rulingOn(classOfMime(mime), classOfExtension(extension))) {
    case "by-type":
      return verdictOn(content.kind, declared!);
    case "by-extension":
      return verdictOn(content.kind, fromExtension!);
    case "refused":
      return refuse(
        classOfMime(mime) === "other"
          ? `content type ${mime} is not supported`
          : extension === null
          ? `content type ${mime} needs a supported file extension, and the URL has none`
          : `content type ${mime} needs a supported file extension, and .${extension} is not one`,
      );
  }
}

/** Result of a file's validation: the canonical MIME type, or the fault. */
export type FileVerdict =
  | { readonly ok: true; readonly type: string }
  | { readonly ok: false } & MediaFault;

/**
 * Validates a fetched file: its declared type, and its bytes against that (spec 2.3, fetching rule
 * 4). An octet-stream is assumed to be what its extension says, and fails at transcoding if it is
 * not.
 *
 * @param start The first `START_BYTES` of the file, or more.
 */
export function checkFile(content: FetchedContent, start: Uint8Array): FileVerdict {
  const verdict = checkContent(content);
  if (!verdict.ok) return { ...verdict, of: "content" };
  const reason = typeMismatch(mediaTypeOf(verdict.type)!, start);
  if (reason === null) return verdict;
  const isAssumed = classOfMime(mimeOf(content.declaredType)!) === "octet-stream";
  const of = isAssumed && isTranscoded(content.kind) ? "transcoding" : "content";
  return { ok: false, of, reason };
}

/**
 * Checks the first bytes of a file against a media type. Bytes of no known format pass if the file
 * is transcoded: the transcoder recognises damaged files, and MPEG audio and video may begin with
 * anything.
 * @returns Null if they match, else the fault.
 */
export function typeMismatch({ kind, formats }: MediaType, start: Uint8Array): string | null {
  if (formats.some((format) => hasFormat(format, start))) return null;
  const actual = formatOf(start);
  if (actual === null && isTranscoded(kind)) return null;
  const wrong = `the content is not ${formatName(formats[0]!)}`;
  return actual === null ? wrong : `${wrong}, but ${formatName(actual)}`;
}

export function classOfMime(mime: string): MimeClass {
  if (mediaTypeOf(mime) !== null) return "supported";
  // Also binary/octet-stream, the default of object stores.
  return mime.endsWith("/octet-stream") ? "octet-stream" : "other";
}

export function classOfExtension(extension: string | null): ExtensionClass {
  if (extension === null) return "none";
  return mediaTypeOfExtension(extension) === null ? "invalid" : "supported";
}

function rulingOn(mime: MimeClass, extension: ExtensionClass): Ruling {
  const row = CONTENT_TABLE.find((row) => row.mime === mime && row.extension === extension);
  return row?.ruling ?? "refused";
}

function verdictOn(kind: MediaKind, actual: MediaType): ContentVerdict {
  if (actual.kind === kind) return { ok: true, type: actual.type };
  return refuse(`the slide says ${kind}, but the content is ${actual.kind} (${actual.type})`);
}

function refuse(reason: string): ContentVerdict {
  return { ok: false, reason };
}
