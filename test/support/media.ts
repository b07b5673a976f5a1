/**
 * Real media for tests: encoded once and found again by later test runs, or written from bytes once
 * an isolate. Each function returns the path of a file for reading only.
 */
import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import deno from "../../deno.json" with { type: "json" };
import { findProgram } from "../../tools/setup/probe.ts";
import { cachedFixture, sharedFixture } from "./shared_fixtures.ts";

const pending = new Map<string, Promise<void>>();
let directory: string | undefined;

function inDirectory(name: string): string {
  if (directory === undefined) {
    directory = Deno.makeTempDirSync({ prefix: "slidepost-media-" });
    globalThis.addEventListener("unload", () => Deno.removeSync(directory!, { recursive: true }));
  }
  return `${directory}/${name}`;
}

/** Encoder of this machine, on which the files depend that it makes. */
const ENCODER = versionOf(findProgram("ffmpeg"));

function versionOf(program: string | undefined): string {
  if (program === undefined) return "none";
  const { size, mtime } = Deno.statSync(program);
  return `${program} ${size} ${mtime?.getTime()}`;
}

/** Encodes a file once. Its recipe is ffmpeg's arguments, in which other files have their hash. */
function encodedOnce(name: string, args: string, make: (path: string) => Promise<unknown>) {
  return cachedFixture(`${ENCODER} ${args}`, name, make);
}

function ffmpeg(path: string, args: string): Promise<void> {
  return runFfmpeg([...args.split(" "), path]);
}

