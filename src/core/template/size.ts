/** Size of a template as a message. */
import { bytesBesideFiles } from "../composition/adapt.ts";
import { RENDITIONS_BEST_FIRST, wireBytes } from "../media/renditions.ts";
import type { TemplateRecord } from "./template.ts";

/**
 * Computes the bytes on the wire of a template's largest message, without what is drawn for a
 * recipient; 0 while it has no renditions.
 */
export function templateBytes({ slides, media, state }: TemplateRecord): number {
  if (state !== "ready") return 0;
  const filled = slides.map(({ text }, index) => ({
    text,
    media: media.filter(({ slide }) => slide === index + 1),
  }));
  for (const rendition of RENDITIONS_BEST_FIRST) {
    const bytes = bytesBesideFiles({ slides: filled }, rendition);
    if (bytes !== null) return wireBytes(bytes);
  }
  return 0;
}
