/**
 * Media that a slide may carry (spec 2.3, "Supported media"): kinds, file extensions, MIME types.
 */

import type { FileFormat } from "./file_format.ts";

/** Kind of a slide's content node, by its name on the wire (spec 2.3, slide object). */
export type MediaKind = "image" | "audio" | "video" | "contact" | "calendar" | "pdf" | "ms-excel";

/** Row of the table: extensions that mean the same types. The first extension is the one we use. */
export interface MediaType {
  readonly kind: MediaKind;
  /** MIME type that we send: the registered one, or else the most widely understood. */
  readonly type: string;
  /** Other MIME types that the spec accepts for it. */
  readonly aliases: readonly string[];
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Formats that files of this type may have; the first names the type in fault texts. */
  readonly formats: readonly FileFormat[];
  /** Whether every MMS handset accepts it untranscoded: to play, or (objects) to store. */
  readonly onHandsets: boolean;
}

/** MIME type of slide text, which is never fetched. */
export const TEXT_TYPE = "text/plain";

/** Types of SMIL, as MMS name it and as RFC 4536 does. */
const SMIL_TYPES: ReadonlySet<string> = new Set(["application/smil", "application/smil+xml"]);

export const MEDIA_TYPES: readonly MediaType[] = [
  {
    kind: "image",
    type: "image/jpeg",
    aliases: ["image/jpg"],
    extensions: ["jpg"],
    formats: ["jpeg"],
    onHandsets: true,
  },
  {
    kind: "image",
    type: "image/png",
    aliases: [],
    extensions: ["png"],
    formats: ["png"],
    onHandsets: true,
  },
  {
    kind: "image",
    type: "image/gif",
    aliases: [],
    extensions: ["gif"],
    formats: ["gif"],
    onHandsets: true,
  },
  {
    kind: "image",
    type: "image/webp",
    aliases: [],
    extensions: ["webp"],
    formats: ["webp"],
    onHandsets: false,
  },

  {
    kind: "audio",
    type: "audio/mpeg",
    aliases: ["audio/mp3"],
    extensions: ["mp3"],
    formats: ["mp3"],
    onHandsets: true,
  },
  {
    kind: "audio",
    type: "audio/wav",
    aliases: ["audio/x-wave", "audio/x-wav", "audio/wave"],
    extensions: ["wav"],
    formats: ["wav"],
    onHandsets: false,
  },
  {
    kind: "audio",
    type: "audio/amr",
    aliases: [],
    extensions: ["amr"],
    // Many phones record it in a 3GP file.
    formats: ["amr", "3gp"],
    onHandsets: true,
  },

  {
    kind: "video",
    type: "video/mp4",
    aliases: [],
    extensions: ["mp4"],
    // These three share a container: their brands overlap, and phones and servers confuse them.
    formats: ["mp4", "3gp", "quicktime"],
    onHandsets: true,
  },
  {
    kind: "video",
    type: "video/mpeg",
    aliases: ["video/mpg"],
    extensions: ["mpg", "mpeg"],
    formats: ["mpeg"],
    onHandsets: false,
  },
  {
    kind: "video",
    type: "video/x-msvideo",
    aliases: ["video/avi"],
    extensions: ["avi"],
    formats: ["avi"],
    onHandsets: false,
  },
  {
    kind: "video",
    type: "video/x-ms-wmv",
    aliases: ["video/x-ms-asf"],
    extensions: ["wmv"],
    formats: ["asf"],
    onHandsets: false,
  },
  {
    kind: "video",
    type: "video/quicktime",
    aliases: [],
    extensions: ["mov"],
    formats: ["quicktime", "mp4", "3gp"],
    onHandsets: false,
  },
  {
    kind: "video",
    type: "video/3gpp",
    aliases: ["video/3gp"],
    extensions: ["3gp"],
    formats: ["3gp", "mp4", "quicktime"],
    onHandsets: true,
  },

  {
    kind: "contact",
    type: "text/vcard",
    aliases: ["text/v-card", "text/x-vcard"],
    extensions: ["vcf", "vcard"],
    formats: ["vcard"],
    onHandsets: true,
  },
  {
    kind: "calendar",
    type: "text/calendar",
    aliases: [],
    extensions: ["ics", "ical", "ifb", "icalendar"],
    formats: ["icalendar"],
    onHandsets: true,
  },
  {
    kind: "pdf",
    type: "application/pdf",
    aliases: ["application/x-pdf"],
    extensions: ["pdf"],
    formats: ["pdf"],
    onHandsets: true,
  },
  {
    kind: "ms-excel",
    type: "application/vnd.ms-excel",
    aliases: [],
    extensions: ["xls"],
    formats: ["compound", "biff"],
    onHandsets: true,
  },
  {
    kind: "ms-excel",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    aliases: [],
    extensions: ["xlsx"],
    // An encrypted workbook is a compound file (MS-OFFCRYPTO section 2.3).
    formats: ["zip", "compound"],
    onHandsets: true,
  },
];

