/** The same bytes are transcoded once, by the real transcoder, and found again in a real store. */
import assert from "node:assert/strict";
import { createTranscoder } from "../../src/adapters/transcoder/mod.ts";
import type { Source } from "../../src/core/media/media_file.ts";
import type { TranscodedName } from "../../src/core/media/renditions.ts";
import { TranscodeFailed, type Transcoder } from "../../src/ports/mod.ts";
import { createRenditions, type Renditions } from "../../src/jobs/renditions.ts";
import { startJobs, type TestJobs } from "../support/jobs.ts";
import { animatedPng } from "../support/apng.ts";
import { animation, bytes, encoded, image } from "../support/media.ts";
import { TURN } from "../support/turn.ts";

interface Fixture {
  jobs: TestJobs;
  renditions: Renditions;
  /** Renditions requested of the transcoder, run by run. */
  runs: TranscodedName[][];
  directory: string;
  source(path: string, kind?: "image" | "pdf"): Promise<Source>;
  of(
    source: Source,
    goals: Partial<Record<TranscodedName, number>>,
  ): ReturnType<Renditions["of"]>;
}

let jobs: TestJobs;

Deno.test.beforeAll(async () => void (jobs = await startJobs()));
Deno.test.afterAll(async () => await jobs[Symbol.asyncDispose]());

