/** MMS templates (spec 2.3) and the state of their files. */
import type { Rendition } from "../media/media_file.ts";
import type { FileLabel } from "../media/file_label.ts";
import type { MediaKind } from "../media/media_types.ts";
import type { Picture } from "./picture.ts";
import type { TemplateState } from "./template_state.ts";

export interface TemplateSlide {
  text: string | null;
  /**
   * Files in the order image, audio, video, contact, calendar, pdf, ms-excel; they satisfy the
   * slide rules.
   */
  readonly media: readonly { readonly kind: MediaKind; readonly url: string }[];
  /** Image template (spec 4.4, rule 3) with its merge tags; then `media` has no image. */
  picture?: Picture;
}

export interface NewTemplate {
  mmsId: string;
  account: string;
  trackingId: string;
  name: string;
  subject: string | null;
  fallbackText: string | null;
  disableFallbackSms: boolean;
  disableFallbackSmsLink: boolean;
  clientReference: string | null;
  slides: TemplateSlide[];
  createdAt: number;
  /**
   * End of a draft, in milliseconds since the epoch: it has no name yet, is in no list and cannot be
   * sent. Absent: it is none.
   */
  draftUntil?: number;
  /** Trace context of its acceptance (`src/tracing`); absent: it is not traced. */
  trace?: string;
}

/** States of a file, in their order. */
export const TEMPLATE_MEDIA_STATES = [
  "pending",
  "fetching",
  /** Fetched and validated; waiting for its turn. */
  "waiting",
  "transcoding",
  "done",
  "failed",
] as const;
export type TemplateMediaState = typeof TEMPLATE_MEDIA_STATES[number];

/** File of a template. `slide` counts from 1. */
export interface TemplateMedia {
  readonly slide: number;
  readonly kind: MediaKind;
  readonly url: string;
  readonly label?: FileLabel;
  readonly state: TemplateMediaState;
  /** Completed fraction while it is being transcoded, from 0 to 1. */
  readonly progress?: number;
  readonly renditions: readonly Rendition[];
  /** Sentences that are worth knowing and no failure; absent: none. */
  readonly warnings?: readonly string[];
  readonly error: string | null;
}

/** Lists the warnings about a template's files, each with its slide. */
export function warningsOf(media: readonly TemplateMedia[]): string[] {
  return media.flatMap(({ slide, warnings = [] }) =>
    warnings.map((warning) => `slide ${slide}: ${warning}`)
  );
}

export interface TemplateRecord extends NewTemplate {
  state: TemplateState;
  media: TemplateMedia[];
}
