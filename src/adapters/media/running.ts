/** Audio and video: all renditions in one run of ffmpeg, each checked, those too big made again. */
import { type TranscodedFile, TranscodeFailed, type TranscodeSource } from "../../env.ts";
import type { Goal } from "./goal.ts";
import { encodeAudio, encodeVideo, type Encoding } from "./encoding.ts";
import { type Facts, probe, type ProbeLimits } from "./probe.ts";
import { inputLimits, run, type RunningKind } from "./programs.ts";

export interface RunningLimits extends ProbeLimits {
  /** For one run of ffmpeg, however many renditions. */
  timeLimitMs: number;
  threads: number;
}

export type RunningSource = TranscodeSource & { kind: RunningKind };

/** A goal on its way. */
interface Task extends Goal {
  /** Part of `maxBytes` that the encoder is told to fill. */
  aim: number;
  file: TranscodedFile | null;
}

interface Attempt {
  task: Task;
  encoding: Encoding;
  path: string;
}

/** Average bitrates land just above or below: aim below at first, and lower each time. */
const FIRST_AIM = 0.97;
const MAX_ROUNDS = 4;

export async function transcodeRunning(
  source: RunningSource,
  goals: readonly Goal[],
  directory: string,
  limits: RunningLimits,
): Promise<TranscodedFile[]> {
  const facts = await probe(source.path, source.kind, limits);
  const tasks = goals.map((goal): Task => ({ ...goal, aim: FIRST_AIM, file: null }));
  const written: string[] = [];
  try {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const attempts = tasks.filter(({ file }) => file === null).map((task): Attempt => {
        const encoding = encodingFor(source.kind, task, facts);
        const name = `${task.rendition.name}-${crypto.randomUUID()}.${encoding.extension}`;
        return { task, encoding, path: `${directory}/${name}` };
      });
      if (attempts.length === 0) break;
      written.push(...attempts.map(({ path }) => path));
      await encodeAll(source, attempts, facts, limits);
      for (const attempt of attempts) await settle(attempt, source.kind, facts, limits);
    }
    return tasks.map(({ file }) => {
      if (file !== null) return file;
      throw new TranscodeFailed(`the ${source.kind} could not be made small enough`);
    });
  } catch (error) {
    for (const path of written) await Deno.remove(path).catch(() => {}); // not all are there
    throw error;
  }
}

function encodingFor(kind: RunningKind, { rendition, ...budget }: Task, facts: Facts): Encoding {
  return kind === "audio"
    ? encodeAudio(rendition.audio, facts, budget)
    : encodeVideo(rendition.video, facts, budget);
}

/** Takes a result that fits; aims lower after one that does not. */
async function settle(
  attempt: Attempt,
  kind: RunningKind,
  facts: Facts,
  limits: RunningLimits,
): Promise<void> {
  const { task, path } = attempt;
  const bytes = (await Deno.stat(path)).size;
  if (bytes <= task.maxBytes) {
    task.file = await verified(attempt, bytes, kind, facts, limits);
  } else {
    task.aim *= Math.min(0.97, 0.98 * task.maxBytes / bytes);
    await Deno.remove(path);
  }
}

async function encodeAll(
  source: RunningSource,
  attempts: readonly Attempt[],
  facts: Facts,
  limits: RunningLimits,
): Promise<void> {
  const { threads, timeLimitMs, maxPixels, signal } = limits;
  const { success } = await run("ffmpeg", [
    ...["-v", "quiet", "-nostdin", "-n", "-filter_threads", String(threads)],
    // CPU seconds, in case SIGKILL's sender dies before it is due.
    ...["-timelimit", String(Math.ceil(threads * timeLimitMs / 1000))],
    ...[...inputLimits(source.kind, maxPixels), "-threads", String(threads)],
    ...["-i", `file:${source.path}`],
    ...attempts.flatMap(({ encoding, task, path }) => [
      ...[...encoding.args, "-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"],
      ...["-threads", String(threads), "-t", String(facts.durationMs / 1000 + 1)],
      // A safety net for the disk only: it cuts, and what is over is not used.
      ...["-fs", String(2 * task.maxBytes), `file:${path}`],
    ]),
  ], { timeLimitMs, signal });
  if (!success) throw new TranscodeFailed(`the ${source.kind} cannot be decoded`);
}

/** A result counts when ffprobe finds in it what was asked for, at its full length. */
async function verified(
  { task, encoding, path }: Attempt,
  bytes: number,
  kind: RunningKind,
  source: Facts,
  limits: RunningLimits,
): Promise<TranscodedFile> {
  const { picture, sound, durationMs } = await probe(path, kind, {
    ...limits,
    maxDurationMs: 2 * limits.maxDurationMs,
  });
  const { codecs, type, width, height } = encoding;
  if ((picture?.codec ?? null) !== codecs.picture || (sound?.codec ?? null) !== codecs.sound) {
    throw new TranscodeFailed(`the ${kind} cannot be decoded`);
  }
  if (durationMs < 0.9 * source.durationMs - 500) {
    throw new TranscodeFailed("the file is damaged: parts of it cannot be decoded");
  }
  const size = width === undefined ? {} : { width, height };
  return { rendition: task.rendition.name, path, type, bytes, durationMs, ...size };
}
