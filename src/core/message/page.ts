/** Content of a message page: slide by slide, each file in its best form. */
import type { Logo } from "../account/account.ts";
import type { FileLabel } from "../media/file_label.ts";
import type { Rendition } from "../media/media_file.ts";
import { extensionOf, type MediaKind } from "../media/media_types.ts";
import type { MmsContent, SlideMedia } from "../composition/content.ts";
import { RENDITIONS_BEST_FIRST, WEB } from "../media/renditions.ts";

/** Rendition or source, as a page offers it. */
export interface PageFile extends Omit<Rendition, "name"> {
  /** Name, unique on its page: `slide2-image.jpg`. */
  readonly name: string;
  readonly kind: MediaKind;
  /** Name for people; absent if unknown. */
  readonly label?: FileLabel;
  /** Whether browsers show or play it inline; other files are offered as downloads. */
  readonly plays: boolean;
  /** Still picture of a picture: with more pixels, or the first frame of an animation. */
  readonly web?: PageFile;
}

export interface PageSlide {
  text: string | null;
  files: PageFile[];
}

export interface MessagePage {
  subject: string | null;
  slides: PageSlide[];
}

/** MIME types that browsers show or play natively. */
const PLAYS_IN_BROWSERS: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "audio/mpeg",
  "audio/wav",
  "audio/mp4",
  "video/mp4",
]);

/** Builds the page of a message. */
export function pageOf({ subject, slides }: Pick<MmsContent, "subject" | "slides">): MessagePage {
  return {
    subject,
    slides: slides.map(({ text, media }, index) => {
      const countByKind = new Map<string, number>();
      const files = media.flatMap((item): PageFile[] => {
        const file = bestOf(item);
        if (file === undefined) return [];
        const nth = (countByKind.get(item.kind) ?? 0) + 1;
        countByKind.set(item.kind, nth);
        const stem = pageFileStem(index + 1, item.kind, nth);
        const web = file.plays ? webOf(item, `${stem}-${WEB}`) : undefined;
        return [{ ...file, name: named(stem, file.type), ...web && { web } }];
      });
      return { text, files };
    }),
  };
}

/** Builds the file of a logo, which each page of its account has. */
export function logoFile(logo: Logo): PageFile {
  return {
    ...logo,
    name: LOGO_NAME,
    kind: "image",
    type: "image/png",
    durationMs: null,
    plays: true,
  };
}

/** Name of the logo, which no file of a slide has. */
export const LOGO_NAME = "logo.png";

/**
 * Names a file of a page.
 * @param slide Position of its slide, from 1.
 * @param nth Position among the files of its kind on the slide, from 1.
 */
export function pageFileName(slide: number, kind: MediaKind, type: string, nth = 1): string {
  return named(pageFileStem(slide, kind, nth), type);
}

function pageFileStem(slide: number, kind: MediaKind, nth: number): string {
  return `slide${slide}-${kind}${nth === 1 ? "" : `-${nth}`}`;
}

function named(stem: string, type: string): string {
  return `${stem}.${extensionOf(type) ?? "bin"}`;
}

/** Lists every file of a page, with the pictures of its pictures. */
export function filesOfPage({ slides }: MessagePage): PageFile[] {
  return slides.flatMap(({ files }) =>
    files.flatMap((file) => file.web === undefined ? [file] : [file, file.web])
  );
}

/** Selects the best rendition, or the source if browsers play that and not the rendition. */
function bestOf(
  { kind, label, renditions, source }: SlideMedia,
): Omit<PageFile, "name"> | undefined {
  const rendition = RENDITIONS_BEST_FIRST.map((best) =>
    renditions.find(({ name }) => name === best)
  )
    .find((candidate) => candidate !== undefined);
  const candidates = [rendition, source].filter((file) => file !== undefined);
  const file = candidates.find(({ type }) => PLAYS_IN_BROWSERS.has(type)) ?? candidates[0];
  if (file === undefined) return undefined;
  const { blob, type, bytes } = file;
  const { width = null, height = null, durationMs = null } = file === rendition ? rendition : {};
  const plays = PLAYS_IN_BROWSERS.has(type);
  const shared = { kind, type, bytes, blob, width, height, durationMs, plays };
  return label === undefined ? shared : { ...shared, label };
}

/** Finds the picture that was made for pages; files of old templates and of submissions have none. */
function webOf({ kind, renditions }: SlideMedia, stem: string): PageFile | undefined {
  const picture = renditions.find(({ name }) => name === WEB);
  return picture && { ...picture, kind, name: named(stem, picture.type), plays: true };
}
