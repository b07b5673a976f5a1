/** A received MMS as a handset plays it: slide by slide, by its SMIL. */
import { indexParts } from "../../core/media/part_reference.ts";
import { readSmilText } from "../../mm7/smil.ts";

/** Part of a received MMS. */
export interface ReceivedPart {
  readonly contentId: string | null;
  readonly location: string | null;
  readonly type: string;
  readonly bytes: number;
  /** Content of a text. Null: a file. */
  readonly text: string | null;
  /** Address of a file. Null: a text. */
  readonly url: string | null;
  /** Slide that it is on, where no presentation says so. Default: the only one. */
  readonly slide?: number;
}

export interface ShowSlide {
  /** Time for which it is shown, in milliseconds. */
  readonly durationMs: number;
  readonly parts: readonly ReceivedPart[];
}

/** Duration of a slide whose presentation has none, in milliseconds. */
const DURATION_MS = 5000;
/** Limits of what is believed of a presentation, in milliseconds. */
const DURATION_MIN_MS = 500;
const DURATION_MAX_MS = 600_000;

/**
 * Lays the parts out on slides: by the presentation, after whose slides the parts that none names come
 * each on its own; without one by the slides that the parts tell.
 */
export function showOf(parts: readonly ReceivedPart[]): ShowSlide[] {
  const presentation = parts.find(({ type }) => type.startsWith("application/smil"));
  const content = parts.filter((part) => part !== presentation);
  if (presentation === undefined) return slidesOf(parts);
  const find = indexParts(content.map((part) => ({ ...part, name: null, part })));
  const unshown = new Set(content);
  const slides: ShowSlide[] = [];
  for (const { sources, durationMs } of readSmilText(presentation.text ?? "") ?? []) {
    const named = sources.flatMap((source) => find(source)?.part ?? []);
    const shown = [...new Set(named)].filter((part) => unshown.delete(part));
    if (shown.length > 0) slides.push({ durationMs: within(durationMs), parts: shown });
  }
  for (const part of unshown) slides.push({ durationMs: DURATION_MS, parts: [part] });
  return slides;
}

function slidesOf(parts: readonly ReceivedPart[]): ShowSlide[] {
  const slides = Map.groupBy(parts, ({ slide = 0 }) => slide);
  return [...slides.values()].map((parts) => ({ durationMs: DURATION_MS, parts }));
}

function within(durationMs = DURATION_MS): number {
  return Math.min(DURATION_MAX_MS, Math.max(DURATION_MIN_MS, durationMs));
}
