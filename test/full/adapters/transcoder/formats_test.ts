/** Every row of spec 2.3's "Supported media" table, in the codecs that are in use. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { createTranscoder } from "../../../../src/adapters/transcoder/mod.ts";
import {
  RENDITION_PROFILES,
  type RenditionName,
  RENDITIONS_BEST_FIRST,
  type SoundForm,
} from "../../../../src/core/media/renditions.ts";
import * as media from "../../../support/media.ts";
import type { NamedFile } from "../../../support/transcoding.ts";
import { TURN } from "../../../support/turn.ts";

type File = NamedFile<RenditionName>;

const transcoder = createTranscoder({ videoThreads: 1 });

const x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";
const amr = "-c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k";

const VIDEOS: Record<string, media.VideoOptions> = {
  "mp4: H.264 and AAC": { extension: "mp4" },
  "mp4: HEVC and AAC": {
    extension: "mp4",
    codecs: "-c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac",
  },
  "mp4: MPEG-4 Visual and MP3": { extension: "mp4", codecs: "-c:v mpeg4 -c:a libmp3lame" },
  "mp4: 60 fps, upright, no sound": { extension: "mp4", size: "108x192", fps: 60, sound: false },
  "mov: H.264 and PCM": { extension: "mov", codecs: `${x264} -c:a pcm_s16le` },
  "mov: Motion JPEG": { extension: "mov", codecs: "-c:v mjpeg -c:a aac" },
  "mpg: MPEG-2 program stream": { extension: "mpg" },
  "mpeg: MPEG-1 program stream": {
    extension: "mpeg",
    codecs: "-c:v mpeg1video -c:a mp2 -f mpeg",
  },
  "mpeg: elementary stream": { extension: "m1v", sound: false },
  "avi: MPEG-4 Visual and MP3": { extension: "avi" },
  "avi: Motion JPEG and PCM": { extension: "avi", codecs: "-c:v mjpeg -c:a pcm_s16le" },
  "wmv: WMV 1 and WMA 1": { extension: "wmv", codecs: "-c:v wmv1 -c:a wmav1 -f asf" },
  "wmv: WMV 2 and WMA 2": { extension: "wmv" },
  "3gp: H.263 and AMR": { extension: "3gp", size: "176x144", fps: 30000 / 1001 },
  "3gp: H.264 and AAC": { extension: "3gp", codecs: `${x264} -c:a aac` },
  "3gp: MPEG-4 Visual and AMR": { extension: "3gp", codecs: `-c:v mpeg4 ${amr}` },
};

const AUDIOS: Record<string, media.AudioOptions> = {
  "mp3": { extension: "mp3" },
  "mp3: variable bitrate, mono": { extension: "mp3", codecs: "-c:a libmp3lame -q:a 4 -ac 1" },
  "wav: 16 bit": { extension: "wav" },
  "wav: 24 bit": { extension: "wav", codecs: "-c:a pcm_s24le" },
  "wav: 8 bit": { extension: "wav", codecs: "-c:a pcm_u8 -ar 11025" },
  "wav: floating point": { extension: "wav", codecs: "-c:a pcm_f32le" },
  "wav: Microsoft ADPCM": { extension: "wav", codecs: "-c:a adpcm_ms" },
  "wav: IMA ADPCM": { extension: "wav", codecs: "-c:a adpcm_ima_wav" },
  "wav: µ-law": { extension: "wav", codecs: "-c:a pcm_mulaw -ar 8000 -ac 1" },
  "wav: A-law": { extension: "wav", codecs: "-c:a pcm_alaw -ar 8000 -ac 1" },
  "amr": { extension: "amr" },
  "amr: wide band": { extension: "amr", codecs: "-c:a libvo_amrwbenc -ar 16000 -ac 1" },
};

const plan = RENDITIONS_BEST_FIRST.map((rendition) => ({ rendition, maxBytes: 150_000 }));

async function renditions(
  path: string,
  kind: "video" | "audio" | "image",
  check: (file: File) => Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir();
  try {
    const { renditions: files, missed } = await transcoder.transcode(
      { path, kind },
      () => Promise.resolve(plan),
      directory,
      TURN,
    );
    assert.deepEqual(missed, []);
    assert.deepEqual(files.map(({ name }) => name), RENDITIONS_BEST_FIRST);
    await Promise.all((files as File[]).map(check));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Checks the properties that all renditions of audio and video share. */
async function checked(file: File): Promise<media.Probed> {
  const probed = await media.ffprobe(file.path);
  assert.ok(probed.plays, `${file.name} does not play through`);
  assert.ok(file.bytes <= 150_000);
  assert.ok(Math.abs(Number(probed.format.duration) - 2) <= 0.2, probed.format.duration);
  assert.ok(Math.abs(file.durationMs! - 2_000) <= 200, `${file.durationMs}`);
  const tags = [probed.format, ...probed.streams].flatMap(({ tags }) => Object.keys(tags ?? {}));
  const containerTags = ["major_brand", "minor_version", "compatible_brands"]; // tags of MP4 itself
  const encoderTags = ["language", "handler_name", "vendor_id", "encoder"]; // tags of ffmpeg, always the same
  assert.deepEqual(tags.filter((tag) => ![...containerTags, ...encoderTags].includes(tag)), []);
  const raw = new TextDecoder("latin1").decode(await Deno.readFile(file.path));
  // The letters ID3 alone may occur by chance: in a tag the version follows.
  // deno-lint-ignore no-control-regex
  assert.equal(raw.match(/secret|52\.5|ID3[\x02-\x04]\0|Lav[fc]\d|x264 - core/)?.[0], undefined);
  return probed;
}

