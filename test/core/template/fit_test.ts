/**
 * Contract section 7: the files of a template fit a message together, or the one that is too big
 * fails.
 */
import assert from "node:assert/strict";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import { type UsableFile, usableFile } from "../../../src/core/media/plan.ts";
import { fitSlides } from "../../../src/core/template/fit.ts";
import type { TemplateSlide } from "../../../src/core/template/template.ts";

const SLIDES: TemplateSlide[] = [{ text: "Hello", media: [] }];

/** Creates a frozen file, since fitting must not change it. */
function file(kind: MediaKind, bytes: number, durationMs?: number): UsableFile {
  const hash = crypto.randomUUID();
  const source = { kind, type: `${kind}/x`, hash, bytes, path: `/${hash}`, durationMs };
  return Object.freeze(usableFile(Object.freeze(source), 1));
}

function fit(...files: UsableFile[]) {
  const { files: fitted, budgets } = fitSlides(Object.freeze(files), SLIDES);
  return {
    names: budgets.map(({ profile }) => profile.name),
    faults: fitted.map(({ fault }) => fault?.reason ?? null),
    budgets,
  };
}

Deno.test("files that fit have all the budgets that they fit, best first", () => {
  assert.deepEqual(fit(file("image", 4_000_000)).names, ["rich", "standard", "basic"]);
  assert.deepEqual(fit(file("image", 9), file("video", 9, 45_000)).names, ["rich", "standard"]);
});

Deno.test("a film that is too long fails, and the others are fitted without it", () => {
  const { names, faults } = fit(
    file("image", 9),
    file("video", 9, 600_000),
    file("audio", 9, 2_000),
  );
  assert.deepEqual(names, ["rich", "standard", "basic"]);
  assert.deepEqual(faults, [
    null,
    "video of 600 s does not fit 1000 KB beside the rest of the message",
    null,
  ]);
});

Deno.test("documents that fill the message leave the others a budget of their own, behind a link", () => {
  const { names, faults, budgets } = fit(file("pdf", 2_000_000), file("image", 9));
  assert.deepEqual([names, faults], [["rich"], [null, null]]);
  assert.deepEqual([budgets[0]!.rest, budgets[0]!.weightless], [[], true]);
});
