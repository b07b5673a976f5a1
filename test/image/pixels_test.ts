/** Composition of drawings, pixel by pixel. */
import assert from "node:assert/strict";
import {
  blend,
  fill,
  newPixels,
  overlap,
  pixelOf,
  type Pixels,
  rotated,
  TRANSPARENT,
  WHITE,
} from "../../src/image/pixels.ts";

const hex = (pixel: number) => pixel.toString(16);
const pixels = (width: number, ...data: number[]): Pixels => ({
  width,
  height: data.length / width,
  data: Uint32Array.from(data),
});

Deno.test("a colour is red, green, blue, alpha in memory", () => {
  const { buffer } = Uint32Array.of(pixelOf("#0a7bcd"));
  assert.deepEqual([...new Uint8Array(buffer)], [0x0a, 0x7b, 0xcd, 255]);
  assert.deepEqual(["#ffffff", "#FFFFFF", "#000000"].map(pixelOf), [WHITE, WHITE, 0xff000000]);
});

Deno.test("opaque pixels cover, clear ones let through", () => {
  const under = pixels(2, 0xff112233, 0xff445566);
  blend(under, { ...pixels(2, 0xffaabbcc, TRANSPARENT), x: 0, y: 0 });
  assert.deepEqual([...under.data].map(hex), ["ffaabbcc", "ff445566"]);
});

Deno.test("translucent pixels blend exactly, for every alpha and every shade", () => {
  for (let alpha = 0; alpha < 256; alpha++) {
    const shades = Array.from({ length: 256 }, (_, shade) => (0xff000000 | shade * 0x10101) >>> 0);
    const under = pixels(256, ...shades);
    const grey = Math.round(alpha / 3); // premultiplied
    const over = (alpha << 24 | grey * 0x10101) >>> 0;
    blend(under, { ...pixels(256, ...Array(256).fill(over)), x: 0, y: 0 });
    for (const [shade, pixel] of under.data.entries()) {
      const expected = alpha === 0 ? shade : grey + Math.round(shade * (255 - alpha) / 255);
      assert.equal(hex(pixel), hex((0xff000000 | expected * 0x10101) >>> 0), `${alpha}, ${shade}`);
    }
  }
});

Deno.test("over clear pixels, a pixel keeps its alpha", () => {
  const under = pixels(1, TRANSPARENT);
  blend(under, { ...pixels(1, 0x80402010), x: 0, y: 0 });
  assert.equal(hex(under.data[0]!), "80402010");
});

Deno.test("parts beyond any edge are cut off", () => {
  const patch = pixels(2, 0xff000001, 0xff000002, 0xff000003, 0xff000004);
  const over = (x: number, y: number) => {
    const under = pixels(2, 0, 0, 0, 0);
    blend(under, { ...patch, x, y });
    return [...under.data].map((pixel) => pixel & 0xff);
  };
  assert.deepEqual(over(-1, -1), [4, 0, 0, 0]);
  assert.deepEqual(over(1, -1), [0, 3, 0, 0]);
  assert.deepEqual(over(-1, 1), [0, 0, 2, 0]);
  assert.deepEqual(over(1, 1), [0, 0, 0, 1]);
  for (const [x, y] of [[2, 0], [0, 2], [-2, 0], [0, -2], [4096, 4096]] as const) {
    assert.deepEqual(over(x, y), [0, 0, 0, 0]);
  }
});

Deno.test("boxes that only touch share nothing", () => {
  const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 });
  assert.equal(overlap(box(0, 0), box(10, 0)), null);
  assert.deepEqual(overlap(box(0, 0), box(9, 5)), { x: 9, y: 5, width: 1, height: 5 });
});

Deno.test("turning is clockwise, and four times is none", () => {
  const upright = pixels(3, 1, 2, 3, 4, 5, 6);
  const turned = (degrees: 0 | 90 | 180 | 270) => {
    const { width, data } = rotated(upright, degrees);
    return [width, ...data];
  };
  assert.deepEqual(turned(0), [3, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(turned(90), [2, 4, 1, 5, 2, 6, 3]);
  assert.deepEqual(turned(180), [3, 6, 5, 4, 3, 2, 1]);
  assert.deepEqual(turned(270), [2, 3, 6, 2, 5, 1, 4]);
});

Deno.test("a box is filled, and nothing else", () => {
  const canvas = newPixels(4, 3, WHITE);
  fill(canvas, { x: 1, y: 1, width: 2, height: 1 }, 7);
  assert.deepEqual([...canvas.data].map((pixel) => pixel === 7 ? 1 : 0).join(""), "000001100000");
});
