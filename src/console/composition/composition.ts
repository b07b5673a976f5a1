/** A message or template as it is composed: what a form has, and the request that it makes. */
import { nonBlank } from "../../core/characters.ts";
import { MEDIA_KINDS, type MediaKind, mediaTypeOf } from "../../core/media/media_types.ts";
import { distribute, MAX_SLIDES } from "../../core/template/slides.ts";
import type { Upload } from "../../generated/admin.ts";

/** Product of a form: an SMS, an MMS, or a template. */
export type CompositionKind = "text" | "picture" | "template";

/** File of a slide. */
export interface SlideFile {
  readonly kind: MediaKind;
  readonly name: string;
  readonly url: string;
  /** Size in bytes; null: the file is not known yet. */
  readonly bytes: number | null;
  /** Content to show, with its type; null: there is none yet. */
  readonly shown: { readonly sha256: string; readonly type: string } | null;
}

export interface Slide {
  /** Name of the slide while it is moved, unique in its composition. */
  readonly key: string;
  readonly text: string;
  readonly files: readonly SlideFile[];
}

export interface Composition {
  readonly kind: CompositionKind;
  readonly account: string | null;
  readonly from: string;
  readonly to: string;
  /** Name of a template. */
  readonly name: string;
  readonly subject: string;
  /** Text of the SMS for handsets that take no MMS. Null: the form has not asked for it. */
  readonly fallback: string | null;
  readonly campaign: string;
  /** Customer's own id, of a template. */
  readonly reference: string;
  /** Whether a template has no fallback SMS, and whether that has no link. */
  readonly hasNoFallback: boolean;
  readonly hasNoLink: boolean;
  /** mms-id of the draft whose files are prepared, of a template; null: there is none. */
  readonly draft: string | null;
  /** At least one. */
  readonly slides: readonly Slide[];
}

/** Maximum slides that are read: more than an MMS has, so that it can be refused. */
const SLIDES_MAX = 3 * MAX_SLIDES;

export function blankSlide(): Slide {
  return { key: crypto.randomUUID().slice(0, 8), text: "", files: [] };
}

/** Reads the parameters of an address, which fill a form in. */
export function compositionOfQuery(kind: CompositionKind, query: URLSearchParams): Composition {
  const valueOf = (name: string) => query.get(name) ?? "";
  return {
    kind,
    account: query.get("account") || null,
    from: valueOf("from"),
    to: valueOf("to"),
    name: valueOf("name"),
    subject: valueOf("subject"),
    fallback: null,
    campaign: "",
    reference: "",
    hasNoFallback: false,
    hasNoLink: false,
    draft: null,
    slides: [{ ...blankSlide(), text: valueOf("text") }],
  };
}

/** Reads a form. */
export function compositionOfForm(kind: CompositionKind, form: FormData): Composition {
  const lineOf = (name: string) => textOf(form, name).replaceAll("\n", " ");
  const slides = Array.from({ length: SLIDES_MAX }, (_, at) => at)
    .filter((at) => form.has(`slide.${at}.key`))
    .map((at): Slide => ({
      key: textOf(form, `slide.${at}.key`).replaceAll(/[^\w-]/g, "").slice(0, 36),
      text: textOf(form, `slide.${at}.text`),
      files: form.getAll(`slide.${at}.file`).flatMap((value) => readFile(String(value)) ?? []),
    }));
  return {
    kind,
    account: lineOf("account") || null,
    from: lineOf("from"),
    to: lineOf("to").trim(),
    name: lineOf("name"),
    subject: lineOf("subject"),
    fallback: form.has("fallback") ? textOf(form, "fallback") : null,
    campaign: lineOf("campaign").trim(),
    reference: lineOf("reference"),
    hasNoFallback: form.has("no-fallback"),
    hasNoLink: form.has("no-link"),
    draft: lineOf("draft") || null,
    slides: slides.length === 0 ? [blankSlide()] : slides,
  };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll(/\r\n?/g, "\n") : "";
}

/** Writes a file as the value of its control. */
export function writeFile({ bytes, kind, name, shown, url }: SlideFile): string {
  return JSON.stringify({ bytes, kind, name, shown, url });
}

