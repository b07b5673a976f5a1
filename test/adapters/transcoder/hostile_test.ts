/**
 * Files whose content contradicts their type, or that are hostile: refused soon, leaving nothing
 * behind.
 */
import assert from "node:assert/strict";
import { createTranscoder, type TranscoderOptions } from "../../../src/adapters/transcoder/mod.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import { TranscodeFailed } from "../../../src/ports/mod.ts";
import { findProgram } from "../../../tools/setup/probe.ts";
import * as hostile from "../../support/hostile_media.ts";
import * as media from "../../support/media.ts";
import { TURN } from "../../support/turn.ts";
import { PATIENCE_MS } from "../../support/until.ts";

const plan = [{ rendition: "standard" as const, maxBytes: 300_000 }];

async function failure(
  path: string,
  kind: MediaKind,
  options: TranscoderOptions = {},
): Promise<string> {
  const directory = await Deno.makeTempDir();
  try {
    const source = { path, kind };
    const work = createTranscoder(options).transcode(
      source,
      () => Promise.resolve(plan),
      directory,
      TURN,
    );
    const error = await work.then(
      () => assert.fail("it was transcoded"),
      (error) => error,
    );
    assert.ok(error instanceof TranscodeFailed, String(error));
    assert.doesNotMatch(error.reason, /tmp|\/work|file:|0x|Vips|ffmpeg/);
    assert.deepEqual([...Deno.readDirSync(directory)], []);
    return error.reason;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const NOT_VIDEO = "the file is not video of a supported format, or is damaged";
const NOT_AUDIO = "the file is not audio of a supported format, or is damaged";
const NOT_IMAGE = "the file is not an image of a supported format, or is damaged";

const MOST = "64 million pixels and 25 million bytes are the most";
const ENORMOUS = `the image has 65535×65535 pixels; ${MOST}`;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>`;

const random = () => crypto.getRandomValues(new Uint8Array(60_000));

async function playlist(): Promise<string> {
  const segment = await media.video({ extension: "mpg" });
  return `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\nfile://${segment}\n#EXT-X-ENDLIST\n`;
}

/** Time limits that only end a hang: their refusal is never the wanted one. */
const LIMITS = { videoTimeLimitMs: PATIENCE_MS, imageTimeLimitMs: PATIENCE_MS };

const HOSTILE: [string, MediaKind, () => Promise<string>, string | RegExp][] = [
  ["empty", "video", () => media.bytes("empty.mp4", ""), NOT_VIDEO],
  ["empty", "audio", () => media.bytes("empty.mp3", ""), NOT_AUDIO],
  ["empty", "image", () => media.bytes("empty.jpg", ""), NOT_IMAGE],
  ["random bytes", "video", () => media.bytes("random.mp4", random()), NOT_VIDEO],
  ["random bytes", "image", () => media.bytes("random.png", random()), NOT_IMAGE],
  ["text", "audio", () => media.bytes("text.mp3", "hello ".repeat(9_000)), NOT_AUDIO],
  [
    "an MP4 cut off before its index",
    "video",
    async () => media.cut("cut.mov", await media.video({ extension: "mov" }), 0.6),
    NOT_VIDEO,
  ],
  [
    "an MP4 cut off after its index",
    "video",
    async () => media.cut("cut.mp4", await media.video(), 0.5),
    "the file is damaged: it ends too early",
  ],
  [
    "a playlist named .mp4",
    "video",
    async () => media.bytes("playlist.mp4", await playlist()),
    NOT_VIDEO,
  ],
  [
    "a playlist named .mp3",
    "audio",
    async () => media.bytes("playlist.mp3", await playlist()),
    NOT_AUDIO,
  ],
  [
    "a concat script",
    "video",
    () => media.bytes("concat.mp4", "ffconcat version 1.0\nfile /etc/passwd\n"),
    NOT_VIDEO,
  ],
  [
    "a video under image",
    "image",
    () => media.video(),
    NOT_IMAGE,
  ],
  ["an image under video", "video", () => media.image("photo.jpg"), NOT_VIDEO],
  ["sound without video", "video", () => media.audio(), NOT_VIDEO],
  [
    "MP4 with sound alone",
    "video",
    () => media.video({ more: "-vn", size: "64x64" }),
    "the file has no video",
  ],
  [
    "video without sound under audio",
    "audio",
    () => media.video({ sound: false, size: "64x64" }),
    "the file has no sound",
  ],
  ["SVG named .png", "image", () => media.bytes("svg.png", SVG), NOT_IMAGE],
  ["a PNG header of 65535×65535", "image", hostile.enormous.png, ENORMOUS],
  ["a GIF header of 65535×65535", "image", hostile.enormous.gif, ENORMOUS],
  // Larger than their libraries can read.
  ["a JPEG header of 65535×65535", "image", hostile.enormous.jpg, NOT_IMAGE],
  ["a WebP header of 65535×65535", "image", hostile.enormous.webp, NOT_IMAGE],
  [
    "a PNG of 400 million pixels in 50 KB",
    "image",
    hostile.pngBomb,
    `the image has 20000×20000 pixels; ${MOST}`,
  ],
  [
    "a PNG of 45 million pixels in very long lines",
    "image",
    hostile.widePng,
    "the image is 900000 pixels wide; 65535 are the most",
  ],
  [
    "a progressive JPEG of 64 million pixels, whose coefficients are 378 MB",
    "image",
    hostile.hugeProgressive,
    "the image has 9000×7000 pixels and is progressive, which takes 378 MB to decode; 300 MB are the most",
  ],
  [
    "a GIF of 10,000 frames",
    "image",
    hostile.gifOfManyFrames,
    "the animation has 10000 frames; 300 are the most",
  ],
  ["HTML named .png", "image", () => media.bytes("404.png", hostile.HTML), NOT_IMAGE],
  ["HTML named .mp4", "video", () => media.bytes("404.mp4", hostile.HTML), NOT_VIDEO],
  ["HTML named .mp3", "audio", () => media.bytes("404.mp3", hostile.HTML), NOT_AUDIO],
  ["an MP4 of 40 tracks", "video", hostile.mp4OfManyTracks, NOT_VIDEO],
  [
    "an AVI cut off at its first frames",
    "video",
    async () => media.cut("first.avi", await media.video({ extension: "avi" }), 0.1),
    "the file is damaged: it ends too early",
  ],
  [
    "an AVI cut in half",
    "video",
    async () => media.cut("half.avi", await media.video({ extension: "avi" }), 0.5),
    "the file is damaged: it ends too early",
  ],
  [
    "half a JPEG",
    "image",
    async () => media.cut("half.jpg", await media.image("photo.jpg"), 0.5),
    NOT_IMAGE,
  ],
  [
    "half a PNG",
    "image",
    async () => media.cut("half.png", await media.image("alpha.png"), 0.5),
    NOT_IMAGE,
  ],
  ["a JPEG's first bytes", "image", () => media.bytes("ff.jpg", "\xff\xd8\xff"), NOT_IMAGE],
];

for (const [name, kind, path, reason] of HOSTILE) {
  Deno.test(`a hostile file fails with the right reason: ${name} (${kind})`, async () => {
    const reported = await failure(await path(), kind, LIMITS);
    if (typeof reason === "string") assert.equal(reported, reason);
    else assert.match(reported, reason);
  });
}

Deno.test("limits are checked in headers, before anything is decoded", async () => {
  const video = await media.video({ size: "1920x1080", fps: 30 });
  const animation = await media.animation({ frames: 4 });
  const cases: [string, MediaKind, TranscoderOptions, string][] = [
    [
      video,
      "video",
      { maxVideoPixels: 1_000_000 },
      "the video has 1920×1080 pixels, more than is allowed",
    ],
    [video, "video", { maxDurationMs: 1_000 }, "the video runs for more than the 1 s allowed"],
    [
      await media.audio(),
      "audio",
      { maxDurationMs: 1_000 },
      "the audio runs for more than the 1 s allowed",
    ],
    [
      await media.image("photo.jpg"),
      "image",
      { maxImagePixels: 1_000_000, maxImageBytes: 2_500_000 },
      "the image has 2400×1800 pixels; 1 million pixels and 2.5 million bytes are the most",
    ],
    [
      await media.image("photo.jpg"),
      "image",
      { maxMemoryBytes: 2400 * 1800 * 3 - 960_000 },
      "the image has 2400×1800 pixels, which take 13 MB; 12 MB are the most",
    ],
    [
      animation,
      "image",
      { maxMemoryBytes: 3 * 1000 * 800 * 4 },
      "the animation has 4 frames of 1000×800 pixels, 3.2 million together; 2.4 million are the most",
    ],
    [
      animation,
      "image",
      { maxImageFrames: 3 },
      "the animation has 4 frames; 3 are the most",
    ],
    [
      animation,
      "image",
      { maxAnimationPixels: 3_000_000 },
      "the animation has 4 frames of 1000×800 pixels, 3.2 million together; 3 million are the most",
    ],
  ];
  for (const [path, kind, options, reason] of cases) {
    assert.equal(await failure(path, kind, options), reason);
  }
});

Deno.test("a header that declares too much does no harm", async () => {
  const directory = await Deno.makeTempDir();
  const transcoder = createTranscoder(LIMITS);
  const bestOf = async (path: string, kind: MediaKind) => {
    const source = { path, kind };
    return (await transcoder.transcode(source, () => Promise.resolve(plan), directory, TURN))
      .renditions[0]!;
  };
  // Recorders that do not know the length yet write such headers; the existing data is played.
  const sound = await bestOf(await hostile.endlessWav(), "audio");
  assert.ok(sound.durationMs! < 300, `${sound.durationMs}`);
  // Its edit list says two seconds, and so do players.
  const slideshow = await bestOf(await hostile.slideshowMp4(), "video");
  assert.ok(slideshow.durationMs! < 3_000, `${slideshow.durationMs}`);
  // It says ten hours, and all its frames are there.
  const winded = await bestOf(await hostile.longWindedMp4(), "video");
  assert.ok(winded.durationMs! < 2_200, `${winded.durationMs}`);
  await Deno.remove(directory, { recursive: true });
});

Deno.test({
  name: "a compressed text of 2 GB in an image is not decompressed",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const script = new URL("image_memory.ts", import.meta.url).pathname;
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--lock=test/deno.lock", script, await hostile.pngTextBomb()],
    }).output();
    const decoder = new TextDecoder();
    assert.notEqual(stdout.length, 0, decoder.decode(stderr));
    const { bytes, peak } = JSON.parse(decoder.decode(stdout));
    assert.ok(bytes < 1_000);
    assert.ok(peak < 1_000_000_000, `${peak} bytes`);
  },
});

