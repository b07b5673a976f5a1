/** Renditions that are made once and reused. */
import assert from "node:assert/strict";
import type { CachedRendition } from "../../../src/ports/mod.ts";
import { newCachedRendition, NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const MINUTE = 60_000;

const byName = (renditions: CachedRendition[]) => renditions.map(({ file }) => file.name).sort();

export const renditions: Record<string, Case> = {
  async "are found unchanged, by source, kind and recipe"({ store }) {
    const { of, save } = store.renditions;
    const image = newCachedRendition({ file: { name: "basic" }, maxBytes: 100_000 });
    const { source } = image;
    const same = [
      image,
      newCachedRendition({ source, maxBytes: 200_000, file: { name: "basic" } }),
    ];
    const standard = newCachedRendition({ source });
    const video = newCachedRendition({
      source,
      kind: "video",
      file: { type: "video/3gpp", bytes: 5_000_000_000, durationMs: 2002.5, width: null },
    });
    const newer = newCachedRendition({ source, recipe: 2 });
    const another = newCachedRendition();
    await save([standard, ...same.toReversed(), video, newer, another], NOON);
    assert.deepEqual(await of(source, "image", 1, NOON), [...same, standard]);
    assert.deepEqual(await of(source, "video", 1, NOON), [video]);
    assert.deepEqual(await of(source, "image", 2, NOON), [newer]);
    assert.deepEqual(await of(another.source, "image", 1, NOON), [another]);
    for (
      const [unknown, kind, recipe] of [
        ["unknown", "image", 1],
        [source, "audio", 1],
        [source, "image", 3],
      ] as const
    ) {
      assert.deepEqual(await of(unknown, kind, recipe, NOON), []);
    }
    await save([], NOON);
  },

  async "keep the warnings of their run, until another run replaces them"({ store }) {
    const { of, save } = store.renditions;
    const quiet = newCachedRendition({ file: { name: "basic" } });
    const { source } = quiet;
    const warned = newCachedRendition({ source, warnings: [`"quoted", \n and 1080×20000`, "two"] });
    await save([quiet, warned], NOON);
    assert.deepEqual(await of(source, "image", 1, NOON), [quiet, warned]);
    const { warnings: _, ...replaced } = warned;
    await save([replaced, { ...quiet, warnings: ["new"] }], NOON);
    assert.deepEqual(await of(source, "image", 1, NOON), [
      { ...quiet, warnings: ["new"] },
      replaced,
    ]);
  },

  async "replace earlier ones; of two in one batch the later counts"({ store }) {
    const { of, save } = store.renditions;
    const old = newCachedRendition({ file: { durationMs: 1, width: 1 } });
    const { source } = old;
    await save([old], NOON);
    const [first, later] = [
      newCachedRendition({ source, file: { bytes: 1 } }),
      newCachedRendition({
        source,
        file: { bytes: 2, width: null, height: null, type: "image/gif" },
      }),
    ];
    await save([first, later], NOON + 1);
    assert.deepEqual(await of(source, "image", 1, NOON + 1), [later]);
  },

  async "are removed when unused, in batches"({ store }) {
    const { of, save, deleteUnused: forget } = store.renditions;
    const all = Array.from({ length: 5 }, () => newCachedRendition());
    for (const [i, rendition] of all.entries()) await save([rendition], NOON + i * MINUTE);
    assert.equal(await forget(NOON, 10), 0);
    assert.equal(await forget(NOON + 3 * MINUTE, 2), 2);
    assert.equal(await forget(NOON + 3 * MINUTE, 10), 1);
    assert.equal(await forget(NOON + 3 * MINUTE, 10), 0);
    const left = await Promise.all(all.map(({ source }) => of(source, "image", 1, NOON)));
    assert.deepEqual(left.map(({ length }) => length), [0, 0, 0, 1, 1]);
  },

  async "are retained as new ones when looked up, all of them"({ store }) {
    const { of, save, deleteUnused: forget } = store.renditions;
    const standard = newCachedRendition();
    const { source } = standard;
    const basic = newCachedRendition({ source, file: { name: "basic" } });
    const video = newCachedRendition({ source, kind: "video" });
    await save([standard, basic, video], NOON);
    assert.deepEqual(byName(await of(source, "image", 1, NOON + 10 * MINUTE)), [
      "basic",
      "standard",
    ]);
    assert.equal(await forget(NOON + 9 * MINUTE, 10), 1);
    // An older request changes nothing.
    assert.equal((await of(source, "image", 1, NOON)).length, 2);
    assert.equal(await forget(NOON + 10 * MINUTE, 10), 0);
    assert.equal(await forget(NOON + 10 * MINUTE + 1, 10), 2);
    assert.deepEqual(await of(source, "image", 1, NOON), []);
  },

  async "are written once a minute, however often they are looked up"({ store, database }) {
    const { of, save } = store.renditions;
    const rendition = newCachedRendition();
    await save([rendition], NOON);
    const written = async () =>
      (await database.query("select xmin::text, used_at::text from made_rendition"))[0]!.used_at;
    const first = await written();
    for (const at of [NOON + 1, NOON + MINUTE]) {
      assert.deepEqual(await of(rendition.source, "image", 1, at), [rendition]);
      assert.equal(await written(), first);
    }
    assert.deepEqual(await of(rendition.source, "image", 1, NOON + MINUTE + 1), [rendition]);
    assert.notEqual(await written(), first);
  },

  async "are stored and found by two processes at once"({ store, other }) {
    const base = newCachedRendition();
    const all = (["rich", "standard", "basic"] as const).flatMap((name) =>
      [1, 2, 3].map((maxBytes) =>
        newCachedRendition({ source: base.source, maxBytes, file: { name } })
      )
    );
    const { source } = base;
    for (let round = 0; round < 20; round++) {
      const at = NOON + round * 2 * MINUTE;
      const [, , mine, theirs] = await Promise.all([
        store.renditions.save(all, at),
        other.store.renditions.save(all.toReversed(), at),
        store.renditions.of(source, "image", 1, at),
        other.store.renditions.of(source, "image", 1, at),
      ]);
      for (const found of [mine, theirs]) {
        assert.ok(found.length === 9 || (round === 0 && found.length === 0), `${found.length}`);
      }
    }
    const sizes = (await store.renditions.of(source, "image", 1, NOON)).map(({ maxBytes }) =>
      maxBytes
    );
    assert.deepEqual(sizes, [1, 2, 3, 1, 2, 3, 1, 2, 3]);
  },
};
