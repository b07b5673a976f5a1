/** Renditions of a file, deduplicated: the same bytes are transcoded once, by whatever account. */
import {
  fileKey,
  type Plan,
  type Rendered,
  type Rendition,
  type RenditionGoal,
  type Source,
  untranscoded,
} from "../core/media/media_file.ts";
import { isTranscoded } from "../core/media/media_types.ts";
import { RECIPE, RENDITION_PROFILES, WEB } from "../core/media/renditions.ts";
import {
  type CachedRendition,
  type RenditionFile,
  TranscodeFailed,
  type TranscodeOptions,
} from "../ports/mod.ts";
import type { JobPorts } from "./ports.ts";

export interface Renditions {
  /**
   * Finds or makes the renditions of a plan.
   *
   * @param directory Directory of temporary files.
   * @throws TranscodeFailed as the transcoder does.
   */
  of(plan: Plan, directory: string, options: TranscodeOptions): Promise<Rendered>;
}

/** Part of its budget below which a rendition would not become larger with a larger budget. */
const SATURATION = 0.8;

export function createRenditions(
  { blobs, clock, store, transcoder }: Pick<JobPorts, "blobs" | "clock" | "store" | "transcoder">,
): Renditions {
  /** Sources being transcoded: work on the same bytes waits, and finds the result. */
  const inWork = new Map<string, Promise<void>>();

  async function find(
    { hash, kind }: Source,
    goals: readonly RenditionGoal[],
  ): Promise<Rendition[]> {
    const stored = await store.renditions.of(hash, kind, RECIPE, clock.now());
    const found = goals.flatMap((goal) => bestFor(goal, stored) ?? []);
    const sizes = await Promise.all(found.map(({ blob }) => blobs.size(blob)));
    return found.filter((_, index) => sizes[index] !== null);
  }

  async function keep(
    { hash, kind }: Source,
    goals: readonly RenditionGoal[],
    files: readonly RenditionFile[],
  ): Promise<Rendition[]> {
    const renditions = await Promise.all(
      files.map(async ({ name, path, ...rendition }): Promise<Rendition> => {
        const { hash: blob } = await blobs.adopt(path);
        return { name, blob, ...rendition };
      }),
    );
    const records = renditions.map((file): CachedRendition => {
      const { maxBytes } = goals.find(({ rendition }) => rendition === file.name)!;
      return { source: hash, kind, recipe: RECIPE, maxBytes, file };
    });
    if (records.length > 0) await store.renditions.keep(records, clock.now());
    return renditions;
  }

  /**
   * Transcodes what is still missing when the account's turn comes. Only then is it looked up whether
   * the same bytes are being transcoded: an account that merely waits for its turn delays no other.
   */
  async function make(
    { source, goals, missed: untried }: Plan,
    directory: string,
    options: TranscodeOptions,
  ): Promise<Rendered> {
    const key = fileKey(source);
    const over = Promise.withResolvers<void>();
    let found: readonly Rendition[] = [];
    let missing = goals;
    const own = await Deno.makeTempDir({ dir: directory });
    try {
      const { renditions, missed } = await transcoder.transcode(
        source,
        async () => {
          while (inWork.has(key)) await inWork.get(key);
          inWork.set(key, over.promise);
          found = await find(source, goals);
          missing = missingFrom(found, goals);
          return missing;
        },
        own,
        options,
      );
      return {
        renditions: [...found, ...await keep(source, goals, renditions)],
        missed: [...untried, ...missed],
      };
    } catch (error) {
      // What is sent has been made before: a file without a picture for pages is no fault.
      const isSendable = missing.every(({ rendition }) => rendition === WEB);
      if (!(error instanceof TranscodeFailed) || !isSendable) throw error;
      const { reason } = error;
      return { renditions: found, missed: [...untried, { rendition: WEB, reason }] };
    } finally {
      if (inWork.get(key) === over.promise) inWork.delete(key);
      over.resolve();
    }
  }

  return {
    async of(plan, directory, options) {
      const { source, goals, missed } = plan;
      if (!isTranscoded(source.kind)) {
        const { hash: blob, bytes } = await blobs.adopt(source.path);
        const file = { blob, type: source.type, bytes };
        return { renditions: goals.map(({ rendition }) => untranscoded(rendition, file)), missed };
      }
      const found = await find(source, goals);
      if (missingFrom(found, goals).length === 0) return { renditions: found, missed };
      return await make(plan, directory, options);
    },
  };
}

function missingFrom(
  found: readonly Rendition[],
  goals: readonly RenditionGoal[],
): RenditionGoal[] {
  return goals.filter(({ rendition }) =>
    !found.some(({ name }) => name === rendition) &&
    !(rendition === WEB && goals.some((goal) => isWhole(found, goal)))
  );
}

/**
 * Tells whether a found rendition has all the pixels of a still, having room for more. Then there is
 * no picture for pages to wait for a turn for.
 */
function isWhole(
  found: readonly Rendition[],
  { rendition, maxBytes }: RenditionGoal,
): boolean {
  const file = found.find(({ name }) => name === rendition);
  if (rendition === WEB || file?.type !== "image/jpeg") return false;
  const { box } = RENDITION_PROFILES[rendition].image;
  return file.bytes < SATURATION * maxBytes &&
    (file.width ?? box.width) < box.width && (file.height ?? box.height) < box.height;
}

/** Finds the largest stored rendition that fits, and would not become larger if it were made now. */
function bestFor(
  { rendition, maxBytes }: RenditionGoal,
  stored: readonly CachedRendition[],
): Rendition | undefined {
  return stored
    .filter(({ file }) => file.name === rendition && file.bytes <= maxBytes)
    .filter((record) =>
      maxBytes <= record.maxBytes || record.file.bytes < SATURATION * record.maxBytes
    )
    .map(({ file }) => file)
    .sort((a, b) => b.bytes - a.bytes)[0];
}
