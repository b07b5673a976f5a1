/** SMIL → slides (W3C SMIL 2, as OMA MMS Conformance uses it). `core/compose.ts` writes it. */
import { indexParts, type Referable } from "../core/media/part_reference.ts";
import { memoize } from "../lib/memoize.ts";
import { MAX_SLIDES } from "../core/template/slides.ts";
import { readXml, type XmlElement, XmlError, type XmlOptions } from "./xml.ts";

/** What one `par` shows. */
export interface SmilSlide {
  /** `src` of its media, in order, such as `cid:img1`. */
  readonly sources: readonly string[];
}

/** A slide: the parts it shows, in order. */
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
 * The slides of a presentation. Namespaces, layout and timing do not matter. Containers other than
 * `par` are looked through; media outside any `par` are a slide each. Null: it is not SMIL.
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

/** The same for text. A sender's messages mostly have the same presentation. */
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

/** The slides of a message, and the sources that no part answers to. */
export interface PartSlides<P> {
  readonly slides: readonly PartSlide<P>[];
  readonly missing: readonly string[];
}

/**
 * Lays parts out on the slides of a presentation, each at most once a slide. The first nine slides
 * (spec 8) show whatever their sources name. A later slide keeps only the parts that no slide before
 * it shows: nothing is lost, and a presentation cannot multiply a part without bound. Parts that are
 * never shown get a slide each, after the others. Without a presentation, one slide per part.
 */
export function layOut<P extends Referable>(
  parts: readonly P[],
  presentation: readonly SmilSlide[] | null,
): PartSlides<P> {
  const find = indexParts(parts);
  const left = new Set(parts);
  const missing: string[] = [];
  const slides: PartSlide<P>[] = [];
  for (const { sources } of presentation ?? []) {
    const mayRepeat = slides.length < MAX_SLIDES;
    const slide = new Set<P>();
    for (const source of sources) {
      const part = find(source);
      if (part === undefined) missing.push(source);
      else if (left.delete(part) || mayRepeat) slide.add(part);
    }
    if (slide.size > 0) slides.push([...slide]);
  }
  for (const part of left) slides.push([part]);
  return { slides, missing };
}
