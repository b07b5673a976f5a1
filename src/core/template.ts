/** MMS templates (spec 2.3) and what became of their files. */
import type { MediaKind } from "./media_types.ts";
import type { RenditionRef } from "./message.ts";
import type { TemplateState } from "./template_state.ts";

export interface TemplateSlide {
  text: string | null;
  /** In the order image, audio, video, contact, calendar, pdf, ms-excel; slide rules kept. */
  media: { kind: MediaKind; url: string }[];
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

/** One file of a template. `slide` counts from 1. */
export interface TemplateMedia {
  slide: number;
  kind: MediaKind;
  url: string;
  state: "pending" | "done" | "failed";
  renditions: RenditionRef[];
  error: string | null;
}

export interface TemplateRecord extends NewTemplate {
  state: TemplateState;
  media: TemplateMedia[];
}
