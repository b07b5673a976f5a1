/** A template's slides made personal (spec 4.4): tags, image templates and objects of one send. */
import { nonBlank } from "../characters.ts";
import { type FaultName, Refusal } from "../errors.ts";
import type { MediaKind } from "../media/media_types.ts";
import { fillTags, type MergeData } from "./merge_tags.ts";
import { MAX_AREA_CHARACTERS, MAX_BARCODE_CHARACTERS, type Picture } from "./picture.ts";
import { MAX_SLIDES, spread } from "../template/slides.ts";

/** A slide on its way; its files may still have to be made. */
export interface PersonalSlide<F extends { kind: MediaKind }> {
  text: string | null;
  media: F[];
}

/** An object of one send, and the slide it is for: null, the last. */
export interface Placement<F extends { kind: MediaKind }> {
  /** In the words of the request: `dynamic-image 2`. */
  name: string;
  slide: number | null;
  file: F;
}

/** Most characters of a text once its tags are filled in, and the fault of one that has more. */
export interface TextLimit {
  characters: number;
  fault: FaultName;
}

/** Limit of slide texts (spec 8), and of the fallback text. */
const MESSAGE_TEXT: TextLimit = { characters: 5000, fault: "textTooLong" };
/** Limit of subjects, as openapi.yaml has it for those without tags. */
export const SUBJECT_TEXT: TextLimit = { characters: 1000, fault: "invalidRequest" };
const AREA_TEXT: TextLimit = { characters: MAX_AREA_CHARACTERS, fault: "drawingInvalid" };
const BARCODE_ID: TextLimit = { characters: MAX_BARCODE_CHARACTERS, fault: "barcodeInvalid" };

/**
 * Fills in the tags of a text of the message. Answers null where nothing is left of it.
 *
 * @throws {Refusal} with the limit's fault, where the result has more characters than that allows.
 */
export function personalText(
  text: string | null,
  data: MergeData,
  field: string,
  { characters, fault }: TextLimit = MESSAGE_TEXT,
): string | null {
  if (text === null) return null;
  const filled = fillTags(text, data, characters);
  if (filled === null) {
    const info = `${field} exceeds ${characters} characters once its tags are filled in`;
    throw new Refusal(fault, info);
  }
  return nonBlank(filled);
}

/**
 * An image template with its tags filled in (rule 3). An element whose tag leaves nothing of it
 * stays blank; null: all do, and there is no background.
 */
export function personalPicture(
  { backgroundUrl, barcode, texts }: Picture,
  data: MergeData,
  where: string,
): Picture | null {
  const id = personalText(barcode?.id ?? null, data, `${where}: barcode id`, BARCODE_ID);
  const picture: Picture = {
    backgroundUrl,
    barcode: barcode === null || id === null ? null : { ...barcode, id },
    texts: texts.flatMap((area, index) => {
      const field = `${where}: text area ${index + 1}`;
      const text = personalText(area.text, data, field, AREA_TEXT);
      return text === null ? [] : { ...area, text };
    }),
  };
  const isBlank = backgroundUrl === null && picture.barcode === null && picture.texts.length === 0;
  return isBlank ? null : picture;
}

/** Slides as they are sent, and what there was no room for. */
export interface PlacedSlides<F extends { kind: MediaKind }> {
  slides: PersonalSlide<F>[];
  /** Objects by their names, and the template's slides: `dynamic-image 2`, `slide 9`. */
  leftOut: string[];
}

/**
 * Puts objects on the slides they name (rule 4). What a slide has no room for beside the rest
 * (spec 2.3, slide rules 2 to 6) gets a slide of its own after it; a number beyond the last slide
 * is a slide after the last, up to the ninth. Slides that are empty are left out, and so are those
 * past the ninth, and objects for them.
 */
export function placeObjects<F extends { kind: MediaKind }>(
  slides: readonly PersonalSlide<F>[],
  objects: readonly Placement<F>[],
): PlacedSlides<F> {
  const last = Math.max(1, slides.length);
  const isBeyond = ({ slide }: Placement<F>) => slide !== null && slide > MAX_SLIDES;
  const within = objects.filter((object) => !isBeyond(object));
  const byNumber = Map.groupBy(within, ({ slide }) => slide ?? last);
  const added = [...byNumber.keys()].filter((number) => number > slides.length)
    .sort((a, b) => a - b);
  const numbers = [...slides.keys().map((index) => index + 1), ...added];
  const placed = numbers.flatMap((number) => {
    const { text, media } = slides[number - 1] ?? { text: null, media: [] };
    const files = byNumber.get(number)?.map(({ file }) => file) ?? [];
    return spread([...media, ...files])
      .map((some, index) => ({ number, text: index === 0 ? text : null, media: some }));
  });
  const full = placed.filter(({ text, media }) => text !== null || media.length > 0);
  if (full.length === 0) {
    throw new Refusal("slideEmpty", "merge-tag-data leaves nothing of any slide");
  }
  const names = new Map(within.map(({ file, name }) => [file, name]));
  const cut = full.slice(MAX_SLIDES).flatMap(({ number, text, media }) => {
    const slide = `slide ${number}`;
    return [...text === null ? [] : [slide], ...media.map((file) => names.get(file) ?? slide)];
  });
  return {
    slides: full.slice(0, MAX_SLIDES).map(({ text, media }) => ({ text, media })),
    leftOut: [...new Set([...cut, ...objects.filter(isBeyond).map(({ name }) => name)])],
  };
}
