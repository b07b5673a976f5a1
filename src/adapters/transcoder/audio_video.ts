/**
 * Transcoding of audio and video: all renditions in one run of ffmpeg. Each result is verified;
 * results that miss their size are encoded again.
 */
import {
  StoreDown,
  type TranscodedFile,
  TranscodeFailed,
  type TranscodeOptions,
  type TranscodeSource,
} from "../../ports/mod.ts";
import { type CommandLimits, heartbeatArgs, transcodeArgs } from "./command.ts";
import { encodeAudio, encodeVideo, type Encoding, type Fitted } from "./encoding.ts";
import type { Goal, Transcoded } from "./goal.ts";
import { type Facts, isComplete, type ProbeLimits } from "./probe.ts";
import { type AudioVideoKind, run } from "./programs.ts";
import { missedBy, newTask, settleFitting, settleTooBig, type Task } from "./task.ts";
import { Progress } from "./tracks.ts";
import { verify } from "./verify.ts";

/** Limits of a source; the time limit is for one run of ffmpeg with all renditions. */
export type AudioVideoLimits = ProbeLimits & CommandLimits;

export type AudioVideoSource = TranscodeSource & { kind: AudioVideoKind };

interface Attempt {
  task: Task;
  encoding: Encoding;
  maxBytes: number;
  path: string;
}

const MAX_ROUNDS = 4;
const PROGRESS_INTERVAL_MS = 250;

/**
 * Transcodes a source to all goals. Removes all files when it fails.
 *
 * @throws TranscodeFailed when the source is unusable or a limit passes.
 * @throws StoreDown when the disk is full.
 */
export async function transcodeAudioVideo(
  source: AudioVideoSource,
  facts: Facts,
  goals: readonly Goal[],
  directory: string,
  limits: AudioVideoLimits,
  onProgress: TranscodeOptions["onProgress"] = () => {},
): Promise<Transcoded> {
  const tasks = goals.map(newTask);
  const onRead = throttleProgress(facts.durationMs, onProgress);
  const paths: string[] = [];
  try {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const attempts = planAttempts(tasks, source.kind, facts, directory);
      if (attempts.length === 0) break;
      paths.push(...attempts.map(({ path }) => path));
      await encode(source, attempts, facts, limits, onRead);
      await settle(attempts, source.kind, facts, limits);
    }
  } catch (error) {
    await Promise.allSettled(paths.map(remove));
    throw error;
  }
  onProgress(1);
  return {
    renditions: tasks.map(({ file }) => file).filter((file) => file !== null),
    missed: missedBy(tasks),
  };
}

/** Plans the next attempts at unfinished tasks; finishes tasks that can never fit. */
function planAttempts(
  tasks: readonly Task[],
  kind: AudioVideoKind,
  facts: Facts,
  directory: string,
): Attempt[] {
  const attempts: Attempt[] = [];
  for (const task of tasks.filter(({ done }) => !done)) {
    const fitted = fit(kind, task, facts);
    if (fitted.ok) {
      const { encoding } = fitted;
      const name = `${task.rendition.name}-${crypto.randomUUID()}.${encoding.extension}`;
      attempts.push({ task, encoding, maxBytes: task.maxBytes, path: `${directory}/${name}` });
    } else {
      task.done = true;
      task.reason = fitted.reason;
    }
  }
  return attempts;
}

function fit(kind: AudioVideoKind, { rendition, ...budget }: Task, facts: Facts): Fitted {
  return kind === "audio"
    ? encodeAudio(rendition.audio, facts, budget)
    : encodeVideo(rendition.video, facts, budget);
}

async function encode(
  source: AudioVideoSource,
  attempts: readonly Attempt[],
  facts: Facts,
  limits: AudioVideoLimits,
  onRead: (ms: number) => void,
): Promise<void> {
  const progress = new Progress();
  const args = [...transcodeArgs(source, facts, attempts, limits), ...heartbeatArgs(facts)];
  const { success, outOfMemory, diskFull } = await run("ffmpeg", args, {
    ...limits,
    onLine(line) {
      const ms = progress.read(line);
      if (ms !== null) onRead(ms);
    },
  });
  if (success) return;
  // Not the file's fault: StoreDown makes the job retry.
  if (diskFull) throw new StoreDown("the disk has no room for temporary files");
  if (outOfMemory) throw new TranscodeFailed("transcoding takes too much memory");
  throw new TranscodeFailed(`the ${source.kind} cannot be decoded`);
}

/**
 * Evaluates the results: a usable one fits its bytes, has the expected tracks and runs as long as
 * the source.
 */
async function settle(
  attempts: readonly Attempt[],
  kind: AudioVideoKind,
  facts: Facts,
  limits: AudioVideoLimits,
): Promise<void> {
  const fitting: (Attempt & { bytes: number })[] = [];
  for (const attempt of attempts) {
    const bytes = (await Deno.stat(attempt.path)).size;
    if (bytes <= attempt.maxBytes) fitting.push({ ...attempt, bytes });
    else {
      settleTooBig(attempt.task, bytes);
      attempt.task.reason = `the ${kind} could not be made small enough`;
      await remove(attempt.path);
    }
  }
  if (fitting.length === 0) return;

  const verified = await verify(fitting, kind, limits);
  if (verified === null) throw new TranscodeFailed(`the ${kind} cannot be decoded`);
  if (!verified.every(({ shownMs }) => shownMs > 0 && isComplete(facts.shownMs, shownMs))) {
    throw new TranscodeFailed("the file is damaged: parts of it cannot be decoded");
  }
  for (const [i, { task, encoding, path, bytes }] of fitting.entries()) {
    const { type, picture, full } = encoding;
    const file: TranscodedFile = {
      rendition: task.rendition.name,
      path,
      type,
      bytes,
      durationMs: verified[i]!.durationMs,
      ...picture?.size && { width: picture.size.width, height: picture.size.height },
    };
    // Audio has the best bitrate that fits; a video that is already small need not grow.
    const grows = picture !== null && !full && facts.bytes > task.maxBytes;
    const superseded = settleFitting(task, file, grows);
    if (superseded !== null) await remove(superseded.path);
  }
}

/** Converts positions to progress, reported a few times a second and only when it has grown. */
function throttleProgress(
  durationMs: number,
  onProgress: (part: number) => void,
): (ms: number) => void {
  let reported = 0;
  let reportedAt = -Infinity;
  return (ms) => {
    const part = Math.min(1, ms / durationMs);
    if (part <= reported || performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
    reported = part;
    reportedAt = performance.now();
    onProgress(part);
  };
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error; // never written
  }
}
