/** An MMS as its parts: SMIL first, then texts and files in the order of the slides. */
import type { MessageSlide, SlideMedia } from "./message.ts";
import { extensionOf } from "./media_types.ts";
import type { RenditionName } from "./renditions.ts";

/** A part of a composed MMS. Text parts carry their text, all others the blob's name. */
export interface MessagePart {
  contentId: string;
  location: string;
  type: string;
  bytes: number;
  text?: string;
  blob?: string;
}

/** How long a slide without sound or film stays: by its text, at reading speed. */
const SECONDS_MIN = 5;
const SECONDS_MAX = 30;
const CHARACTERS_A_SECOND = 15;

/** No SMIL of ours is longer than this, a slide: what a budget sets aside before the SMIL is made. */
export const SMIL_BYTES_A_SLIDE = 512;

const SMIL_ELEMENTS: Partial<Record<SlideMedia["kind"], string>> = {
  image: "img",
  audio: "audio",
  video: "video",
};

/**
 * Composes the slides in one rendition. Content-IDs depend only on a part's place, so the same
 * message composed twice is the same to the byte. Layout: OMA MMS Conformance, portrait.
 */
export function compose(
  slides: readonly MessageSlide[],
  rendition: RenditionName,
): MessagePart[] {
  const parts: MessagePart[] = [];
  const pars = slides.map((slide, index) => {
    const name = `slide${index + 1}`;
    const elements: string[] = [];
    for (const media of slide.media) {
      const file = media.renditions.find((candidate) => candidate.name === rendition);
      if (file === undefined) continue;
      const part: MessagePart = {
        contentId: `${name}-${media.kind}`,
        location: `${name}-${media.kind}.${extensionOf(file.type) ?? "bin"}`,
        type: file.type,
        bytes: file.bytes,
        blob: file.blob,
      };
      parts.push(part);
      elements.push(mediaElement(media.kind, part.contentId));
    }
    if (slide.text !== null) {
      const part = textPart(`${name}-text`, `${name}.txt`, "text/plain; charset=utf-8", slide.text);
      parts.push(part);
      elements.push(`<text src="cid:${part.contentId}" region="Text"/>`);
    }
    return `<par dur="${durationMs(slide, rendition)}ms">${elements.join("")}</par>`;
  });
  return [textPart("smil", "presentation.smil", "application/smil", smil(pars)), ...parts];
}

/** Objects (contacts, PDFs …) have no SMIL element: handsets show `ref` as an attachment. */
function mediaElement(kind: SlideMedia["kind"], contentId: string): string {
  const element = SMIL_ELEMENTS[kind] ?? "ref";
  const region = kind === "image" || kind === "video" ? ` region="Image"` : "";
  return `<${element} src="cid:${contentId}"${region}/>`;
}

function smil(pars: readonly string[]): string {
  return `<smil><head><layout><root-layout width="100%" height="100%"/>` +
    `<region id="Image" left="0" top="0" width="100%" height="70%" fit="meet"/>` +
    `<region id="Text" left="0" top="70%" width="100%" height="30%" fit="scroll"/>` +
    `</layout></head><body>${pars.join("")}</body></smil>`;
}

function durationMs(slide: MessageSlide, rendition: RenditionName): number {
  const lengths = slide.media.map(({ renditions }) =>
    renditions.find(({ name }) => name === rendition)?.durationMs ?? 0
  );
  const reading = (slide.text?.length ?? 0) / CHARACTERS_A_SECOND;
  const seconds = Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, Math.ceil(reading)));
  return Math.max(seconds * 1000, ...lengths.map((length) => Math.ceil(length)));
}

function textPart(contentId: string, location: string, type: string, text: string): MessagePart {
  return { contentId, location, type, bytes: new TextEncoder().encode(text).length, text };
}
