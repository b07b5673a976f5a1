/** Renditions of a file, deduplicated: the same bytes are transcoded once, by whatever account. */
import { isTranscoded } from "../core/media/media_types.ts";
import { type RenditionRef, untranscoded } from "../core/message/message.ts";
import { RECIPE, type RenditionName } from "../core/media/renditions.ts";
import type {
  CachedRendition,
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

export interface Rendered {
  rendered: RenditionRef[];
  missed: MissedRendition[];
}

export interface Renditions {
  /**
   * Finds or makes the renditions.
   *
   * @param directory Directory of temporary files.
   * @throws TranscodeFailed as the transcoder does.
   */
  of(
    source: HashedSource,
    goals: readonly RenditionGoal[],
    directory: string,
    options: TranscodeOptions,
  ): Promise<Rendered>;
}

/** Part of its budget below which a rendition would not become larger with a larger budget. */
const SATURATION = 0.8;

export function createRenditions(
  { blobs, clock, store, transcoder }: Pick<JobPorts, "blobs" | "clock" | "store" | "transcoder">,
): Renditions {
  /** Sources being transcoded: work on the same bytes waits, and finds the result. */
  const inWork = new Map<string, Promise<void>>();

  async function find(
    { hash, kind }: HashedSource,
    goals: readonly RenditionGoal[],
  ): Promise<RenditionRef[]> {
    const stored = await store.renditions.of(hash, kind, RECIPE, clock.now());
    const found = goals.flatMap((goal) => bestFor(goal, stored) ?? []);
    const exist = await Promise.all(found.map(({ blob }) => blobs.has(blob)));
    return found.filter((_, index) => exist[index]);
  }

  async function keep(
    { hash, kind }: HashedSource,
    goals: readonly RenditionGoal[],
    files: readonly TranscodedFile[],
  ): Promise<RenditionRef[]> {
    const refs = await Promise.all(
      files.map(async (file) => refOf(file, (await blobs.adopt(file.path)).hash)),
    );
    const records = refs.map((file): CachedRendition => {
      const { maxBytes } = goals.find(({ rendition }) => rendition === file.name)!;
      return { source: hash, kind, recipe: RECIPE, maxBytes, file };
    });
    if (records.length > 0) await store.renditions.keep(records, clock.now());
    return refs;
  }

  /**
   * Transcodes what is still missing when the account's turn comes. Only then is it looked up whether
   * the same bytes are being transcoded: an account that merely waits for its turn delays no other.
   */
  async function make(
    source: HashedSource,
    goals: readonly RenditionGoal[],
    directory: string,
    options: TranscodeOptions,
  ): Promise<Rendered> {
    const key = `${source.kind} ${source.hash}`;
    const over = Promise.withResolvers<void>();
    let found: RenditionRef[] = [];
    const own = await Deno.makeTempDir({ dir: directory });
    try {
      const { renditions: files, missed } = await transcoder.transcode(
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
      return { rendered: [...found, ...await keep(source, goals, files)], missed };
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
          rendered: goals.map(({ rendition }) => untranscoded(rendition, source.type, blob, bytes)),
          missed: [],
        };
      }
      const found = await find(source, goals);
      if (missingFrom(found, goals).length === 0) return { rendered: found, missed: [] };
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

/** Finds the largest stored rendition that fits, and would not become larger if it were made now. */
function bestFor(
  { rendition, maxBytes }: RenditionGoal,
  stored: readonly CachedRendition[],
): RenditionRef | undefined {
  return stored
    .filter(({ file }) => file.name === rendition && file.bytes <= maxBytes)
    .filter((record) =>
      maxBytes <= record.maxBytes || record.file.bytes < SATURATION * record.maxBytes
    )
    .map(({ file }) => file)
    .sort((a, b) => b.bytes - a.bytes)[0];
}

function refOf({ rendition, type, bytes, ...file }: TranscodedFile, blob: string): RenditionRef {
  const { width = null, height = null, durationMs = null } = file;
  return { name: rendition, blob, type, bytes, width, height, durationMs };
}
