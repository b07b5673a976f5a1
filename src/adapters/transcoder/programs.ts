/**
 * Runs ffmpeg and ffprobe on untrusted files: no environment, no standard input, bounded output and
 * memory, and SIGKILL after a time limit, in a sandbox where there is one. `inputLimits` restricts
 * what they may open.
 */
import { TranscodeFailed } from "../../ports/mod.ts";
import { startChild } from "./child.ts";
import { DECODERS } from "./codecs.ts";
import { limitMemory } from "./memory.ts";
import { type Access, hasSandbox, inSandbox } from "./sandbox.ts";

/** Kinds of source that these programs read. */
export type AudioVideoKind = "audio" | "video";

/**
 * Allowed containers by kind, with ffmpeg's names. Without this list a playlist disguised as `.mp4`
 * could make ffmpeg read any file that it lists.
 */
const CONTAINERS: Record<AudioVideoKind, string> = {
  // AMR often comes as 3GP, and our own AAC is in MP4.
  audio: "mp3,wav,amr,mov,mp4,m4a,3gp,3g2,mj2",
  video: "mov,mp4,m4a,3gp,3g2,mj2,avi,asf,mpeg,mpegts,mpegvideo",
};

/** Maximum size of a single allocation: a 4K frame takes 12 MB, 8 bit 4:2:0. */
const MAX_ALLOC_BYTES = 256 * 1024 * 1024;
/**
 * Maximum tracks, each of which takes memory: phones write half a dozen beside picture and sound.
 */
const MAX_TRACKS = 32;

/**
 * Messages about memory, also when it is too short to start a thread. A decoder without memory for
 * a frame reports only that `get_buffer()` failed, and then takes the picture for damaged.
 */
const OUT_OF_MEMORY =
  /memory|malloc|get_buffer\(\) failed|resource temporarily unavailable|error while opening encoder/i;

/** Messages of the system about the disk, as the programs repeat them. */
const DISK_FULL = /no space left on device|disk quota exceeded|read-only file system/i;

/** Builds the arguments before an input, for both programs. */
export function inputLimits(kind: AudioVideoKind, maxPixels: number): string[] {
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
  /** Files of the machine that it gets. Default: none. */
  access?: Access;
  /** Memory limit in bytes (see `limitMemory`). Default: none, for runs without an input. */
  maxMemoryBytes?: number;
  /** Maximum standard output in bytes; a program that writes more is killed. */
  maxOutputBytes?: number;
  /** Receives standard output line by line; then `output` is empty. */
  onLine?(line: string): void;
  /** Whether it describes its inputs, in `messages`. Default: false. */
  collectsMessages?: boolean;
  signal?: AbortSignal;
}

export interface RunResult {
  success: boolean;
  output: string;
  /** Whether it reported a lack of memory. */
  outOfMemory: boolean;
  /** Whether it reported that the disk it writes to is full or read-only. */
  diskFull: boolean;
  /** Its messages, if it collects them. They contain paths. */
  messages: string;
}

/**
 * Runs a program to its end.
 *
 * @throws TranscodeFailed when it passes the time limit or writes too much output.
 */
export async function run(
  program: "ffmpeg" | "ffprobe",
  args: readonly string[],
  {
    timeLimitMs,
    access = { reads: [], writes: null },
    maxMemoryBytes,
    maxOutputBytes = 1_000_000,
    onLine,
    collectsMessages = false,
    signal,
  }: RunOptions,
): Promise<RunResult> {
  const isSandboxed = await hasSandbox();
  signal?.throwIfAborted();
  const command = [program, "-v", collectsMessages ? "info" : "error", ...args];
  const child = startChild(
    isSandboxed ? inSandbox(command, access, maxMemoryBytes) : command,
    isSandboxed,
  );
  // In the sandbox the limit is set before the program starts.
  if (maxMemoryBytes !== undefined && !isSandboxed) limitMemory(child.pid, maxMemoryBytes);

  let stopped: unknown;
  const stop = async (reason: unknown) => {
    stopped ??= reason;
    await child.kill();
  };
  const onAbort = () => stop(signal!.reason);
  signal?.addEventListener("abort", onAbort);
  const timer = setTimeout(
    () => stop(new TranscodeFailed(`transcoding takes more than ${timeLimitMs / 1000} s`)),
    timeLimitMs,
  );
  try {
    const onExcess = () => stop(new TranscodeFailed("the file is damaged"));
    const [{ success }, output, diagnostics] = await Promise.all([
      child.status,
      onLine === undefined
        ? readUpTo(child.stdout, maxOutputBytes, onExcess)
        : readLines(child.stdout, onLine),
      readDiagnostics(child.stderr, collectsMessages ? MAX_MESSAGES : 0),
    ]);
    if (stopped !== undefined) throw stopped;
    return { success, output, ...diagnostics };
  } catch (error) {
    await stop(error); // for example an error of `onLine`: the program must not outlive this call
    throw stopped;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  onExcess: () => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) onExcess();
    else text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** Passes on each line; lines of both programs are short. */
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

/** Maximum characters of collected messages: descriptions of tracks come first, and are short. */
const MAX_MESSAGES = 100_000;

/** Classifies error messages. The texts contain paths and help no customer. */
async function readDiagnostics(
  stream: ReadableStream<Uint8Array>,
  maxMessages: number,
): Promise<Pick<RunResult, "outOfMemory" | "diskFull" | "messages">> {
  const decoder = new TextDecoder();
  const diagnostics = { outOfMemory: false, diskFull: false, messages: "" };
  for await (const chunk of stream) {
    // Each line is written at once, so a chunk has complete lines.
    const lines = decoder.decode(chunk, { stream: true });
    diagnostics.outOfMemory ||= OUT_OF_MEMORY.test(lines);
    diagnostics.diskFull ||= DISK_FULL.test(lines);
    if (diagnostics.messages.length < maxMessages) diagnostics.messages += lines;
  }
  return diagnostics;
}
