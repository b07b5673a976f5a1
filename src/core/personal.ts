/** A template's slides made personal (spec 4.4): tags, image templates and objects of one send. */
import { Refusal } from "./errors.ts";
import type { MediaKind } from "./media_types.ts";
import { fillTags, type MergeData } from "./merge_tags.ts";
import type { Picture } from "./picture.ts";
import { MAX_SLIDES, spread } from "./slides.ts";

/** A slide on its way; its files may still have to be made. */
export interface PersonalSlide<F extends { kind: MediaKind }> {
  text: string | null;
  media: F[];
}

/** An object of one send, and the slide it is for: null, the last. */
export interface Placement<F extends { kind: MediaKind }> {
  slide: number | null;
  file: F;
}

/** Characters; spec 8. */
const MAX_TEXT = 5000;

/** A text of the message with its tags filled in; null where nothing is left of it. */
export function personalText(
  text: string | null,
  data: MergeData,
  field: string,
): string | null {
  if (text === null) return null;
  const filled = fillTags(text, data, MAX_TEXT);
  if (filled === null) {
    const info = `${field} exceeds ${MAX_TEXT} characters once its tags are filled in`;
    throw new Refusal("textTooLong", info);
  }
  return filled === "" ? null : filled;
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
  const id = personalText(barcode?.id ?? null, data, `${where}: barcode id`);
  const picture: Picture = {
    backgroundUrl,
    barcode: barcode === null || id === null ? null : { ...barcode, id },
    texts: texts.flatMap((area, index) => {
      const text = personalText(area.text, data, `${where}: text area ${index + 1}`);
      return text === null ? [] : { ...area, text };
    }),
  };
  const isBlank = backgroundUrl === null && picture.barcode === null && picture.texts.length === 0;
  return isBlank ? null : picture;
}

/**
 * Puts objects on the slides they name (rule 4). What a slide has no room for beside the rest
 * (spec 2.3, slide rules 2 to 6) gets a slide of its own after it; a number beyond the last slide
 * is a slide after the last. Slides that are empty are left out, and those past the ninth.
 */
export function placeObjects<F extends { kind: MediaKind }>(
  slides: readonly PersonalSlide<F>[],
  objects: readonly Placement<F>[],
): PersonalSlide<F>[] {
  const last = Math.max(1, slides.length);
  const byNumber = Map.groupBy(objects, ({ slide }) => slide ?? last);
  const added = [...byNumber.keys()].filter((number) => number > slides.length)
    .sort((a, b) => a - b);
  const numbers = [...slides.keys().map((index) => index + 1), ...added];
  const placed = numbers.flatMap((number): PersonalSlide<F>[] => {
    const { text, media } = slides[number - 1] ?? { text: null, media: [] };
    const files = byNumber.get(number)?.map(({ file }) => file) ?? [];
    return spread([...media, ...files])
      .map((some, index) => ({ text: index === 0 ? text : null, media: some }));
  });
  const full = placed.filter(({ text, media }) => text !== null || media.length > 0);
  if (full.length === 0) {
    throw new Refusal("slideEmpty", "merge-tag-data leaves nothing of any slide");
  }
  return full.slice(0, MAX_SLIDES);
}
