/** Damage of a file that shows without decoding it. */
import { type FileFormat, formatName, formatOf, hasFormat } from "../../core/media/file_format.ts";
import type { MediaType } from "../../core/media/media_types.ts";
import { isWholePicture, type PictureFormat } from "../../image/whole_picture.ts";

/**
 * Checks the structure of a file of a media type, as the transcoder would.
 *
 * @returns Null if it is whole as far as its structure says, else the fault.
 */
export function damageOf({ formats }: MediaType, file: Uint8Array): string | null {
  const format = formatOf(file) ?? formats[0]!;
  if (CERTAIN.has(format) && !hasFormat(format, file)) return damaged(format);
  const isWhole = STRUCTURES[format];
  return isWhole === undefined || isWhole(file) ? null : damaged(format);
}

function damaged(format: FileFormat): string {
  return `the content is not ${formatName(format)}, or is damaged`;
}

const picture = (format: PictureFormat) => ({
  [format]: (file: Uint8Array) => isWholePicture(format, file),
});

/** Tests by format. Others may end anywhere. */
const STRUCTURES: Partial<Record<FileFormat, (file: Uint8Array) => boolean>> = {
  ...picture("jpeg"),
  ...picture("png"),
  ...picture("gif"),
  ...picture("webp"),
  "mp4": hasMovieBox,
  "3gp": hasMovieBox,
  "quicktime": hasMovieBox,
};

/** Formats that begin in one way only, unlike MPEG audio and video, and files of boxes. */
const CERTAIN: ReadonlySet<FileFormat> = new Set<FileFormat>([
  "jpeg",
  "png",
  "gif",
  "webp",
  "amr",
  "wav",
  "avi",
  "asf",
]);

/** Tells whether a file of boxes has its index, without which it does not play (ISO/IEC 14496-12). */
function hasMovieBox(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + 16 <= file.length;) {
    const size = view.getUint32(at);
    const bytes = size === 1 ? Number(view.getBigUint64(at + 8)) : size || file.length - at;
    if (view.getUint32(at + 4) === MOOV) return at + bytes <= file.length;
    if (bytes < 8) return false;
    at += bytes;
  }
  return false;
}

const MOOV = 0x6d6f6f76;
