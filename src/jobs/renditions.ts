/** Renditions of a file, deduplicated: the same bytes are transcoded once, by whatever account. */
import {
  fileKey,
  type MissedRendition,
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
import type { JobPorts } from "./shared/ports.ts";

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
  ): Promise<CachedRendition[]> {
    const stored = await store.renditions.of(hash, kind, RECIPE, clock.now());
    const found = goals.flatMap((goal) => bestFor(goal, stored) ?? []);
    const sizes = await Promise.all(found.map(({ file }) => blobs.size(file.blob)));
    return found.filter((_, index) => sizes[index] !== null);
  }

  async function save(
    { hash, kind }: Source,
    goals: readonly RenditionGoal[],
    { renditions: files, warnings }: Rendered<RenditionFile>,
  ): Promise<CachedRendition[]> {
    const renditions = await Promise.all(
      files.map(async ({ name, path, ...rendition }): Promise<Rendition> => {
        const { hash: blob } = await blobs.adopt(path);
        return { name, blob, ...rendition };
      }),
    );
    const records = renditions.map((file): CachedRendition => {
      const { maxBytes } = goals.find(({ rendition }) => rendition === file.name)!;
      return { source: hash, kind, recipe: RECIPE, maxBytes, file, ...warnings && { warnings } };
    });
    if (records.length > 0) await store.renditions.save(records, clock.now());
    return records;
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
    let found: readonly CachedRendition[] = [];
    let missing = goals;
    const own = await Deno.makeTempDir({ dir: directory });
    try {
      const result = await transcoder.transcode(
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
      const records = [...found, ...await save(source, goals, result)];
      return renderedOf(goals, records, [...untried, ...result.missed], result.warnings);
    } catch (error) {
      // What is sent has been made before: a file without a picture for pages is no fault.
      const isSendable = missing.every(({ rendition }) => rendition === WEB);
      if (!(error instanceof TranscodeFailed) || !isSendable) throw error;
      const { reason } = error;
      return renderedOf(goals, found, [...untried, { rendition: WEB, reason }]);
    } finally {
      if (inWork.get(key) === over.promise) inWork.delete(key);
      over.resolve();
    }
  }

  return {
    async of(plan, directory, options) {
      const { source, goals, missed } = plan;
      if (!isTranscoded(source.kind)) {
        if (!source.isStored) await blobs.adopt(source.path);
        const file = { blob: source.hash, type: source.type, bytes: source.bytes };
        return { renditions: goals.map(({ rendition }) => untranscoded(rendition, file)), missed };
      }
      const found = await find(source, goals);
      if (missingFrom(found, goals).length === 0) return renderedOf(goals, found, missed);
      return await make(plan, directory, options);
    },
  };
}

/**
 * Makes the result of a plan. It has each warning once, in the order of the goals, so that a later
 * request, for which all renditions are cached, has them in the same order.
 */
function renderedOf(
  goals: readonly RenditionGoal[],
  records: readonly CachedRendition[],
  missed: readonly MissedRendition[],
  lastWarnings: readonly string[] = [],
): Rendered {
  const inOrder = goals.flatMap(({ rendition }) =>
    records.find(({ file }) => file.name === rendition)?.warnings ?? []
  );
  const warnings = [...new Set([...inOrder, ...lastWarnings])];
  return {
    renditions: records.map(({ file }) => file),
    missed,
    ...warnings.length > 0 && { warnings },
  };
}

function missingFrom(
  found: readonly CachedRendition[],
  goals: readonly RenditionGoal[],
): RenditionGoal[] {
  return goals.filter(({ rendition }) =>
    !found.some(({ file }) => file.name === rendition) &&
    !(rendition === WEB && goals.some((goal) => isWhole(found, goal)))
  );
}

/**
 * Tells whether a found rendition has all the pixels of a still, where more would fit. Then there
 * is no picture for pages to wait for a turn for.
 */
function isWhole(
  found: readonly CachedRendition[],
  { rendition, maxBytes }: RenditionGoal,
): boolean {
  const file = found.find(({ file }) => file.name === rendition)?.file;
  if (rendition === WEB || file?.type !== "image/jpeg") return false;
  const { box } = RENDITION_PROFILES[rendition].image;
  return file.bytes < SATURATION * maxBytes &&
    (file.width ?? box.width) < box.width && (file.height ?? box.height) < box.height;
}

/** Finds the largest stored rendition that fits, and would not become larger if it were made now. */
function bestFor(
  { rendition, maxBytes }: RenditionGoal,
  stored: readonly CachedRendition[],
): CachedRendition | undefined {
  return stored
    .filter(({ file }) => file.name === rendition && file.bytes <= maxBytes)
    .filter((record) =>
      maxBytes <= record.maxBytes || record.file.bytes < SATURATION * record.maxBytes
    )
    .sort((a, b) => b.file.bytes - a.file.bytes)[0];
}
