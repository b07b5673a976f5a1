/** Backgrounds: every kind of JPEG is drawn upright and in its colours; other content is E1502. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { Refusal } from "../../src/core/errors.ts";
import { type Picture, readPicture } from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { readJpegHeader } from "../../src/image/jpeg_header.ts";
import { MAX_BACKGROUND_PIXELS } from "../../src/image/jpeg.ts";
import { colourAt, decoded, isNear } from "../support/decoded.ts";
import {
  bytesOf,
  claiming,
  joined,
  ODD_JPEGS,
  redAboveBlue,
  turnedByExif,
  withPrecision,
  withScans,
} from "../support/jpegs.ts";

loadFonts();
const painter = createPainter({ cacheBytes: 0 });
const plain: Picture = readPicture({ "background-image-url": "http://example.com/a.jpg" });

async function draw(jpeg: Uint8Array<ArrayBuffer>, picture = plain) {
  return (await painter.draw(picture, { hash: "any", jpeg })).jpeg;
}

const refused = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.fault, "backgroundInvalid");
  assert.match(error.info, message);
  return true;
};

for (const [kind, make] of Object.entries(ODD_JPEGS).filter(([kind]) => kind !== "grey")) {
  Deno.test(`a JPEG ${kind} is drawn as it looks`, async () => {
    const picture = await decoded(await draw(await make()));
    assert.deepEqual([picture.width, picture.height], [120, 80]);
    // Inks cannot reproduce the screen's brightest blue.
    const [above, below] = [colourAt(picture, 60, 20), colourAt(picture, 60, 60)];
    assert.ok(above[0]! > 190 && above[1]! < 70 && above[2]! < 70, String(above));
    assert.ok(below[0]! < 70 && below[1]! < 70 && below[2]! > 120, String(below));
  });
}

Deno.test("a grey JPEG is drawn grey", async () => {
  const picture = await decoded(await draw(await ODD_JPEGS["grey"]!()));
  const [r, g, b] = colourAt(picture, 60, 20) as [number, number, number];
  assert.ok(Math.abs(r - g) <= 2 && Math.abs(g - b) <= 2 && r > 60 && r < 200);
  assert.deepEqual([picture.width, picture.height], [120, 80]);
});

Deno.test("the unusual fixtures have the property in their names", async () => {
  const header = async (kind: string) => readJpegHeader(await ODD_JPEGS[kind]!())!;
  assert.ok((await header("progressive")).scans > 5);
  assert.equal((await header("CMYK")).components, 4);
  assert.equal((await header("grey")).components, 1);
  assert.equal((await header("Display P3")).isSrgb, false);
  assert.equal((await header("sRGB by profile")).isSrgb, true);
});

Deno.test("colours of a wide profile are converted to sRGB", async () => {
  const green = sharp({ create: { width: 64, height: 64, channels: 3, background: "#00ff00" } });
  const picture = await decoded(await draw(await bytesOf(green.withIccProfile("p3").jpeg())));
  assert.ok(isNear(colourAt(picture, 32, 32), [0, 255, 0], 20));
});

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
  Deno.test(`a photograph of EXIF orientation ${orientation} is upright`, async () => {
    const jpeg = await turnedByExif(orientation);
    assert.equal(readJpegHeader(jpeg)!.orientation, orientation);
    const picture = await decoded(await draw(jpeg));
    assert.deepEqual([picture.width, picture.height], [120, 80]);
    assert.ok(isNear(colourAt(picture, 60, 20), [0xe0, 0x10, 0x10], 40));
    assert.ok(isNear(colourAt(picture, 60, 60), [0x10, 0x10, 0xe0], 40));
  });
}

Deno.test("the picture has the background's size, and none of its metadata", async () => {
  const jpeg = await draw(await ODD_JPEGS["with comments and EXIF"]!());
  const { exif, icc, xmp, iptc, chromaSubsampling, isProgressive } = await sharp(jpeg).metadata();
  assert.deepEqual([exif, icc, xmp, iptc], Array(4).fill(undefined));
  assert.deepEqual([chromaSubsampling, isProgressive], ["4:2:0", false]);
  assert.equal(new TextDecoder("latin1").decode(jpeg).includes("secret"), false);
});

Deno.test("the quality is 85", async () => {
  const jpeg = await draw(await bytesOf(redAboveBlue().jpeg()));
  const reference = await bytesOf(redAboveBlue().jpeg({ quality: 85 }));
  assert.deepEqual(quantisation(jpeg), quantisation(reference));
});

/** Joins the tables of all DQT segments. */
function quantisation(jpeg: Uint8Array): number[] {
  const tables: number[] = [];
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!) {
    if (jpeg[at + 1] !== 0xdb) continue;
    const data = jpeg.subarray(at + 4, at + 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!);
    for (let table = 0; table < data.length; table += 65) {
      tables.push(...data.subarray(table + 1, table + 65));
    }
  }
  return tables;
}

