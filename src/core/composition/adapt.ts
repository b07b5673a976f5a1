/** Adaptation of a message's own files to an operator. */
import { type Composable, mediaOfParts, SMIL_BYTES_A_SLIDE } from "./compose.ts";
import type { MmsContent, SlideMedia } from "./content.ts";
import { fileKey, type Rendition, type StoredFile } from "../media/media_file.ts";
import { isTranscoded } from "../media/media_types.ts";
import type { MessageBudget } from "../media/plan.ts";
import { type BudgetPart, profilesWithin, type RenditionName } from "../media/renditions.ts";

/** File that came with a message, or was generated for it. */
export interface SubmittedFile extends Pick<SlideMedia, "kind" | "url"> {
  readonly source: StoredFile;
  /** Number of parts that carry it. */
  readonly copies: number;
}

/** Submitted file, and the rendition that fits the operator. */
export interface FittedFile {
  readonly file: SubmittedFile;
  readonly rendition: Rendition;
}

/** Lists each file once, in the order of the slides: several slides may show the same file. */
export function submittedFiles({ slides, vasp }: Composable): SubmittedFile[] {
  const files = new Map<string, SubmittedFile>();
  for (const { kind, url, source } of slides.flatMap(({ media }) => media)) {
    if (source === undefined) continue;
    const key = mediaKey({ kind, source });
    const file = files.get(key) ?? { kind, url, source, copies: 0 };
    files.set(key, { ...file, copies: file.copies + 1 });
  }
  if (!vasp?.parts) return [...files.values()];
  const mediaOf = mediaOfParts(slides);
  const carried = Map.groupBy(
    vasp.parts.map(mediaOf).filter((media) => media !== undefined),
    mediaKey,
  );
  return [...files].map(([key, file]) => ({ ...file, copies: carried.get(key)?.length ?? 0 }));
}

/**
 * Computes the raw bytes that a message in a rendition has besides its own files: presentation,
 * texts, and files of the template. Null if a template file lacks the rendition.
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
    return sum(texts) + slides.length * SMIL_BYTES_A_SLIDE + sum(ready.map((file) => file!.bytes));
  }
  const mediaOf = mediaOfParts(slides);
  return sum(vasp.parts.filter((part) => mediaOf(part) === undefined).map(({ bytes }) => bytes));
}

/**
 * Lists the budgets of a message within an operator's limit, best first; without the renditions that
 * a template's file lacks. Files that are sent as they are count in the rest.
 */
export function budgetsWithin(content: Composable, maxBytes: number): MessageBudget[] {
  const unchanged = submittedFiles(content).filter(({ kind }) => !isTranscoded(kind))
    .flatMap(({ kind, source: { bytes }, copies }) =>
      Array<BudgetPart>(copies).fill({ kind, bytes })
    );
  return profilesWithin(maxBytes).flatMap((profile): MessageBudget[] => {
    const bytes = bytesBesideFiles(content, profile.name);
    return bytes === null ? [] : [{ profile, rest: [...unchanged, { kind: "text", bytes }] }];
  });
}

/** Adds the renditions made of its files to a content, and marks it as prepared. */
export function withRenditions(
  content: MmsContent,
  renditions: readonly FittedFile[],
): MmsContent {
  const { slides, vasp, unfitted: _, ...rest } = content;
  const renditionOf = new Map(renditions.map(({ file, rendition }) => [mediaKey(file), rendition]));
  return {
    ...rest,
    slides: slides.map(({ text, media }) => ({
      text,
      media: media.map((file) => {
        const rendition = renditionOf.get(mediaKey(file));
        return rendition === undefined ? file : { ...file, renditions: [rendition] };
      }),
    })),
    ...vasp && { vasp: { ...vasp, prepared: true } },
  };
}

/** Identifies the file of a slide; equal to `fileKey` of its source. */
export function mediaKey({ kind, source }: Pick<SlideMedia, "kind" | "source">): string {
  return fileKey({ kind, hash: source?.blob });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
