/**
 * Content validation (spec 2.3): the MIME type a server declares against the URL's extension, and
 * both against the bytes.
 */
import { beginsAs, calledFormat, formatOf } from "./file_format.ts";
import {
  extensionOfUrl,
  isTranscoded,
  type MediaKind,
  type MediaType,
  mediaTypeOf,
  mediaTypeOfExtension,
  mimeOf,
} from "./media_types.ts";

/** What the declared MIME type is to us. `other` is beyond the spec's table: refused. */
export type MimeClass = "supported" | "octet-stream" | "other";
/** What the URL's extension is to us. */
export type ExtensionClass = "supported" | "invalid" | "none";
/** Which of the two says what the content is, or why neither does. */
export type Ruling = "by-type" | "by-extension" | "refused";

/** The table of spec 2.3, row by row. */
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
  /** The slide's content node. */
  kind: MediaKind;
  /** Content-Type of the answer, as sent. */
  declaredType: string;
  /** The URL whose extension counts: the one the customer gave. */
  url: string;
}

/** `type` is what to treat the bytes as (canonical); `reason` is for the customer. */
export type ContentVerdict = { ok: true; type: string } | { ok: false; reason: string };

export function checkContent(content: FetchedContent): ContentVerdict {
  const mime = mimeOf(content.declaredType);
  if (mime === null) return refuse("the server gave no valid Content-Type");

  const extension = extensionOfUrl(content.url);
  const declared = mediaTypeOf(mime);
  const named = extension === null ? null : mediaTypeOfExtension(extension);

  switch (rulingOn(classOfMime(mime), classOfExtension(extension))) {
    case "by-type":
      return ofKind(content.kind, declared!);
    case "by-extension":
      return ofKind(content.kind, named!);
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

/** As `ContentVerdict`; a file that is refused fails by its content, or at transcoding. */
export type FileVerdict =
  | { ok: true; type: string }
  | { ok: false; of: "content" | "transcoding"; reason: string };

/**
 * Content validation and fetching rule 4 (spec 2.3), for whatever is fetched. Octets are assumed to
 * be what the extension says, and fail at transcoding where they are not.
 *
 * @param start The first `START_BYTES` of the file, or more.
 */
export function checkFile(content: FetchedContent, start: Uint8Array): FileVerdict {
  const verdict = checkContent(content);
  if (!verdict.ok) return { ...verdict, of: "content" };
  const reason = whyNotOfType(mediaTypeOf(verdict.type)!, start);
  if (reason === null) return verdict;
  const isAssumed = classOfMime(mimeOf(content.declaredType)!) === "octet-stream";
  const of = isAssumed && isTranscoded(content.kind) ? "transcoding" : "content";
  return { ok: false, of, reason };
}

/**
 * Tells why the bytes of a file are not of a type; null when they are. Bytes that begin as nothing
 * known pass where the file is transcoded: that tells damaged files from sound ones, and MPEG audio
 * and video may begin with anything.
 */
export function whyNotOfType({ kind, formats }: MediaType, start: Uint8Array): string | null {
  if (formats.some((format) => beginsAs(format, start))) return null;
  const found = formatOf(start);
  if (found === null && isTranscoded(kind)) return null;
  const wrong = `the content is not ${calledFormat(formats[0]!)}`;
  return found === null ? wrong : `${wrong}, but ${calledFormat(found)}`;
}

export function classOfMime(mime: string): MimeClass {
  if (mediaTypeOf(mime) !== null) return "supported";
  // Also binary/octet-stream, which object stores answer by default.
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

function ofKind(kind: MediaKind, found: MediaType): ContentVerdict {
  if (found.kind === kind) return { ok: true, type: found.type };
  return refuse(`the slide says ${kind}, but the content is ${found.kind} (${found.type})`);
}

function refuse(reason: string): ContentVerdict {
  return { ok: false, reason };
}
