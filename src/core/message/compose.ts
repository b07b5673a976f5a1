/** An MMS as its parts: SMIL first, then texts and files in the order of the slides. */
import type { MessagePart, MessageSlide, MmsContent, SlideMedia } from "./message.ts";
import { extensionOf, type MediaKind } from "../media/media_types.ts";
import type { RenditionName } from "../media/renditions.ts";

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

/** A rendition, or the files as they came with the message. */
export type Form = RenditionName | "source";

/** What composing needs of a message. */
export interface Composable extends Pick<MmsContent, "slides" | "vasp"> {
  /** Default none. What a VASP has composed itself stays as it came. */
  linked?: LinkedObjects;
}

/** Objects that are not sent, but linked to in their slide's text (spec 2.3, slide rule 8). */
export interface LinkedObjects {
  kinds: ReadonlySet<MediaKind>;
  /** Of a file by its name, which is its part's name too. */
  url(name: string): string;
}

/**
 * Composes a message in one form: a VASP's own parts where it has sent a presentation, to the byte
 * but for files in a rendition; else its slides. Files that do not have the form are left out of
 * slides, and stay as they came among a VASP's parts (see `hasForm`).
 */
export function composeMms({ slides, vasp, linked }: Composable, form: Form): MessagePart[] {
  const parts = vasp?.parts ?? null;
  if (parts === null) return compose(slides, form, linked);
  const mediaOf = mediaOfParts(slides);
  return parts.map((part) => {
    const media = mediaOf(part);
    const file = media === undefined ? undefined : fileIn(media, form);
    if (file === undefined || file.blob === part.blob) return part;
    // The name stays, whatever its extension says: the presentation may refer to it.
    return { ...part, type: file.type, bytes: file.bytes, blob: file.blob };
  });
}

/** Whether each file of the slides has the form. */
export function hasForm(slides: readonly MessageSlide[], form: Form): boolean {
  return slides.every(({ media }) => media.every((one) => fileIn(one, form) !== undefined));
}

/** Finds the file that a part carries. The same bytes may be two files: then its name tells. */
export function mediaOfParts(
  slides: readonly MessageSlide[],
): (part: MessagePart) => SlideMedia | undefined {
  const bySource = Map.groupBy(slides.flatMap(({ media }) => media), ({ source }) => source?.blob);
  return ({ blob, contentId }) => {
    const found = blob === undefined ? undefined : bySource.get(blob);
    return found?.find(({ url }) => url === `cid:${contentId}`) ?? found?.[0];
  };
}

/** A file in one form. */
interface FormFile {
  blob: string;
  type: string;
  bytes: number;
  durationMs?: number | null;
}

function fileIn({ source, renditions }: SlideMedia, form: Form): FormFile | undefined {
  return form === "source" ? source : renditions.find(({ name }) => name === form);
}

/**
 * Composes the slides in one form. Content-IDs depend only on a part's place, so the same
 * message composed twice is the same to the byte. Layout: OMA MMS Conformance, portrait.
 */
export function compose(
  slides: readonly MessageSlide[],
  form: Form,
  linked?: LinkedObjects,
): MessagePart[] {
  const parts: MessagePart[] = [];
  const pars = slides.map((slide, index) => {
    const name = `slide${index + 1}`;
    const elements: string[] = [];
    const lines = slide.text === null ? [] : [slide.text];
    const named = new Map<string, number>();
    for (const media of slide.media) {
      const file = fileIn(media, form);
      if (file === undefined) continue;
      const nth = (named.get(media.kind) ?? 0) + 1;
      named.set(media.kind, nth);
      const contentId = `${name}-${media.kind}${nth === 1 ? "" : `-${nth}`}`;
      const location = `${contentId}.${extensionOf(file.type) ?? "bin"}`;
      if (linked?.kinds.has(media.kind)) {
        lines.push(linked.url(location));
        continue;
      }
      const part: MessagePart = {
        contentId,
        location,
        type: file.type,
        bytes: file.bytes,
        blob: file.blob,
      };
      parts.push(part);
      elements.push(mediaElement(media.kind, part.contentId));
    }
    const text = lines.length === 0 ? null : lines.join("\n");
    if (text !== null) {
      const part = textPart(`${name}-text`, `${name}.txt`, "text/plain; charset=utf-8", text);
      parts.push(part);
      elements.push(`<text src="cid:${part.contentId}" region="Text"/>`);
    }
    const duration = durationMs({ ...slide, text }, form);
    const dur = duration === null ? "" : ` dur="${duration}ms"`;
    return `<par${dur}>${elements.join("")}</par>`;
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

/** Null for sound or film as it came, whose length nobody has asked: then it is the slide's. */
function durationMs({ media, text }: MessageSlide, form: Form): number | null {
  if (form === "source" && media.some(({ kind }) => kind === "audio" || kind === "video")) {
    return null;
  }
  const lengths = media.map((one) => fileIn(one, form)?.durationMs ?? 0);
  const reading = (text?.length ?? 0) / CHARACTERS_A_SECOND;
  const seconds = Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, Math.ceil(reading)));
  return Math.max(seconds * 1000, ...lengths.map((length) => Math.ceil(length)));
}

function textPart(contentId: string, location: string, type: string, text: string): MessagePart {
  return { contentId, location, type, bytes: new TextEncoder().encode(text).length, text };
}
