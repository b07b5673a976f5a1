/** Images with libvips: results fit, look right, and have no metadata. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { createTranscoder } from "../../../src/adapters/transcoder/mod.ts";
import {
  RENDITION_PROFILES,
  type TranscodedName,
  WEB_PICTURE,
} from "../../../src/core/media/renditions.ts";
import * as media from "../../support/media.ts";
import { text, transcode } from "../../support/transcoding.ts";
import { TURN } from "../../support/turn.ts";

Deno.test("image: a photo fits its box and its bytes, at the best quality that does", async () => {
  const source = await media.image("photo.jpg");
  const budgets = { rich: 500_000, standard: 40_000, basic: 20_000 };
  await transcode(source, "image", budgets, async (files) => {
    for (const { path, type, width, height, name } of files) {
      const { format, ...found } = await sharp(path).metadata();
      assert.deepEqual([format, type], ["jpeg", "image/jpeg"]);
      assert.deepEqual([found.width, found.height], [width, height]);
      const { box } = RENDITION_PROFILES[name].image;
      assert.ok(width! <= box.width && height! <= box.height);
    }
    assert.deepEqual([files[0]!.width, files[0]!.height], [640, 480]);
    assert.ok(files[1]!.bytes > 37_000, `${files[1]!.bytes} of 40000 used`);
    assert.ok(files[2]!.bytes > 17_000, `${files[2]!.bytes} of 20000 used`);
  });
});

Deno.test("image: rotated upright by its EXIF, then stripped of it", async () => {
  const source = await media.image("gps.jpg");
  const before = await sharp(source).metadata();
  assert.equal(before.orientation, 6);
  assert.match(await text(source), /secret/);
  assert.ok(before.exif!.toString("latin1").includes("\x25\x88"), "it has a GPS directory");
  await transcode(source, "image", { standard: 300_000 }, async ([file]) => {
    assert.deepEqual([file!.width, file!.height], [200, 400]);
    const { exif, icc, xmp, orientation } = await sharp(file!.path).metadata();
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
    assert.doesNotMatch(await text(file!.path), /Exif|secret/);
    assert.ok((await colourAt(file!.path, 100, 50)).r > 200, "red is on top");
    assert.ok((await colourAt(file!.path, 100, 350)).b > 200, "blue is below");
  });
});

Deno.test("image: colours are sRGB, and no metadata is left", async () => {
  const source = await media.image("tagged.jpg");
  const before = await sharp(source).metadata();
  assert.ok(before.exif && before.xmp && before.icc);
  await transcode(source, "image", { standard: 300_000 }, async ([file]) => {
    const { exif, xmp, icc, iptc } = await sharp(file!.path).metadata();
    assert.deepEqual([exif, xmp, icc, iptc], Array(4).fill(undefined));
    assert.doesNotMatch(await text(file!.path), /secret|Exif|ICC_PROFILE|xmp/);
    const { r, g, b } = await colourAt(file!.path, 32, 32);
    assert.ok(r < 20 && g > 235 && b < 20, `${r} ${g} ${b}`); // green, not Display P3's numbers
  });
});

Deno.test("image: an animation keeps its pace and loses its comments", async () => {
  const gif = await Deno.readFile(await media.animation({ frames: 4, size: "64x48" }));
  const palette = 13 + (gif[10]! & 0x80 ? 3 << ((gif[10]! & 7) + 1) : 0);
  const comment = [0x21, 0xfe, 6, ...new TextEncoder().encode("secret"), 0];
  const content = [...gif.subarray(0, palette), ...comment, ...gif.subarray(palette)];
  const source = await media.bytes("comment.gif", new Uint8Array(content));
  await transcode(source, "image", { rich: 90_000, standard: 80_000 }, async (files) => {
    const [rich, standard] = await Promise.all(files.map(({ path }) => Deno.readFile(path)));
    assert.deepEqual(rich, standard, "what fits both is the same");
    assert.doesNotMatch(await text(files[0]!.path), /secret/);
    assert.deepEqual((await sharp(files[0]!.path).metadata()).delay, [100, 100, 100, 100]);
  });
});

Deno.test("image: transparent pixels become white; unusual formats become plain JPEG", async () => {
  await transcode(await media.image("alpha.png"), "image", { basic: 50_000 }, async ([file]) => {
    assert.deepEqual(await colourAt(file!.path, 10, 10), { r: 255, g: 255, b: 255 });
  });
  for (const name of ["photo.webp", "cmyk.jpg", "dot.gif"] as const) {
    await transcode(await media.image(name), "image", { standard: 300_000 }, async ([file]) => {
      const { format, space, channels } = await sharp(file!.path).metadata();
      assert.deepEqual([format, space, channels], ["jpeg", "srgb", 3], name);
    });
  }
});

const WEB = { web: WEB_PICTURE.maxBytes };

Deno.test("image: the picture for pages has more pixels than rich, the same turn and colours", async () => {
  const huge = await media.encoded(
    "huge.jpg", // 48 megapixels, as phones take them
    "-f lavfi -i color=c=0x208040:s=8000x6000 -frames:v 1 -pix_fmt yuvj420p",
  );
  const cases: [name: string, source: string, size: number[], top: string, bottom: string][] = [
    ["turned", await media.image("large-turned.jpg"), [960, 1280], "red", "blue"],
    ["CMYK", await media.image("large-cmyk.jpg"), [900, 600], "red", "red"],
    ["transparent", await media.image("large-alpha.png"), [1280, 320], "white", "white"],
    ["huge", huge, [1280, 960], "green", "green"],
  ];
  for (const [name, source, size, top, bottom] of cases) {
    await transcode(source, "image", { ...WEB, rich: 500_000 }, async ([web, rich]) => {
      assert.deepEqual([web!.type, web!.width, web!.height], ["image/jpeg", ...size], name);
      assert.ok(rich!.width! <= 640 && rich!.height! <= 1138);
      const { format, space, exif, icc, xmp, ...found } = await sharp(web!.path).metadata();
      assert.deepEqual([format, space, exif, icc, xmp], ["jpeg", "srgb", ...Array(3)], name);
      assert.deepEqual([found.width, found.height], size);
      for (const { path, width, height } of [web!, rich!]) {
        const middle = Math.floor(width! / 2);
        assert.equal(hueOf(await colourAt(path, middle, 10)), top, name);
        assert.equal(hueOf(await colourAt(path, middle, height! - 10)), bottom, name);
      }
    });
  }
});

function hueOf({ r, g, b }: { r: number; g: number; b: number }): string {
  if (Math.min(r, g, b) > 200) return "white";
  return r > 2 * Math.max(g, b) ? "red" : g > Math.max(r, b) ? "green" : "blue";
}

Deno.test("image: rich is the same picture with one for pages beside it", async () => {
  const source = await media.image("photo.jpg");
  const pixels = (path: string) => sharp(path).raw().toBuffer();
  await transcode(source, "image", { rich: 500_000 }, async ([alone]) => {
    await transcode(source, "image", { ...WEB, rich: 500_000 }, async ([, beside]) => {
      assert.deepEqual([beside!.width, beside!.height], [alone!.width, alone!.height]);
      const difference = differenceOf(await pixels(alone!.path), await pixels(beside!.path));
      assert.ok(difference < 8, `${difference} of 255`);
    });
  });
});

Deno.test("image: a picture that rich shows in full gets none for pages", async () => {
  for (const name of ["gps.jpg", "dot.gif"] as const) {
    const path = await media.image(name);
    const { renditions, missed } = await transcodeFor(path, { ...WEB, rich: 500_000 });
    assert.deepEqual([renditions.map(({ name }) => name), missed], [["rich"], []]);
    assert.deepEqual(await transcodeFor(path, WEB), { renditions: [], missed: [] });
  }
});

Deno.test("image: an animation has its first frame as picture for pages", async () => {
  const source = await media.animation({ frames: 4, size: "64x48" });
  await transcode(source, "image", { ...WEB, rich: 90_000 }, async ([web, rich]) => {
    assert.deepEqual([web!.type, web!.width, web!.height], ["image/jpeg", 64, 48]);
    assert.equal((await sharp(web!.path).metadata()).pages, undefined);
    assert.equal((await sharp(rich!.path).metadata()).pages, 4);
    const first = await sharp(source).flatten().raw().toBuffer();
    const difference = differenceOf(first, await sharp(web!.path).raw().toBuffer());
    assert.ok(difference < 20, `${difference} of 255`);
  });
});

Deno.test("image: a picture for pages that cannot be made fails no rendition", async () => {
  const source = await media.image("photo.jpg");
  const { renditions, missed } = await transcodeFor(source, { web: 50, rich: 500_000 });
  assert.deepEqual(renditions.map(({ name }) => name), ["rich"]);
  assert.deepEqual(missed, [{
    rendition: "web",
    reason: "the image cannot be made smaller than 0 KB",
  }]);
});

/** Computes the mean difference of two pictures' samples, from 0 to 255. */
function differenceOf(samples: Uint8Array, others: Uint8Array): number {
  assert.equal(samples.length, others.length);
  return samples.reduce((sum, value, i) => sum + Math.abs(value - others[i]!), 0) / samples.length;
}

