/** Transcoding with the real programs: what comes out fits, plays, and tells nothing. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { createTranscoder } from "../../src/adapters/media/mod.ts";
import type { MediaKind } from "../../src/core/media_types.ts";
import { type RenditionName, RENDITIONS } from "../../src/core/renditions.ts";
import type { TranscodedFile } from "../../src/env.ts";
import * as media from "../support/media.ts";

const transcoder = createTranscoder();

async function transcode(
  path: string,
  kind: MediaKind,
  budgets: Partial<Record<RenditionName, number>>,
  use: (files: TranscodedFile[]) => Promise<void>,
  using = transcoder,
) {
  const directory = await Deno.makeTempDir();
  try {
    const plan = Object.entries(budgets).map(([rendition, maxBytes]) => ({
      rendition: rendition as RenditionName,
      maxBytes,
    }));
    const files = await using.transcode({ path, kind, type: "" }, plan, directory);
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

const text = async (path: string) => new TextDecoder("latin1").decode(await Deno.readFile(path));

Deno.test("video: 5 s of 1080p with sound becomes all three renditions in one run", async () => {
  const budgets = { rich: 700_000, standard: 400_000, basic: 200_000 };
  await transcode(await media.video(), "video", budgets, async (files) => {
    for (const { path, type, width, height, durationMs, rendition } of files) {
      const { streams } = await media.ffprobe(path);
      const [picture, sound] = streams;
      assert.equal(streams.length, 2);
      assert.deepEqual([picture!.width, picture!.height], [width, height]);
      assert.ok(Math.abs(durationMs! - 5_000) < 300, `${durationMs}`);
      assert.ok(await media.playsThrough(path), rendition);
      assert.doesNotMatch(await text(path), /secret|52\.5/);
      if (rendition === "basic") {
        assert.equal(type, "video/3gpp");
        assert.deepEqual([picture!.codec_name, width, height], ["h263", 176, 144]);
        assert.deepEqual([sound!.codec_name, sound!.channels], ["amr_nb", 1]);
        assert.equal(quotient(picture!.avg_frame_rate) <= 15, true);
        continue;
      }
      assert.equal(type, "video/mp4");
      assert.match(picture!.profile!, /Baseline/);
      assert.equal(sound!.codec_name, "aac");
      if (rendition === "standard") {
        assert.deepEqual([width, height], [852, 480]);
        assert.equal(sound!.channels, 1);
      } else {
        assert.deepEqual([width, height], [640, 360]);
      }
    }
  });
});

const quotient = (ratio: string) => ratio.split("/").map(Number).reduce((a, b) => a / b);

Deno.test("video: a tight budget is met, with fewer pixels", async () => {
  const source = await media.video({ seconds: 8, size: "1280x720" });
  await transcode(source, "video", { standard: 70_000 }, async ([file]) => {
    assert.ok(file!.bytes > 50_000, `${file!.bytes} of 70000 used`);
    assert.ok(file!.height! < 480);
    assert.ok(await media.playsThrough(file!.path));
  });
});

Deno.test("video: every container of the spec is read", async (t) => {
  for (const extension of ["mov", "avi", "wmv", "mpg", "3gp", "m1v"]) {
    await t.step(extension, async () => {
      const size = extension === "3gp" ? "352x288" : "640x360";
      const fps = extension === "3gp" ? 30000 / 1001 : 25;
      const source = await media.video({
        extension,
        size,
        fps,
        seconds: 2,
        sound: extension !== "m1v",
      });
      await transcode(source, "video", { standard: 300_000 }, async ([file]) => {
        assert.ok(Math.abs(file!.durationMs! - 2_000) < 300, `${file!.durationMs}`);
        assert.ok(await media.playsThrough(file!.path));
      });
    });
  }
});

Deno.test("video: shown upright when the phone lay on its side; 60 fps become 30", async () => {
  await transcode(await media.turnedVideo(), "video", { standard: 400_000 }, async ([file]) => {
    assert.deepEqual([file!.width, file!.height], [480, 852]);
    const { streams } = await media.ffprobe(file!.path);
    assert.deepEqual([streams[0]!.width, streams[0]!.side_data_list], [480, undefined]);
  });
  const fast = await media.video({ fps: 60, size: "640x360", seconds: 2, sound: false });
  await transcode(fast, "video", { standard: 400_000 }, async ([file]) => {
    const { streams } = await media.ffprobe(file!.path);
    assert.deepEqual([streams.length, streams[0]!.avg_frame_rate], [1, "30/1"]);
  });
});

Deno.test("video: H.264 in 3GP when the data says so", async () => {
  const { basic } = RENDITIONS;
  const box = { width: 352, height: 288, turns: false };
  const video = { ...basic.video, codec: "h264" as const, box, pad: false };
  const other = createTranscoder({ renditions: { ...RENDITIONS, basic: { ...basic, video } } });
  const source = await media.video({ seconds: 2, size: "640x360" });
  await transcode(source, "video", { basic: 100_000 }, async ([file]) => {
    assert.deepEqual([file!.type, file!.width, file!.height], ["video/3gpp", 352, 198]);
    assert.match((await media.ffprobe(file!.path)).streams[0]!.profile!, /Baseline/);
  }, other);
});

Deno.test("audio: MP3 for most, AMR-NB for the basic", async (t) => {
  for (const extension of ["mp3", "wav", "amr"]) {
    await t.step(extension, async () => {
      const source = await media.audio({ extension });
      const budgets = { rich: 300_000, standard: 100_000, basic: 60_000 };
      await transcode(source, "audio", budgets, async (files) => {
        assert.deepEqual(files.map(({ type }) => type), ["audio/mpeg", "audio/mpeg", "audio/amr"]);
        for (const { path, durationMs } of files) {
          assert.ok(Math.abs(durationMs! - 5_000) < 300, `${durationMs}`);
          assert.ok(await media.playsThrough(path));
          assert.doesNotMatch(await text(path), /secret|ID3/);
        }
      });
    });
  }
});

Deno.test("audio: a long one is made to fit; one beyond hope is refused with its length", async () => {
  const source = await media.audio({ seconds: 100 });
  await transcode(source, "audio", { standard: 250_000, basic: 70_000 }, ([standard, basic]) => {
    assert.ok(standard!.bytes > 150_000, `${standard!.bytes}`);
    assert.ok(basic!.bytes > 60_000, `${basic!.bytes}`);
    return Promise.resolve();
  });
  const directory = await Deno.makeTempDir();
  await assert.rejects(
    transcoder.transcode(
      { path: source, kind: "audio", type: "audio/mpeg" },
      [{ rendition: "basic", maxBytes: 50_000 }],
      directory,
    ),
    { name: "TranscodeFailed", reason: /^audio of 10[01] s does not fit 50 KB$/ },
  );
  assert.deepEqual([...Deno.readDirSync(directory)], []);
  await Deno.remove(directory);
});

Deno.test("durationMs measures, and refuses what has no duration", async () => {
  const source = (path: string, kind: MediaKind) => ({ path, kind, type: "" });
  const ms = await transcoder.durationMs(source(await media.audio({ extension: "wav" }), "audio"));
  assert.ok(Math.abs(ms - 5_000) < 200, `${ms}`);
  await assert.rejects(
    transcoder.durationMs(source(await media.image("photo.jpg"), "image")),
    TypeError,
  );
});

Deno.test("image: a photo fits its box and its bytes, at the best quality that does", async () => {
  const source = await media.image("photo.jpg");
  const budgets = { rich: 500_000, standard: 40_000, basic: 20_000 };
  await transcode(source, "image", budgets, async (files) => {
    for (const { path, type, width, height, rendition } of files) {
      const { format, ...found } = await sharp(path).metadata();
      assert.deepEqual([format, type], ["jpeg", "image/jpeg"]);
      assert.deepEqual([found.width, found.height], [width, height]);
      const { box } = RENDITIONS[rendition].image;
      assert.ok(width! <= box.width && height! <= box.height);
    }
    assert.deepEqual([files[0]!.width, files[0]!.height], [640, 480]);
    assert.ok(files[1]!.bytes > 37_000, `${files[1]!.bytes} of 40000 used`);
  });
});

Deno.test("image: upright as its EXIF says, and then without any EXIF", async () => {
  const source = await media.image("gps.jpg");
  const before = await sharp(source).metadata();
  assert.equal(before.orientation, 6);
  assert.match(await text(source), /secret/);
  assert.ok(before.exif!.toString("latin1").includes("\x25\x88"), "it has a GPS directory");
  await transcode(source, "image", { standard: 300_000 }, async ([file]) => {
    assert.deepEqual([file!.width, file!.height], [200, 400]);
    const { exif, icc, xmp, orientation } = await sharp(file!.path).metadata();
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
    assert.doesNotMatch(await text(file!.path), /Exif|secret/);
    assert.ok((await colourAt(file!.path, 100, 50)).r > 200, "red is on top");
    assert.ok((await colourAt(file!.path, 100, 350)).b > 200, "blue is below");
  });
});

Deno.test("image: what is transparent becomes white; odd formats become plain JPEG", async () => {
  await transcode(await media.image("alpha.png"), "image", { basic: 50_000 }, async ([file]) => {
    assert.deepEqual(await colourAt(file!.path, 10, 10), { r: 255, g: 255, b: 255 });
  });
  for (const name of ["photo.webp", "cmyk.jpg", "dot.gif"] as const) {
    await transcode(await media.image(name), "image", { standard: 300_000 }, async ([file]) => {
      const { format, space, channels } = await sharp(file!.path).metadata();
      assert.deepEqual([format, space, channels], ["jpeg", "srgb", 3], name);
    });
  }
});

Deno.test("image: an animation stays one, as GIF, and is made small enough", async (t) => {
  for (const extension of ["gif", "webp"]) {
    await t.step(extension, async () => {
      const source = await media.animation({ extension });
      await transcode(source, "image", { rich: 500_000, basic: 60_000 }, async (files) => {
        for (const { path, type, width, height, rendition } of files) {
          const found = await sharp(path, { animated: true }).metadata();
          assert.deepEqual([type, found.format, found.pages], ["image/gif", "gif", 20]);
          assert.deepEqual([found.width, found.pageHeight], [width, height]);
          const { box } = RENDITIONS[rendition].image;
          assert.ok(width! <= box.width && height! <= box.height, `${width}×${height}`);
          assert.equal(found.delay![0], 100);
        }
      });
    });
  }
});

async function colourAt(path: string, left: number, top: number) {
  const pixel = await sharp(path).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [r, g, b] = pixel as unknown as [number, number, number];
  return { r, g, b };
}
