/** State machine of a template (spec 3.1; contract section 3) as one table. */
import type { PostbackCode } from "../../generated/postback.ts";

export const TEMPLATE_STATES = [
  /** Its files are being fetched and transcoded; it cannot be sent (E626). */
  "locked",
  "ready",
  /** A file could not be used; it cannot be sent (E1001) unless its files are tried again. */
  "failed",
] as const;
export type TemplateState = typeof TEMPLATE_STATES[number];

export const TEMPLATE_EVENTS = [
  "transcoded",
  "content-refused",
  "audio-failed",
  "video-failed",
  "image-failed",
  /** An administrator has its files fetched again. */
  "retried",
] as const;
export type TemplateEvent = typeof TEMPLATE_EVENTS[number];

export interface TemplateStep {
  state: TemplateState;
  /** Null: it causes none. */
  postback: PostbackCode | null;
}

const TABLE: Partial<Record<TemplateState, Partial<Record<TemplateEvent, TemplateStep>>>> = {
  locked: {
    "transcoded": { state: "ready", postback: "N003" },
    "content-refused": { state: "failed", postback: "E011" },
    "audio-failed": { state: "failed", postback: "E002" },
    "video-failed": { state: "failed", postback: "E003" },
    "image-failed": { state: "failed", postback: "E004" },
  },
  failed: {
    "retried": { state: "locked", postback: null },
  },
};

/** Returns the next step; null if the event changes nothing. */
export function advanceTemplate(state: TemplateState, event: TemplateEvent): TemplateStep | null {
  return TABLE[state]?.[event] ?? null;
}