/** Reads the value of a file's control. Null: no form of ours has such a value. */
function readFile(value: string): SlideFile | null {
  let read: Partial<Record<keyof SlideFile, unknown>> | null;
  try {
    read = JSON.parse(value);
  } catch {
    return null;
  }
  const { bytes, kind, name, shown, url } = read ?? {};
  if (typeof bytes !== "number" && bytes !== null) return null;
  if (typeof name !== "string" || typeof url !== "string") return null;
  const mediaKind = MEDIA_KINDS.find((each) => each === kind);
  const content = shown === null ? null : readShown(shown);
  if (mediaKind === undefined || content === undefined) return null;
  return { bytes, kind: mediaKind, name, shown: content, url };
}

/** Reads what is shown of a file; undefined: it is none of ours. */
function readShown(value: unknown): NonNullable<SlideFile["shown"]> | undefined {
  const { sha256, type } = Object(value);
  if (typeof type !== "string" || mediaTypeOf(type) === null) return undefined;
  if (typeof sha256 !== "string" || !/^[\da-f]{64}$/.test(sha256)) return undefined;
  return { sha256, type };
}

/** Returns an upload as a file of a slide. Null: handsets take no such file. */
export function slideFileOf({ bytes, name, sha256, type, url }: Upload): SlideFile | null {
  const kind = mediaTypeOf(type)?.kind;
  return kind === undefined ? null : { bytes, kind, name, shown: { sha256, type }, url };
}

/**
 * Adds files to a slide. Those that cannot share it, such as a second picture, begin slides after
 * it.
 */
export function withFiles(
  composition: Composition,
  at: number,
  files: readonly SlideFile[],
): Composition {
  const slide = composition.slides[at];
  if (slide === undefined) return composition;
  const [own = [], ...further] = distribute([...slide.files, ...files]);
  const added = further.map((files): Slide => ({ ...blankSlide(), files }));
  return {
    ...composition,
    slides: composition.slides.toSpliced(at, 1, { ...slide, files: own }, ...added),
  };
}

export function withoutFile(composition: Composition, at: number, file: number): Composition {
  const slide = composition.slides[at];
  if (slide === undefined) return composition;
  const files = slide.files.toSpliced(file, 1);
  return { ...composition, slides: composition.slides.with(at, { ...slide, files }) };
}

export function withSlide(composition: Composition): Composition {
  if (composition.slides.length >= MAX_SLIDES) return composition;
  return { ...composition, slides: [...composition.slides, blankSlide()] };
}

/** Removes a slide; the last one becomes blank. */
export function withoutSlide(composition: Composition, at: number): Composition {
  const slides = composition.slides.filter((_, index) => index !== at);
  return { ...composition, slides: slides.length === 0 ? [blankSlide()] : slides };
}

/** Moves a slide by a number of positions. */
export function withMoved(composition: Composition, at: number, by: -1 | 1): Composition {
  const { slides } = composition;
  const slide = slides[at];
  const to = at + by;
  if (slide === undefined || to < 0 || to >= slides.length) return composition;
  return { ...composition, slides: slides.toSpliced(at, 1).toSpliced(to, 0, slide) };
}

const ACTIONS = { text: "sendsms", picture: "sendmms", template: "savemms" } as const;

/** Makes the body of the request to the JSON door. What is blank is absent. */
export function requestOf(composition: Composition): Record<string, unknown> {
  const { kind, from, to, campaign, slides } = composition;
  const action = ACTIONS[kind];
  const parties = { from, to, ...present("campaign-ref", campaign) };
  if (kind === "text") return { action, ...parties, "message-text": slides[0]!.text };
  return {
    action,
    ...kind === "template" ? { name: composition.name } : parties,
    ...present("message-subject", composition.subject),
    ...present("fallback-sms-text", composition.fallback ?? ""),
    ...composition.hasNoFallback && { "disable-fallback-sms": true },
    ...composition.hasNoLink && { "disable-fallback-sms-link": true },
    ...present("client-reference", composition.reference),
    slide: slides.map(({ text, files }) => ({
      ...Object.fromEntries(files.map(({ kind, url }) => [kind, { url }])),
      ...present("message-text", text),
    })),
  };
}

function present(name: string, value: string): Record<string, string> {
  return nonBlank(value) === null ? {} : { [name]: value };
}
