/**
 * Runs ffmpeg and ffprobe on files from strangers: no environment, no standard input, bounded
 * output and memory, and SIGKILL when the time is up. What they may open is in `inputLimits`.
 */
import { TranscodeFailed } from "../../ports/mod.ts";
import { limitMemory } from "./memory.ts";

/** The kinds of source these programs read. */
export type RunningKind = "audio" | "video";

/**
 * Containers by kind, by their names in ffmpeg. Without this list a playlist named `.mp4` would
 * have ffmpeg read whatever files it names, whatever the protocols allowed.
 */
const CONTAINERS: Record<RunningKind, string> = {
  // AMR comes as 3GP as often as not, and our own AAC is in MP4.
  audio: "mp3,wav,amr,mov,mp4,m4a,3gp,3g2,mj2",
  video: "mov,mp4,m4a,3gp,3g2,mj2,avi,asf,mpeg,mpegvideo",
};

/** Decoders for what those containers hold in practice: hundreds of rarely tried ones stay shut. */
const DECODERS = [
  "h264,hevc,mpeg4,mpeg1video,mpeg2video,h263,mjpeg,msmpeg4v1,msmpeg4v2,msmpeg4",
  "wmv1,wmv2,wmv3,vc1,vp8,vp9,libdav1d,av1,png,dvvideo,prores",
  "aac,mp3,mp3float,mp2,mp2float,mp1,mp1float,ac3,eac3,alac,flac,opus,vorbis,wmav1,wmav2,wmapro",
  "amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,gsm_ms",
  "pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw",
].join(",");

/** No single allocation beyond this: a 4K frame takes 12 MB, 8 bit 4:2:0. */
const MAX_ALLOC_BYTES = 256 * 1024 * 1024;
/** Phones write half a dozen tracks beside picture and sound. Each one more takes memory. */
const MAX_TRACKS = 32;

/** Also what they say when no thread can be started for want of memory. */
const STARVED = /memory|malloc|resource temporarily unavailable|error while opening encoder/i;

/** Words of the system, which they repeat. */
const DISK_FULL = /no space left on device|disk quota exceeded|read-only file system/i;

/** What stands before an input of either program. */
export function inputLimits(kind: RunningKind, maxPixels: number): string[] {
  return [
    ["-max_alloc", String(MAX_ALLOC_BYTES)],
    ["-protocol_whitelist", "file"],
    ["-format_whitelist", CONTAINERS[kind]],
    ["-codec_whitelist", DECODERS],
    ["-max_streams", String(MAX_TRACKS)],
    ["-max_pixels", String(maxPixels)],
  ].flat();
}

export interface RunOptions {
  timeLimitMs: number;
  /** See `limitMemory`. Default: none, for what reads no files. */
  maxMemoryBytes?: number;
  /** Bytes of standard output to keep; a program that says more is stopped. */
  maxOutputBytes?: number;
  /** Is given standard output as it comes, a line at a time; then none of it is kept. */
  onLine?(line: string): void;
  signal?: AbortSignal;
}

export interface RunResult {
  success: boolean;
  output: string;
  /** It has complained about memory. */
  starved: boolean;
  /** It has complained about the disk that it writes to. */
  diskFull: boolean;
}

export async function run(
  program: "ffmpeg" | "ffprobe",
  args: readonly string[],
  { timeLimitMs, maxMemoryBytes, maxOutputBytes = 1_000_000, onLine, signal }: RunOptions,
): Promise<RunResult> {
  signal?.throwIfAborted();
  const child = new Deno.Command(program, {
    args: ["-v", "error", ...args],
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (maxMemoryBytes !== undefined) limitMemory(child.pid, maxMemoryBytes);

  let stopped: unknown;
  const stop = (reason: unknown) => {
    stopped ??= reason;
    try {
      child.kill("SIGKILL");
    } catch {
      // it has ended already
    }
  };
  const onAbort = () => stop(signal!.reason);
  signal?.addEventListener("abort", onAbort);
  const timer = setTimeout(
    () => stop(new TranscodeFailed(`transcoding takes more than ${timeLimitMs / 1000} s`)),
    timeLimitMs,
  );
  try {
    const tooMuch = () => stop(new TranscodeFailed("the file is damaged"));
    const [{ success }, output, complaints] = await Promise.all([
      child.status,
      onLine === undefined
        ? readUpTo(child.stdout, maxOutputBytes, tooMuch)
        : readLines(child.stdout, onLine),
      readComplaints(child.stderr),
    ]);
    if (stopped !== undefined) throw stopped;
    return { success, output, ...complaints };
  } catch (error) {
    stop(error); // such as what `onLine` throws: nothing may go on behind the caller's back
    await child.status;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  tooMuch: () => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) tooMuch();
    else text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** Both programs write short lines. */
async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    lines.forEach(onLine);
  }
  return "";
}

/** What they complain of holds paths and is of no use to a customer; this is all that is kept. */
async function readComplaints(
  stream: ReadableStream<Uint8Array>,
): Promise<Pick<RunResult, "starved" | "diskFull">> {
  const decoder = new TextDecoder();
  const found = { starved: false, diskFull: false };
  for await (const chunk of stream) {
    // A line is written at once, so it comes whole.
    const lines = decoder.decode(chunk, { stream: true });
    found.starved ||= STARVED.test(lines);
    found.diskFull ||= DISK_FULL.test(lines);
  }
  return found;
}
