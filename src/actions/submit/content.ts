/** Reads the content of a submission: MIME parts, laid out on slides by their SMIL. */
import { isSmilType } from "../../core/media/media_types.ts";
import { charsetOf } from "../../core/media/text_file.ts";
import { indexParts } from "../../core/media/part_reference.ts";
import type { SubmittedContent, SubmittedPart } from "../../core/submission/content.ts";
import { isFault, type SubmitFault, submitFault } from "../../core/submission/fault.ts";
import { type Part, startOf } from "../../mime/reader.ts";
import { layOutSlides, readSmil, type SmilSlide } from "../../mm7/smil.ts";
import { readPart } from "./part.ts";

/**
 * Maximum bytes of all texts and presentations: more fits no operator, and slows down row reads.
 */
const TEXT_MAX_BYTES = 256 << 10;

/**
 * Reads the part that `href` refers to: a multipart, a single text or file, or a presentation with
 * the parts beside it. Faults: 2004 for an unsupported type or too much text, 2513 for a missing or
 * unreadable part or empty content, 2514 for a part of unknown type, 2560 for a header field over
 * its limit.
 *
 * @param others Parts beside the envelope.
 * @param href Null: the first of them.
 * @param adaptable Whether the files may be changed.
 */
export function readContent(
  others: readonly Part[],
  href: string | null,
  adaptable: boolean,
): SubmittedContent | SubmitFault {
  const attachment = href === null ? others[0] : indexParts(others)(href);
  if (attachment === undefined) {
    return submitFault("attachmentMissing", "no part has the id in Content href");
  }
  const isFlat = isSmilType(attachment.type);
  const parts = readParts(isFlat ? others : [attachment], adaptable);
  if (isFault(parts)) return parts;
  const start = isFlat ? attachment : startOf(attachment);
  return checkTextBytes(parts, "texts") ?? layOut(parts, start);
}

function readParts(
  attachments: readonly Part[],
  adaptable: boolean,
): SubmittedPart[] | SubmitFault {
  const parts: SubmittedPart[] = [];
  for (const [index, leaf] of attachments.flatMap(leavesOf).entries()) {
    const part = readPart(leaf, index, adaptable);
    if (isFault(part)) return part;
    parts.push(part);
  }
  return parts;
}

function leavesOf(part: Part): Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

function layOut(
  parts: readonly SubmittedPart[],
  start: Part | null,
): SubmittedContent | SubmitFault {
  const visible = parts.filter(({ role }) => role.is !== "presentation");
  if (visible.every(isEmpty)) {
    return submitFault("attachmentMissing", "the content has neither text nor files");
  }
  const effective = effectivePresentation(parts, start);
  const smil = effective === null ? null : slidesShown(effective);
  const { slides } = layOutSlides(visible, smil);
  const presentation = smil === null ? null : effective;
  return checkTextBytes(slides.flat(), "slides with texts") ?? { parts, presentation, slides };
}

/** Finds the effective presentation: the multipart's start part, else the first. */
function effectivePresentation(
  parts: readonly SubmittedPart[],
  start: Part | null,
): SubmittedPart | null {
  const presentations = parts.filter(({ role }) => role.is === "presentation");
  return presentations.find(({ position }) => position === start?.position) ?? presentations[0] ??
    null;
}

function slidesShown({ content, contentType }: SubmittedPart): readonly SmilSlide[] | null {
  return readSmil(content, charsetOf(contentType));
}

function isEmpty({ role }: SubmittedPart): boolean {
  return role.is === "text" && role.text.trim() === "";
}

/**
 * Checks the total size of texts and presentations. A text that a presentation shows several times
 * counts each time.
 */
function checkTextBytes(parts: readonly SubmittedPart[], noun: string): SubmitFault | null {
  const texts = parts.filter(({ role }) => role.is !== "file");
  const bytes = texts.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes <= TEXT_MAX_BYTES) return null;
  return submitFault("multimediaRefused", `${noun} of more than ${TEXT_MAX_BYTES} bytes`);
}
