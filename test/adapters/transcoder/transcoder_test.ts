/** Transcoding with the real programs: results fit, play, and have no metadata. */
import assert from "node:assert/strict";
import { createTranscoder } from "../../../src/adapters/transcoder/mod.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import { RENDITION_PROFILES } from "../../../src/core/media/renditions.ts";
import * as media from "../../support/media.ts";
import { text, transcode } from "../../support/transcoding.ts";
import { TURN } from "../../support/turn.ts";

const transcoder = createTranscoder();

/**
 * Part of a budget that is used: attempts end at 0.95, or where another one grows by less than 5 %.
 * How far each comes depends on the number and the turns of the encoder's threads.
 */
const USED = 0.95 / 1.05;

Deno.test("video: 2 s of 1080p with sound becomes all three renditions in one run", async () => {
  const budgets = { rich: 700_000, standard: 400_000, basic: 200_000 };
  const source = await media.video({ size: "1920x1080", fps: 30 });
  await transcode(source, "video", budgets, async (files) => {
    for (const { path, type, width, height, durationMs, name } of files) {
      const { streams, plays } = await media.ffprobe(path);
      const [picture, sound] = streams;
      assert.equal(streams.length, 2);
      assert.deepEqual([picture!.width, picture!.height], [width, height]);
      assert.ok(Math.abs(durationMs! - 2_000) < 300, `${durationMs}`);
      assert.ok(plays, name);
      assert.doesNotMatch(await text(path), /secret|52\.5/);
      if (name === "basic") {
        assert.equal(type, "video/3gpp");
        assert.deepEqual([picture!.codec_name, width, height], ["h263", 176, 144]);
        assert.deepEqual([sound!.codec_name, sound!.channels], ["amr_nb", 1]);
        assert.equal(quotient(picture!.avg_frame_rate) <= 15, true);
        continue;
      }
      assert.equal(type, "video/mp4");
      assert.match(picture!.profile!, /Baseline/);
      assert.equal(sound!.codec_name, "aac");
      if (name === "standard") {
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
  const source = await media.video({ seconds: 4, size: "854x480" });
  await transcode(source, "video", { standard: 35_000 }, async ([file]) => {
    assert.ok(file!.bytes >= USED * 35_000, `${file!.bytes} of 35000 used`);
    assert.ok(file!.height! < 480);
    assert.ok(await media.playsThrough(file!.path));
  });
});

Deno.test("video: shown upright when the phone lay on its side; 60 fps become 30", async () => {
  await transcode(await media.turnedVideo(), "video", { standard: 400_000 }, async ([file]) => {
    assert.deepEqual([file!.width, file!.height], [480, 852]);
    const { streams } = await media.ffprobe(file!.path);
    assert.deepEqual([streams[0]!.width, streams[0]!.side_data_list], [480, undefined]);
  });
  const fast = await media.video({ fps: 60, size: "320x180", sound: false });
  await transcode(fast, "video", { standard: 400_000 }, async ([file]) => {
    const { streams } = await media.ffprobe(file!.path);
    assert.deepEqual([streams.length, streams[0]!.avg_frame_rate], [1, "30/1"]);
  });
});

Deno.test("video: H.264 in 3GP when the data says so", async () => {
  const { basic } = RENDITION_PROFILES;
  const box = { width: 352, height: 288, turns: false };
  const video = { ...basic.video, codec: "h264" as const, box, pad: false };
  const other = createTranscoder({
    profiles: { ...RENDITION_PROFILES, basic: { ...basic, video } },
  });
  const source = await media.video();
  await transcode(source, "video", { basic: 100_000 }, async ([file]) => {
    assert.deepEqual([file!.type, file!.width, file!.height], ["video/3gpp", 352, 198]);
    assert.match((await media.ffprobe(file!.path)).streams[0]!.profile!, /Baseline/);
  }, other);
});

Deno.test("audio: a long one is made to fit; one too long is refused with its length", async () => {
  const source = await media.audio({ seconds: 20 });
  await transcode(source, "audio", { standard: 50_000, basic: 14_000 }, ([standard, basic]) => {
    assert.ok(standard!.bytes > 30_000, `${standard!.bytes}`);
    assert.ok(basic!.bytes > 12_000, `${basic!.bytes}`);
    return Promise.resolve();
  });
  const directory = await Deno.makeTempDir();
  const { renditions, missed } = await transcoder.transcode(
    { path: source, kind: "audio" },
    () => Promise.resolve([{ rendition: "basic", maxBytes: 10_000 }]),
    directory,
    TURN,
  );
  assert.deepEqual(renditions, []);
  assert.equal(missed.length, 1);
  assert.equal(missed[0]!.rendition, "basic");
  assert.match(missed[0]!.reason, /^audio of 2[01] s does not fit 10 KB$/);
  assert.deepEqual([...Deno.readDirSync(directory)], []);
  await Deno.remove(directory);
});

Deno.test("video: bytes that a still part does not need go to the rest", async () => {
  const moving = "testsrc2=s=640x360:r=25:d=3[a]";
  const still = "color=gray:s=640x360:r=25:d=3[b]";
  const source = await media.encoded(
    "half-still.mp4",
    `-filter_complex ${moving};${still};[a][b]concat -c:v libx264 -preset ultrafast -crf 15`,
  );
  await transcode(source, "video", { standard: 90_000 }, async ([file]) => {
    assert.ok(file!.bytes >= USED * 90_000, `${file!.bytes} of 90000 used`);
    assert.ok(await media.playsThrough(file!.path));
  });
});

Deno.test("a rendition that does not fit is missed, and fails no other", async () => {
  const cases = [
    { kind: "video", path: await media.video() },
    { kind: "audio", path: await media.audio() },
    { kind: "image", path: await media.image("photo.jpg") },
    { kind: "image", path: await media.animation({ frames: 3, size: "200x160" }) },
  ] as const;
  const plan = [
    { rendition: "rich", maxBytes: 200_000 },
    { rendition: "basic", maxBytes: 100 },
  ] as const;
  const reasons: string[] = [];
  for (const source of cases) {
    const directory = await Deno.makeTempDir();
    const { renditions, missed } = await transcoder.transcode(
      { ...source },
      () => Promise.resolve(plan),
      directory,
      TURN,
    );
    assert.deepEqual(renditions.map(({ name }) => name), ["rich"]);
    assert.deepEqual(missed.map(({ rendition }) => rendition), ["basic"]);
    assert.deepEqual(
      [...Deno.readDirSync(directory)].map(({ name }) => `${directory}/${name}`),
      renditions.map(({ path }) => path),
    );
    reasons.push(missed[0]!.reason);
    await Deno.remove(directory, { recursive: true });
  }
  assert.deepEqual(reasons, [
    "video of 2 s does not fit 0 KB",
    "audio of 3 s does not fit 0 KB",
    "the image cannot be made smaller than 0 KB",
    "the image cannot be made smaller than 0 KB",
  ]);
});

Deno.test("progress is reported from the start of a source's turn to its end", async () => {
  const alone = createTranscoder({ videoConcurrency: 1 });
  const directory = await Deno.makeTempDir();
  const path = await media.video();
  const plan = [{ rendition: "standard" as const, maxBytes: 400_000 }];
  const reports: [string, number][] = [];
  await Promise.all(
    ["one", "other"].map((name) =>
      alone.transcode({ path, kind: "video" }, () => Promise.resolve(plan), directory, {
        ...TURN,
        onStart: () => reports.push([name, 0]),
        onProgress: (part) => reports.push([name, part]),
      })
    ),
  );
  await Deno.remove(directory, { recursive: true });
  const turn = reports.findIndex(([name]) => name === "other");
  assert.ok(reports.slice(turn).every(([name]) => name === "other"));
  for (
    const parts of [reports.slice(0, turn), reports.slice(turn)].map((all) =>
      all.map((report) => report[1])
    )
  ) {
    assert.equal(parts[0], 0);
    assert.equal(parts.at(-1), 1);
    assert.ok(parts.length > 2, "progress is reported in between");
    assert.deepEqual(parts, parts.toSorted((a, b) => a - b));
  }
});

Deno.test("durationMs measures, and refuses what has no duration", async () => {
  const source = (path: string, kind: MediaKind) => ({ path, kind });
  const ms = await transcoder.durationMs(
    source(await media.audio({ extension: "wav" }), "audio"),
    TURN,
  );
  assert.ok(Math.abs(ms - 2_000) < 200, `${ms}`);
  await assert.rejects(
    transcoder.durationMs(source(await media.image("photo.jpg"), "image"), TURN),
    TypeError,
  );
  // 5 s of silence, then noise: by its first frames it would last for more than a minute.
  const filter = "anullsrc=r=44100:d=5[a];anoisesrc=r=44100:d=20[b];[a][b]concat=v=0:a=1";
  const unindexed = await media.encoded(
    "unindexed.mp3",
    `-filter_complex ${filter} -c:a libmp3lame -q:a 2 -write_xing 0`,
  );
  const measured = await transcoder.durationMs(source(unindexed, "audio"), TURN);
  assert.ok(Math.abs(measured - 25_000) < 200, `${measured}`);
});
