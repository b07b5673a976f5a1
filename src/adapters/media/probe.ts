/** What ffprobe says of an audio or video file, and what of that is refused before decoding. */
import { TranscodeFailed } from "../../env.ts";
import { inputLimits, run, type RunningKind } from "./programs.ts";

export interface Picture {
  /** Stream index in the file. */
  stream: number;
  codec: string;
  /** As displayed: after rotation, with square pixels. */
  width: number;
  height: number;
  fps: number;
}

export interface Sound {
  stream: number;
  codec: string;
  channels: number;
}

export interface Facts {
  durationMs: number;
  picture: Picture | null;
  sound: Sound | null;
}

export interface ProbeLimits {
  maxPixels: number;
  maxDurationMs: number;
  signal?: AbortSignal;
}

/** Probing reads headers and a few packets: what takes longer is not a file anyone recorded. */
const PROBE_TIME_LIMIT_MS = 10_000;
/** Up to so many times too many pixels, the customer is told how many; beyond, just refused. */
const TELLABLE = 8;
/** Where a file does not say (or says nonsense). */
const USUAL_FPS = 25;

/** A file may be this much shorter than it says, and still be whole: 10 % and half a second. */
const isWhole = (saysMs: number, runsMs: number) => runsMs >= 0.9 * saysMs - 500;

/** The parts of `ffprobe -of json` that are asked for. */
interface ProbeOutput {
  format?: { duration?: string };
  streams?: ProbeStream[];
}

interface ProbeStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  channels?: number;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

const ENTRIES = [
  "format=duration",
  "stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,avg_frame_rate,channels",
  "stream_disposition=attached_pic",
  "stream_side_data=rotation",
].join(":");

/** Throws TranscodeFailed unless the file is of its kind and within the limits. */
export async function probe(path: string, kind: RunningKind, limits: ProbeLimits): Promise<Facts> {
  const { success, output } = await run("ffprobe", [
    ...["-v", "quiet", ...inputLimits(kind, limits.maxPixels * TELLABLE)],
    ...["-show_entries", ENTRIES, "-of", "json", `file:${path}`],
  ], { timeLimitMs: PROBE_TIME_LIMIT_MS, signal: limits.signal });
  if (!success) {
    throw new TranscodeFailed(`the file is not ${kind} of a supported format, or is damaged`);
  }
  const { streams = [], format } = JSON.parse(output) as ProbeOutput;
  const video = streams.find((one) => one.codec_type === "video" && !one.disposition?.attached_pic);
  const audio = streams.find((one) => one.codec_type === "audio" && one.codec_name !== undefined);

  if (kind === "video" && video === undefined) throw new TranscodeFailed("the file has no video");
  if (kind === "audio" && audio === undefined) throw new TranscodeFailed("the file has no sound");
  const picture = kind === "video" ? pictureOf(video!, limits.maxPixels) : null;
  const sound = audio === undefined
    ? null
    : { stream: audio.index, codec: audio.codec_name!, channels: audio.channels ?? 1 };

  const saysMs = 1000 * Number(format?.duration ?? NaN);
  const durationMs = await measure(path, kind, limits);
  if (durationMs > limits.maxDurationMs) {
    throw new TranscodeFailed(
      `the ${kind} runs for more than the ${limits.maxDurationMs / 1000} s allowed`,
    );
  }
  if (durationMs === 0 || !isWhole(saysMs || 0, durationMs)) {
    throw new TranscodeFailed("the file is damaged: it ends too early");
  }
  return { durationMs, picture, sound };
}

/**
 * How long it really runs: walks through the packets without decoding them (50 MB in 0.1 s).
 * Headers may lie, and MP3 and raw MPEG video have none.
 */
async function measure(path: string, kind: RunningKind, limits: ProbeLimits): Promise<number> {
  const { output } = await run("ffmpeg", [
    ...["-v", "quiet", "-nostdin", ...inputLimits(kind, limits.maxPixels), "-i", `file:${path}`],
    ...["-map", kind === "video" ? "0:V:0" : "0:a:0", "-c", "copy"],
    ...["-t", String(limits.maxDurationMs / 1000 + 1), "-f", "null", "-progress", "pipe:1", "-"],
  ], { timeLimitMs: PROBE_TIME_LIMIT_MS, signal: limits.signal });
  const last = [...output.matchAll(/^out_time_us=(\d+)$/gm)].at(-1);
  return Math.round(Number(last?.[1] ?? 0) / 1000);
}

function pictureOf(stream: ProbeStream, maxPixels: number): Picture {
  const { index, codec_name: codec, width = 0, height = 0 } = stream;
  if (codec === undefined || width < 1 || height < 1) {
    throw new TranscodeFailed("the video's codec is not supported, or the file is damaged");
  }
  if (width * height > maxPixels) {
    throw new TranscodeFailed(`the video has ${width}×${height} pixels, more than is allowed`);
  }
  const squeezed = ratio(stream.sample_aspect_ratio, ":") ?? 1;
  // Anamorphic video stays within what real cameras make: 1:4 to 4:1.
  const wide = width * Math.min(4, Math.max(0.25, squeezed));
  const turned = stream.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  const fps = ratio(stream.avg_frame_rate, "/") ?? USUAL_FPS;
  return {
    stream: index,
    codec,
    width: turned ? height : Math.round(wide),
    height: turned ? Math.round(wide) : height,
    fps: Math.min(240, Math.max(1, fps)),
  };
}

/** `30000/1001` → 29.97; null for `0/0`, `N/A` and the like. */
function ratio(text: string | undefined, sign: string): number | null {
  const [over, under] = (text ?? "").split(sign).map(Number);
  const value = over! / under!;
  return Number.isFinite(value) && value > 0 ? value : null;
}
