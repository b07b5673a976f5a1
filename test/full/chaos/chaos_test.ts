/** A short run of the chaos suite, by a seed. */
import assert from "node:assert/strict";
import { planFaults } from "../../chaos/faults.ts";
import { examplesOf, tableOf } from "../../chaos/report.ts";
import { run } from "../../chaos/run.ts";

Deno.test("a service whose process, database and peers fail again and again loses nothing", async () => {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    const { ledger, findings, done, lives } = await run({
      seed: 7,
      kills: 3,
      rate: 10,
      durationMs: 4000,
      settleMs: 60_000,
      directory,
      onProgress: () => {},
    });
    const lines = [tableOf(ledger, findings), ...examplesOf(findings), ...ledger.breaches];
    assert.deepEqual([findings.length, ledger.breaches.length], [0, 0], lines.join("\n"));
    assert.ok(ledger.requests.some(({ outcome }) => outcome === "accepted"));
    assert.ok(ledger.received.some(({ accepted }) => accepted === "no"));
    assert.equal(done.values().reduce((sum, count) => sum + count, 0), 6);
    assert.ok(lives > 1);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a seed determines the plan of faults", () => {
  const plan = (seed: number) => planFaults({ seed, durationMs: 60_000, kills: 5 });
  assert.deepEqual(plan(3), plan(3));
  assert.notDeepEqual(plan(3), plan(4));
  const kills = plan(3).filter(({ name }) => ["gateway", "postgres", "both"].includes(name));
  assert.equal(kills.length, 5);
  assert.ok(plan(3).every(({ at }) => at >= 0 && at <= 60_000));
});
