/** The search for the best result of a goal, attempt by attempt, without encoding anything. */
import assert from "node:assert/strict";
import type { ProbedAudioVideo } from "../../../src/adapters/transcoder/probe.ts";
import {
  advance,
  begin,
  newTask,
  type Outcome,
  resultOf,
  type Task,
} from "../../../src/adapters/transcoder/task.ts";
import { RENDITION_PROFILES } from "../../../src/core/media/renditions.ts";

const GOAL = { profile: RENDITION_PROFILES.standard, maxBytes: 100_000 };
const AUDIO: ProbedAudioVideo = {
  path: "/source",
  kind: "audio",
  bytes: 1_000_000,
  durationMs: 4000,
  shownMs: 4000,
  soundMs: 4000,
  picture: null,
  sound: { stream: 0, codec: "mp3", channels: 2 },
  warnings: [],
};

/** Returns the tasks after each outcome, frozen so that none can be written to. */
function search(...outcomes: Outcome[]): Task[] {
  const tasks = [Object.freeze(newTask(GOAL))];
  for (const outcome of outcomes) tasks.push(Object.freeze(advance(tasks.at(-1)!, outcome)));
  return tasks;
}

function fitting(bytes: number, grows = true): Outcome {
  const measures = { width: null, height: null, durationMs: 4000 };
  const file = {
    name: "standard",
    path: `/${bytes}`,
    type: "audio/mpeg",
    bytes,
    ...measures,
  } as const;
  return { fits: true, file, grows };
}

const tooBig = (bytes: number): Outcome => ({ fits: false, bytes, reason: "too big" });

Deno.test("after a result that is too big the next one aims lower by at least the excess", () => {
  const [first, slightly, much] = search(tooBig(100_001), tooBig(200_000));
  assert.ok(slightly!.aim <= 0.97 * first!.aim);
  assert.ok(much!.aim < 0.5 * slightly!.aim);
  assert.equal(much!.done, false);
  assert.deepEqual(resultOf([much!]), {
    renditions: [],
    missed: [{ rendition: "standard", reason: "too big" }],
  });
});

Deno.test("a result that leaves bytes unused is tried larger; the best one stays", () => {
  const [first, small, full] = search(fitting(60_000), fitting(96_000));
  assert.ok(!small!.done && small!.aim > first!.aim);
  assert.ok(full!.done);
  assert.equal(full!.file!.bytes, 96_000);
  const [, , worse] = search(fitting(60_000), fitting(50_000));
  assert.deepEqual([worse!.done, worse!.file!.bytes], [true, 60_000]);
  const [, , beyond] = search(fitting(60_000), tooBig(101_000));
  assert.deepEqual([beyond!.done, beyond!.file!.bytes], [false, 60_000]);
});

Deno.test("a result that more bytes would not improve ends the search", () => {
  assert.equal(search(fitting(60_000, false)).at(-1)!.done, true);
  assert.equal(search(fitting(60_000), fitting(62_000)).at(-1)!.done, true);
});

Deno.test("a goal that nothing can fit ends without an attempt", () => {
  const task = Object.freeze(newTask({ ...GOAL, maxBytes: 100 }));
  const step = begin(task, AUDIO, "/tmp");
  assert.equal(step.attempt, null);
  assert.deepEqual([step.task.done, step.task.reason], [true, "audio of 4 s does not fit 0 KB"]);
  assert.equal(begin(step.task, AUDIO, "/tmp").task, step.task);
  assert.equal(task.done, false);
  const { attempt } = begin(newTask(GOAL), AUDIO, "/tmp");
  assert.match(attempt!.path, /^\/tmp\/standard-[\da-f-]{36}\.mp3$/);
});
