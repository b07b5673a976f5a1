/** Content of a SubmitReq: turns MIME parts into the slides and parts of a message. */
import { classOfExtension, classOfMime } from "../../core/media/content_check.ts";
import {
  extensionIn,
  type MediaKind,
  type MediaType,
  mediaTypeOf,
  mediaTypeOfExtension,
  TEXT_TYPE,
} from "../../core/media/media_types.ts";
import type { MessagePart, MessageSlide, SlideMedia } from "../../core/message/message.ts";
import { distribute } from "../../core/template/slides.ts";
import type { Blobs } from "../../ports/mod.ts";
import { MimeError } from "../../mime/errors.ts";
import { type Part, startOf, textOf } from "../../mime/reader.ts";
import { layOutSlides, readSmil, readSmilText, type SmilSlide } from "../../mm7/smil.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";
import { checkPartFields } from "./part_fields.ts";
import { typed } from "./typed_part.ts";

/** Role of a part in a message. */
type Role =
  | { is: "text"; text: string }
  | { is: "file"; kind: MediaKind; type: string }
  /** A SMIL document, whether it is the effective one or not. */
  | { is: "presentation" };

/** A part with its role. */
interface Piece {
  part: Part;
  role: Role;
  /** Content-ID, or a generated one. */
  contentId: string;
  /** Content-Location, else the file name, else the Content-ID. */
  location: string;
  name: string | null;
  /** UTF-8 text of a text or presentation that is stored in the message; null: stored as a blob. */
  inline: string | null;
}

/** Content that was parsed and checked, but not stored yet. */
export interface SubmittedContent {
  /**
   * Input of the duplicate digest: type, size and text of each part, and the bytes of other parts.
   */
  identity: { parts: (string | number | null)[]; bytes: Uint8Array[] };
  /** Stores the files. Returns the slides, and the parts where the content has a presentation. */
  store(
    blobs: Pick<Blobs, "put">,
  ): Promise<{ slides: MessageSlide[]; parts: MessagePart[] | null }>;
}

/**
 * Reads the part that `Content` refers to: a multipart, or a single text or file.
 *
 * @throws {Mm7Error} 2004 for an unsupported type or too much text, 2513 for an unreadable part or
 * empty content, 2514 for a part of unknown type, 2560 for a header field over its limit.
 */
export function readContent(content: Part, echo: Echo): SubmittedContent {
  const pieces = leavesOf(content).map((part, index) => pieceOf(typed(part, echo), index, echo));
  checkTextBytes(pieces, "texts", echo);
  const presentation = presentationOf(content, pieces);
  const visible = pieces.filter(({ role }) => role.is !== "presentation");
  if (visible.every(isEmpty)) {
    throw new Mm7Error("attachmentMissing", "the content has neither text nor files", echo);
  }
  const smil = presentation === null ? null : slidesShown(presentation);
  const { slides } = layOutSlides(visible, smil);
  checkTextBytes(slides.flat(), "slides with texts", echo);
  return {
    identity: {
      parts: pieces.flatMap(({ part, inline }) => [part.type, part.content.length, inline]),
      bytes: pieces.flatMap(({ part, inline }) => inline === null ? [part.content] : []),
    },
    async store(blobs) {
      const files = pieces.filter(({ inline }) => inline === null);
      const stored = await Promise.all(files.map(({ part }) => blobs.put(part.content)));
      const blobOf = new Map(files.map((piece, index) => [piece, stored[index]!.hash]));
      return {
        slides: slides.flatMap((slide) => slidesOf(slide, blobOf)),
        parts: smil === null
          ? null
          : [presentation!, ...pieces.filter((piece) => piece !== presentation)]
            .map((piece) => messagePart(piece, blobOf)),
      };
    },
  };
}

/**
 * Checks the total size of texts and presentations. A text that a presentation shows several times
 * counts each time.
 *
 * @throws {Mm7Error} 2004
 */
function checkTextBytes(pieces: readonly Piece[], noun: string, echo: Echo): void {
  const texts = pieces.filter(({ role }) => role.is !== "file");
  const bytes = texts.reduce((sum, { part }) => sum + part.content.length, 0);
  if (bytes <= TEXT_MAX_BYTES) return;
  throw new Mm7Error("multimediaRefused", `${noun} of more than ${TEXT_MAX_BYTES} bytes`, echo);
}

