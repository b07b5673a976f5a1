/** The transcoder under test, run in a directory of its own. */
import assert from "node:assert/strict";
import { createTranscoder } from "../../src/adapters/transcoder/mod.ts";
import type { MediaKind } from "../../src/core/media/media_types.ts";
import type { RenditionName } from "../../src/core/media/renditions.ts";
import type { TranscodedFile } from "../../src/ports/mod.ts";
import { TURN } from "./turn.ts";

/** Makes renditions that all fit; `use` looks at them before they are removed. */
export async function transcode(
  path: string,
  kind: MediaKind,
  budgets: Partial<Record<RenditionName, number>>,
  use: (files: TranscodedFile[]) => Promise<void>,
  using = createTranscoder(),
) {
  const directory = await Deno.makeTempDir();
  try {
    const plan = Object.entries(budgets).map(([rendition, maxBytes]) => ({
      rendition: rendition as RenditionName,
      maxBytes,
    }));
    const source = { path, kind, type: "" };
    const { renditions: files, missed } = await using.transcode(
      source,
      () => Promise.resolve(plan),
      directory,
      TURN,
    );
    assert.deepEqual(missed, []);
    assert.deepEqual(files.map(({ rendition }) => rendition), Object.keys(budgets));
    for (const { path, bytes, rendition } of files) {
      assert.equal((await Deno.stat(path)).size, bytes);
      assert.ok(bytes <= budgets[rendition]!, `${bytes} > ${budgets[rendition]}`);
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
