/** Limits of a carrier on an MMS, beside those of the recipient's operator. */
import { isSmilType, mimeOf, TEXT_TYPE } from "../media/media_types.ts";
import type { MessagePart } from "./content.ts";

/** Limits of one MMS. Sizes are those of the files, without an encoding. */
export interface MmsLimits {
  /** Maximum of all files together, in bytes. */
  readonly maxBytes: number;
  /** Maximum of one file, in bytes. */
  readonly maxFileBytes: number;
  /** Maximum of one file that is no image, in bytes. Default: `maxFileBytes`. */
  readonly maxOtherBytes?: number;
  /** Maximum number of files; texts and the presentation are none. */
  readonly maxFiles: number;
  /** MIME types of files that it takes; null: any. */
  readonly types: readonly string[] | null;
}

/** Finds the parts that a carrier takes as files: all but the presentation and the slides' texts. */
export function filesOf(parts: readonly MessagePart[]): MessagePart[] {
  return parts.filter(({ type, blob }) => blob !== undefined && !isSmilType(mimeOf(type)));
}

/** Finds the texts of the slides, in order. A VASP's own texts may be files, too. */
export function textsOf(parts: readonly MessagePart[]): string[] {
  return parts.flatMap(({ type, text }) =>
    text !== undefined && mimeOf(type) === TEXT_TYPE && text.trim() !== "" ? [text] : []
  );
}

/** Tells whether the parts are within the limits. */
export function isWithin(parts: readonly MessagePart[], limits: MmsLimits): boolean {
  const { maxBytes, maxFileBytes, maxFiles, maxOtherBytes = maxFileBytes, types } = limits;
  const files = filesOf(parts);
  return files.length <= maxFiles &&
    files.every(({ bytes, type }) => bytes <= (isImage(type) ? maxFileBytes : maxOtherBytes)) &&
    files.reduce((sum, { bytes }) => sum + bytes, 0) <= maxBytes &&
    files.every(({ type }) => types === null || types.includes(mimeOf(type) ?? ""));
}

function isImage(type: string): boolean {
  return mimeOf(type)?.startsWith("image/") === true;
}
