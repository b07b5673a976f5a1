/**
 * Slides of a template for a recipient (spec 4.4): planned and checked, then rendered and stored.
 */
import type { Requests } from "../generated/json.ts";
import { readEvent, timesOf } from "../core/personalisation/calendar_event.ts";
import { isBlank } from "../core/characters.ts";
import { fullName, readContact } from "../core/personalisation/contact.ts";
import { Refusal } from "../core/errors.ts";
import { type StoredFile, untranscoded } from "../core/media/media_file.ts";
import { type FileLabel, labelOf } from "../core/media/file_label.ts";
import type { MediaKind } from "../core/media/media_types.ts";
import type { MergeData } from "../core/personalisation/merge_tags.ts";
import type { MessageSlide, SlideMedia } from "../core/composition/content.ts";
import { fillContact, fillEvent } from "../core/personalisation/objects.ts";
import {
  personalisePicture,
  personaliseText,
  type PersonalSlide,
  type PlacedSlides,
  type Placement,
  placeObjects,
} from "../core/personalisation/personal.ts";
import { type Picture, readPicture } from "../core/template/picture.ts";
import { RENDITIONS_BEST_FIRST } from "../core/media/renditions.ts";
import type { TemplateMedia, TemplateRecord } from "../core/template/template.ts";
import type { Turn } from "../ports/mod.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

type Request = Pick<
  Requests["sendsavedmms"],
  "custom-slides" | "dynamic-image" | "dynamic-contact" | "dynamic-calendar"
>;

/** Slides before personalisation, and their files. */
export interface SlideSource extends Pick<TemplateRecord, "slides"> {
  readonly media: readonly Pick<TemplateMedia, "slide" | "kind" | "url" | "label" | "renditions">[];
}

/** A file to render for this recipient. Its renderer is imported on first use. */
interface FileToRender {
  kind: MediaKind;
  /** Name in postbacks and logs. */
  name: string;
  /** MIME type. */
  type: string;
  label?: FileLabel | undefined;
  /** @param warn Notes a sentence about the file that is worth knowing and no failure. */
  render(ports: ActionPorts, turn: Turn, warn: (warning: string) => void): Promise<Uint8Array>;
}

type PersonalFile = SlideMedia | FileToRender;

export interface SlidePlan extends PlacedSlides<PersonalFile> {
  /** Sentences about what is left out. */
  warnings: string[];
}

/**
 * Plans the slides: fills in texts, and places image templates and objects. Fetches and renders
 * nothing.
 *
 * @throws {Refusal} where any object is invalid (rule 5), even one that would be left out.
 */
export function planSlides(
  request: Request,
  template: SlideSource,
  data: MergeData,
): SlidePlan {
  const texts = customTexts(request["custom-slides"] ?? [], template);
  const warnings: string[] = [];
  const tags: Tags = {
    data,
    leaveOut: (name) => warnings.push(`${name} is left out: its tags leave nothing`),
  };
  const slides = template.slides.map((slide, index): PersonalSlide<PersonalFile> => {
    const number = index + 1;
    const where = `slide ${number}`;
    const media: PersonalFile[] = template.media.filter(({ slide }) => slide === number)
      .map(({ kind, url, label, renditions }) => ({
        kind,
        url,
        ...label === undefined ? {} : { label },
        renditions,
      }));
    const picture = slide.picture && personalisePicture(slide.picture, data, where, tags.leaveOut);
    if (picture) media.unshift(imageFile(picture, `${where} image`, `${where}: `));
    const text = texts.get(number) ?? slide.text;
    return { text: personaliseText(text, data, `${where}: message-text`), media };
  });
  const plan = placeObjects(slides, objectsOf(request, tags));
  for (const name of plan.leftOut) {
    warnings.push(`${name} is left out: an MMS has at most 9 slides`);
  }
  return { ...plan, warnings };
}

/** Values of merge tags, and what gets the names of elements of which they leave nothing. */
interface Tags {
  data: MergeData;
  leaveOut(name: string): void;
}

/** Reads `custom-slides`: texts by the number of their slide. The last of several wins. */
function customTexts(
  custom: NonNullable<Request["custom-slides"]>,
  { slides }: SlideSource,
): Map<number, string> {
  return new Map(custom.map((entry, index) => {
    const number = Number(entry["custom-slide"]);
    const slide = slides[number - 1];
    if (slide === undefined) {
      throw new Refusal(
        "invalidRequest",
        `custom-slides ${index + 1}: custom-slide must be a slide from 1 to ${slides.length}`,
      );
    }
    const text = entry["custom-message-text"];
    if (isBlank(text) && slide.media.length === 0 && slide.picture === undefined) {
      throw new Refusal("slideEmpty", `slide ${number}: needs content or message-text`);
    }
    return [number, text];
  }));
}