Deno.test("content that is no JPEG is refused, whatever its name", async () => {
  const others: [string, Uint8Array<ArrayBuffer>][] = [
    ["PNG", await bytesOf(redAboveBlue().png())],
    ["WebP", await bytesOf(redAboveBlue().webp())],
    ["GIF", await bytesOf(redAboveBlue().gif())],
    ["SVG", new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"/>`)],
    ["HTML", new TextEncoder().encode("<!doctype html>")],
    ["nothing", new Uint8Array()],
    ["one byte", Uint8Array.of(0xff)],
    ["a beginning alone", Uint8Array.of(0xff, 0xd8, 0xff)],
    [
      "a PNG behind a JPEG's first bytes",
      joined(
        Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
        await bytesOf(redAboveBlue().png()),
      ),
    ],
  ];
  for (const [name, bytes] of others) {
    await assert.rejects(draw(bytes), refused(/^background-image-url: the file is no JPEG$/), name);
  }
});

Deno.test("a JPEG that breaks off anywhere is refused", async () => {
  const jpeg = await bytesOf(redAboveBlue({ width: 400, height: 300 }).blur(3).jpeg());
  for (const part of [0.01, 0.1, 0.5, 0.9]) {
    const cut = jpeg.slice(0, Math.floor(jpeg.length * part));
    await assert.rejects(
      draw(cut),
      refused(/^background-image-url: the (file is no JPEG|JPEG is)/),
    );
  }
});

Deno.test("a JPEG with another's data is either refused or drawn", async () => {
  const jpeg = await bytesOf(redAboveBlue({ width: 200, height: 200 }).blur(3).jpeg());
  for (let seed = 1; seed <= 60; seed++) {
    const bent = jpeg.slice();
    for (let change = 0; change < 8; change++) {
      bent[(seed * 7919 + change * 104729) % bent.length] = (seed * 31 + change * 57) % 256;
    }
    const drawn = await draw(bent).catch((error) => {
      refused(/^background-image-url: /)(error);
      return null;
    });
    if (drawn !== null) assert.ok((await decoded(drawn)).width > 0);
  }
});

Deno.test("more pixels than the limit are refused by the header alone", async () => {
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  const scan = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xda);
  const header = jpeg.slice(0, scan + 20); // a decoder gets no further
  for (const [width, height] of [[65535, 65535], [5001, 5000], [65535, 382]] as const) {
    const bomb = claiming(header, width, height);
    const message = new RegExp(`more than ${MAX_BACKGROUND_PIXELS} pixels`);
    await assert.rejects(draw(bomb), refused(message));
  }
});

Deno.test("sizes of zero, odd depths and endless scans are refused", async () => {
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  await assert.rejects(draw(claiming(jpeg, 0, 80)), refused(/is no JPEG/));
  await assert.rejects(draw(claiming(jpeg, 120, 0)), refused(/is no JPEG/));
  await assert.rejects(draw(withPrecision(jpeg, 12)), refused(/8 bits a sample/));
  const progressive = await bytesOf(redAboveBlue().jpeg({ progressive: true }));
  assert.ok((await draw(withScans(progressive, 1))).length > 0);
  await assert.rejects(draw(withScans(progressive, 60)), refused(/more than 50 scans/));
});

Deno.test("a background of one pixel is drawn upon", async () => {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: "#ff0000" } });
  const picture = readPicture({ "text-area": { "text-area-1": { text: "far outside" } } });
  const { width, height } = await decoded(await draw(await bytesOf(dot.jpeg()), picture));
  assert.deepEqual([width, height], [1, 1]);
});

Deno.test("a background that a Worker cannot hold twice is still drawn", async () => {
  const large = sharp({
    create: { width: 5000, height: 5000, channels: 3, background: "#336699" },
  });
  const { width, height } = await sharp(await draw(await bytesOf(large.jpeg()))).metadata();
  assert.deepEqual([width, height], [5000, 5000]);
});
