/** Transcoder under test, run in a directory of its own. */
import assert from "node:assert/strict";
import { createTranscoder } from "../../src/adapters/transcoder/mod.ts";
import type { MediaKind } from "../../src/core/media/media_types.ts";
import type { TranscodedName } from "../../src/core/media/renditions.ts";
import { type RenditionFile, TranscodeFailed } from "../../src/ports/mod.ts";
import { ffprobe } from "./media.ts";
import { TURN } from "./turn.ts";

/** File made for a test, with the name that the test asked for. */
export type NamedFile<Name> = RenditionFile & { readonly name: Name };

/** Creates renditions that all fit; `use` reads them before they are removed. */
export async function transcode<Name extends TranscodedName>(
  path: string,
  kind: MediaKind,
  budgets: Partial<Record<Name, number>>,
  use: (files: readonly NamedFile<Name>[]) => Promise<void>,
  using = createTranscoder(),
) {
  const directory = await Deno.makeTempDir();
  try {
    const plan = Object.entries<number>(budgets as Record<Name, number>)
      .map(([rendition, maxBytes]) => ({ rendition: rendition as Name, maxBytes }));
    const source = { path, kind };
    const { renditions, missed } = await using.transcode(
      source,
      () => Promise.resolve(plan),
      directory,
      TURN,
    );
    const files = renditions as NamedFile<Name>[];
    assert.deepEqual(missed, []);
    assert.deepEqual(files.map(({ name }) => name), Object.keys(budgets));
    for (const { path, bytes, name } of files) {
      assert.equal((await Deno.stat(path)).size, bytes);
      assert.ok(bytes <= budgets[name]!, `${bytes} > ${budgets[name]}`);
    }
    const left = [...Deno.readDirSync(directory)].map(({ name }) => `${directory}/${name}`);
    assert.deepEqual(left.sort(), files.map(({ path }) => path).sort());
    await use(files);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

export async function text(path: string): Promise<string> {
  return new TextDecoder("latin1").decode(await Deno.readFile(path));
}

/** Result of a source, in short: of its best rendition, or the reason why there is none. */
export interface Outcome {
  readonly reason?: string;
  /** Duration by ffprobe, of the shorter track. */
  readonly seconds?: number;
  readonly width?: number | null;
  readonly warnings?: readonly string[];
}

/** Transcodes a source to two renditions; `use` reads the best one before they are removed. */
export async function outcomeOf(
  path: string,
  kind: MediaKind,
  use: (file: RenditionFile) => Promise<void> = async () => {},
): Promise<Outcome> {
  const directory = await Deno.makeTempDir();
  try {
    const plan = [{ rendition: "rich", maxBytes: 600_000 }, {
      rendition: "basic",
      maxBytes: 200_000,
    }];
    const { renditions, missed, warnings } = await createTranscoder().transcode(
      { path, kind },
      () => Promise.resolve(plan as { rendition: "rich" | "basic"; maxBytes: number }[]),
      directory,
      TURN,
    );
    assert.deepEqual(missed, []);
    const durations: number[] = [];
    for (const file of renditions) {
      const { streams, format, plays } = await ffprobe(file.path);
      assert.ok(plays, file.name);
      durations.push(...streams.map(({ duration }) => Number(duration ?? format.duration)));
    }
    await use(renditions[0]!);
    return { seconds: Math.min(...durations), width: renditions[0]!.width, warnings };
  } catch (error) {
    if (!(error instanceof TranscodeFailed)) throw error;
    assert.deepEqual([...Deno.readDirSync(directory)], []);
    return { reason: error.reason };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
