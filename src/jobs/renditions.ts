/** Renditions of a file: found, when the same bytes were transcoded before, or made and memoize. */
import { isTranscoded } from "../core/media/media_types.ts";
import { asItIs, type RenditionRef } from "../core/message/message.ts";
import { RECIPE, type RenditionName } from "../core/media/renditions.ts";
import type {
  MadeRendition,
  MissedRendition,
  TranscodedFile,
  TranscodeOptions,
  TranscodeSource,
} from "../ports/mod.ts";
import type { JobPorts } from "./ports.ts";

/** A source, and the SHA-256 of its bytes in hex. */
export interface HashedSource extends TranscodeSource {
  hash: string;
}

export interface RenditionGoal {
  rendition: RenditionName;
  maxBytes: number;
}

export interface Renditions {
  /** @param directory For files in work. Throws TranscodeFailed as the transcoder does. */
  of(
    source: HashedSource,
    goals: readonly RenditionGoal[],
    directory: string,
    options: TranscodeOptions,
  ): Promise<{ made: RenditionRef[]; missed: MissedRendition[] }>;
}

/** A result that took less than this part of what it might have had would not take more of more. */
const SATED = 0.8;

export function createRenditions(
  { blobs, clock, store, transcoder }: Pick<JobPorts, "blobs" | "clock" | "store" | "transcoder">,
): Renditions {
  /** Sources that are being transcoded: the same bytes wait for that, and find what was made. */
  const inWork = new Map<string, Promise<void>>();

  async function find(
    { hash, kind }: HashedSource,
    goals: readonly RenditionGoal[],
  ): Promise<RenditionRef[]> {
    const known = await store.renditions.of(hash, kind, RECIPE, clock.now());
    const found = goals.flatMap((goal) => bestFor(goal, known) ?? []);
    const there = await Promise.all(found.map(({ blob }) => blobs.has(blob)));
    return found.filter((_, index) => there[index]);
  }

  async function keep(
    { hash, kind }: HashedSource,
    goals: readonly RenditionGoal[],
    made: readonly TranscodedFile[],
  ): Promise<RenditionRef[]> {
    const refs = await Promise.all(
      made.map(async (file) => refOf(file, (await blobs.adopt(file.path)).hash)),
    );
    const kept = refs.map((file): MadeRendition => {
      const { maxBytes } = goals.find(({ rendition }) => rendition === file.name)!;
      return { source: hash, kind, recipe: RECIPE, maxBytes, file };
    });
    if (kept.length > 0) await store.renditions.keep(kept, clock.now());
    return refs;
  }

  /**
   * Transcodes what is still missing when the account's turn comes. Only then is it known whether
   * another account has the same bytes in work: one that merely waits for its turn is not waited for.
   */
  async function make(
    source: HashedSource,
    goals: readonly RenditionGoal[],
    directory: string,
    options: TranscodeOptions,
  ): Promise<{ made: RenditionRef[]; missed: MissedRendition[] }> {
    const key = `${source.kind} ${source.hash}`;
    const over = Promise.withResolvers<void>();
    let found: RenditionRef[] = [];
    const own = await Deno.makeTempDir({ dir: directory });
    try {
      const { made, missed } = await transcoder.transcode(
        source,
        async () => {
          while (inWork.has(key)) await inWork.get(key);
          inWork.set(key, over.promise);
          found = await find(source, goals);
          return missingFrom(found, goals);
        },
        own,
        options,
      );
      return { made: [...found, ...await keep(source, goals, made)], missed };
    } finally {
      if (inWork.get(key) === over.promise) inWork.delete(key);
      over.resolve();
    }
  }

  return {
    async of(source, goals, directory, options) {
      if (!isTranscoded(source.kind)) {
        const { hash: blob, bytes } = await blobs.adopt(source.path);
        return {
          made: goals.map(({ rendition }) => asItIs(rendition, source.type, blob, bytes)),
          missed: [],
        };
      }
      const found = await find(source, goals);
      if (missingFrom(found, goals).length === 0) return { made: found, missed: [] };
      return await make(source, goals, directory, options);
    },
  };
}

function missingFrom(
  found: readonly RenditionRef[],
  goals: readonly RenditionGoal[],
): RenditionGoal[] {
  return goals.filter(({ rendition }) => !found.some(({ name }) => name === rendition));
}

/** The largest that fits, of those that would not be larger if they were made now. */
function bestFor(
  { rendition, maxBytes }: RenditionGoal,
  known: readonly MadeRendition[],
): RenditionRef | undefined {
  return known
    .filter(({ file }) => file.name === rendition && file.bytes <= maxBytes)
    .filter((one) => maxBytes <= one.maxBytes || one.file.bytes < SATED * one.maxBytes)
    .map(({ file }) => file)
    .sort((a, b) => b.bytes - a.bytes)[0];
}

function refOf({ rendition, type, bytes, ...file }: TranscodedFile, blob: string): RenditionRef {
  const { width = null, height = null, durationMs = null } = file;
  return { name: rendition, blob, type, bytes, width, height, durationMs };
}
