/** Reads slides from SMIL (W3C SMIL 2 as profiled by OMA MMS Conformance). */
import { indexParts, type Referable } from "../core/media/part_reference.ts";
import { memoize } from "../lib/memoize.ts";
import { MAX_SLIDES } from "../core/template/slides.ts";
import { readXmlText, type XmlElement, XmlError } from "../lib/xml/reader.ts";
import { decodeXml } from "../lib/xml/encoding.ts";
import { DEFAULTS } from "../lib/xml/tree.ts";

/** Content of a `par`. */
export interface SmilSlide {
  /** `src` attributes of its media, in order, such as `cid:img1`. */
  readonly sources: readonly string[];
  /** Value of its `dur`, in milliseconds. Absent: none, or `indefinite`. */
  readonly durationMs?: number;
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
 * Reads the slides of a presentation; null when it is not SMIL. Ignores namespaces, layout and all
 * timing but the duration of a `par`. Descends into containers other than `par`; media outside any
 * `par` are a slide each. Bytes that do not decode become U+FFFD: they name no part.
 *
 * @param charset That of the part's Content-Type; null: it has none.
 */
export function readSmil(
  bytes: Uint8Array,
  charset: string | null = null,
): readonly SmilSlide[] | null {
  return bytes.length > DEFAULTS.maxBytes ? null : readSmilText(decodeXml(bytes, charset).text);
}

/** Reads the slides from text. Memoised: a sender's messages mostly share one presentation. */
export const readSmilText: (text: string) => readonly SmilSlide[] | null = memoize(
  (text) => {
    try {
      const { children } = readXmlText(text, { lenient: true });
      const body = children.find(({ name }) => name.toLowerCase() === "body");
      return body === undefined ? null : body.children.flatMap(slidesIn);
    } catch (error) {
      if (error instanceof XmlError) return null;
      throw error;
    }
  },
  { max: 64, maxLength: 4096 },
);

function slidesIn(element: XmlElement): SmilSlide[] {
  const name = element.name.toLowerCase();
  if (name !== "par" && !MEDIA.has(name)) return element.children.flatMap(slidesIn);
  const sources = sourcesIn(element);
  if (sources.length === 0) return [];
  const durationMs = readClockValue(attributeOf(element, "dur") ?? "");
  return [{ sources, ...durationMs === null ? {} : { durationMs } }];
}

const UNITS_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  min: 60_000,
  s: 1000,
  ms: 1,
  "": 1000,
};

/**
 * Reads a SMIL clock value (SMIL 2.1 section 10.3.1), such as `5s`, `5000ms` or `00:01:05.5`, in
 * milliseconds. Null: it is not one.
 */
function readClockValue(text: string): number | null {
  const count = /^(\d{1,9}(?:\.\d{1,9})?)(h|min|s|ms|)$/.exec(text);
  if (count !== null) return Math.round(Number(count[1]) * UNITS_MS[count[2]!]!);
  const clock = /^(?:(\d{1,5}):)?(\d\d):(\d\d(?:\.\d{1,9})?)$/.exec(text);
  if (clock === null) return null;
  const [, hours = "0", minutes, seconds] = clock;
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

function attributeOf({ attributes }: XmlElement, attribute: string): string | undefined {
  return attributes.find(({ name }) => name.toLowerCase() === attribute)?.value.trim();
}

function sourcesIn(element: XmlElement): string[] {
  const source = MEDIA.has(element.name.toLowerCase()) ? attributeOf(element, "src") : undefined;
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
