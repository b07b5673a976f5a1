/** Fitting a message's own files to an operator: what there is to fit, and the result. */
import { type Composable, mediaOfParts, SMIL_BYTES_A_SLIDE } from "../message/compose.ts";
import type { MmsContent, RenditionRef, SlideMedia, SourceRef } from "../message/message.ts";
import type { RenditionName } from "./renditions.ts";

/** A file that came with a message, or was made for it. */
export interface SubmittedFile extends Pick<SlideMedia, "kind" | "url"> {
  source: SourceRef;
  /** How many parts of the message carry it. */
  copies: number;
}

/** Each file once, in the order of the slides: several slides may show the same. */
export function submittedFiles({ slides, vasp }: Composable): SubmittedFile[] {
  const files = new Map<string, SubmittedFile>();
  for (const { kind, url, source } of slides.flatMap(({ media }) => media)) {
    if (source === undefined) continue;
    const key = keyOf({ kind, source });
    const file = files.get(key) ?? { kind, url, source, copies: 0 };
    files.set(key, { ...file, copies: file.copies + 1 });
  }
  if (!vasp?.parts) return [...files.values()];
  const mediaOf = mediaOfParts(slides);
  const carried = Map.groupBy(
    vasp.parts.map(mediaOf).filter((media) => media !== undefined),
    keyOf,
  );
  return [...files].map(([key, file]) => ({ ...file, copies: carried.get(key)?.length ?? 0 }));
}

/**
 * Raw bytes of what goes out in a rendition beside those files: presentation, texts, and files of
 * the template. Null: not all of those have the rendition.
 */
export function bytesBesideFiles(
  { slides, vasp }: Composable,
  rendition: RenditionName,
): number | null {
  if (!vasp?.parts) {
    const texts = slides.map(({ text }) => new TextEncoder().encode(text ?? "").length);
    const ready = slides.flatMap(({ media }) => media).filter(({ source }) => source === undefined)
      .map(({ renditions }) => renditions.find(({ name }) => name === rendition));
    if (ready.includes(undefined)) return null;
    return sum(texts) + slides.length * SMIL_BYTES_A_SLIDE + sum(ready.map((one) => one!.bytes));
  }
  const mediaOf = mediaOfParts(slides);
  return sum(vasp.parts.filter((part) => mediaOf(part) === undefined).map(({ bytes }) => bytes));
}

/** The content once its files were tried: with the renditions there are of them. */
export function preparedContent(
  content: MmsContent,
  renditions: readonly { file: SubmittedFile; rendition: RenditionRef }[],
): MmsContent {
  const { slides, vasp, unfitted: _, ...rest } = content;
  const made = new Map(renditions.map(({ file, rendition }) => [keyOf(file), rendition]));
  return {
    ...rest,
    slides: slides.map(({ text, media }) => ({
      text,
      media: media.map((one) => {
        const rendition = made.get(keyOf(one));
        return rendition === undefined ? one : { ...one, renditions: [rendition] };
      }),
    })),
    ...vasp && { vasp: { ...vasp, prepared: true } },
  };
}

/** The same bytes of the same kind are one file. */
function keyOf({ kind, source }: Pick<SlideMedia, "kind" | "source">): string {
  return `${kind} ${source?.blob}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
