/**
 * Machine that runs a program (Pike's): all threads advance together, one code unit at a time, and
 * two threads at one place become one. The order of threads is that of JavaScript's preference.
 */
import type { Program } from "./program.ts";

interface Thread {
  readonly at: number;
  readonly start: number;
  /** Bounds of the capturing group; -1: not reached. */
  readonly from: number;
  readonly to: number;
}

export function run(
  program: Program,
  text: string,
): { whole: string; group: string | null } | null {
  /** Position of the text at which an instruction was last reached, plus 1. */
  const reached = new Uint32Array(program.length);
  let found: { thread: Thread; end: number } | null = null;
  let threads: Thread[] = [];

  for (let position = 0; position <= text.length; position++) {
    const waiting: Thread[] = [];
    for (const thread of threads) enter(thread, position, waiting);
    // A match that begins earlier is preferred.
    if (found === null) enter({ at: 0, start: position, from: -1, to: -1 }, position, waiting);
    threads = [];
    for (const thread of waiting) {
      const instruction = program[thread.at]!;
      if (instruction.do === "match") {
        found = { thread, end: position };
        // All others are less preferred.
        break;
      }
      if (instruction.do !== "unit" || position === text.length) continue;
      if (instruction.test(text.charCodeAt(position))) {
        threads.push({ ...thread, at: thread.at + 1 });
      }
    }
    if (found !== null && threads.length === 0) break;
  }
  if (found === null) return null;
  const { thread: { start, from, to }, end } = found;
  return { whole: text.slice(start, end), group: to < 0 ? null : text.slice(from, to) };

  /** Follows a thread to the instructions that test a unit, or that match. */
  function enter(first: Thread, position: number, waiting: Thread[]): void {
    const open = [first];
    while (open.length > 0) {
      const thread = open.pop()!;
      if (reached[thread.at] === position + 1) continue;
      reached[thread.at] = position + 1;
      const instruction = program[thread.at]!;
      const next = { ...thread, at: thread.at + 1 };
      switch (instruction.do) {
        case "unit":
        case "match":
          waiting.push(thread);
          break;
        case "start":
          if (position === 0) open.push(next);
          break;
        case "end":
          if (position === text.length) open.push(next);
          break;
        case "open":
          open.push({ ...next, from: position });
          break;
        case "close":
          open.push({ ...next, to: position });
          break;
        case "fork":
          open.push(...instruction.to.map((at) => ({ ...thread, at })).reverse());
          break;
      }
    }
  }
}