/** Kinds in the order of the table. */
export const MEDIA_KINDS: readonly MediaKind[] = [...new Set(MEDIA_TYPES.map((row) => row.kind))];

const byMime = new Map(
  MEDIA_TYPES.flatMap((row) => [row.type, ...row.aliases].map((name) => [name, row] as const)),
);
const byExtension = new Map(
  MEDIA_TYPES.flatMap((row) => row.extensions.map((name) => [name, row] as const)),
);
const transcoded: ReadonlySet<MediaKind> = new Set<MediaKind>(["image", "audio", "video"]);

/**
 * Returns whether files of a kind are transcoded. Contact, calendar, PDF and Excel never are (spec
 * 2.3, fetching rule 5).
 */
export function isTranscoded(kind: MediaKind): boolean {
  return transcoded.has(kind);
}

/** Returns whether every MMS handset accepts files of this type untranscoded. */
export function playsOnHandsets(mime: string): boolean {
  return mediaTypeOf(mime)?.onHandsets ?? false;
}

/**
 * Reads the MIME type of a Content-Type header, in lower case and without parameters; null if it is
 * malformed.
 */
export function mimeOf(header: string | null | undefined): string | null {
  const type = (header ?? "").split(";", 1)[0]!.trim().toLowerCase();
  // RFC 9110 section 8.3.1: type "/" subtype, both tokens.
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(type) ? type : null;
}

/** Tells whether a MIME type, in lower case and without parameters, is a presentation's (SMIL). */
export function isSmilType(type: string | null): boolean {
  return type !== null && SMIL_TYPES.has(type);
}

/** Finds the row of a MIME type or alias; parameters and letter case do not matter. */
export function mediaTypeOf(mime: string): MediaType | null {
  return byMime.get(mimeOf(mime) ?? "") ?? null;
}

/** Finds the row of a file extension, with or without its dot, in any letter case. */
export function mediaTypeOfExtension(extension: string): MediaType | null {
  return byExtension.get(extension.replace(/^\./, "").toLowerCase()) ?? null;
}

export function kindOf(mime: string): MediaKind | null {
  return mediaTypeOf(mime)?.kind ?? null;
}

/** Replaces an alias by its MIME type: `image/jpg` → `image/jpeg`. Unknown types stay unchanged. */
export function canonicalMime(mime: string): string {
  return mediaTypeOf(mime)?.type ?? mime;
}

/** Returns the extension for files of this type, without the dot; null for an unknown type. */
export function extensionOf(mime: string): string | null {
  if (mimeOf(mime) === TEXT_TYPE) return "txt";
  return mediaTypeOf(mime)?.extensions[0] ?? null;
}

/** Returns the extension of a file name, lower case, without the dot; null if it has none. */
export function extensionIn(name: string | null): string | null {
  return /\.([A-Za-z0-9]{1,12})$/.exec(name ?? "")?.[1]?.toLowerCase() ?? null;
}

/** Returns the extension in a URL's path, lower case, without the dot; null if it has none. */
export function extensionOfUrl(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? "";
  const file = path.slice(path.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  return dot < 0 || dot === file.length - 1 ? null : file.slice(dot + 1).toLowerCase();
}
