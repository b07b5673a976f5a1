/**
 * Personalisation of a template's slides (spec 4.4): merge tags, image templates, and objects of
 * one send.
 */
import { nonBlank } from "../characters.ts";
import { type FaultName, Refusal } from "../errors.ts";
import type { MediaKind } from "../media/media_types.ts";
import { fillTags, type MergeData } from "./merge_tags.ts";
import { MAX_AREA_CHARACTERS, MAX_BARCODE_CHARACTERS, type Picture } from "../template/picture.ts";
import { distribute, MAX_SLIDES } from "../template/slides.ts";

/** Slide of one send; its files may not exist yet. */
export interface PersonalSlide<F extends { kind: MediaKind }> {
  text: string | null;
  media: F[];
}

/** Object of one send, with the number of its slide; null for the last one. */
export interface Placement<F extends { kind: MediaKind }> {
  /** Name in errors and warnings: `dynamic-image 2`. */
  name: string;
  slide: number | null;
  file: F;
}

/** Maximum number of characters after tag replacement, and the fault of a longer text. */
export interface TextLimit {
  characters: number;
  fault: FaultName;
}

/** Limit of slide texts (spec 8) and of the fallback text. */
const MESSAGE_TEXT: TextLimit = { characters: 5000, fault: "textTooLong" };
/** Limit of subjects; openapi.yaml has the same for subjects without tags. */
export const SUBJECT_TEXT: TextLimit = { characters: 1000, fault: "invalidRequest" };
const AREA_TEXT: TextLimit = { characters: MAX_AREA_CHARACTERS, fault: "drawingInvalid" };
const BARCODE_ID: TextLimit = { characters: MAX_BARCODE_CHARACTERS, fault: "barcodeInvalid" };

/**
 * Replaces the tags of a text.
 * @returns Null if the result is blank.
 * @throws {Refusal} with the limit's fault if the result is too long.
 */
export function personaliseText(
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
 * Replaces the tags of a picture (rules 2 and 3). An element whose id or text becomes blank is left
 * out.
 *
 * @param leaveOut Gets the name of each such element.
 * @returns Null if no element remains and there is no background.
 */
export function personalisePicture(
  { backgroundUrl, barcode, texts }: Picture,
  data: MergeData,
  where: string,
  leaveOut: (name: string) => void = () => {},
): Picture | null {
  const fill = (text: string, element: string, field: string, limit: TextLimit) => {
    const filled = personaliseText(text, data, `${where}: ${field}`, limit);
    if (filled === null) leaveOut(`${where}: ${element}`);
    return filled;
  };
  const id = barcode && fill(barcode.id, "barcode", "barcode id", BARCODE_ID);
  const picture: Picture = {
    backgroundUrl,
    barcode: barcode === null || id === null ? null : { ...barcode, id },
    texts: texts.flatMap((area) => {
      const text = fill(area.text, area.key, area.key, AREA_TEXT);
      return text === null ? [] : { ...area, text };
    }),
  };
  const isBlank = backgroundUrl === null && picture.barcode === null && picture.texts.length === 0;
  return isBlank ? null : picture;
}

/** Slides to send, and what was left out for lack of space. */
export interface PlacedSlides<F extends { kind: MediaKind }> {
  slides: PersonalSlide<F>[];
  /**
   * Names of objects that were left out, and of slides of the template: `dynamic-image 2`, `slide
   * 9`.
   */
  leftOut: string[];
}

/**
 * Places objects on the slides that they name (rule 4). An object that cannot share its slide (spec
 * 2.3, slide rules 2 to 6) gets a slide of its own after it; a number beyond the last slide adds a
 * slide, up to the ninth. Empty slides are left out, and so are slides past the ninth, and objects
 * for them.
 *
 * @throws {Refusal} `slideEmpty` if no slide remains.
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
    return distribute([...media, ...files])
      .map((group, index) => ({ number, text: index === 0 ? text : null, media: group }));
  });
  const nonEmpty = placed.filter(({ text, media }) => text !== null || media.length > 0);
  if (nonEmpty.length === 0) {
    throw new Refusal("slideEmpty", "merge-tag-data leaves nothing of any slide");
  }
  const names = new Map(within.map(({ file, name }) => [file, name]));
  const dropped = nonEmpty.slice(MAX_SLIDES).flatMap(({ number, text, media }) => {
    const slide = `slide ${number}`;
    return [...text === null ? [] : [slide], ...media.map((file) => names.get(file) ?? slide)];
  });
  return {
    slides: nonEmpty.slice(0, MAX_SLIDES).map(({ text, media }) => ({ text, media })),
    leftOut: [...new Set([...dropped, ...objects.filter(isBeyond).map(({ name }) => name)])],
  };
}
