/** Reads a MIME part of a submission: its media type, role and names. */
import { classOfExtension, classOfMime, typeMismatch } from "../../core/media/content_check.ts";
import {
  extensionIn,
  isSmilType,
  isTranscoded,
  type MediaType,
  mediaTypeOf,
  mediaTypeOfExtension,
  TEXT_TYPE,
} from "../../core/media/media_types.ts";
import type { PartRole, SubmittedPart } from "../../core/submission/content.ts";
import { isFault, type SubmitFault, submitFault } from "../../core/submission/fault.ts";
import { MimeError } from "../../mime/errors.ts";
import { type Part, textOf } from "../../mime/reader.ts";
import { damageOf } from "./damage.ts";
import { checkPartFields } from "./part_fields.ts";
import { typed } from "./typed_part.ts";

/**
 * Reads a part, or the first of its faults: 2514 for an unknown type, 2560 for a header field over
 * its limit, 2004 for a file of an unsupported type, of another type than it says or damaged, 2513
 * for an unreadable text.
 *
 * @param index Position among the parts, for a Content-ID where it has none.
 * @param adaptable Whether files may be changed.
 */
export function readPart(
  received: Part,
  index: number,
  adaptable: boolean,
): SubmittedPart | SubmitFault {
  const part = typed(received);
  if (part === null) return untyped(received);
  const fault = checkPartFields(part);
  if (fault !== null) return fault;
  const inline = isSmilType(part.type) || part.type === TEXT_TYPE ? inlineOf(part) : null;
  const role = roleOf(part, inline, adaptable);
  if (isFault(role)) return role;
  const { position, name, type, content } = part;
  const contentId = part.contentId ?? `part-${index + 1}`;
  const location = part.location ?? name ?? contentId;
  const contentType = part.headers.get("content-type")!;
  return {
    position,
    role,
    contentId,
    location,
    name,
    type,
    contentType,
    content,
    inline: isAsRead(inline, role) ? inline : null,
  };
}

/** Tells whether the UTF-8 text of a part is what its charset says: ISO-2022-JP looks like ASCII. */
function isAsRead(inline: string | null, role: PartRole): boolean {
  return role.is !== "text" || inline?.replace(/^\ufeff/, "") === role.text;
}

function untyped({ position }: Part): SubmitFault {
  const details = `part ${position} has no Content-Type, and is neither UTF-8 nor a known file`;
  return submitFault("attachmentTypeInvalid", details);
}

function roleOf(
  part: Part,
  inline: string | null,
  adaptable: boolean,
): PartRole | SubmitFault {
  if (isSmilType(part.type)) return { is: "presentation" };
  if (part.type === TEXT_TYPE) return readText(part, inline);
  const media = mediaOf(part);
  if (media === null) {
    return submitFault("multimediaRefused", `part ${part.position} is ${part.type}`);
  }
  const reason = faultOf(part, media, adaptable);
  if (reason !== null) {
    return submitFault("multimediaRefused", `part ${part.position} (${part.type}): ${reason}`);
  }
  return { is: "file", kind: media.kind, type: media.type };
}

/**
 * Checks a file's bytes as those of a URL are (spec 2.3, fetching rule 4). Of one that may go out as
 * it came the structure is checked; others are decoded later.
 */
function faultOf({ content }: Part, media: MediaType, adaptable: boolean): string | null {
  const isDecoded = adaptable && isTranscoded(media.kind) && !media.onHandsets;
  return typeMismatch(media, content) ?? (isDecoded ? null : damageOf(media, content));
}

const UTF8 = /^(?:utf-?8|us-ascii)$/i;

function readText(part: Part, inline: string | null): PartRole | SubmitFault {
  // The MIME decoder handles byte order marks.
  if (inline !== null && !inline.startsWith("\ufeff")) {
    if (UTF8.test(part.parameters.get("charset") ?? "utf-8")) return { is: "text", text: inline };
  }
  try {
    return { is: "text", text: textOf(part) };
  } catch (error) {
    if (error instanceof MimeError) return submitFault("attachmentMissing", error.message);
    throw error;
  }
}

/**
 * Resolves a part's media type; for octet-stream by file extension (spec 2.3, content validation).
 */
function mediaOf({ type, location, name, contentId }: Part): MediaType | null {
  switch (classOfMime(type)) {
    case "supported":
      return mediaTypeOf(type);
    case "octet-stream": {
      const extensions = [location, name, contentId].map(extensionIn);
      const supported = extensions.find((extension) => classOfExtension(extension) === "supported");
      return supported === undefined ? null : mediaTypeOfExtension(supported!);
    }
    case "other":
      return null;
  }
}

const strictUtf8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Maximum bytes of a text that is stored in the message's row. */
const INLINE_MAX_BYTES = 64 << 10;

/** Returns the text to store inline; null: too large, or not UTF-8, as the zeros of UTF-16 show. */
function inlineOf({ content }: Part): string | null {
  if (content.length > INLINE_MAX_BYTES) return null;
  try {
    const text = strictUtf8.decode(content);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
