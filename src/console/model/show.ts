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

/** Lays the parts out on slides; parts that no slide names come last, each on its own. */
export function showOf(parts: readonly ReceivedPart[]): ShowSlide[] {
  const presentation = parts.find(({ type }) => type.startsWith("application/smil"));
  const content = parts.filter((part) => part !== presentation);
  const find = indexParts(content.map((part) => ({ ...part, name: null, part })));
  const unshown = new Set(content);
  const slides: ShowSlide[] = [];
  for (const { sources, durationMs } of readSmilText(presentation?.text ?? "") ?? []) {
    const named = sources.flatMap((source) => find(source)?.part ?? []);
    const shown = [...new Set(named)].filter((part) => unshown.delete(part));
    if (shown.length > 0) slides.push({ durationMs: within(durationMs), parts: shown });
  }
  for (const part of unshown) slides.push({ durationMs: DURATION_MS, parts: [part] });
  return slides;
}

function within(durationMs = DURATION_MS): number {
  return Math.min(DURATION_MAX_MS, Math.max(DURATION_MIN_MS, durationMs));
}
