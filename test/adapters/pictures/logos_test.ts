/** Logos as operators upload them: re-encoded, or refused. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { encodeLogo } from "../../../src/adapters/pictures/logos.ts";
import { Refusal } from "../../../src/core/errors.ts";

const raw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#c2185b80" } });

for (const format of ["png", "jpeg", "gif", "webp"] as const) {
  Deno.test(`a ${format} becomes a small PNG without metadata`, async () => {
    const source = await raw(800, 400).withExif({ IFD0: { Copyright: "secret" } })
      .toFormat(format).toBuffer();
    const { png, width, height } = await encodeLogo(new Uint8Array(source));
    assert.deepEqual([width, height], [256, 128]);
    const decoded = await sharp(png).metadata();
    assert.deepEqual([decoded.format, decoded.width, decoded.height], ["png", 256, 128]);
    assert.equal(decoded.exif, undefined);
    assert.doesNotMatch(new TextDecoder("latin1").decode(png), /secret/);
  });
}

Deno.test("a small logo keeps its size, and bytes after the image are gone", async () => {
  const source = await raw(20, 10).png().toBuffer();
  const hidden = new TextEncoder().encode("<script>alert(1)</script>");
  const { png, width, height } = await encodeLogo(new Uint8Array([...source, ...hidden]));
  assert.deepEqual([width, height], [20, 10]);
  assert.doesNotMatch(new TextDecoder("latin1").decode(png), /script/);
});

Deno.test("of an animation the first frame is taken", async () => {
  const frames = Buffer.alloc(4 * 8 * 3, 0xff);
  const gif = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif().toBuffer();
  assert.equal((await encodeLogo(new Uint8Array(gif))).height, 4);
});

Deno.test("other files, and those that are too large, are refused", async () => {
  const text = (content: string) => new TextEncoder().encode(content);
  const large = await raw(4001, 4000).png().toBuffer();
  const wide = await raw(65_536, 1).png().toBuffer();
  const png = await raw(64, 64).png().toBuffer();
  const cases: [file: Uint8Array<ArrayBuffer>, info: string][] = [
    [new Uint8Array(), "image is not a PNG, JPEG, GIF or WebP image"],
    [text("<svg/>"), "image is not a PNG, JPEG, GIF or WebP image"],
    [text("II*\0"), "image is not a PNG, JPEG, GIF or WebP image"],
    [new Uint8Array(png.subarray(0, 60)), "image is damaged or cut off"],
    [new Uint8Array(large), "image has more than 16000000 pixels, or 65535 in a line"],
    [new Uint8Array(wide), "image has more than 16000000 pixels, or 65535 in a line"],
    [new Uint8Array(524_289), "image is larger than 524288 bytes"],
  ];
  for (const [file, info] of cases) {
    await assert.rejects(encodeLogo(file), (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.fault, error.info], ["invalidRequest", info]);
      return true;
    });
  }
});