type Stream = media.Probed["streams"][number];

const CODEC_NAMES = { aac: "aac", mp3: "mp3", "amr-nb": "amr_nb", h264: "h264", h263: "h263" };

function checkSound(sound: Stream, form: SoundForm): void {
  assert.equal(sound.codec_name, CODEC_NAMES[form.codec]);
  assert.equal(sound.sample_rate, String(form.sampleRate));
  assert.ok(sound.channels! <= form.channels);
}

function checkPicture(picture: Stream, { name, width, height }: File): void {
  const { video } = RENDITION_PROFILES[name];
  assert.equal(picture.codec_name, CODEC_NAMES[video.codec]);
  if (video.codec === "h264") assert.match(picture.profile!, /^(Constrained )?Baseline$/);
  assert.deepEqual([picture.width, picture.height], [width, height]);
  const { box } = video;
  const [long, short] = [Math.max(width!, height!), Math.min(width!, height!)];
  if (box.turns) assert.ok(long <= box.width && short <= box.height);
  else assert.ok(width! <= box.width && height! <= box.height);
  const [frames, seconds] = picture.avg_frame_rate.split("/").map(Number);
  assert.ok(frames! / seconds! <= video.maxFps, picture.avg_frame_rate);
}

/** Runs a step for each case, two at a time, since the transcoder has two slots. */
async function each<T>(
  t: Deno.TestContext,
  cases: Record<string, T>,
  test: (item: T, name: string) => Promise<void>,
): Promise<void> {
  const queued = Object.entries(cases);
  const work = async () => {
    for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
      const [name, item] = next;
      await t.step({
        name,
        fn: () => test(item, name),
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
      });
    }
  };
  await Promise.all([work(), work()]);
}

Deno.test("formats: every kind of video becomes all renditions", async (t) => {
  const sources = await media.clips("videos", { seconds: 2, size: "192x108" }, VIDEOS);
  await each(t, VIDEOS, async (options, name) => {
    await renditions(sources[name]!, "video", async (file) => {
      const { video } = RENDITION_PROFILES[file.name];
      const { format, streams: [picture, sound, ...more] } = await checked(file);
      assert.match(format.format_name, /mp4/);
      assert.match(format.tags!.major_brand!, video.container === "3gp" ? /^3gp/ : /^isom/);
      assert.equal(file.type, video.container === "3gp" ? "video/3gpp" : "video/mp4");
      checkPicture(picture!, file);
      if (options.sound === false) assert.equal(sound, undefined);
      else checkSound(sound!, video.sound);
      assert.deepEqual(more, []);
    });
  });
});

Deno.test("formats: every kind of audio becomes all renditions", async (t) => {
  const sources = await media.clips("audios", { seconds: 2 }, AUDIOS);
  await each(t, AUDIOS, async (_, name) => {
    await renditions(sources[name]!, "audio", async (file) => {
      const { audio } = RENDITION_PROFILES[file.name];
      const { format, streams: [sound, ...more] } = await checked(file);
      const [name, type] = audio.codec === "mp3" ? ["mp3", "audio/mpeg"] : ["amr", "audio/amr"];
      assert.deepEqual([format.format_name, file.type], [name, type]);
      checkSound(sound!, audio);
      assert.deepEqual(more, []);
    });
  });
});

Deno.test("formats: every kind of image becomes all renditions", async (t) => {
  const stills: Record<string, () => Promise<string>> = {
    "jpg": () => media.image("photo.jpg"),
    "jpg: on its side": () => media.image("gps.jpg"),
    "jpg: CMYK": () => media.image("cmyk.jpg"),
    "jpg: progressive, grey": () => media.image("grey.jpg"),
    "png: transparent": () => media.image("alpha.png"),
    "png: palette": () => media.image("palette.png"),
    "png: 16 bit": () => media.image("deep.png"),
    "gif": () => media.image("dot.gif"),
    "webp": () => media.image("photo.webp"),
    "webp: lossless, transparent": () => media.image("lossless.webp"),
  };
  const animations: Record<string, () => Promise<string>> = {
    "gif: animated": () => media.animation({ frames: 5, size: "320x240" }),
    "webp: animated": () => media.animation({ frames: 5, size: "320x240", extension: "webp" }),
  };
  await each(t, { ...stills, ...animations }, async (source, name) => {
    await renditions(await source(), "image", async ({ path, type, width, height, ...file }) => {
      const found = await sharp(path, { animated: true, failOn: "warning" }).metadata();
      const { data } = await sharp(path, { animated: true }).raw().toBuffer({
        resolveWithObject: true,
      });
      const [format, pages] = name in animations ? ["gif", 5] : ["jpeg", undefined];
      assert.deepEqual([found.format, type, found.pages], [format, `image/${format}`, pages]);
      assert.deepEqual([found.width, found.pageHeight ?? found.height], [width, height]);
      assert.ok(data.length >= width! * height! * 3);
      const { box } = RENDITION_PROFILES[file.name].image;
      assert.ok(width! <= box.width && height! <= box.height && file.bytes <= 150_000);
      const { exif, icc, xmp, iptc, comments } = found;
      assert.deepEqual([exif, icc, xmp, iptc, comments], Array(5).fill(undefined));
    });
  });
});