function leavesOf(part: Part): Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

function pieceOf(part: Part, index: number, echo: Echo): Piece {
  checkPartFields(part, echo);
  const contentId = part.contentId ?? `part-${index + 1}`;
  const location = part.location ?? part.name ?? contentId;
  const isFile = part.type !== SMIL && part.type !== TEXT_TYPE;
  const inline = isFile ? null : inlineOf(part);
  const role = roleOf(part, inline, echo);
  return { part, role, contentId, location, name: part.name, inline };
}

const SMIL = "application/smil";

function roleOf(part: Part, inline: string | null, echo: Echo): Role {
  if (part.type === SMIL) return { is: "presentation" };
  if (part.type === TEXT_TYPE) return { is: "text", text: textIn(part, inline, echo) };
  const media = mediaOf(part);
  if (media !== null) return { is: "file", kind: media.kind, type: media.type };
  throw new Mm7Error("multimediaRefused", `part ${part.place} is ${part.type}`, echo);
}

const UTF8 = /^(?:utf-?8|us-ascii)$/i;

function textIn(part: Part, inline: string | null, echo: Echo): string {
  // The MIME decoder handles byte order marks.
  if (inline !== null && !inline.startsWith("\ufeff")) {
    if (UTF8.test(part.parameters.get("charset") ?? "utf-8")) return inline;
  }
  try {
    return textOf(part);
  } catch (error) {
    if (error instanceof MimeError) throw new Mm7Error("attachmentMissing", error.message, echo);
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

/** Finds the effective presentation: the multipart's start part, else the first. */
function presentationOf(content: Part, pieces: readonly Piece[]): Piece | null {
  const presentations = pieces.filter(({ role }) => role.is === "presentation");
  const start = startOf(content);
  return presentations.find(({ part }) => part.place === start?.place) ?? presentations[0] ?? null;
}

function slidesShown({ part, inline }: Piece): readonly SmilSlide[] | null {
  return inline === null ? readSmil(part.content) : readSmilText(inline);
}

function isEmpty({ role }: Piece): boolean {
  return role.is === "text" && role.text.trim() === "";
}

/**
 * Builds the slides of a laid-out slide: media that cannot share a slide are spread over several.
 */
function slidesOf(
  pieces: readonly Piece[],
  blobOf: ReadonlyMap<Piece, string>,
): MessageSlide[] {
  const text = pieces.flatMap(({ role }) => role.is === "text" ? [role.text] : []).join("\n");
  const media = pieces.flatMap((piece): SlideMedia[] => {
    const { part, role, contentId } = piece;
    if (role.is !== "file") return [];
    const source = { blob: blobOf.get(piece)!, type: role.type, bytes: part.content.length };
    return [{ kind: role.kind, url: `cid:${contentId}`, source, renditions: [] }];
  });
  if (media.length === 0 && text.trim() === "") return [];
  return distribute(media).map((media, index) => ({
    text: index === 0 && text.trim() !== "" ? text : null,
    media,
  }));
}

/** Builds the record of a part, to be sent again byte for byte; inline text, else a blob. */
function messagePart(piece: Piece, blobOf: ReadonlyMap<Piece, string>): MessagePart {
  const { part, contentId, location, inline } = piece;
  return {
    contentId,
    location,
    type: part.headers.get("content-type") ?? "text/plain",
    bytes: part.content.length,
    ...(inline === null ? { blob: blobOf.get(piece)! } : { text: inline }),
  };
}

const strictUtf8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/**
 * Maximum bytes of all texts and presentations: more fits no operator, and slows down row reads.
 */
const TEXT_MAX_BYTES = 256 << 10;
/** Maximum bytes of a text that is stored in the message's row. */
const INLINE_MAX_BYTES = 64 << 10;

/** Returns the text to store inline; null: too large, or not UTF-8. */
function inlineOf({ content }: Part): string | null {
  if (content.length > INLINE_MAX_BYTES) return null;
  try {
    return strictUtf8.decode(content);
  } catch {
    return null;
  }
}
