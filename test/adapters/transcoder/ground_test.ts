/** The ground of pictures: white where they are transparent, or have no pixels. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { newDirectory } from "../../support/scratch.ts";
import { transcode } from "../../support/transcoding.ts";

const [WHITE, BLACK] = ["255,255,255", "0,0,0"];
const BUDGETS = { rich: 300_000, standard: 200_000, basic: 100_000 };
/** Goals of an animation, of which pages show a still. */
const WITH_WEB = { web: 300_000, ...BUDGETS };
const DELAYS = [100, 250, 40];

/** Makes frames of 64×48 pixels with a square in the middle, moved by 8 pixels each. */
async function squares(count: number, colour: string, ground: string): Promise<Buffer> {
  const frames = Array.from({ length: count }, async (_, n) => {
    const square = await sharp({
      create: { width: 16, height: 16, channels: 4, background: colour },
    }).png().toBuffer();
    return await sharp({ create: { width: 64, height: 48, channels: 4, background: ground } })
      .composite([{ input: square, left: 16 + 8 * n, top: 16 }]).png().toBuffer();
  });
  if (count === 1) return await sharp(await frames[0]).gif().toBuffer();
  return await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: DELAYS.slice(0, count), loop: 3 }).toBuffer();
}

/** Puts a GIF on a screen that is larger by 20 pixels each way, and makes all its colours opaque. */
function onLargerScreen(gif: Buffer): Buffer {
  const larger = Buffer.from(gif);
  larger.writeUInt16LE(64 + 20, 6);
  larger.writeUInt16LE(48 + 20, 8);
  const graphicControl = Buffer.from([0x21, 0xf9, 4]);
  for (let at = -1; (at = larger.indexOf(graphicControl, at + 1)) >= 0;) {
    larger[at + 3]! &= 0xfe;
  }
  return larger;
}

async function stored(gif: Buffer): Promise<string> {
  const path = `${await newDirectory()}/picture.gif`;
  await Deno.writeFile(path, gif);
  return path;
}

/** Reads a pixel of a page. */
async function pixel(path: string, page: number, left: number, top: number): Promise<string> {
  const opened = sharp(path, { page });
  const bytes = await opened.extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  // The encoders of JPEG and of palettes are not exact.
  const near = (sample: number) => sample > 246 ? 255 : sample < 9 ? 0 : sample;
  return [...bytes.subarray(0, 3)].map(near).join();
}

Deno.test("a transparent animation has a white ground in every rendition, its frames and delays", async () => {
  const source = await stored(await squares(3, "#000000", "#00000000"));
  assert.ok((await sharp(source).metadata()).hasAlpha);
  await transcode(source, "image", WITH_WEB, async (files) => {
    assert.equal(files.length, 4);
    for (const { name, path } of files) {
      const { delay, hasAlpha, loop, pages } = await sharp(path, { animated: true }).metadata();
      if (name !== "web") assert.deepEqual([pages, delay, loop], [3, DELAYS, 3], name);
      for (let page = 0; page < (pages ?? 1); page++) {
        assert.equal(await pixel(path, page, 2, 2), WHITE, `${name} ${page} ${hasAlpha}`);
        assert.equal(await pixel(path, page, 24 + 8 * page, 24), BLACK, `${name} ${page}`);
      }
    }
  });
});

Deno.test("a GIF whose frame leaves part of its screen free is white there", async () => {
  const source = await stored(onLargerScreen(await squares(1, "#fe0000", "#0000fe")));
  await transcode(source, "image", BUDGETS, async (files) => {
    for (const { name, height, path, width } of files) {
      assert.deepEqual([width, height], [84, 68], name);
      assert.equal(await pixel(path, 0, 80, 64), WHITE, name);
    }
  });
});

Deno.test("an animation whose frames leave part of their screen free is white there", async () => {
  const source = await stored(onLargerScreen(await squares(3, "#fe0000", "#ffffff")));
  assert.equal((await sharp(source).metadata()).hasAlpha, false);
  await transcode(source, "image", WITH_WEB, async (files) => {
    for (const { name, path } of files) {
      const { delay, pages } = await sharp(path, { animated: true }).metadata();
      if (name !== "web") assert.deepEqual([pages, delay], [3, DELAYS], name);
      for (let page = 0; page < (pages ?? 1); page++) {
        assert.equal(await pixel(path, page, 80, 64), WHITE, `${name} ${page}`);
      }
    }
  });
});
