/** Pictures for hosted pages among a template's files, with the real store, files and transcoder. */
import assert from "node:assert/strict";
import { createTranscoder } from "../../../src/adapters/transcoder/mod.ts";
import { WEB } from "../../../src/core/media/renditions.ts";
import type { TemplateRecord } from "../../../src/core/template/template.ts";
import { createRenditions } from "../../../src/jobs/renditions.ts";
import { createTranscode } from "../../../src/jobs/transcode/mod.ts";
import type { Transcoder } from "../../../src/ports/mod.ts";
import { type FileServer, startFiles } from "../../support/files.ts";
import { startJobs, type TestJobs, testScratch } from "../../support/jobs.ts";
import { type RecordedLog, recordedLog } from "../../support/log_lines.ts";
import { image } from "../../support/media.ts";
import { newEvent, newTemplate } from "../../support/store.ts";
import { until } from "../../support/until.ts";

let jobs: TestJobs;
let files: FileServer;
let recorded: RecordedLog;

Deno.test.beforeAll(async () => {
  files = startFiles();
  recorded = recordedLog();
  jobs = await startJobs({ log: recorded.log });
});
Deno.test.afterAll(async () => {
  await jobs[Symbol.asyncDispose]();
  await files.stop();
});

/** Makes a transcoder whose pictures for pages have this many bytes at most. */
function withPictures(maxBytes: number): Transcoder {
  const real = createTranscoder();
  return {
    ...real,
    transcode: (source, load, ...rest) =>
      real.transcode(source, async () => {
        const goals = await load();
        return goals.map((goal) => goal.rendition === WEB ? { ...goal, maxBytes } : goal);
      }, ...rest),
  };
}

/** Transcodes a template of one picture. */
async function transcoded(transcoder: Transcoder): Promise<TemplateRecord> {
  const account = await jobs.account();
  const url = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const slides = [{ text: null, media: [{ kind: "image" as const, url }] }];
  const template = newTemplate({ account: account.id, slides });
  const { mmsId, trackingId } = template;
  const scratch = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const env = { ...jobs.env, transcoder };
  const job = createTranscode(env, createRenditions(env), testScratch(scratch));
  try {
    const event = newEvent({ account: account.id, trackingId });
    await jobs.store.templates.create(template, event, job.lease(Date.now()));
    job.offer({ ...template, state: "locked", media: [] });
    return await until(
      async () => (await jobs.store.templates.find(mmsId))!,
      ({ state }) => state !== "locked",
    );
  } finally {
    await job.drain();
    await Deno.remove(scratch, { recursive: true });
  }
}

function namesOf({ media }: TemplateRecord): string[] {
  return media.flatMap(({ renditions }) => renditions.map(({ name }) => name));
}

Deno.test("a picture for pages that cannot be made fails no template, and is logged", async () => {
  const template = await transcoded(withPictures(50));
  assert.equal(template.state, "ready");
  assert.deepEqual(namesOf(template), ["rich", "standard", "basic"]);
  const { mmsId, trackingId } = template;
  const warnings = recorded.lines.filter(({ level }) => level === "warn");
  assert.deepEqual(warnings.map(({ message, facts }) => [message, facts]), [[
    "no picture made for the hosted page",
    {
      "mms-id": mmsId,
      "tracking-id": trackingId,
      err: "the image cannot be made smaller than 0 KB",
    },
  ]]);
});

Deno.test("a template keeps its pictures for pages, long after the renditions are forgotten", async () => {
  const template = await transcoded(createTranscoder());
  assert.deepEqual(namesOf(template), ["rich", "standard", "basic", "web"]);
  await jobs.store.renditions.deleteUnused(Date.now() + 60_000, 100);
  const blobs = template.media.flatMap(({ renditions }) => renditions.map(({ blob }) => blob));
  assert.deepEqual(await jobs.store.unusedBlobs(blobs), []);
});
