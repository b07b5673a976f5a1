/**
 * Films and sounds as phones, recorders and tools make them: with further tracks, without lengths,
 * in other colours. Each returns a path, as media.ts does.
 */
import { bytes, encoded } from "./media.ts";

/** Arguments of a moving picture of three seconds, and of a tone as long. */
export const PICTURE = "-f lavfi -i testsrc2=s=320x240:r=25:d=3";
export const TONE = "-f lavfi -i sine=f=440:r=44100:d=3";
export const FILM = `${PICTURE} ${TONE}`;
export const X264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";

/** Arguments of an input made of a text. */
function textInput(format: string, text: string): string {
  return `-f ${format} -i data:text/plain;base64,${btoa(text)}`;
}

export const SUBTITLES = textInput("srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n");

/** Creates a film with subtitles of tx3g. */
export function subtitledFilm(extension = "mp4"): Promise<string> {
  const codecs = `${X264} -c:a aac -c:s mov_text`;
  return encoded(
    `subtitled.${extension}`,
    `${FILM} ${SUBTITLES} -map 0 -map 1 -map 2 ${codecs}`,
  );
}

/** Creates a film of three seconds with chapters of two minutes. */
export function filmOfLongChapters(extension = "mp4"): Promise<string> {
  const chapter = (start: number) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 60_000}\ntitle=One\n`;
  const chapters = textInput("ffmetadata", `;FFMETADATA1\n${chapter(0)}${chapter(60_000)}`);
  return encoded(
    `chapters.${extension}`,
    `${FILM} ${chapters} -map 0 -map 1 -map_metadata 2 -map_chapters 2 ${X264} -c:a aac`,
  );
}

/** Creates a film whose sound track has no samples. */
export function filmOfEmptySound(extension: "avi" | "mp4" | "mov"): Promise<string> {
  const codecs = extension === "avi"
    ? "-c:v mpeg4 -c:a pcm_s16le"
    : `${X264} -c:a aac -movflags frag_keyframe+empty_moov`;
  return encoded(
    `empty-sound.${extension}`,
    `${FILM} -map 0 -map 1 -af atrim=end=0 ${codecs}`,
  );
}

/**
 * Creates a WAV as SoX writes it to a pipe: the lengths in bytes and, in its fact chunk, in samples
 * are those of a placeholder.
 */
export async function pipedWav(codec: string, placeholder = 0x7fff_f000): Promise<string> {
  const path = await encoded("plain.wav", `${TONE} -ar 8000 -ac 1 -c:a ${codec}`);
  const content = await Deno.readFile(path);
  const view = new DataView(content.buffer);
  const text = new TextDecoder("latin1").decode(content);
  const data = text.indexOf("data");
  const format = content.subarray(12, 20 + view.getUint32(16, true));
  const samples = content.subarray(data + 8, data + 8 + view.getUint32(data + 4, true));
  const inSamples = Math.min(0xffff_ffff, Math.round(placeholder * 24_000 / samples.length));
  const word = (number: number) => new Uint8Array(new Uint32Array([number]).buffer);
  const parts = [
    "RIFF",
    word(Math.min(0xffff_ffff, placeholder + 36)),
    "WAVE",
    format,
    "fact",
    word(4),
    word(inSamples),
    "data",
    word(placeholder),
    samples,
  ];
  return await bytes(`${codec}.wav`, await new Blob(parts as BlobPart[]).bytes());
}

/** Creates a film as written to a pipe. */
export function pipedFilm(extension: string, codecs: string): Promise<string> {
  return encoded(`piped.${extension}`, `${FILM} ${codecs} -seekable 0`);
}

/** Joins recordings into one file, byte by byte. */
export async function joined(name: string, ...paths: string[]): Promise<string> {
  const parts = await Promise.all(paths.map((path) => Deno.readFile(path)));
  return await bytes(name, new Uint8Array(await new Blob(parts).arrayBuffer()));
}

/** Creates a film of two pictures, of 160×120 and of 320×240, of which some are the default. */
export function filmOfTwoPictures(first: boolean, second: boolean): Promise<string> {
  const disposition = (track: number, isDefault: boolean) =>
    `-disposition:v:${track} ${isDefault ? "default" : "0"}`;
  return encoded(
    "two-pictures.mp4",
    `-f lavfi -i testsrc2=s=160x120:r=25:d=3 ${FILM} -map 0 -map 1 -map 2 ${X264} -c:a aac ` +
      `${disposition(0, first)} ${disposition(1, second)}`,
  );
}

/** Creates a picture that moves sideways, of two fields a frame. */
export function interlacedFilm(extension: string, codecs: string): Promise<string> {
  const moving = "testsrc2=s=720x576:r=50:d=2,scroll=h=0.02,tinterlace=interleave_top";
  return encoded(`interlaced.${extension}`, `-f lavfi -i ${moving} ${codecs}`);
}

/** Linear light of a colour, red, green and blue from 0 to 1, where 1 is that of white paper. */
type Light = readonly [number, number, number];

/** Colours of the patches, as BT.709 shows them, in parts of 255. */
export const PATCHES: readonly Light[] = [
  [255, 255, 255],
  [128, 128, 128],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [32, 96, 192],
];

const PATCH_WIDTH = 80;

/** Finds the middle of a patch, in parts of the width. */
export const middleOf = (patch: number) => (patch + 0.5) / PATCHES.length;

/** Transfer functions of HDR, from linear light to a signal (ITU-R BT.2100, tables 4 and 5). */
const SIGNALS: Record<"smpte2084" | "arib-std-b67", (light: Light) => Light> = {
  "smpte2084": (light) => each(light, (value) => pq(value * 203 / 10_000)),
  "arib-std-b67": (light) => {
    const shown = each(light, (value) => value * 203 / 1000);
    // The inverse of the display's gamma of 1.2.
    const brightness = dot([0.2627, 0.678, 0.0593], shown);
    return each(shown, (value) => hlg(brightness > 0 ? value * brightness ** (-0.2 / 1.2) : 0));
  },
};

function pq(value: number): number {
  const power = value ** (2610 / 16384);
  return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32);
}

function hlg(value: number): number {
  if (value <= 1 / 12) return Math.sqrt(3 * value);
  return 0.17883277 * Math.log(12 * value - 0.28466892) + 0.55991073;
}

/** Creates the patches in HDR, as phones and cameras write it: HEVC of 10 bits, BT.2020. */
export function hdrPatches(transfer: keyof typeof SIGNALS, seconds = 1): Promise<string> {
  const codes = PATCHES.map((patch) => tenBits(SIGNALS[transfer](wide(patch))));
  const plane = (component: number, width: number) =>
    codes.map((code, i) => `${code[component]}*eq(floor(X/${width}),${i})`).join("+");
  const size = `${PATCH_WIDTH * PATCHES.length}x240`;
  const picture = `color=s=${size}:r=25:d=${seconds},format=yuv420p10le,` +
    `geq=lum='${plane(0, PATCH_WIDTH)}':cb='${plane(1, PATCH_WIDTH / 2)}'` +
    `:cr='${plane(2, PATCH_WIDTH / 2)}'`;
  const tags = `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  const codec = `-c:v libx265 -preset ultrafast -x265-params log-level=error:${tags}`;
  return encoded(`${transfer}.mp4`, `-f lavfi -i ${picture} ${codec} -tag:v hvc1`);
}

/** Converts a colour of BT.709 (gamma 2.4) to light of BT.2020 (ITU-R BT.2087). */
function wide(patch: Light): Light {
  const light = each(patch, (value) => (value / 255) ** 2.4);
  return [
    dot([0.6274, 0.3293, 0.0433], light),
    dot([0.0691, 0.9195, 0.0114], light),
    dot([0.0164, 0.088, 0.8956], light),
  ];
}

/** Encodes a signal in 10 bits of limited range (ITU-R BT.2020, table 5). */
function tenBits(signal: Light): Light {
  const [red, , blue] = signal;
  const luma = dot([0.2627, 0.678, 0.0593], signal);
  const chroma = (value: number, divisor: number) => 512 + 896 * (value - luma) / divisor;
  return each([64 + 876 * luma, chroma(blue, 1.8814), chroma(red, 1.4746)], Math.round);
}

function each(light: Light, change: (value: number) => number): Light {
  const [red, green, blue] = light;
  return [change(red), change(green), change(blue)];
}

function dot(weights: Light, light: Light): number {
  return weights.reduce((sum, weight, i) => sum + weight * light[i]!, 0);
}