/** Transcodes an image to some goals, and removes the files. */
async function transcodeFor(path: string, budgets: Partial<Record<TranscodedName, number>>) {
  const directory = await Deno.makeTempDir();
  try {
    const goals = Object.entries(budgets).map(([rendition, maxBytes]) => ({
      rendition: rendition as TranscodedName,
      maxBytes,
    }));
    return await createTranscoder().transcode(
      { path, kind: "image" },
      () => Promise.resolve(goals),
      directory,
      TURN,
    );
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

for (const extension of ["gif", "webp"]) {
  Deno.test(`image: an animation stays one, as GIF, and is made small enough: ${extension}`, async () => {
    const source = await media.animation({ extension, frames: 4, size: "700x560" });
    await transcode(source, "image", { rich: 100_000, basic: 15_000 }, async (files) => {
      for (const { path, type, width, height, name } of files) {
        const found = await sharp(path, { animated: true }).metadata();
        assert.deepEqual([type, found.format, found.pages], ["image/gif", "gif", 4]);
        assert.deepEqual([found.width, found.pageHeight], [width, height]);
        const { box } = RENDITION_PROFILES[name].image;
        assert.ok(width! <= box.width && height! <= box.height, `${width}×${height}`);
        assert.equal(found.delay![0], 100);
      }
    });
  });
}

async function colourAt(path: string, left: number, top: number) {
  const pixel = await sharp(path).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [r, g, b] = pixel as unknown as [number, number, number];
  return { r, g, b };
}

Deno.test("image: a picture of 50 million pixels, as phones write, is within the limits", async () => {
  const size = { width: 8192, height: 6144 };
  const picture = sharp({ create: { ...size, channels: 3, background: "#204080" } });
  const source = await media.bytes("phone.jpg", new Uint8Array(await picture.jpeg().toBuffer()));
  await transcode(source, "image", { rich: 500_000 }, async ([rich]) => {
    assert.deepEqual([rich!.width, rich!.height], [640, 480]);
    assert.ok((await colourAt(rich!.path, 320, 240)).b > 120);
  });
});
