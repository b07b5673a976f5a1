/** What ffprobe says of an audio or video file, and what of that is refused before decoding. */
import { TranscodeFailed } from "../../ports/mod.ts";
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
  /** Of the file. */
  bytes: number;
  durationMs: number;
  /** How much of that has a picture, or in audio, sound. */
  shownMs: number;
  picture: Picture | null;
  sound: Sound | null;
}

export interface ProbeLimits {
  maxPixels: number;
  maxDurationMs: number;
  maxMemoryBytes: number;
  signal?: AbortSignal;
}

/** Nothing is decoded but the first frames: what takes longer is not a file anyone recorded. */
const PROBE_TIME_LIMIT_MS = 30_000;
/** Some 90 a packet: ten minutes of film take a quarter of it. */
const MAX_OUTPUT_BYTES = 16_000_000;
/** Up to so many times too many pixels, the customer is told how many; beyond, just refused. */
const TELLABLE = 8;
/** Where a file does not say (or says nonsense). */
const USUAL_FPS = 25;

/** Formats without a header: what ffprobe says of their length is a guess by the first frames. */
const UNTOLD = new Set(["mp3", "mpegvideo", "amr"]);

/** A file may be this much shorter than it says, and still be whole: 10 % and half a second. */
export function isWhole(saysMs: number, runsMs: number): boolean {
  return runsMs >= 0.9 * saysMs - 500;
}

/** The parts of `ffprobe -of json` that are asked for. */
interface ProbeOutput {
  format?: { format_name?: string; start_time?: string; duration?: string; size?: string };
  streams?: ProbeStream[];
  packets?: ProbePacket[];
}

interface ProbeStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  nb_frames?: string;
  channels?: number;
  time_base?: string;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

/** Times in units of the stream's time base. */
interface ProbePacket {
  stream_index: number;
  dts?: number;
  pts?: number;
  duration?: number;
  flags?: string;
}

const ENTRIES = [
  "format=format_name,start_time,duration,size",
  "stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,channels",
  "stream=avg_frame_rate,nb_frames,time_base",
  "stream_disposition=attached_pic",
  "stream_side_data=rotation",
  "packet=stream_index,dts,pts,duration,flags",
].join(":");

/** Throws TranscodeFailed unless the file is of its kind and within the limits. */
export async function probe(path: string, kind: RunningKind, limits: ProbeLimits): Promise<Facts> {
  const { streams = [], format, packets = [] } = await ask(path, kind, limits);
  const video = streams.find((one) => one.codec_type === "video" && !one.disposition?.attached_pic);
  const audio = streams.find((one) => one.codec_type === "audio" && one.codec_name !== undefined);

  if (kind === "video" && video === undefined) throw new TranscodeFailed("the file has no video");
  if (kind === "audio" && audio === undefined) throw new TranscodeFailed("the file has no sound");
  const picture = kind === "video" ? pictureOf(video!, limits.maxPixels) : null;
  const sound = audio === undefined
    ? null
    : { stream: audio.index, codec: audio.codec_name!, channels: audio.channels ?? 1 };

  const saysMs = toldMs(format, video);
  const startMs = 1000 * Number(format?.start_time) || 0;
  const shownMs = endMs(kind === "video" ? video! : audio!, packets, startMs);
  // Sound may go on when the picture has ended.
  const durationMs = Math.max(shownMs, audio ? endMs(audio, packets, startMs) : 0);
  if (Math.max(durationMs, saysMs) > limits.maxDurationMs) {
    throw new TranscodeFailed(
      `the ${kind} runs for more than the ${limits.maxDurationMs / 1000} s allowed`,
    );
  }
  if (shownMs === 0 || !isWhole(saysMs, durationMs)) {
    throw new TranscodeFailed("the file is damaged: it ends too early");
  }
  return { bytes: Number(format?.size ?? 0), durationMs, shownMs, picture, sound };
}

/** The length that the file claims, in milliseconds; 0 where it claims none. */
function toldMs(format: ProbeOutput["format"], video: ProbeStream | undefined): number {
  if (UNTOLD.has(format?.format_name ?? "")) return 0;
  // Of a cut AVI, ffprobe's duration is what there is; only its frames are what there should be.
  const fps = format?.format_name === "avi" ? ratio(video?.avg_frame_rate, "/") : null;
  const seconds = fps === null ? format?.duration : Number(video?.nb_frames) / fps;
  return 1000 * Number(seconds) || 0;
}

/** The packets are walked through without decoding them: 50 MB in 0.1 s. */
async function ask(path: string, kind: RunningKind, limits: ProbeLimits): Promise<ProbeOutput> {
  const { success, output } = await run("ffprobe", [
    ...inputLimits(kind, limits.maxPixels * TELLABLE),
    ...["-read_intervals", `%+${limits.maxDurationMs / 1000 + 1}`],
    ...["-show_entries", ENTRIES, "-of", "json=compact=1", `file:${path}`],
  ], { ...limits, timeLimitMs: PROBE_TIME_LIMIT_MS, maxOutputBytes: MAX_OUTPUT_BYTES });
  if (success) return JSON.parse(output);
  throw new TranscodeFailed(`the file is not ${kind} of a supported format, or is damaged`);
}

/**
 * When a stream really ends, in milliseconds from the file's start, by the packets that are shown:
 * headers may lie, and MP3 and raw MPEG video have none.
 */
function endMs(stream: ProbeStream, packets: readonly ProbePacket[], startMs: number): number {
  const unitMs = 1000 * (ratio(stream.time_base, "/") ?? 0);
  let end = 0;
  for (const { stream_index, dts, pts, duration = 0, flags } of packets) {
    if (stream_index !== stream.index || flags?.includes("D")) continue;
    const begin = Math.max(dts ?? -Infinity, pts ?? -Infinity);
    end = Math.max(end, (begin + duration) * unitMs - startMs);
  }
  return Math.round(end);
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
