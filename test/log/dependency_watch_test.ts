/** Log lines on receivers, connectors and the database, and their frequency. */
import assert from "node:assert/strict";
import { createDependencyWatch } from "../../src/log/dependency_watch.ts";
import { type LogLine, recordedLog } from "../support/log_lines.ts";

const MINUTE_MS = 60_000;

const BAD =
  "the connector does not work: its messages fail over to the next connector of their route, or " +
  "are retried until they expire";
const BACK = "the connector works again";

const wordOf = ({ message }: LogLine) => ({ [BAD]: "bad", [BACK]: "back" })[message];

function fixture() {
  const { log, lines } = recordedLog();
  const clock = { time: 1000, now: () => clock.time };
  const recoveries: string[] = [];
  const watch = createDependencyWatch({
    log,
    kind: "connector",
    onRecovery: (name) => void recoveries.push(name),
    now: clock.now,
  });
  const fail = (name = "a", isCertain = false) =>
    watch.failed(name, { reason: "HTTP 502", facts: { host: `${name}.example` }, isCertain });
  return { clock, watch, fail, lines, recoveries, messages: () => lines.map(wordOf) };
}

Deno.test("the first success after failures is a recovery, logged or not", () => {
  const { watch, fail, recoveries } = fixture();
  watch.succeeded("a");
  fail("a");
  fail("b", true);
  assert.deepEqual(recoveries, []);
  for (const name of ["b", "a", "a", "b"]) watch.succeeded(name);
  fail("a");
  watch.succeeded("a");
  assert.deepEqual(recoveries, ["b", "a", "a"]);
});

Deno.test("an outage is one warning, and one line at info at its end, with its length", () => {
  const { clock, watch, fail, lines } = fixture();
  for (let n = 0; n < 1000; n++) {
    fail();
    clock.time += 100;
  }
  for (let n = 0; n < 1000; n++) watch.succeeded("a");
  assert.deepEqual(lines, [
    { level: "warn", message: BAD, facts: { host: "a.example", reason: "HTTP 502" } },
    { level: "info", message: BACK, facts: { host: "a.example", "away-seconds": 100 } },
  ]);
});

Deno.test("a single failure is not logged, unless it is certain", () => {
  const { watch, fail, messages } = fixture();
  for (let n = 0; n < 100; n++) {
    fail();
    watch.succeeded("a");
  }
  assert.deepEqual(messages(), []);
  fail("b", true);
  assert.deepEqual(messages(), ["bad"]);
});

Deno.test("a dependency that fails and recovers by turns is logged once in five minutes", () => {
  const { clock, watch, fail, lines, messages } = fixture();
  for (let n = 0; n < 600; n++) {
    fail();
    fail();
    clock.time += 500;
    watch.succeeded("a");
    clock.time += 500;
  }
  assert.deepEqual(messages(), ["bad", "back", "bad", "back"]);
  assert.ok(Number(lines[2]!.facts["times-before"]) > 250);
});

Deno.test("a dependency that fails soon after a recovery is logged if it stays down", () => {
  const { clock, watch, fail, messages } = fixture();
  fail();
  fail();
  watch.succeeded("a");
  for (let n = 0; n < 3; n++) fail();
  assert.deepEqual(messages(), ["bad", "back"]);
  clock.time += 5 * MINUTE_MS;
  fail();
  assert.deepEqual(messages(), ["bad", "back", "bad"]);
});

Deno.test("each dependency has a state of its own", () => {
  const { watch, fail, lines } = fixture();
  for (const name of ["a", "b", "a", "b"]) fail(name);
  watch.succeeded("b");
  watch.succeeded("c");
  assert.deepEqual(lines.map((line) => [wordOf(line), line.facts.host]), [
    ["bad", "a.example"],
    ["bad", "b.example"],
    ["back", "b.example"],
  ]);
});
