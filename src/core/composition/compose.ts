/**
 * Composition of an MMS from its slides: SMIL first, then texts and files in the order of the
 * slides.
 */
import type { MessagePart, MessageSlide, MmsContent, SlideMedia } from "./content.ts";
import type { Rendition, StoredFile } from "../media/media_file.ts";
import { extensionOf, type MediaKind } from "../media/media_types.ts";
import type { RenditionName } from "../media/renditions.ts";
import { composedText } from "../sms/outgoing_text.ts";

/** Duration of a slide without audio or video: by the length of its text, at reading speed. */
const SECONDS_MIN = 5;
const SECONDS_MAX = 30;
const CHARACTERS_A_SECOND = 15;

/** Maximum SMIL bytes per slide, reserved in size budgets before the SMIL is written. */
export const SMIL_BYTES_A_SLIDE = 512;

const SMIL_ELEMENTS: Partial<Record<SlideMedia["kind"], string>> = {
  image: "img",
  audio: "audio",
  video: "video",
};

/** Form of a message's files: a rendition, or the source as it came with the message. */
export type Form = RenditionName | "source";

/** Content to compose. */
export interface Composable extends Pick<MmsContent, "slides" | "vasp"> {
  /** Objects to replace by links. Default none. Ignored for parts that a VASP composed itself. */
  linked?: LinkedObjects;
}

/** Objects that are not attached, but linked to in their slide's text (spec 2.3, slide rule 8). */
export interface LinkedObjects {
  kinds: ReadonlySet<MediaKind>;
  /** Returns the URL of a file by its name, which is also its part's name. */
  url(name: string): string;
}

/**
 * Composes a message in one form. A VASP's own parts, if it sent a presentation, keep every byte
 * except files replaced by a rendition; else the slides are composed. Files without the form are
 * left out of slides, and stay unchanged among a VASP's parts (see `hasForm`).
 */
export function composeMms({ slides, vasp, linked }: Composable, form: Form): MessagePart[] {
  const parts = vasp?.parts ?? null;
  if (parts === null) return compose(slides, form, linked);
  const mediaOf = mediaOfParts(slides);
  return parts.map((part) => {
    const media = mediaOf(part);
    const file = media === undefined ? undefined : fileIn(media, form);
    if (file === undefined || file.blob === part.blob) return part;
    // The name stays, even if its extension is wrong now: the presentation may refer to it.
    return { ...part, type: file.type, bytes: file.bytes, blob: file.blob };
  });
}

/** Returns whether each file of the slides has the form. */
export function hasForm(slides: readonly MessageSlide[], form: Form): boolean {
  return slides.every(({ media }) => media.every((file) => fileIn(file, form) !== undefined));
}

/**
 * Builds a lookup from a part to the media that it carries. If several have the same bytes, the
 * part's Content-ID decides.
 */
export function mediaOfParts(
  slides: readonly MessageSlide[],
): (part: MessagePart) => SlideMedia | undefined {
  const bySource = Map.groupBy(slides.flatMap(({ media }) => media), ({ source }) => source?.blob);
  return ({ blob, contentId }) => {
    const candidates = blob === undefined ? undefined : bySource.get(blob);
    return candidates?.find(({ url }) => url === `cid:${contentId}`) ?? candidates?.[0];
  };
}

function fileIn(
  { source, renditions }: SlideMedia,
  form: Form,
): StoredFile & Partial<Pick<Rendition, "durationMs">> | undefined {
  return form === "source" ? source : renditions.find(({ name }) => name === form);
}

/**
 * Composes the slides in one form. Content-IDs depend only on a part's position, so composing a
 * message twice gives identical bytes. Layout: OMA MMS Conformance, portrait.
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
    const countByKind = new Map<string, number>();
    for (const media of slide.media) {
      const file = fileIn(media, form);
      if (file === undefined) continue;
      const nth = (countByKind.get(media.kind) ?? 0) + 1;
      countByKind.set(media.kind, nth);
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
    const text = lines.length === 0 ? null : composedText(lines.join("\n"));
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

/**
 * Writes the SMIL element of a file. Objects (contacts, PDFs …) have none of their own: handsets
 * show `ref` as an attachment.
 */
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

/**
 * Computes a slide's duration; null if it has audio or video in source form, whose duration is not
 * measured: then the media's duration applies.
 */
function durationMs({ media, text }: MessageSlide, form: Form): number | null {
  if (form === "source" && media.some(({ kind }) => kind === "audio" || kind === "video")) {
    return null;
  }
  const durations = media.map((file) => fileIn(file, form)?.durationMs ?? 0);
  const reading = (text?.length ?? 0) / CHARACTERS_A_SECOND;
  const seconds = Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, Math.ceil(reading)));
  return Math.max(seconds * 1000, ...durations.map((duration) => Math.ceil(duration)));
}

function textPart(contentId: string, location: string, type: string, text: string): MessagePart {
  return { contentId, location, type, bytes: new TextEncoder().encode(text).length, text };
}