async function runFfmpeg(args: string[], cwd?: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("ffmpeg", {
    args: ["-v", "error", "-nostdin", "-y", ...args],
    cwd,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

export interface VideoOptions {
  seconds?: number;
  size?: string;
  fps?: number;
  sound?: boolean;
  extension?: string;
  /** Arguments of ffmpeg in place of the extension's own. */
  codecs?: string;
  /** Further arguments. */
  more?: string;
}

/**
 * A moving test picture with a tone, as a camera would encode it. A long one shows the same seconds
 * again and again, which are encoded once.
 */
export function video(options: VideoOptions = {}): Promise<string> {
  const { seconds = 2, size = "640x360", fps = 25, sound = true } = options;
  const { extension = "mp4", more = "" } = options;
  const codecs = options.codecs ?? VIDEO_CODECS[extension];
  const film = (seconds: number) =>
    `-f lavfi -i testsrc2=s=${size}:r=${fps}:d=${seconds}` +
    (sound ? ` -f lavfi -i ${tone(seconds)}` : "") + ` ${codecs}`;
  const end = `-t ${seconds} ${SECRETS}${more ? ` ${more}` : ""}`;
  const recipe = `${film(Math.min(seconds, LOOP_SECONDS))} ${end}`;
  return encodedOnce(`video.${extension}`, recipe, async (path) => {
    const input = seconds > LOOP_SECONDS
      ? `-stream_loop -1 -i ${await video({ ...options, seconds: LOOP_SECONDS })} -c copy`
      : film(seconds);
    await ffmpeg(path, `${input} ${end}`);
  });
}

const LOOP_SECONDS = 4;

const tone = (seconds: number) => `sine=f=440:r=44100:d=${seconds}`;
const SECRETS = "-metadata title=secret -metadata location=+52.5+13.4";

const VIDEO_CODECS: Record<string, string> = {
  mp4: "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -movflags +faststart",
  mov: "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac",
  avi: "-c:v mpeg4 -c:a libmp3lame",
  wmv: "-c:v wmv2 -c:a wmav2 -f asf",
  mpg: "-c:v mpeg2video -c:a mp2 -f mpeg",
  "3gp": "-c:v h263 -c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k",
  m1v: "-c:v mpeg1video -f mpeg1video",
};

/** Creates the same film with a rotation flag, as phones do. */
export async function turnedVideo(): Promise<string> {
  const upright = await video({ size: "1280x720", seconds: 1 });
  // The demuxer of ffmpeg 5 takes the matrix from this tag.
  return await copied("turned.mp4", `-i ${upright} -metadata:s:v:0 rotate=90`);
}

export type AudioOptions = Pick<VideoOptions, "seconds" | "extension" | "codecs">;

/** Creates a tone, in stereo. */
export function audio(options: AudioOptions = {}): Promise<string> {
  const { seconds = 2, extension = "mp3" } = options;
  const codecs = options.codecs ?? AUDIO_CODECS[extension];
  return encoded(`audio.${extension}`, `-f lavfi -i ${tone(seconds)} -ac 2 ${codecs} ${SECRETS}`);
}

const AUDIO_CODECS: Record<string, string> = {
  mp3: "-c:a libmp3lame -b:a 192k",
  wav: "-c:a pcm_s16le",
  amr: "-c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k",
};

/**
 * Clips of several kinds, by what they are called, all made by one run of ffmpeg: its start is most
 * of what a short one takes. Without a size they have no picture.
 */
export async function clips<Kind extends string>(
  name: string,
  { seconds, size }: { seconds: number; size?: string },
  kinds: Record<Kind, VideoOptions>,
): Promise<Record<Kind, string>> {
  const files = Object.entries<VideoOptions>(kinds).map(([kind, options], i) => ({
    kind,
    name: `${i}.${options.extension}`,
    args: `${size === undefined ? soundArgs(options) : filmArgs({ size, ...options })} ${SECRETS}`,
  }));
  const picture = size === undefined ? "" : `-f lavfi -i testsrc2=s=${size}:r=60:d=${seconds} `;
  const outputs = files.map(({ name, args }) => `${args} ${name}`);
  const args = `-f lavfi -i ${tone(seconds)} ${picture}${outputs.join(" ")}`;
  const directory = await encodedOnce(`clips-${name}`, args, async (directory) => {
    await Deno.mkdir(directory);
    await runFfmpeg(args.split(" "), directory);
  });
  const paths = files.map(({ kind, name }) => [kind, `${directory}/${name}`]);
  return Object.fromEntries(paths) as Record<Kind, string>;
}

function soundArgs({ extension, codecs = AUDIO_CODECS[extension!] }: VideoOptions): string {
  return `-map 0 -ac 2 ${codecs}`;
}

function filmArgs(
  { size, fps = 25, sound = true, extension, codecs = VIDEO_CODECS[extension!] }: VideoOptions,
): string {
  return `-map 1 ${sound ? "-map 0 " : ""}-s ${size} -r ${fps} ${codecs}`;
}

/** Creates a second of a tone, or of a small film with a tone, in a file with this extension. */
export async function second(extension: string): Promise<string> {
  const [name, codecs, form] = extension in AUDIO_CODECS
    ? ["seconds-of-sound", AUDIO_CODECS, { seconds: 1 }] as const
    : ["seconds-of-film", VIDEO_CODECS, { seconds: 1, size: "176x144" }] as const;
  const kinds = Object.keys(codecs).filter((extension) => extension !== "m1v")
    .map((extension) => [extension, { extension }]);
  return (await clips(name, form, Object.fromEntries(kinds)))[extension]!;
}

export type Picture =
  | "photo.jpg"
  | "gps.jpg"
  | "cmyk.jpg"
  | "large-cmyk.jpg"
  | "large-turned.jpg"
  | "large-alpha.png"
  | "grey.jpg"
  | "tagged.jpg"
  | "alpha.png"
  | "palette.png"
  | "deep.png"
  | "photo.webp"
  | "lossless.webp"
  | "dot.gif";

/** Creates images. `gps.jpg` has orientation 6 (red on top when upright) and GPS coordinates. */
export function image(name: Picture): Promise<string> {
  const recipe = `${deno.imports.sharp} ${pictures[name]} ${noise}`;
  return cachedFixture(recipe, name, async (path) => {
    const { default: sharp } = await import("sharp");
    await pictures[name](sharp).toFile(path);
  });
}

type Make = typeof import("sharp").default;

const pictures: Record<Picture, (sharp: Make) => Sharp> = {
  "photo.jpg": (sharp) => noise(sharp, 2400, 1800).jpeg({ quality: 95 }),
  "photo.webp": (sharp) => noise(sharp, 800, 600).webp(),
  "cmyk.jpg": (sharp) => noise(sharp, 300, 200).toColourspace("cmyk").jpeg(),
  "large-cmyk.jpg": (sharp) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: "#c02020" } })
      .toColourspace("cmyk").jpeg(),
  // Shown after a quarter turn to the right: 1800×2400, red on top.
  "large-turned.jpg": (sharp) =>
    sharp({ create: { width: 2400, height: 1800, channels: 3, background: "blue" } })
      .composite([{
        input: { create: { width: 1200, height: 1800, channels: 3, background: "red" } },
        left: 0,
        top: 0,
      }])
      .withExif({ IFD0: { Make: "secret" } })
      .withMetadata({ orientation: 6 })
      .jpeg(),
  "large-alpha.png": (sharp) =>
    sharp({ create: { width: 1600, height: 400, channels: 4, background: "#00000000" } }).png(),
  "grey.jpg": (sharp) => noise(sharp, 300, 200).greyscale().jpeg({ progressive: true }),
  // Everything a file can tell of its maker, and colours wider than the screen's.
  "tagged.jpg": (sharp) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: "#00ff00" } })
      .withIccProfile("p3")
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>`)
      .withExif({ IFD0: { Make: "secret", ImageDescription: "secret" } })
      .jpeg(),
  "palette.png": (sharp) => noise(sharp, 200, 300).png({ palette: true }),
  "deep.png": (sharp) => noise(sharp, 200, 300).toColourspace("rgb16").png(),
  "lossless.webp": (sharp) =>
    sharp({ create: { width: 99, height: 50, channels: 4, background: "#ff000080" } })
      .webp({ lossless: true }),
  "dot.gif": (sharp) =>
    sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } }).gif(),
  "alpha.png": (sharp) =>
    sharp({ create: { width: 200, height: 100, channels: 4, background: "#ff000000" } }).png(),
  // Stored: red on the left. Shown after a quarter turn to the right: red on top.
  "gps.jpg": (sharp) =>
    sharp({ create: { width: 400, height: 200, channels: 3, background: "blue" } })
      .composite([{
        input: { create: { width: 200, height: 200, channels: 3, background: "red" } },
        left: 0,
        top: 0,
      }])
      .withExif({
        IFD0: { Make: "secret" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 30/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg(),
};

/** Creates noise with some shape, as hard to compress as a real photo of leaves. */
function noise(sharp: Make, width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "grey",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  }).blur(1.2);
}

/** Creates an animation with movement in every frame. */
export function animation(
  { frames = 20, size = "1000x800", extension = "gif" } = {},
): Promise<string> {
  const more = extension === "webp" ? "-c:v libwebp_anim -loop 0" : "";
  const args = `-f lavfi -i testsrc2=s=${size}:r=10:d=${frames / 10} ${more}`.trim();
  return encoded(`animation.${extension}`, args);
}

/** Runs ffmpeg with arguments that contain no spaces. Paths among them are those of fixtures. */
export function encoded(name: string, args: string): Promise<string> {
  return encodedOnce(name, args, (path) => ffmpeg(path, args));
}

/** Runs ffmpeg without encoding, which takes less time than the result is worth keeping. */
export function copied(name: string, args: string): Promise<string> {
  const hash = createHash("sha256").update(args).digest("hex").slice(0, 32);
  return sharedFixture(`${hash}-${name}`, (path) => ffmpeg(path, `${args} -c copy`));
}

/** Creates a file of exactly these bytes. */
export async function bytes(name: string, content: Uint8Array | string): Promise<string> {
  const path = inDirectory(`${createHash("sha256").update(content).digest("hex")}-${name}`);
  await (pending.get(path) ?? write(path, content));
  return path;
}

function write(path: string, content: Uint8Array | string): Promise<void> {
  const written = Deno.writeFile(
    path,
    typeof content === "string" ? new TextEncoder().encode(content) : content,
  );
  pending.set(path, written);
  return written;
}

/** Copies the first part of another file. */
export async function cut(name: string, source: string, part: number): Promise<string> {
  const content = await Deno.readFile(source);
  return await bytes(name, content.subarray(0, Math.floor(content.length * part)));
}

/** File as ffprobe describes it, decoded completely. */
export interface Probed {
  format: { format_name: string; duration: string; tags?: Record<string, string> };
  streams: {
    codec_type: string;
    codec_name: string;
    profile?: string;
    width?: number;
    height?: number;
    channels?: number;
    sample_rate?: string;
    avg_frame_rate: string;
    duration?: string;
    side_data_list?: unknown[];
    tags?: Record<string, string>;
  }[];
  /** Tells whether the whole file decodes without an error. */
  plays: boolean;
}

export async function ffprobe(path: string): Promise<Probed> {
  const { success, stdout, stderr } = await new Deno.Command("ffprobe", {
    args: ["-v", "error", "-show_format", "-show_streams", "-count_frames", "-of", "json", path],
  }).output();
  const plays = success && stderr.length === 0;
  return { ...JSON.parse(new TextDecoder().decode(stdout)), plays };
}

export async function playsThrough(path: string): Promise<boolean> {
  return (await ffprobe(path)).plays;
}
