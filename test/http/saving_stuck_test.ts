/**
 * Templates of one account are saved one at a time; a save that never ends does not block others
 * for long.
 */
import assert from "node:assert/strict";
import { createLockedTemplates } from "../../src/actions/locked_templates.ts";
import { Refusal } from "../../src/core/errors.ts";

Deno.test("requests behind a stuck save are refused in time; another account's are not", async () => {
  const slots = createLockedTemplates({ locked: () => Promise.resolve(0) }, 10, 100);
  const stuck = await slots.take("loud");
  const waiting = await Promise.allSettled([slots.take("loud"), slots.take("loud")]);
  for (const wake of waiting) {
    assert.ok(wake.status === "rejected" && wake.reason instanceof Refusal);
    assert.equal(wake.reason.fault, "unavailable");
  }
  (await slots.take("quiet"))[Symbol.dispose]();
  stuck[Symbol.dispose]();
  (await slots.take("loud"))[Symbol.dispose]();
});

Deno.test("a request waits for a slow save as long as it may", async () => {
  const locked = () => Promise.resolve(0);
  const [patient, hasty] = [60_000, 100].map((ms) => createLockedTemplates({ locked }, 10, ms));
  const slow = [await patient!.take("one"), await hasty!.take("one")];
  const waiting = patient!.take("one");
  await assert.rejects(hasty!.take("one"), Refusal);
  slow.forEach((save) => save[Symbol.dispose]());
  (await waiting)[Symbol.dispose]();
});