Deno.test("a run that takes too long is killed, and so is one that is aborted", async () => {
  const source = await media.video({ size: "1920x1080", fps: 30 });
  const reason = await failure(source, "video", { videoTimeLimitMs: 100 });
  assert.equal(reason, "transcoding takes more than 0.1 s");

  const directory = await Deno.makeTempDir();
  const abort = new AbortController();
  await assert.rejects(
    createTranscoder().transcode(
      { path: source, kind: "video" },
      () => Promise.resolve(plan),
      directory,
      {
        ...TURN,
        signal: abort.signal,
        onProgress: () => abort.abort(new Error("enough")), // in the middle of it
      },
    ),
    { message: "enough" },
  );
  assert.deepEqual([...Deno.readDirSync(directory)], []);
  await Deno.remove(directory);
});

Deno.test("a run that takes too much memory is refused", async () => {
  const source = await media.video({ size: "1920x1080", fps: 30 });
  const reason = await failure(source, "video", { maxMemoryBytes: 90_000_000 });
  assert.equal(reason, "transcoding takes too much memory");
});

Deno.test("bad files do not affect good ones", async () => {
  const transcoder = createTranscoder();
  const directory = await Deno.makeTempDir();
  const good = [
    { path: await media.image("photo.jpg"), kind: "image" as const },
    { path: await media.audio(), kind: "audio" as const },
    { path: await media.video(), kind: "video" as const },
  ];
  const bad = [
    { path: await media.bytes("random.mp4", random()), kind: "video" as const },
    { path: await hostile.enormous.png(), kind: "image" as const },
    { path: await media.bytes("svg.png", SVG), kind: "image" as const },
  ];
  const sources = [...bad, ...good, ...bad, ...good, ...bad];
  const results = await Promise.allSettled(
    sources.map((source) =>
      transcoder.transcode(source, () => Promise.resolve(plan), directory, TURN)
    ),
  );
  for (const [i, result] of results.entries()) {
    assert.equal(result.status, good.includes(sources[i]!) ? "fulfilled" : "rejected");
  }
  assert.equal([...Deno.readDirSync(directory)].length, 2 * good.length);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("ffmpeg is checked once for all who ask, and each minute: one that goes is missed", async () => {
  const directory = await Deno.makeTempDir();
  const calls = `${directory}/calls`;
  for (const program of ["ffmpeg", "ffprobe"]) {
    const script = `#!/bin/sh
      echo ${program} >> ${calls}
      [ -e ${directory}/repaired ] && exec ${findProgram(program)} "$@"`;
    await Deno.writeTextFile(`${directory}/${program}`, script, { mode: 0o755 });
  }
  // Without a sandbox, in which nothing could be noted.
  await Deno.writeTextFile(`${directory}/bwrap`, "#!/bin/sh\nexit 1", { mode: 0o755 });
  const urlOf = (path: string) => JSON.stringify(import.meta.resolve(`../../../${path}`));
  const script = `
    import { createTranscoder } from ${urlOf("src/adapters/transcoder/mod.ts")};
    import { createComponents } from ${urlOf("src/jobs/components.ts")};
    import { createMetrics } from ${urlOf("src/metrics/mod.ts")};
    import { movableClock } from ${urlOf("test/support/movable_clock.ts")};
    const clock = movableClock();
    const { check, failingSince } = createComponents(
      { clock, metrics: createMetrics() },
      { files: () => Promise.resolve(null), ffmpeg: createTranscoder().health },
    );
    const checked = () => check("ffmpeg");
    const broken = await checked();
    const since = failingSince("ffmpeg");
    await Deno.create("${directory}/repaired");
    const good = [...await Promise.all([checked(), checked()]), failingSince("ffmpeg")];
    await Deno.remove("${directory}/repaired");
    const fresh = await checked();
    clock.advance(60_000);
    const gone = await checked();
    console.log(JSON.stringify({ broken, good, fresh, gone, isSince: since <= clock.now() }));`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", script],
    cwd: new URL("../../../", import.meta.url).pathname,
    env: { PATH: `${directory}:${Deno.env.get("PATH")}` },
  }).output();
  const decoder = new TextDecoder();
  const { broken, gone, ...rest } = JSON.parse(decoder.decode(stdout) || "{}");
  assert.match(broken ?? decoder.decode(stderr), /^ffmpeg does not run/);
  assert.equal(gone, broken);
  assert.deepEqual(rest, { good: [null, null, null], fresh: null, isSince: true });
  const called = (await Deno.readTextFile(calls)).trim().split("\n");
  assert.equal(called.sort().join(" "), "ffmpeg ".repeat(6) + "ffprobe ffprobe ffprobe");
  await Deno.remove(directory, { recursive: true });
});

Deno.test("health names missing programs and how to install them", async () => {
  assert.equal(await createTranscoder().health(), null);

  const script = await Deno.makeTempFile({ suffix: ".ts" });
  const health = import.meta.resolve("../../../src/adapters/transcoder/health.ts");
  await Deno.writeTextFile(
    script,
    `import { mediaHealth } from ${JSON.stringify(health)}; console.log(await mediaHealth());`,
  );
  const config = new URL(import.meta.resolve("../../../deno.json")).pathname;
  const ask = async (permission: string[], env: Record<string, string>) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-check", "--config", config, ...permission, script],
      env,
      stderr: "null",
    }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  assert.equal(await ask(["--allow-run=ffmpeg,ffprobe"], {}), "null");
  assert.equal(
    await ask(["--allow-run"], { PATH: "/nonexistent" }),
    "ffmpeg and ffprobe are not installed. Install them: " +
      "apt-get install ffmpeg libavcodec-extra",
  );
  assert.equal(
    await ask([], {}),
    "ffmpeg and ffprobe may not be run. Start with --allow-run=ffmpeg,ffprobe",
  );
  await Deno.remove(script);
});
