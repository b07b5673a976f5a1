/** The content of a SubmitReq: MIME parts → the slides and parts of a message. */
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
import { spread } from "../../core/template/slides.ts";
import type { Blobs } from "../../ports/mod.ts";
import { MimeError } from "../../mime/errors.ts";
import { type Part, startOf, textOf } from "../../mime/reader.ts";
import { layOut, readSmil, readSmilText, type SmilSlide } from "../../mm7/smil.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";
import { checkPartFields } from "./part_fields.ts";
import { typed } from "./typed_part.ts";

/** A part, and what it is to a message. */
type Role =
  | { is: "text"; text: string }
  | { is: "file"; kind: MediaKind; type: string }
  /** SMIL, the one that counts or another. */
  | { is: "presentation" };

interface Piece {
  part: Part;
  role: Role;
  /** What it can be referred to by, and what a message says of it. */
  contentId: string;
  location: string;
  name: string | null;
  /** Of a text or presentation: what can be kept in the message, to be written again to the byte. */
  inline: string | null;
}

/** Content that is understood; nothing of it is stored yet. */
export interface SubmittedContent {
  /** What tells it from other content: each part's type, size and text; the bytes of what is none. */
  identity: { parts: (string | number | null)[]; bytes: Uint8Array[] };
  /** Stores the files. Answers the slides, and the parts where a presentation came with them. */
  store(
    blobs: Pick<Blobs, "put">,
  ): Promise<{ slides: MessageSlide[]; parts: MessagePart[] | null }>;
}

/**
 * Reads the part that `Content` refers to: a multipart, or a single text or file. Throws Mm7Error:
 * 2004 for a type that no slide takes, 2513 for a part that is unreadable or content that is empty,
 * 2514 for a part of which nobody knows what it is, 2560 for a header field that is too long to be
 * kept.
 */
export function readContent(content: Part, echo: Echo): SubmittedContent {
  const pieces = leavesOf(content).map((part, index) => pieceOf(typed(part, echo), index, echo));
  checkTextBytes(pieces, "texts", echo);
  const presentation = presentationOf(content, pieces);
  const shown = pieces.filter(({ role }) => role.is !== "presentation");
  if (shown.every(isEmpty)) {
    throw new Mm7Error("attachmentMissing", "the content has neither text nor files", echo);
  }
  const smil = presentation === null ? null : slidesShown(presentation);
  const { slides } = layOut(shown, smil);
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
 * Throws Mm7Error 2004 where texts and presentations are too long together. A presentation shows a
 * text more than once: each time counts.
 */
function checkTextBytes(pieces: readonly Piece[], which: string, echo: Echo): void {
  const texts = pieces.filter(({ role }) => role.is !== "file");
  const bytes = texts.reduce((sum, { part }) => sum + part.content.length, 0);
  if (bytes <= TEXT_MAX_BYTES) return;
  throw new Mm7Error("multimediaRefused", `${which} of more than ${TEXT_MAX_BYTES} bytes`, echo);
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
  const found = mediaOf(part);
  if (found !== null) return { is: "file", kind: found.kind, type: found.type };
  throw new Mm7Error("multimediaRefused", `part ${part.place} is ${part.type}`, echo);
}

const UTF8 = /^(?:utf-?8|us-ascii)$/i;

function textIn(part: Part, inline: string | null, echo: Echo): string {
  // Byte order marks are for decoders to deal with.
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

/** By its type; of octets by the extension of a name it has (spec 2.3, content validation). */
function mediaOf({ type, location, name, contentId }: Part): MediaType | null {
  switch (classOfMime(type)) {
    case "supported":
      return mediaTypeOf(type);
    case "octet-stream": {
      const extensions = [location, name, contentId].map(extensionIn);
      const known = extensions.find((one) => classOfExtension(one) === "supported");
      return known === undefined ? null : mediaTypeOfExtension(known!);
    }
    case "other":
      return null;
  }
}

/** The presentation that counts: where the multipart starts, or else the first. */
function presentationOf(content: Part, pieces: readonly Piece[]): Piece | null {
  const all = pieces.filter(({ role }) => role.is === "presentation");
  const start = startOf(content);
  return all.find(({ part }) => part.place === start?.place) ?? all[0] ?? null;
}

function slidesShown({ part, inline }: Piece): readonly SmilSlide[] | null {
  return inline === null ? readSmil(part.content) : readSmilText(inline);
}

function isEmpty({ role }: Piece): boolean {
  return role.is === "text" && role.text.trim() === "";
}

/** The pieces of one slide as slides: what cannot share one goes on slides of its own after it. */
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
  return spread(media).map((media, index) => ({
    text: index === 0 && text.trim() !== "" ? text : null,
    media,
  }));
}

/** The part as it came: where its bytes are no plain UTF-8 they are kept as a file. */
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

/** Bytes of all texts and presentations of a message: more fits no operator, and makes rows slow to read. */
const TEXT_MAX_BYTES = 256 << 10;
const INLINE_MAX_BYTES = 64 << 10;

function inlineOf({ content }: Part): string | null {
  if (content.length > INLINE_MAX_BYTES) return null;
  try {
    return strictUtf8.decode(content);
  } catch {
    return null;
  }
}
