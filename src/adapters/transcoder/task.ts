/**
 * Search for the best result of a goal: task → attempt → outcome → next task, each a new value.
 */
import type { Rendered } from "../../core/media/media_file.ts";
import type { RenditionName } from "../../core/media/renditions.ts";
import type { RenditionFile } from "../../ports/mod.ts";
import { encodeAudio, encodeVideo, type Encoding } from "./encoding.ts";
import type { Goal } from "./goal.ts";
import type { ProbedAudioVideo } from "./probe.ts";

/** State of the search between two attempts. */
export interface Task {
  readonly goal: Goal;
  /** Fraction of `maxBytes` that the next attempt targets. */
  readonly aim: number;
  /** Whether no further attempt would help. */
  readonly done: boolean;
  /** Best result so far. */
  readonly file: RenditionFile | null;
  /** Reason why there is no result, for customers. */
  readonly reason: string;
}

/** Encoding to try: one output file of a run of ffmpeg. */
export interface Attempt {
  readonly rendition: RenditionName;
  readonly encoding: Encoding;
  readonly maxBytes: number;
  readonly path: string;
}

/** Result of an attempt. `grows`: more bytes would improve it. */
export type Outcome =
  | { readonly fits: true; readonly file: RenditionFile; readonly grows: boolean }
  | { readonly fits: false; readonly bytes: number; readonly reason: string };

/** First target: bitrates are met within 3 %, so that nearly all results fit. */
const FIRST_AIM = 0.982;
/** Correction of later targets, relative to the size that the previous result suggests. */
const NEXT_AIM = 0.98;
/** Smallest reduction of the target after a result that was too big. */
const LEAST_STEP = 0.97;
/** Fraction of `maxBytes` that counts as full use. */
const ENOUGH = 0.95;
/** Growth below which the encoder has reached its best quality. */
const WORTHWHILE_GROWTH = 1.05;

export function newTask(goal: Goal): Task {
  return { goal, aim: FIRST_AIM, done: false, file: null, reason: "" };
}

/** Plans the next attempt at a task; null if it is done. A task that can never fit becomes done. */
export function begin(
  task: Task,
  source: ProbedAudioVideo,
  directory: string,
): { readonly task: Task; readonly attempt: Attempt | null } {
  if (task.done) return { task, attempt: null };
  const { aim, goal: { profile, maxBytes } } = task;
  const fitted = source.kind === "audio"
    ? encodeAudio(profile.audio, source, { aim, maxBytes })
    : encodeVideo(profile.video, source, { aim, maxBytes });
  if (!fitted.ok) return { task: { ...task, done: true, reason: fitted.reason }, attempt: null };
  const { encoding } = fitted;
  const name = `${profile.name}-${crypto.randomUUID()}.${encoding.extension}`;
  const path = `${directory}/${name}`;
  return { task, attempt: { rendition: profile.name, encoding, maxBytes, path } };
}

/**
 * Advances a task by an outcome. Lowers the target after a result that is too big. Raises it where
 * many bytes are left and would improve the result: encoders do not use up the bitrate in every
 * scene.
 */
export function advance(task: Task, outcome: Outcome): Task {
  const { aim, goal: { maxBytes }, file: best } = task;
  if (!outcome.fits) {
    const { bytes, reason } = outcome;
    return { ...task, aim: aim * Math.min(LEAST_STEP, NEXT_AIM * maxBytes / bytes), reason };
  }
  const { file, grows } = outcome;
  return {
    ...task,
    aim: aim * (NEXT_AIM * maxBytes / file.bytes),
    done: !grows || file.bytes >= ENOUGH * maxBytes ||
      (best !== null && file.bytes < WORTHWHILE_GROWTH * best.bytes),
    file: best === null || file.bytes > best.bytes ? file : best,
  };
}

/** Collects the results, and the goals without one. */
export function resultOf(tasks: readonly Task[]): Rendered<RenditionFile> {
  return {
    renditions: tasks.flatMap(({ file }) => file ?? []),
    missed: tasks.filter(({ file }) => file === null)
      .map(({ goal, reason }) => ({ rendition: goal.profile.name, reason })),
  };
}
