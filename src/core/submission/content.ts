/** Content that a VASP submits (spec 2.1, Content): parts as received, and the slides made of them. */
import { LABEL_BYTES, readLabel } from "../media/file_label.ts";
import type { MediaKind } from "../media/media_types.ts";
import { distribute } from "../template/slides.ts";
import type { MessagePart, MessageSlide, SlideMedia } from "../composition/content.ts";

/** Role of a part in a message. */
export type PartRole =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "file"; readonly kind: MediaKind; readonly type: string }
  /** A SMIL document, whether it is the effective one or not. */
  | { readonly is: "presentation" };

/** Part of a submission, read and checked. */
export interface SubmittedPart {
  /** Position in the request: `2.1` is the first part of the second. */
  readonly position: string;
  readonly role: PartRole;
  /** Content-ID, or a generated one. */
  readonly contentId: string;
  /** Content-Location, else the file name, else the Content-ID. */
  readonly location: string;
  readonly name: string | null;
  /** Media type in lower case, without parameters. */
  readonly type: string;
  /** Content-Type as received, with its parameters. */
  readonly contentType: string;
  readonly content: Uint8Array;
  /** UTF-8 text of a text or presentation that is stored in the message; null: stored as a blob. */
  readonly inline: string | null;
}

export interface SubmittedContent {
  /** All parts, in the order of the request. */
  readonly parts: readonly SubmittedPart[];
  /** Effective presentation; null if there is none, or it is not SMIL. */
  readonly presentation: SubmittedPart | null;
  /** Parts of each slide, as the presentation lays them out. */
  readonly slides: readonly (readonly SubmittedPart[])[];
}

/** Slide whose files are not stored yet. */
export interface SubmittedSlide {
  readonly text: string | null;
  readonly media: readonly SubmittedMedia[];
}

/** File on a slide. */
export interface SubmittedMedia {
  readonly kind: MediaKind;
  /** Canonical MIME type. */
  readonly type: string;
  readonly part: SubmittedPart;
}

/** Returns the blob's hash of a part that is stored as a blob. */
export type BlobOf = (part: SubmittedPart) => string;

/** Returns the parts to store as blobs. */
export function filesOf({ parts }: SubmittedContent): SubmittedPart[] {
  return parts.filter(({ inline }) => inline === null);
}

/**
 * Lists the values that tell two contents apart: type, size and text of each part. The bytes of its
 * files (`filesOf`) belong to them.
 */
export function identityOf({ parts }: SubmittedContent): (string | number | null)[] {
  return parts.flatMap(({ type, content, inline }) => [type, content.length, inline]);
}

/**
 * Builds the slides. Media that cannot share a slide are spread over several; empty slides are left
 * out.
 */
export function slidesOf({ slides }: SubmittedContent): SubmittedSlide[] {
  return slides.flatMap(spread);
}

function spread(parts: readonly SubmittedPart[]): SubmittedSlide[] {
  const joined = parts.flatMap(({ role }) => role.is === "text" ? [role.text] : []).join("\n");
  const text = joined.trim() === "" ? null : joined;
  const media = parts.flatMap(mediaIn);
  if (media.length === 0 && text === null) return [];
  return distribute(media).map((media, index) => ({ text: index === 0 ? text : null, media }));
}

function mediaIn(part: SubmittedPart): SubmittedMedia[] {
  const { role } = part;
  return role.is === "file" ? [{ kind: role.kind, type: role.type, part }] : [];
}

/** Lists the parts to send again byte for byte, SMIL first; null without a presentation. */
export function ownPartsOf({ parts, presentation }: SubmittedContent): SubmittedPart[] | null {
  if (presentation === null) return null;
  return [presentation, ...parts.filter((part) => part !== presentation)];
}

/** Builds the record of a slide whose files are stored. */
export function storedSlide({ text, media }: SubmittedSlide, blobOf: BlobOf): MessageSlide {
  return { text, media: media.map((file) => storedMedia(file, blobOf)) };
}

function storedMedia({ kind, type, part }: SubmittedMedia, blobOf: BlobOf): SlideMedia {
  const start = part.content.subarray(0, LABEL_BYTES);
  const label = readLabel(kind, start, part.name ?? part.location);
  return {
    kind,
    url: `cid:${part.contentId}`,
    ...label === undefined ? {} : { label },
    source: { blob: blobOf(part), type, bytes: part.content.length },
    renditions: [],
  };
}

/** Builds the record of a part: inline text, else a blob. */
export function storedPart(part: SubmittedPart, blobOf: BlobOf): MessagePart {
  const { contentId, location, contentType, content, inline } = part;
  return {
    contentId,
    location,
    type: contentType,
    bytes: content.length,
    ...(inline === null ? { blob: blobOf(part) } : { text: inline }),
  };
}
