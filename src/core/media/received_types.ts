/**
 * Types of files that handsets send beside those that a slide may carry. Only these keep their type
 * when they are served: a browser runs none of them.
 */
import { mimeOf } from "./media_types.ts";

/** Extensions without their dot, by MIME type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/msword": "doc",
  "application/ogg": "ogg",
  "application/smil": "smil",
  "application/smil+xml": "smil",
  "application/vnd.ms-powerpoint": "ppt",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/zip": "zip",
  "audio/3gpp": "3gp",
  "audio/3gpp2": "3g2",
  "audio/aac": "aac",
  "audio/aacp": "aac",
  "audio/amr-wb": "awb",
  "audio/caf": "caf",
  "audio/flac": "flac",
  "audio/m4a": "m4a",
  "audio/mid": "mid",
  "audio/midi": "mid",
  "audio/mp4": "m4a",
  "audio/mp4a-latm": "m4a",
  "audio/ogg": "ogg",
  "audio/opus": "opus",
  "audio/qcelp": "qcp",
  "audio/sp-midi": "mid",
  "audio/vnd.qcelp": "qcp",
  "audio/webm": "weba",
  "audio/x-aac": "aac",
  "audio/x-caf": "caf",
  "audio/x-flac": "flac",
  "audio/x-m4a": "m4a",
  "audio/x-midi": "mid",
  "image/avif": "avif",
  "image/bmp": "bmp",
  "image/heic": "heic",
  "image/heic-sequence": "heics",
  "image/heif": "heif",
  "image/heif-sequence": "heifs",
  "image/tiff": "tiff",
  "image/vnd.wap.wbmp": "wbmp",
  "image/x-bmp": "bmp",
  "image/x-ms-bmp": "bmp",
  "text/vcalendar": "vcs",
  "text/x-vcalendar": "vcs",
  "video/3gpp2": "3g2",
  "video/h263": "h263",
  "video/m4v": "m4v",
  "video/webm": "webm",
  "video/x-m4v": "m4v",
  "video/x-matroska": "mkv",
};

/** Returns the extension for files of this type, without the dot; null for an unknown type. */
export function receivedExtensionOf(mime: string): string | null {
  const type = mimeOf(mime);
  return type !== null && Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type]! : null;
}
