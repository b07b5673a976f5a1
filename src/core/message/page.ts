/** A message as the page behind its link shows it: slide by slide, each file in its best form. */
import { extensionOf, type MediaKind } from "../media/media_types.ts";
import type { MmsContent, SlideMedia } from "./message.ts";
import { RENDITIONS_BEST_FIRST } from "../media/renditions.ts";

export interface PageFile {
  /** Unique on its page: `slide2-image.jpg`. */
  name: string;
  kind: MediaKind;
  /** Canonical MIME type. */
  type: string;
  bytes: number;
  blob: string;
  /** Pixels, where they are known. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** Browsers show or play it where it stands; others are offered as downloads. */
  plays: boolean;
}

export interface PageSlide {
  text: string | null;
  files: PageFile[];
}

export interface MessagePage {
  subject: string | null;
  slides: PageSlide[];
}

/** Types that today's browsers show or play without help. */
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

export function pageOf({ subject, slides }: Pick<MmsContent, "subject" | "slides">): MessagePage {
  return {
    subject,
    slides: slides.map(({ text, media }, index) => {
      const named = new Map<string, number>();
      const files = media.flatMap((one): PageFile[] => {
        const file = bestOf(one);
        if (file === undefined) return [];
        const nth = (named.get(one.kind) ?? 0) + 1;
        named.set(one.kind, nth);
        return [{ ...file, name: pageFileName(index + 1, one.kind, file.type, nth) }];
      });
      return { text, files };
    }),
  };
}

/** @param slide Counts from 1, as does `nth`: which of its kind on the slide. */
export function pageFileName(slide: number, kind: MediaKind, type: string, nth = 1): string {
  const suffix = nth === 1 ? "" : `-${nth}`;
  return `slide${slide}-${kind}${suffix}.${extensionOf(type) ?? "bin"}`;
}

/** The best rendition; or the file as it came, where that plays and the rendition does not. */
function bestOf({ kind, renditions, source }: SlideMedia): Omit<PageFile, "name"> | undefined {
  const rendition = RENDITIONS_BEST_FIRST.map((name) => renditions.find((one) => one.name === name))
    .find((one) => one !== undefined);
  const candidates = [rendition, source].filter((one) => one !== undefined);
  const found = candidates.find(({ type }) => PLAYS_IN_BROWSERS.has(type)) ?? candidates[0];
  if (found === undefined) return undefined;
  const { blob, type, bytes } = found;
  const { width = null, height = null, durationMs = null } = found === rendition ? rendition : {};
  const plays = PLAYS_IN_BROWSERS.has(type);
  return { kind, type, bytes, blob, width, height, durationMs, plays };
}
