/**
 * Drawings look as they did when they were last approved. The references are the gallery's:
 *
 *     deno run -A tools/gallery.ts /tmp/gallery && cp /tmp/gallery/SHEET.jpg test/fixtures/pictures
 */
import assert from "node:assert/strict";
import { loadFonts } from "../../src/image/mod.ts";
import { drawSheet, SHEETS } from "../../tools/gallery.ts";
import { blocksOf, type Decoded, decoded } from "../support/decoded.ts";

/**
 * Side of the squares that are compared, in pixels: a letter that moves by one pixel hardly changes
 * its square.
 */
const SIDE = 16;
/**
 * Maximum difference of a channel, of 255. Fonts of another version differ by less, anything
 * missing or misplaced by more.
 */
const MOST = 40;
const MEAN = 0.7;

loadFonts();

const reference = async (name: string) =>
  await decoded(
    await Deno.readFile(new URL(`../fixtures/pictures/${name}.jpg`, import.meta.url)),
  );

/** Describes the difference of two pictures; null if they look the same. */
function difference(a: Decoded, b: Decoded): string | null {
  if (a.width !== b.width || a.height !== b.height) return "the sizes differ";
  const [blocks, others] = [blocksOf(a, SIDE), blocksOf(b, SIDE)];
  const apart = blocks.map((block, index) => Math.abs(block - others[index]!));
  const mean = apart.reduce((sum, difference) => sum + difference, 0) / apart.length;
  const most = Math.max(...apart);
  return most <= MOST && mean <= MEAN ? null : `most ${most.toFixed(1)}, mean ${mean.toFixed(2)}`;
}

for (const [name, sheet] of Object.entries(SHEETS)) {
  Deno.test(`the sheet of ${name} looks like its reference`, async () => {
    const drawn = await decoded(await drawSheet(sheet));
    assert.equal(difference(drawn, await reference(name)), null);
  });

  Deno.test(`a sheet of ${name} with two pictures exchanged does not`, async () => {
    const [first, second, ...others] = sheet.tiles;
    const exchanged = { ...sheet, tiles: [second!, first!, ...others] };
    const drawn = await decoded(await drawSheet(exchanged));
    assert.notEqual(difference(drawn, await reference(name)), null);
  });
}
