/** Transcoding, over the bare programs. */
import sharp from "sharp";
import { transcodeArgs } from "../../src/adapters/transcoder/command.ts";
import { createTranscoder } from "../../src/adapters/transcoder/mod.ts";
import { encodeVideo } from "../../src/adapters/transcoder/encoding.ts";
import { probe } from "../../src/adapters/transcoder/probe.ts";
import {
  rawBudget,
  RENDITION_PROFILES,
  RENDITIONS_BEST_FIRST,
  WEB,
  WEB_PICTURE,
} from "../../src/core/media/renditions.ts";
import type { RenditionGoal } from "../../src/core/media/media_file.ts";
import { encoded, image, video } from "../support/media.ts";
import { medianMs } from "./load.ts";
import type { Row } from "./mod.ts";
import { TURN } from "../support/turn.ts";

const ROUNDS = 5;
const IMAGES_A_ROUND = 10;

export async function benchMedia(): Promise<Row[]> {
  const directory = await Deno.makeTempDir();
  try {
    return [await imageRow(directory), await pageRow(directory), ...await videoRows(directory)];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const transcoder = createTranscoder();
const everything = RENDITIONS_BEST_FIRST.map((rendition) => ({
  rendition,
  maxBytes: rawBudget(RENDITION_PROFILES[rendition].wireBytes),
}));

async function imageRow(directory: string): Promise<Row> {
  const path = await image("photo.jpg");
  const { box, maxBytes, quality } = RENDITION_PROFILES.standard.image;
  const plan = [{ rendition: "standard" as const, maxBytes }];
  const [ours, bare] = await medianMs([
    async () => {
      const { renditions: files } = await transcoder.transcode(
        { path, kind: "image" },
        () => Promise.resolve(plan),
        directory,
        TURN,
      );
      await remove(files);
    },
    async () => {
      const file = `${directory}/bare.jpg`;
      await sharp(path).rotate()
        .resize({ width: box.width, height: box.height, fit: "inside" })
        .flatten().jpeg({ quality }).toFile(file);
      await Deno.remove(file);
    },
  ], { rounds: ROUNDS, calls: IMAGES_A_ROUND });
  return {
    name: "photo of 4 megapixels → standard",
    value: `${(1000 / ours!).toFixed(0)}/s`,
    ceiling: `${(1000 / bare!).toFixed(0)}/s sharp alone`,
    ratio: bare! / ours!,
    target: { atLeast: 0.8 },
  };
}

/** Measures what the picture for hosted pages adds to the renditions. */
async function pageRow(directory: string): Promise<Row> {
  const source = { path: await image("photo.jpg"), kind: "image" as const };
  const web = { rendition: WEB, maxBytes: WEB_PICTURE.maxBytes } as const;
  const run = (goals: readonly RenditionGoal[]) => async () => {
    const load = () => Promise.resolve(goals);
    const { renditions } = await transcoder.transcode(source, load, directory, TURN);
    await remove(renditions);
  };
  const [withWeb, without] = await medianMs([run([...everything, web]), run(everything)], {
    rounds: ROUNDS,
    calls: IMAGES_A_ROUND,
  });
  return {
    name: "photo of 4 megapixels → rich, standard, basic, web",
    value: `${withWeb!.toFixed(0)} ms`,
    ceiling: `${without!.toFixed(0)} ms without web`,
    ratio: withWeb! / without!,
    target: { atMost: 2 },
  };
}

async function videoRows(directory: string): Promise<Row[]> {
  const path = await video({ seconds: 30, size: "1920x1080", fps: 30 }); // as phones record them
  const [ours, bare] = await medianMs([
    async () => {
      // A new path, not cached yet. A link would lead out of what ffmpeg may read.
      const source = { path: `${directory}/${crypto.randomUUID()}`, kind: "video" as const };
      await Deno.copyFile(path, source.path);
      await transcoder.durationMs(source, TURN);
      const { renditions: files } = await transcoder.transcode(
        source,
        () => Promise.resolve(everything),
        directory,
        TURN,
      );
      await remove([...files, source]);
    },
    await bareRun(path, directory),
  ], { rounds: ROUNDS });
  const wall: Row = {
    name: "30 s of 1080p → rich, standard, basic",
    value: `${(ours! / 1000).toFixed(2)} s`,
    ceiling: `${(bare! / 1000).toFixed(2)} s ffmpeg alone`,
    ratio: ours! / bare!,
    target: { atMost: 1.1 },
  };
  return [wall, ...await fillRows(directory)];
}

/** Creates the same outputs with ffmpeg alone. */
async function bareRun(path: string, directory: string): Promise<() => Promise<void>> {
  const limits = {
    maxPixels: 8_912_896,
    maxDurationMs: 600_000,
    maxMemoryBytes: 1_073_741_824,
    timeLimitMs: 120_000,
    threads: 2,
  };
  const source = await probe({ path, kind: "video" }, limits);
  const outputs = everything.map(({ rendition, maxBytes }) => {
    const fitted = encodeVideo(RENDITION_PROFILES[rendition].video, source, {
      maxBytes,
      aim: 0.98,
    });
    if (!fitted.ok) throw new Error(fitted.reason);
    return { encoding: fitted.encoding, maxBytes, path: `${directory}/${rendition}.bare` };
  });
  const args = transcodeArgs(source, outputs, limits);
  return async () => {
    const ran = await new Deno.Command("ffmpeg", {
      args: ["-v", "error", ...args],
      stdin: "null",
      stdout: "null",
    }).output();
    if (!ran.success) throw new Error(new TextDecoder().decode(ran.stderr));
    await remove(outputs);
  };
}

/** Measures pictures of several kinds, each too large for `rich` and `standard` unconverted. */
async function fillRows(directory: string): Promise<Row[]> {
  const x264 = "-c:v libx264 -preset ultrafast -crf 20 -pix_fmt yuv420p";
  const half = "testsrc2=s=640x360:r=30:d=10[a];color=gray:s=640x360:r=30:d=10[b];[a][b]concat";
  const sources = {
    "moving shapes, 20 s": await video({ seconds: 20, size: "854x480", fps: 30 }),
    "a fractal, upright, 12 s": await encoded(
      "fractal.mp4",
      `-f lavfi -i mandelbrot=s=360x640:r=30 -t 12 ${x264}`,
    ),
    "noise, 10 fps, 15 s": await encoded(
      "noise.mp4",
      `-f lavfi -i nullsrc=s=320x240:r=10:d=15,geq=random(1)*255:128:128 ${x264}`,
    ),
    "movement, then none, 20 s": await encoded("half.mp4", `-filter_complex ${half} ${x264}`),
  };
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(sources)) {
    const plan = everything.filter(({ rendition }) => rendition !== "basic"); // 128 kb/s at most
    const source = { path, kind: "video" as const };
    const { renditions: files } = await transcoder.transcode(
      source,
      () => Promise.resolve(plan),
      directory,
      TURN,
    );
    const shares = files.map(({ bytes, name }) =>
      bytes / plan.find((goal) => goal.rendition === name)!.maxBytes
    );
    await remove(files);
    if (files.length < plan.length || Math.max(...shares) > 1) throw new Error(`${name}: over`);
    rows.push({
      name: `bytes ÷ budget: ${name}`,
      value: `${(100 * Math.min(...shares)).toFixed(1)} %`,
      ceiling: `at most ${(100 * Math.max(...shares)).toFixed(1)} %`,
      ratio: Math.min(...shares),
      target: { atLeast: 0.95 },
    });
  }
  return rows;
}

async function remove(files: readonly { path: string }[]): Promise<void> {
  await Promise.all(files.map(({ path }) => Deno.remove(path)));
}
