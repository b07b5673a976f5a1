import assert from "node:assert/strict";
import { createBacklog, type IdQueue } from "../../../src/jobs/postbacks/backlog.ts";

const fill = (line: IdQueue, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => line.add(`${from + n}`)).filter(Boolean).length;

Deno.test("each id is returned once, in order of arrival", () => {
  const line = createBacklog({ max: 100, few: 1 }).newQueue();
  assert.deepEqual(line.take(5), []);
  fill(line, 0, 3);
  assert.equal(line.add("1"), true);
  assert.equal(line.size, 3);
  assert.deepEqual(line.take(2), ["0", "1"]);
  fill(line, 0, 2);
  assert.deepEqual(line.take(9), ["2", "0", "1"]);
  assert.deepEqual(line.take(1), []);
  for (let n = 0; n < 1000; n++) {
    fill(line, n, 2);
    assert.deepEqual(line.take(1), [`${n}`]);
  }
  line.clear();
  assert.deepEqual([line.size, line.take(1)], [0, []]);
  fill(line, 7, 1);
  assert.deepEqual(line.take(1), ["7"]);
});

Deno.test("a long queue leaves capacity for others, and each may hold a few", () => {
  const backlog = createBacklog({ max: 100, few: 4 });
  const lines = Array.from({ length: 12 }, backlog.newQueue);
  const held = lines.map((line) => fill(line, 0, 1000));
  assert.deepEqual(held, [50, 25, 13, 6, 4, 4, 4, 4, 4, 4, 4, 4]);
  // Removed ids free capacity.
  assert.equal(lines[0]!.take(40).length, 40);
  assert.equal(lines[1]!.add("more"), false);
  lines[0]!.clear();
  assert.equal(lines[2]!.take(13).length, 13);
  assert.equal(backlog.capacityEach(), 100 - held.reduce((sum, count) => sum + count, 0) + 50 + 13);
  assert.equal(lines[3]!.add("more"), true);
});
