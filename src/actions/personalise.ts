/** A template's slides for one recipient (spec 4.4): planned, refused or made, before any is kept. */
import type { Requests } from "../generated/json.ts";
import { readEvent } from "../core/personalisation/calendar_event.ts";
import { isBlank } from "../core/characters.ts";
import { readContact } from "../core/personalisation/contact.ts";
import { Refusal } from "../core/errors.ts";
import type { MediaKind } from "../core/media/media_types.ts";
import type { MergeData } from "../core/personalisation/merge_tags.ts";
import {
  asItIs,
  type MessageSlide,
  type SlideMedia,
  type SourceRef,
} from "../core/message/message.ts";
import {
  personalPicture,
  type PersonalSlide,
  personalText,
  type PlacedSlides,
  type Placement,
  placeObjects,
} from "../core/personalisation/personal.ts";
import { type Picture, readPicture } from "../core/personalisation/picture.ts";
import { RENDITIONS_BEST_FIRST } from "../core/media/renditions.ts";
import type { TemplateRecord } from "../core/template/template.ts";
import type { Turn } from "../ports/mod.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

type Request = Requests["sendsavedmms"];

/** A file that is made for this recipient. What makes it loads with the first one. */
interface FileToMake {
  kind: MediaKind;
  /** What postbacks and logs call it. */
  name: string;
  /** MIME type. */
  type: string;
  make(ports: ActionPorts, turn: Turn): Promise<Uint8Array>;
}

type PersonalFile = SlideMedia | FileToMake;

export type SlidePlan = PlacedSlides<PersonalFile>;

/**
 * What the slides are to be: texts filled in, image templates and objects in their places. Fetches
 * and makes nothing. Throws Refusal when any of it is not valid (rule 5), even where its slide
 * would be left out.
 */
export function planSlides(
  request: Request,
  template: TemplateRecord,
  data: MergeData,
): SlidePlan {
  const texts = customTexts(request["custom-slides"] ?? [], template);
  const slides = template.slides.map((slide, index): PersonalSlide<PersonalFile> => {
    const number = index + 1;
    const where = `slide ${number}`;
    const media: PersonalFile[] = template.media.filter(({ slide }) => slide === number)
      .map(({ kind, url, renditions }) => ({ kind, url, renditions }));
    const picture = slide.picture && personalPicture(slide.picture, data, where);
    if (picture) media.unshift(imageFile(picture, `${where} image`, `${where}: `));
    const text = texts.get(number) ?? slide.text;
    return { text: personalText(text, data, `${where}: message-text`), media };
  });
  return placeObjects(slides, objectsOf(request));
}

/** `custom-slides`: texts by the number of the slide they replace. The last of several counts. */
function customTexts(
  custom: NonNullable<Request["custom-slides"]>,
  { slides }: TemplateRecord,
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

function objectsOf(request: Request): Placement<PersonalFile>[] {
  const placed = <T extends { "slide-number"?: string | undefined }>(
    field: string,
    objects: readonly T[] | undefined,
    read: (object: T, name: string, where: string) => FileToMake,
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
      (fields, name, where) => imageFile(readPicture(fields, where), name, where),
    ),
    ...placed("dynamic-contact", request["dynamic-contact"], (fields, name, where) => {
      const contact = readContact(fields, where);
      const make = async (ports: ActionPorts, turn: Turn) =>
        (await import("./createcontact.ts")).contactFile(contact, ports.photos, turn, where);
      return { kind: "contact", name, type: "text/vcard", make };
    }),
    ...placed("dynamic-calendar", request["dynamic-calendar"], (fields, name, where) => {
      const event = readEvent(fields, where);
      const make = async (ports: ActionPorts) =>
        (await import("./createcalendar.ts")).eventFile(event, ports);
      return { kind: "calendar", name, type: "text/calendar", make };
    }),
  ];
}

function imageFile(picture: Picture, name: string, where: string): FileToMake {
  const make = async (ports: ActionPorts, turn: Turn) =>
    (await import("./createimage.ts")).drawPicture(picture, ports, turn, where);
  return { kind: "image", name, type: "image/jpeg", make };
}

/**
 * Makes what is to be made, and keeps it once all of it is there. `unfitted`: pictures are among it.
 * Throws Refusal with the first fault, in the order of the slides.
 */
export async function makeSlides(
  { slides: plan }: SlidePlan,
  { ports, access: { account }, signal }: ActionContext,
): Promise<{ slides: MessageSlide[]; unfitted: boolean }> {
  const toMake = plan.flatMap(({ media }) => media.filter((file) => "make" in file));
  if (toMake.length === 0) return { slides: plan as MessageSlide[], unfitted: false };
  ports.making.take(account, toMake.length);
  const turn = { account: account.id, signal: signal() };
  const tries = await Promise.allSettled(toMake.map((file) => file.make(ports, turn)));
  const made = tries.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const kept = new Map<PersonalFile, SlideMedia>(
    await Promise.all(toMake.map(async (file, index) => {
      const { hash, bytes } = await ports.blobs.put(made[index]!);
      return [file, mediaOf(file, { blob: hash, type: file.type, bytes })] as const;
    })),
  );
  return {
    slides: plan.map(({ text, media }) => ({
      text,
      media: media.map((file) => kept.get(file) ?? file as SlideMedia),
    })),
    unfitted: toMake.some(({ kind }) => kind === "image"),
  };
}

/** Pictures are fitted to the operator later on; objects go out as they are. */
function mediaOf({ kind, name }: FileToMake, source: SourceRef): SlideMedia {
  const { type, blob, bytes } = source;
  const renditions = kind === "image"
    ? []
    : RENDITIONS_BEST_FIRST.map((one) => asItIs(one, type, blob, bytes));
  return { kind, url: name, source, renditions };
}
