/** Judge of what becomes of a media file. */
import assert from "node:assert/strict";
import { colourAt } from "./frames.ts";
import type { MediaCase } from "./media_cases.ts";
import { middleOf, PATCHES } from "./odd_media.ts";
import { outcomeOf } from "./transcoding.ts";

/** Largest difference of a colour from its patch, of 255: codecs lose some, most of all in chroma. */
const TOLERANCE = 45;

/** Transcodes the file of a case, and asserts that the result is the case's. */
export async function judge(
  { kind, make, refused, seconds = 3, colours = PATCHES, tolerance = TOLERANCE, warning }:
    MediaCase,
): Promise<void> {
  const seen: string[] = [];
  const outcome = await outcomeOf(await make(), kind, async ({ path }) => {
    if (kind === "audio" || colours === null) return;
    for (const [i, colour] of colours.entries()) {
      const shown = await colourAt(path, middleOf(i), "auto");
      const differences = shown.map((value, j) => Math.abs(value - colour[j]!));
      if (Math.max(...differences) > tolerance) seen.push(`${colour} became ${shown}`);
    }
  });
  if (refused !== undefined) return assert.match(outcome.reason ?? "it was transcoded", refused);
  assert.equal(outcome.reason, undefined);
  const lost = Math.abs(outcome.seconds! - seconds);
  assert.ok(lost <= Math.max(0.5, 0.02 * seconds), `${outcome.seconds} of ${seconds} s`);
  assert.deepEqual(seen, []);
  const warnings = (outcome.warnings ?? []).join("\n");
  if (warning === undefined) assert.equal(warnings, "");
  else assert.match(warnings, warning);
}