function objectsOf(request: Request, { data, leaveOut }: Tags): Placement<PersonalFile>[] {
  const placed = <T extends { "slide-number"?: string | undefined }>(
    field: string,
    objects: readonly T[] | undefined,
    read: (object: T, name: string, where: string) => FileToRender,
  ) =>
    (objects ?? []).map((object, index): Placement<PersonalFile> => {
      const name = `${field} ${index + 1}`;
      const number = object["slide-number"];
      const slide = number === undefined ? null : Number(number);
      return { name, slide, file: read(object, name, `${name}: `) };
    });
  return [
    ...placed(
      "dynamic-image",
      request["dynamic-image"],
      (fields, name, where) => {
        const picture = personalisePicture(readPicture(fields, where), data, name, leaveOut);
        if (picture === null) {
          throw new Refusal("pictureEmpty", `${where}merge-tag-data leaves nothing to draw`);
        }
        return imageFile(picture, name, where);
      },
    ),
    ...placed("dynamic-contact", request["dynamic-contact"], (fields, name, where) => {
      const contact = readContact(fillContact(fields, data, where, leaveOut), where);
      const render = async (ports: ActionPorts, turn: Turn) =>
        (await import("./createcontact.ts")).contactFile(contact, ports.photos, turn, where);
      const label = labelOf(fullName(contact));
      return { kind: "contact", name, type: "text/vcard", label, render };
    }),
    ...placed("dynamic-calendar", request["dynamic-calendar"], (fields, name, where) => {
      const event = readEvent(fillEvent(fields, data, where), where);
      const render = async (ports: ActionPorts) =>
        (await import("./createcalendar.ts")).eventFile(event, ports);
      const label = labelOf(event.title, timesOf(event));
      return { kind: "calendar", name, type: "text/calendar", label, render };
    }),
  ];
}

function imageFile(picture: Picture, name: string, where: string): FileToRender {
  const render: FileToRender["render"] = async (ports, turn, warn) => {
    const { drawPicture } = await import("./createimage.ts");
    const { jpeg, warnings } = await drawPicture(picture, ports, turn, where);
    warnings.forEach(warn);
    return jpeg;
  };
  return { kind: "image", name, type: "image/jpeg", render };
}

/** Slides with their files. */
interface RenderedSlides {
  slides: MessageSlide[];
  /** Whether some are pictures, still to be fitted to the operator's size limit. */
  unfitted: boolean;
  /** Sentences about the files, in the order of the slides. */
  warnings: string[];
}

/**
 * Renders the files of a plan, and stores them once all have succeeded.
 *
 * @throws {Refusal} The first fault, in the order of the slides.
 */
export async function renderSlides(
  { slides: plan }: SlidePlan,
  { ports, access: { account }, signal }: ActionContext,
): Promise<RenderedSlides> {
  const toRender = plan.flatMap(({ media }) => media.filter((file) => "render" in file));
  if (toRender.length === 0) {
    return { slides: plan as MessageSlide[], unfitted: false, warnings: [] };
  }
  ports.creationRate.take(account, toRender.length);
  const turn = { account: account.id, signal: signal() };
  const warnings = toRender.map((): string[] => []);
  const results = await Promise.allSettled(
    toRender.map((file, index) =>
      file.render(ports, turn, (warning) => warnings[index]!.push(warning))
    ),
  );
  const rendered = results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
  const stored = new Map<PersonalFile, SlideMedia>(
    await Promise.all(toRender.map(async (file, index) => {
      const { hash, bytes } = await ports.blobs.put(rendered[index]!);
      return [file, mediaOf(file, { blob: hash, type: file.type, bytes })] as const;
    })),
  );
  return {
    slides: plan.map(({ text, media }) => ({
      text,
      media: media.map((file) => stored.get(file) ?? file as SlideMedia),
    })),
    unfitted: toRender.some(({ kind }) => kind === "image"),
    warnings: warnings.flat(),
  };
}

/** Describes a stored file. Pictures get renditions at preparation; objects are sent unchanged. */
function mediaOf({ kind, name, label }: FileToRender, source: StoredFile): SlideMedia {
  const renditions = kind === "image"
    ? []
    : RENDITIONS_BEST_FIRST.map((rendition) => untranscoded(rendition, source));
  return { kind, url: name, ...label === undefined ? {} : { label }, source, renditions };
}
