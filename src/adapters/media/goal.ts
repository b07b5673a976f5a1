import type { Rendition } from "../../core/renditions.ts";

/** What a source is to become, and how large at most. */
export interface Goal {
  rendition: Rendition;
  maxBytes: number;
}
