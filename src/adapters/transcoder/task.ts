/** A rendition on its way: where to aim, and what has come of it so far. */
import type { MissedRendition, TranscodedFile } from "../../ports/mod.ts";
import type { Goal } from "./goal.ts";

export interface Task extends Goal {
  /** Part of `maxBytes` that the encoder is told to fill. */
  aim: number;
  /** Nothing better is to be had: `file` is it, or else `reason` says why there is none. */
  done: boolean;
  /** The best so far. */
  file: TranscodedFile | null;
  reason: string;
}

/** Bitrates land within 3 % of what they should; this leaves nearly all of them below. */
const FIRST_AIM = 0.982;
/** A second try aims at this part of what the first has shown to be there. */
const NEXT_AIM = 0.98;
/** Never nearly the same again after a result that was too big. */
const LEAST_STEP = 0.97;
/** Using so much of the bytes is as good as all. */
const ENOUGH = 0.95;
/** An encoder that makes so little more of its bits is at its finest. */
const WORTHWHILE_GROWTH = 1.05;

export function newTask(goal: Goal): Task {
  return { ...goal, aim: FIRST_AIM, done: false, file: null, reason: "" };
}

/** Aims lower after a result that is too big. */
export function settleTooBig(task: Task, bytes: number): void {
  task.aim *= Math.min(LEAST_STEP, NEXT_AIM * task.maxBytes / bytes);
}

/**
 * Takes a result that fits, if it is the best; answers the file that is not needed. Where more
 * bytes would make it better (`grows`) and many are left, aims higher: not every second of a
 * film takes what it is given.
 */
export function settleFitting(
  task: Task,
  file: TranscodedFile,
  grows: boolean,
): TranscodedFile | null {
  const before = task.file;
  const better = before === null || file.bytes > before.bytes;
  task.done = !grows || file.bytes >= ENOUGH * task.maxBytes ||
    (before !== null && file.bytes < WORTHWHILE_GROWTH * before.bytes);
  task.aim *= NEXT_AIM * task.maxBytes / file.bytes;
  if (!better) return file;
  task.file = file;
  return before;
}

/** What has become of tasks that nothing more is done for. */
export function missedBy(tasks: readonly Task[]): MissedRendition[] {
  return tasks.filter(({ file }) => file === null)
    .map(({ rendition, reason }) => ({ rendition: rendition.name, reason }));
}
