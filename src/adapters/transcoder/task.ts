/** State of a rendition in work: the target size of the next attempt and the best result so far. */
import type { MissedRendition, TranscodedFile } from "../../ports/mod.ts";
import type { Goal } from "./goal.ts";

export interface Task extends Goal {
  /** Fraction of `maxBytes` that the next attempt targets. */
  aim: number;
  /**
   * Whether no further attempt would help; `file` is the result, or `reason` says why it is null.
   */
  done: boolean;
  /** Best result so far. */
  file: TranscodedFile | null;
  reason: string;
}

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
  return { ...goal, aim: FIRST_AIM, done: false, file: null, reason: "" };
}

/** Lowers the target after a result that is too big. */
export function settleTooBig(task: Task, bytes: number): void {
  task.aim *= Math.min(LEAST_STEP, NEXT_AIM * task.maxBytes / bytes);
}

/**
 * Records a result that fits if it is the best; returns the file that is not needed. Raises the
 * target where more bytes would improve the result (`grows`) and many are left: encoders do not use
 * up the bitrate in every scene.
 */
export function settleFitting(
  task: Task,
  file: TranscodedFile,
  grows: boolean,
): TranscodedFile | null {
  const previous = task.file;
  const isBetter = previous === null || file.bytes > previous.bytes;
  task.done = !grows || file.bytes >= ENOUGH * task.maxBytes ||
    (previous !== null && file.bytes < WORTHWHILE_GROWTH * previous.bytes);
  task.aim *= NEXT_AIM * task.maxBytes / file.bytes;
  if (!isBetter) return file;
  task.file = file;
  return previous;
}

/** Lists the renditions without a result. */
export function missedBy(tasks: readonly Task[]): MissedRendition[] {
  return tasks.filter(({ file }) => file === null)
    .map(({ rendition, reason }) => ({ rendition: rendition.name, reason }));
}
