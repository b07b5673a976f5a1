/** The command line that makes all renditions of a source in one run of ffmpeg. Pure. */
import type { Encoding, PictureEncoding } from "./encoding.ts";
import type { Facts } from "./probe.ts";
import { inputLimits, type RunningKind } from "./programs.ts";

/** One file to write. */
export interface Output {
  encoding: Encoding;
  maxBytes: number;
  path: string;
}

export interface CommandLimits {
  timeLimitMs: number;
  threads: number;
  maxPixels: number;
}

/**
 * The source is decoded once, and its picture made smaller once: the smaller ones are made from the
 * largest.
 */
export function transcodeArgs(
  source: { path: string; kind: RunningKind },
  facts: Facts,
  outputs: readonly Output[],
  { threads, timeLimitMs, maxPixels }: CommandLimits,
): string[] {
  const pictures = outputs.map(({ encoding }) => encoding.picture).filter((one) => one !== null);
  return [
    ...["-nostdin", "-n", "-filter_complex_threads", String(threads)],
    // CPU seconds, for a run that no longer reads.
    ...["-timelimit", String(Math.ceil(threads * timeLimitMs / 1000))],
    ...[...inputLimits(source.kind, maxPixels), "-threads", String(threads)],
    ...["-i", `file:${source.path}`],
    ...(pictures.length > 0 ? ["-filter_complex", filters(facts.picture!.stream, pictures)] : []),
    ...outputs.flatMap(({ encoding: { picture, sound, args }, maxBytes, path }, i) => [
      ...(picture ? ["-map", `[out${i}]`, ...picture.args] : ["-vn"]),
      ...(sound ? ["-map", `0:${facts.sound!.stream}`, ...sound.args] : ["-an"]),
      ...[...ANONYMOUS, "-sn", "-dn", "-threads", String(threads), ...length(facts), ...args],
      // A safety net for the disk only: it cuts, and what is over is not used.
      ...["-fs", String(2 * maxBytes), `file:${path}`],
    ]),
  ];
}

/**
 * What stands behind the outputs: on standard output goes a line for every packet that is read
 * (see tracks.ts). Besides what it tells, an ffmpeg whose reader is gone cannot write it, and ends
 * in about a second.
 */
export function heartbeatArgs(facts: Facts): string[] {
  const tracks = [facts.picture, facts.sound].filter((one) => one !== null);
  return [
    ...tracks.flatMap(({ stream }) => ["-map", `0:${stream}`]),
    ...["-c", "copy", ...length(facts), "-flush_packets", "1", "-f", "framecrc", "pipe:1"],
  ];
}

/** Files may go on for ever, and headers may lie. */
function length({ durationMs }: Facts): string[] {
  return ["-t", String(durationMs / 1000 + 1)];
}

/** Neither the source's metadata nor the encoders' versions. */
const ANONYMOUS = [
  ...["-map_metadata", "-1", "-map_chapters", "-1"],
  ...["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"],
];

/** From the source's picture to one labelled with each output's number. */
function filters(stream: number, pictures: readonly PictureEncoding[]): string {
  const largest = pictures.reduce((a, b) => area(b.shown) > area(a.shown) ? b : a);
  const fastest = pictures.reduce((a, b) => fps(b) > fps(a) ? b : a);
  const { width, height } = largest.shown;
  const copies = pictures.map((_, i) => `[copy${i}]`).join("");
  const trunk = `[0:${stream}]fps=${fastest.rate},scale=${width}:${height},` +
    `split=${pictures.length}${copies}`;
  const branches = pictures.map((picture, i) => {
    const { shown, size, rate } = picture;
    const steps = [
      rate === fastest.rate ? null : `fps=${rate}`,
      area(shown) === area(largest.shown) ? null : `scale=${shown.width}:${shown.height}`,
      size === shown ? null : `pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2`,
      "setsar=1",
    ];
    return `[copy${i}]${steps.filter((one) => one !== null).join(",")}[out${i}]`;
  });
  return [trunk, ...branches].join(";");
}

function area({ width, height }: { width: number; height: number }): number {
  return width * height;
}

function fps({ rate }: PictureEncoding): number {
  const [frames, seconds = "1"] = rate.split("/");
  return Number(frames) / Number(seconds);
}
