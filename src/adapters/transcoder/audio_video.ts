/**
 * Transcoding of audio and video: all renditions in one run of ffmpeg. Each result is verified;
 * results that miss their size are encoded again.
 */
import type { Rendered } from "../../core/media/media_file.ts";
import {
  type RenditionFile,
  StoreDown,
  TranscodeFailed,
  type TranscodeOptions,
} from "../../ports/mod.ts";
import { type CommandLimits, heartbeatArgs, transcodeArgs } from "./command.ts";
import type { Goal } from "./goal.ts";
import type { ProbedAudioVideo, ProbeLimits } from "./probe.ts";
import { run } from "./programs.ts";
import {
  advance,
  type Attempt,
  begin,
  newTask,
  type Outcome,
  resultOf,
  type Task,
} from "./task.ts";
import { Progress } from "./tracks.ts";
import { type Verified, verify } from "./verify.ts";

/** Limits of a source; the time limit is for one run of ffmpeg with all renditions. */
export type AudioVideoLimits = ProbeLimits & CommandLimits;

const MAX_ROUNDS = 4;
const PROGRESS_INTERVAL_MS = 250;

/**
 * Transcodes a source to all goals. Removes all files when it fails.
 *
 * @throws TranscodeFailed when the source is unusable or a limit passes.
 * @throws StoreDown when the disk is full.
 */
export async function transcodeAudioVideo(
  source: ProbedAudioVideo,
  goals: readonly Goal[],
  directory: string,
  limits: AudioVideoLimits,
  onProgress: TranscodeOptions["onProgress"] = () => {},
): Promise<Rendered<RenditionFile>> {
  const onRead = throttleProgress(source.durationMs, onProgress);
  const paths: string[] = [];
  let tasks: readonly Task[] = goals.map(newTask);
  try {
    for (let round = 1; round <= MAX_ROUNDS && tasks.some(({ done }) => !done); round++) {
      const steps = tasks.map((task) => begin(task, source, directory));
      const attempts = steps.flatMap(({ attempt }) => attempt ?? []);
      paths.push(...attempts.map(({ path }) => path));
      const outcomes = await outcomesOf(attempts, source, directory, limits, onRead);
      const next = steps.map(({ task, attempt }) =>
        attempt === null ? task : advance(task, outcomes.get(attempt)!)
      );
      await removeUnused([...filesOf(tasks), ...attempts], filesOf(next));
      tasks = next;
    }
  } catch (error) {
    await Promise.allSettled(paths.map(remove));
    throw error;
  }
  onProgress(1);
  return { ...resultOf(tasks), warnings: source.warnings };
}

/**
 * Makes all attempts in one run, and evaluates them: a usable result fits its bytes, has the expected
 * tracks and runs as long as the source.
 */
async function outcomesOf(
  attempts: readonly Attempt[],
  source: ProbedAudioVideo,
  directory: string,
  limits: AudioVideoLimits,
  onRead: (ms: number) => void,
): Promise<ReadonlyMap<Attempt, Outcome>> {
  if (attempts.length === 0) return new Map();
  await encode(source, attempts, directory, limits, onRead);
  const sized: { attempt: Attempt; bytes: number }[] = [];
  for (const attempt of attempts) {
    sized.push({ attempt, bytes: (await Deno.stat(attempt.path)).size });
  }
  const fits = ({ attempt, bytes }: typeof sized[number]) => bytes <= attempt.maxBytes;
  const reason = `the ${source.kind} could not be made small enough`;
  const tooBig = sized.filter((result) => !fits(result)).map(({ attempt, bytes }) =>
    [attempt, { fits: false, bytes, reason }] as const
  );
  return new Map([...tooBig, ...await verifiedOutcomes(sized.filter(fits), source, limits)]);
}

async function encode(
  source: ProbedAudioVideo,
  attempts: readonly Attempt[],
  directory: string,
  limits: AudioVideoLimits,
  onRead: (ms: number) => void,
): Promise<void> {
  const progress = new Progress();
  const args = [...transcodeArgs(source, attempts, limits), ...heartbeatArgs(source)];
  const { success, outOfMemory, diskFull } = await run("ffmpeg", args, {
    ...limits,
    access: { reads: [source.path], writes: directory },
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
 * Verifies the results that fit their bytes.
 *
 * @throws TranscodeFailed when a result is not as its encoding says, or ends too early.
 */
async function verifiedOutcomes(
  results: readonly { attempt: Attempt; bytes: number }[],
  source: ProbedAudioVideo,
  limits: AudioVideoLimits,
): Promise<(readonly [Attempt, Outcome])[]> {
  if (results.length === 0) return [];
  const verified = await verify(results.map(({ attempt }) => attempt), source.kind, limits);
  if (verified === null) throw new TranscodeFailed(`the ${source.kind} cannot be decoded`);
  for (const result of verified) checkLength(source, result);
  return results.map(({ attempt, bytes }, i) => {
    const { rendition, path, maxBytes, encoding: { type, picture, full } } = attempt;
    const { width = null, height = null } = picture?.size ?? {};
    const { durationMs } = verified[i]!;
    // Audio has the best bitrate that fits; a video that is already small need not grow.
    const grows = picture !== null && !full && source.bytes > maxBytes;
    const file = { name: rendition, path, type, bytes, width, height, durationMs };
    return [attempt, { fits: true, file, grows }];
  });
}

/** Losses up to which a result is whole: encoders start and end within a few frames. */
const TOLERANCE = { ms: 500, part: 0.02 };

/** @throws TranscodeFailed when picture or sound is shorter than in the source. */
function checkLength(source: ProbedAudioVideo, result: Verified): void {
  for (const track of ["shownMs", "soundMs"] as const) {
    const [expected, actual] = [source[track], result[track]];
    const isWhole = expected - actual <= Math.max(TOLERANCE.ms, TOLERANCE.part * expected);
    // Of a sound of a packet or two, nothing may be left.
    if (isWhole && (actual > 0 || track === "soundMs")) continue;
    const [read, all] = [actual, expected].map((ms) => Math.round(ms / 100) / 10);
    throw new TranscodeFailed(`only ${read} of ${all} seconds could be read`);
  }
}

function filesOf(tasks: readonly Task[]): RenditionFile[] {
  return tasks.flatMap(({ file }) => file ?? []);
}

/** Removes the files that are not among those in use. */
async function removeUnused(
  files: readonly { path: string }[],
  used: readonly { path: string }[],
): Promise<void> {
  const usedPaths = new Set(used.map(({ path }) => path));
  for (const { path } of files) if (!usedPaths.has(path)) await remove(path);
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
