/** Reads slides from SMIL (W3C SMIL 2 as profiled by OMA MMS Conformance). */
import { indexParts, type Referable } from "../core/media/part_reference.ts";
import { memoize } from "../lib/memoize.ts";
import { MAX_SLIDES } from "../core/template/slides.ts";
import { readXml, type XmlElement, XmlError, type XmlOptions } from "./xml.ts";

/** Content of a `par`. */
export interface SmilSlide {
  /** `src` attributes of its media, in order, such as `cid:img1`. */
  readonly sources: readonly string[];
}

/** Parts shown on a slide, in order. */
export type PartSlide<P> = readonly P[];

const MEDIA: ReadonlySet<string> = new Set([
  "img",
  "text",
  "audio",
  "video",
  "ref",
  "animation",
  "textstream",
]);

/**
 * Reads the slides of a presentation; null when it is not SMIL. Ignores namespaces, layout and
 * timing. Descends into containers other than `par`; media outside any `par` are a slide each.
 */
export function readSmil(bytes: Uint8Array, options?: XmlOptions): readonly SmilSlide[] | null {
  let root: XmlElement;
  try {
    root = readXml(bytes, { ...options, lenient: true });
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
  const body = root.children.find(({ name }) => name.toLowerCase() === "body");
  return body === undefined ? null : body.children.flatMap(slidesIn);
}

const encoder = new TextEncoder();

/** Reads the slides from text. Memoised: a sender's messages mostly share one presentation. */
export const readSmilText: (text: string) => readonly SmilSlide[] | null = memoize(
  (text) => readSmil(encoder.encode(text)),
  { max: 64, maxLength: 4096 },
);

function slidesIn(element: XmlElement): SmilSlide[] {
  const name = element.name.toLowerCase();
  if (name !== "par" && !MEDIA.has(name)) return element.children.flatMap(slidesIn);
  const sources = sourcesIn(element);
  return sources.length === 0 ? [] : [{ sources }];
}

function sourcesIn(element: XmlElement): string[] {
  const source = MEDIA.has(element.name.toLowerCase())
    ? element.attributes.find(({ name }) => name.toLowerCase() === "src")?.value.trim()
    : undefined;
  return source ? [source] : element.children.flatMap(sourcesIn);
}

export interface PartSlides<P> {
  readonly slides: readonly PartSlide<P>[];
  /** Sources that match no part. */
  readonly missing: readonly string[];
}

/**
 * Lays parts out on the slides of a presentation, each at most once per slide. The first nine
 * slides (spec 8) show all parts that their sources name. Later slides show only parts that no
 * earlier slide shows, so that nothing is lost and a part cannot be multiplied without bound. Parts
 * that are never shown get a slide each at the end. Without a presentation, every part is a slide.
 */
export function layOutSlides<P extends Referable>(
  parts: readonly P[],
  presentation: readonly SmilSlide[] | null,
): PartSlides<P> {
  const find = indexParts(parts);
  const unshown = new Set(parts);
  const missing: string[] = [];
  const slides: PartSlide<P>[] = [];
  for (const { sources } of presentation ?? []) {
    const mayRepeat = slides.length < MAX_SLIDES;
    const slide = new Set<P>();
    for (const source of sources) {
      const part = find(source);
      if (part === undefined) missing.push(source);
      else if (unshown.delete(part) || mayRepeat) slide.add(part);
    }
    if (slide.size > 0) slides.push([...slide]);
  }
  for (const part of unshown) slides.push([part]);
  return { slides, missing };
}
