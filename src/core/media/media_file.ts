/**
 * A media file grows in stages: Source → ProbedSource → Plan → Rendition. Each stage is a new value
 * that adds to the one before, and none is written to. A file that cannot go on has a `MediaFault`.
 */
import type { FileLabel } from "./file_label.ts";
import type { MediaKind } from "./media_types.ts";
import type { TranscodedName } from "./renditions.ts";

/** Stored file: its blob, with the facts that messages need. */
export interface StoredFile {
  /** SHA-256 of its bytes, in hex. */
  readonly blob: string;
  /** Canonical MIME type. */
  readonly type: string;
  readonly bytes: number;
}

/** First stage: a file of this machine whose content has been validated. */
export interface Source {
  readonly kind: MediaKind;
  /** Canonical MIME type. */
  readonly type: string;
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly path: string;
  /** Whether its bytes are a blob already. Default: no. */
  readonly isStored?: boolean;
  readonly label?: FileLabel;
}

/** Second stage: adds how long the source runs, which decides its share of a message. */
export interface ProbedSource extends Source {
  /** Duration of audio or video, in milliseconds. */
  readonly durationMs?: number;
}

/** Third stage: adds the renditions to make of the source. */
export interface Plan {
  readonly source: ProbedSource;
  readonly goals: readonly RenditionGoal[];
  /** Renditions that are not tried, as the message does not fit them. */
  readonly missed: readonly MissedRendition[];
}

/** Rendition to make, and its byte limit. */
export interface RenditionGoal {
  readonly rendition: TranscodedName;
  readonly maxBytes: number;
}

/** Last stage: the file as it is sent, in the form of a profile; or as hosted pages show it. */
export interface Rendition extends StoredFile {
  readonly name: TranscodedName;
  /** Width in pixels, if known. */
  readonly width: number | null;
  /** Height in pixels, if known. */
  readonly height: number | null;
  readonly durationMs: number | null;
}

/** Rendition that could not be made of a valid source. `reason` is fit for customers. */
export interface MissedRendition {
  readonly rendition: TranscodedName;
  readonly reason: string;
}

/** Result of a plan; `R` is a rendition, or a file that becomes one. */
export interface Rendered<R = Rendition> {
  readonly renditions: readonly R[];
  readonly missed: readonly MissedRendition[];
  readonly warnings?: readonly string[];
}

/** Reason why a file cannot be used: its content, or its transcoding. */
export interface MediaFault {
  readonly of: "content" | "transcoding";
  /** Text that customers see. */
  readonly reason: string;
}

/** Identifies a file: equal bytes of one kind are one file. */
export function fileKey({ kind, hash }: { kind: MediaKind; hash: string | undefined }): string {
  return `${kind} ${hash}`;
}

/**
 * Builds the rendition of a file that is sent untranscoded: contact, calendar, PDF and Excel (spec
 * 2.3, fetching rule 5).
 */
export function untranscoded(name: TranscodedName, { blob, type, bytes }: StoredFile): Rendition {
  return { name, blob, type, bytes, width: null, height: null, durationMs: null };
}