/** Runs a test without stored renditions. */
async function withRenditions(use: (fixture: Fixture) => Promise<void>): Promise<void> {
  await jobs.store.renditions.deleteUnused(Date.now() + 60_000, 100);
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const real = createTranscoder();
  const runs: TranscodedName[][] = [];
  const transcoder: Transcoder = {
    ...real,
    transcode(source, plan, ...rest) {
      const noted = async () => {
        const goals = await plan();
        if (goals.length > 0) runs.push(goals.map(({ rendition }) => rendition));
        return goals;
      };
      return real.transcode(source, noted, ...rest);
    },
  };
  const renditions = createRenditions({ ...jobs.env, transcoder });
  try {
    await use({
      jobs,
      renditions,
      runs,
      directory,
      async source(path, kind = "image") {
        // A copy, since a file that is sent unchanged is moved.
        const copy = await Deno.makeTempFile({ dir: directory });
        await Deno.copyFile(path, copy);
        const content = await Deno.readFile(path);
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
        const { length: bytes } = content;
        return { path: copy, kind, type: "image/jpeg", hash: digest.toHex(), bytes };
      },
      of(source, budgets) {
        const goals = Object.entries(budgets).map(([rendition, maxBytes]) => ({
          rendition: rendition as TranscodedName,
          maxBytes,
        }));
        return renditions.of({ source, goals, missed: [] }, directory, TURN);
      },
    });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("the same bytes within the same limits are transcoded once", () =>
  withRenditions(async ({ source, of, runs, jobs }) => {
    const goals = { rich: 500_000, standard: 300_000, basic: 100_000 };
    const first = await of(await source(await image("gps.jpg")), goals);
    const again = await of(await source(await image("gps.jpg")), goals);
    assert.deepEqual(again, first);
    assert.deepEqual(runs, [["rich", "standard", "basic"]]);
    for (const { blob, bytes } of first.renditions) {
      assert.equal((await jobs.blobs.bytes(blob)).length, bytes);
    }
    assert.deepEqual(
      await jobs.store.unusedBlobs(first.renditions.map(({ blob }) => blob)),
      [],
      "they are in use while they are remembered",
    );
  }));

Deno.test("a picture for pages is made beside the renditions, or alone where they are known", () =>
  withRenditions(async ({ source, of, runs, jobs }) => {
    const goals = { standard: 300_000 };
    const [standard] = (await of(await source(await image("photo.jpg")), goals)).renditions;
    const both = await of(await source(await image("photo.jpg")), { ...goals, web: 1_000_000 });
    assert.deepEqual(both.renditions[0], standard);
    const web = both.renditions[1]!;
    assert.deepEqual([web.name, web.width, both.missed], ["web", 1280, []]);
    assert.deepEqual(
      await of(await source(await image("photo.jpg")), { ...goals, web: 1_000_000 }),
      both,
    );
    assert.deepEqual(runs, [["standard"], ["web"]]);
    assert.deepEqual(await jobs.store.unusedBlobs([web.blob]), []);
  }));

Deno.test("a small picture is known to have none for pages, an animation is not", () =>
  withRenditions(async ({ source, of, runs }) => {
    const goals = { standard: 300_000 };
    const paths = [await image("gps.jpg"), await animation({ frames: 4, size: "64x48" })];
    for (const path of paths) await of(await source(path), goals);
    const [small, moving] = await Promise.all(
      paths.map(async (path) => of(await source(path), { ...goals, web: 1_000_000 })),
    );
    assert.deepEqual(small!.renditions.map(({ name }) => name), ["standard"]);
    assert.deepEqual(moving!.renditions.map(({ name }) => name), ["standard", "web"]);
    assert.deepEqual(runs, [["standard"], ["standard"], ["web"]]);
  }));

Deno.test("a picture for pages that cannot be made takes nothing from renditions that are known", () =>
  withRenditions(async ({ source, of }) => {
    const photo = await source(await image("photo.jpg"));
    const first = await of(photo, { standard: 300_000 });
    await Deno.writeTextFile(photo.path, "no longer a picture");
    const { renditions, missed } = await of(photo, { standard: 300_000, web: 1_000_000 });
    assert.deepEqual(renditions, first.renditions);
    assert.deepEqual(missed.map(({ rendition }) => rendition), ["web"]);
    await assert.rejects(of(photo, { basic: 100_000, web: 1_000_000 }), TranscodeFailed);
  }));

Deno.test("concurrent requests for the same bytes wait for the first", () =>
  withRenditions(async ({ source, of, runs }) => {
    const sources = await Promise.all(
      Array.from({ length: 5 }, async () => source(await image("photo.jpg"))),
    );
    const all = await Promise.all(sources.map((source) => of(source, { basic: 100_000 })));
    for (const rendition of all) assert.deepEqual(rendition, all[0]);
    assert.equal(runs.length, 1);
  }));

Deno.test("a rendition below its limit serves any larger limit", () =>
  withRenditions(async ({ source, of, runs }) => {
    const dot = await source(await image("gps.jpg"));
    const { renditions: [small] } = await of(dot, { standard: 50_000 });
    assert.ok(small!.bytes < 40_000);
    assert.deepEqual((await of(dot, { standard: 300_000 })).renditions, [small]);
    assert.deepEqual((await of(dot, { standard: small!.bytes })).renditions, [small]);
    assert.equal(runs.length, 1);
  }));

Deno.test("a rendition that was reduced is created again for a larger limit, or a smaller one", () =>
  withRenditions(async ({ source, of, runs }) => {
    const photo = await source(await image("photo.jpg"));
    const [tight] = (await of(photo, { standard: 40_000 })).renditions;
    const [roomy] = (await of(photo, { standard: 120_000 })).renditions;
    assert.ok(roomy!.bytes > tight!.bytes);
    const [least] = (await of(photo, { standard: tight!.bytes - 1 })).renditions;
    assert.ok(least!.bytes < tight!.bytes);
    assert.equal(runs.length, 3);
    assert.deepEqual((await of(photo, { standard: 120_000 })).renditions, [roomy]);
    assert.equal(runs.length, 3);
  }));

Deno.test("only missing renditions are created", () =>
  withRenditions(async ({ source, of, runs }) => {
    const photo = await source(await image("gps.jpg"));
    await of(photo, { standard: 300_000 });
    const { renditions: rendered } = await of(photo, {
      rich: 500_000,
      standard: 300_000,
      basic: 100_000,
    });
    assert.deepEqual(rendered.map(({ name }) => name).sort(), ["basic", "rich", "standard"]);
    assert.deepEqual(runs, [["standard"], ["rich", "basic"]]);
  }));

Deno.test("warnings are the same in one run, in several, and of stored renditions", () =>
  withRenditions(async ({ source, of, runs }) => {
    const goals = { rich: 500_000, standard: 300_000, basic: 100_000 };
    const tall = await encoded("tall.png", "-f lavfi -i color=c=gray:s=200x4000 -frames:v 1");
    const path = await bytes("apng.png", animatedPng(60, 3000));
    const once = await of(await source(path), goals);
    assert.deepEqual(once.warnings, [
      "the image is an animated PNG, of which one picture is sent; GIF and WebP stay animated",
      "the image of 60×3000 pixels is shown at 23×1138 (rich, standard) and 10×480 (basic)",
    ]);
    assert.deepEqual(await of(await source(path), goals), once);
    assert.deepEqual((await of(await source(path), { basic: 100_000 })).warnings, once.warnings);

    await of(await source(tall), { basic: 100_000 });
    const mixed = await of(await source(tall), goals);
    assert.deepEqual(mixed.warnings, [
      "the image of 200×4000 pixels is shown at 57×1138 (rich, standard)",
      "the image of 200×4000 pixels is shown at 24×480 (basic)",
    ]);
    assert.deepEqual((await of(await source(tall), goals)).warnings, mixed.warnings);
    assert.equal(runs.length, 3);
  }));

Deno.test("a missing file is created again", () =>
  withRenditions(async ({ source, of, runs, jobs }) => {
    const photo = await source(await image("gps.jpg"));
    const { renditions: [first] } = await of(photo, { basic: 100_000 });
    await Deno.remove(jobs.blobs.path(first!.blob));
    const { renditions: [second] } = await of(photo, { basic: 100_000 });
    assert.equal((await jobs.blobs.bytes(second!.blob)).length, second!.bytes);
    assert.equal(runs.length, 2);
  }));

Deno.test("a bad file is reported each time, and delays no others", () =>
  withRenditions(async ({ source, of }) => {
    const bad = await source(await bytes("bad.jpg", "this is no picture"));
    for (let time = 1; time <= 2; time++) {
      await assert.rejects(of(bad, { basic: 100_000 }), TranscodeFailed);
    }
    const good = await source(await image("gps.jpg"));
    const results = await Promise.allSettled(
      [bad, bad, good].map((job) => of(job, { basic: 100_000 })),
    );
    assert.deepEqual(results.map(({ status }) => status), ["rejected", "rejected", "fulfilled"]);
  }));

Deno.test("spec 2.3 fetching rule 5: files other than pictures, sound and film are unchanged", () =>
  withRenditions(async ({ source, of, runs, jobs }) => {
    const content = new Uint8Array(1000).fill(7);
    const pdf = await source(await bytes("menu.pdf", content), "pdf");
    const { renditions: rendered, missed } = await of(pdf, { rich: 1, basic: 1 });
    assert.deepEqual(rendered.map(({ name }) => name), ["rich", "basic"]);
    assert.deepEqual(missed, []);
    for (const { blob, type, bytes } of rendered) {
      assert.deepEqual([blob, type, bytes], [pdf.hash, "image/jpeg", 1000]);
      assert.deepEqual(await jobs.blobs.bytes(blob), content);
    }
    assert.deepEqual(runs, []);
  }));
