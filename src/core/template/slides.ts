/** Slide rules (spec 2.3), applied to the slides of a request. */
import { nonBlank } from "../characters.ts";
import { Refusal } from "../errors.ts";
import type { MediaKind } from "../media/media_types.ts";
import { type Picture, type PictureFields, readPicture } from "./picture.ts";
import type { TemplateSlide } from "./template.ts";

/** Maximum number of slides (spec 8). */
export const MAX_SLIDES = 9;

/** Kinds in the order of a slide; objects are never combined with the first three. */
const MEDIA_KINDS = ["image", "audio", "video"] as const satisfies MediaKind[];
const OBJECT_KINDS = ["contact", "calendar", "pdf", "ms-excel"] as const satisfies MediaKind[];

/**
 * Slide of a request, after schema validation: of several files of one kind only the first (rule
 * 2).
 */
export type RequestSlide =
  & { "message-text"?: string | undefined; image?: RequestImage | undefined }
  & { [K in Exclude<MediaKind, "image">]?: { url: string } | undefined };

/** File, or image template. */
export interface RequestImage extends PictureFields {
  url?: string | undefined;
}

/**
 * Validates slides and converts them for storage.
 * @throws {Refusal} that names the slide's number, from 1.
 */
export function readSlides(slides: readonly RequestSlide[]): TemplateSlide[] {
  return slides.map((slide, index) => readSlide(slide, `slide ${index + 1}`));
}

function readSlide(slide: RequestSlide, where: string): TemplateSlide {
  const objects = OBJECT_KINDS.filter((kind) => slide[kind] !== undefined);
  const media = MEDIA_KINDS.filter((kind) => slide[kind] !== undefined);
  const text = nonBlank(slide["message-text"]);

  // Rule 6.
  if (objects.length > 1) {
    throw new Refusal("severalObjects", `${where}: ${list(objects)} cannot share a slide`);
  }
  if (objects.length === 1 && media.length > 0) {
    throw new Refusal(
      "objectWithMedia",
      `${where}: ${list([...objects, ...media])} cannot share a slide`,
    );
  }
  // Rules 3 and 4.
  if (media.includes("audio") && media.includes("video")) {
    throw new Refusal("audioWithVideo", `${where}: audio and video cannot share a slide`);
  }
  if (media.includes("image") && media.includes("video")) {
    throw new Refusal("videoWithImage", `${where}: video and image cannot share a slide`);
  }
  // Rule 1.
  const kinds = [...media, ...objects];
  if (kinds.length === 0 && text === null) {
    throw new Refusal("slideEmpty", `${where}: needs content or message-text`);
  }
  const picture = slide.image === undefined ? null : readImageTemplate(slide.image, where);
  const files = picture === null ? kinds : kinds.filter((kind) => kind !== "image");
  return {
    text,
    media: files.map((kind) => ({ kind, url: slide[kind]!.url! })),
    ...picture && { picture },
  };
}

/** Reads an image template; null if the image is a file. */
function readImageTemplate({ url, ...fields }: RequestImage, where: string): Picture | null {
  const isTemplate = Object.values(fields).some((value) => value !== undefined);
  if (url === undefined && !isTemplate) {
    throw new Refusal("contentNotAllowed", `${where}: image url is required`);
  }
  if (url !== undefined && isTemplate) {
    throw new Refusal(
      "contentNotAllowed",
      `${where}: image takes url or the fields of an image to make, not both`,
    );
  }
  return url === undefined ? readPicture(fields, `${where}: image `) : null;
}

/**
 * Distributes a slide's files over as many slides as the rules require, in their order: a file that
 * cannot share a slide with those before it begins the next one.
 */
export function distribute<F extends { kind: MediaKind }>(files: readonly F[]): F[][] {
  const slides: F[][] = [[]];
  for (const file of files) {
    const last = slides.at(-1)!;
    if (last.every(({ kind }) => mayShare(kind, file.kind))) last.push(file);
    else slides.push([file]);
  }
  return slides;
}

/**
 * Returns whether two files may share a slide (rules 2, 3, 4 and 6): only audio combines, with an
 * image.
 */
function mayShare(first: MediaKind, second: MediaKind): boolean {
  return first !== second && [first, second].every((kind) => kind === "image" || kind === "audio");
}

function list(kinds: readonly string[]): string {
  return `${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}`;
}
