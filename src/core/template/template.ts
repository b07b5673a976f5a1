/** MMS templates (spec 2.3) and what became of their files. */
import type { MediaKind } from "../media/media_types.ts";
import type { RenditionRef } from "../message/message.ts";
import type { Picture } from "../personalisation/picture.ts";
import type { TemplateState } from "./template_state.ts";

export interface TemplateSlide {
  text: string | null;
  /** In the order image, audio, video, contact, calendar, pdf, ms-excel; slide rules kept. */
  media: { kind: MediaKind; url: string }[];
  /** An image template (spec 4.4, rule 3), with merge tags still in it; then no image in `media`. */
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
}

/** In the order that a file goes through them. */
export const TEMPLATE_MEDIA_STATES = [
  "pending",
  "fetching",
  /** Fetched and checked; others are before it. */
  "waiting",
  "transcoding",
  "done",
  "failed",
] as const;
export type TemplateMediaState = typeof TEMPLATE_MEDIA_STATES[number];

/** One file of a template. `slide` counts from 1. */
export interface TemplateMedia {
  slide: number;
  kind: MediaKind;
  url: string;
  state: TemplateMediaState;
  /** While it is transcoded: how much of it is, from 0 to 1. */
  progress?: number;
  renditions: RenditionRef[];
  error: string | null;
}

export interface TemplateRecord extends NewTemplate {
  state: TemplateState;
  media: TemplateMedia[];
}
