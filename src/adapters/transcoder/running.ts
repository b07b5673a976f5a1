/** Audio and video: all renditions in one run of ffmpeg, each checked, those that miss made again. */
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
import { type Facts, isWhole, type ProbeLimits } from "./probe.ts";
import { run, type RunningKind } from "./programs.ts";
import { missedBy, newTask, settleFitting, settleTooBig, type Task } from "./task.ts";
import { Progress } from "./tracks.ts";
import { verify } from "./verify.ts";

/** The time is for one run of ffmpeg, however many renditions. */
export type RunningLimits = ProbeLimits & CommandLimits;

export type RunningSource = TranscodeSource & { kind: RunningKind };

interface Attempt {
  task: Task;
  encoding: Encoding;
  maxBytes: number;
  path: string;
}

const MAX_ROUNDS = 4;
const PROGRESS_INTERVAL_MS = 250;

export async function transcodeRunning(
  source: RunningSource,
  facts: Facts,
  goals: readonly Goal[],
  directory: string,
  limits: RunningLimits,
  onProgress: TranscodeOptions["onProgress"] = () => {},
): Promise<Transcoded> {
  const tasks = goals.map(newTask);
  const onRead = reporter(facts.durationMs, onProgress);
  const written: string[] = [];
  try {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const attempts = begin(tasks, source.kind, facts, directory);
      if (attempts.length === 0) break;
      written.push(...attempts.map(({ path }) => path));
      await encode(source, attempts, facts, limits, onRead);
      await settle(attempts, source.kind, facts, limits);
    }
  } catch (error) {
    await Promise.allSettled(written.map(remove));
    throw error;
  }
  onProgress(1);
  return {
    made: tasks.map(({ file }) => file).filter((file) => file !== null),
    missed: missedBy(tasks),
  };
}

/** The next attempts at what is not done. What cannot fit is done with. */
function begin(
  tasks: readonly Task[],
  kind: RunningKind,
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

function fit(kind: RunningKind, { rendition, ...budget }: Task, facts: Facts): Fitted {
  return kind === "audio"
    ? encodeAudio(rendition.audio, facts, budget)
    : encodeVideo(rendition.video, facts, budget);
}

async function encode(
  source: RunningSource,
  attempts: readonly Attempt[],
  facts: Facts,
  limits: RunningLimits,
  onRead: (ms: number) => void,
): Promise<void> {
  const progress = new Progress();
  const args = [...transcodeArgs(source, facts, attempts, limits), ...heartbeatArgs(facts)];
  const { success, starved, diskFull } = await run("ffmpeg", args, {
    ...limits,
    onLine(line) {
      const ms = progress.read(line);
      if (ms !== null) onRead(ms);
    },
  });
  if (success) return;
  // It says nothing of the file: to be tried again.
  if (diskFull) throw new StoreDown("no room on the disk for files in work");
  if (starved) throw new TranscodeFailed("transcoding takes too much memory");
  throw new TranscodeFailed(`the ${source.kind} cannot be decoded`);
}

/** A result counts when it fits, holds what was asked for, and runs as long as the source. */
async function settle(
  attempts: readonly Attempt[],
  kind: RunningKind,
  facts: Facts,
  limits: RunningLimits,
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
  if (!verified.every(({ shownMs }) => shownMs > 0 && isWhole(facts.shownMs, shownMs))) {
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
    // Sound has a bitrate that fits; a film that is small already need not grow.
    const grows = picture !== null && !full && facts.bytes > task.maxBytes;
    const superseded = settleFitting(task, file, grows);
    if (superseded !== null) await remove(superseded.path);
  }
}

/** Passes on how far a run has come: a few times a second, and never back. */
function reporter(durationMs: number, onProgress: (part: number) => void): (ms: number) => void {
  let told = 0;
  let at = -Infinity;
  return (ms) => {
    const part = Math.min(1, ms / durationMs);
    if (part <= told || performance.now() - at < PROGRESS_INTERVAL_MS) return;
    told = part;
    at = performance.now();
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
