/** Formats that the image library decodes: those of customers' images, and no others. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { BLOCKED_LOADERS, loadSharp } from "../../src/image/sharp.ts";
import { animation, image } from "../support/media.ts";

const ALLOWED_LOADERS = ["Jpeg", "Png", "Nsgif", "Webp"].map((name) => `VipsForeignLoad${name}`);

const DOT = {
  create: { width: 8, height: 8, channels: 3, background: "#e01010" },
} as const;

Deno.test("customers' formats are decoded", async () => {
  const sharp = await loadSharp();
  const files = {
    jpeg: await image("photo.jpg"),
    png: await image("alpha.png"),
    gif: await animation({ frames: 2, size: "64x48" }),
    webp: await image("photo.webp"),
  };
  for (const [expected, path] of Object.entries(files)) {
    const { format } = await sharp(path).metadata();
    assert.equal(format, expected);
    await sharp(path).raw().toBuffer();
    await sharp(await Deno.readFile(path)).raw().toBuffer();
  }
});

Deno.test("the image library itself refuses all other formats, from files and from memory", async () => {
  const sharp = await loadSharp();
  const files: Record<string, Uint8Array> = {
    svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`),
    tiff: await sharp(DOT).tiff().toBuffer(),
    avif: await sharp(DOT).heif({ compression: "av1" }).toBuffer(),
    ppm: Buffer.concat([Buffer.from("P6 8 8 255\n"), Buffer.alloc(192)]),
    pdf: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
  };
  const path = await Deno.makeTempFile({ prefix: "slidepost-test-" });
  try {
    for (const [name, bytes] of Object.entries(files)) {
      await Deno.writeFile(path, bytes);
      for (const source of [path, bytes]) {
        await assert.rejects(sharp(source).metadata(), /unsupported image format/, name);
      }
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test({
  name: "each loader that libvips was built with is allowed or blocked by name",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await loadSharp();
    const maps = await Deno.readTextFile("/proc/self/maps");
    const [library] = maps.match(/\/\S*libvips-cpp\S*/)!;
    const text = new TextDecoder("latin1").decode(await Deno.readFile(library));
    const loaders = new Set(text.match(/VipsForeignLoad[A-Z][A-Za-z0-9]*/g));
    const isKnown = (loader: string) =>
      [...ALLOWED_LOADERS, ...BLOCKED_LOADERS].some((name) =>
        [name, `${name}File`, `${name}Buffer`, `${name}Source`].includes(loader)
      );
    assert.ok(loaders.size > 40, `${loaders.size} loaders`);
    assert.deepEqual([...loaders].filter((loader) => !isKnown(loader)), []);
  },
});

Deno.test("an image is decoded while the library is being loaded for another", async () => {
  const path = await image("gps.jpg");
  const sharp = await loadSharp();
  let reading = true;
  const loads = async () => {
    while (reading) {
      await loadSharp();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const loading = loads();
  try {
    for (let round = 0; round < 50; round++) {
      await Promise.all(Array.from({ length: 20 }, () => sharp(path).metadata()));
    }
  } finally {
    reading = false;
    await loading;
  }
});
