/** Slides of a request whose files are fetched after its acceptance (spec 2.3). */
import { Refusal } from "../core/errors.ts";
import { readSlides, type RequestSlide } from "../core/template/slides.ts";
import type { TemplateSlide } from "../core/template/template.ts";
import { type Fetch, FetchRefused } from "../ports/mod.ts";

/**
 * Reads slides, and checks their URLs as far as that needs no request.
 *
 * @throws {Refusal} that names the slide's number, from 1.
 */
export function readFetchableSlides(
  request: readonly RequestSlide[],
  fetch: Pick<Fetch, "check">,
): TemplateSlide[] {
  const slides = readSlides(request);
  checkUrls(slides, fetch);
  return slides;
}

/** Refuses URLs that are invalid without fetching them (contract section 3). */
function checkUrls(slides: readonly TemplateSlide[], fetch: Pick<Fetch, "check">): void {
  for (const [index, { media, picture }] of slides.entries()) {
    const urls = media.map(({ kind, url }) => ({ field: `${kind} url`, url }));
    const background = picture?.backgroundUrl;
    if (background) urls.push({ field: "image background-image-url", url: background });
    for (const { field, url } of urls) {
      try {
        fetch.check(url);
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error;
        throw new Refusal("contentNotAllowed", `slide ${index + 1}: ${field}: ${error.reason}`);
      }
    }
  }
}
