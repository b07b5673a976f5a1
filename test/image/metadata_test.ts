/** Metadata that is removed from images before they are decoded, and what of it stays. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { encodeLogo } from "../../src/adapters/pictures/logos.ts";
import { isStillOfAnimation, stripMetadata } from "../../src/image/metadata/mod.ts";
import { createRandom } from "../chaos/random.ts";
import { animatedPng, animationControl } from "../support/apng.ts";
import {
  bombs,
  exif,
  gifWith,
  jpegWith,
  latin1,
  pngChunk,
  pngWith,
  SECRET,
  webpOfFrames,
  webpWith,
} from "../support/image_metadata.ts";
import { animation } from "../support/media.ts";

type Format = "png" | "jpeg" | "gif" | "webp";

/** Picture of 40×20 pixels, whose left half is red and whose right one is blue. */
const PICTURE = sharp({ create: { width: 40, height: 20, channels: 3, background: "#d02020" } })
  .composite([{
    input: { create: { width: 20, height: 20, channels: 3, background: "#2020d0" } },
    left: 20,
    top: 0,
  }]);

const plain = new Map<Format, Uint8Array>();

Deno.test.beforeAll(async () => {
  for (const format of ["png", "jpeg", "gif", "webp"] as const) {
    plain.set(format, await PICTURE.clone().toFormat(format).toBuffer());
  }
});

const plainOf = (format: Format) => plain.get(format)!;

const pixelsOf = (file: Uint8Array) =>
  sharp(file).autoOrient().toColourspace("srgb").raw().toBuffer();

const has = (file: Uint8Array, text: string) => Buffer.from(file).includes(text, 0, "latin1");

const large = (start: string, size: number) =>
  Buffer.concat([latin1(start), Buffer.alloc(size, SECRET)]);

const many = (count: number, data: Uint8Array) => Array<Uint8Array>(count).fill(data);

const NOTE = latin1(SECRET);

/** Metadata of a format, the file with it, and text that only the metadata has. */
const REMOVED: [
  format: Format,
  what: string,
  make: (plain: Uint8Array) => Uint8Array,
  trace: string,
][] = [
  ["png", "tEXt", (png) => pngWith(png, "tEXt", latin1(`a\0${SECRET}`)), "tEXt"],
  ["png", "zTXt that inflates to 400 MB", (png) => pngWith(png, "zTXt", ...bombs(8)), "zTXt"],
  [
    "png",
    "iTXt that inflates to 400 MB",
    (png) => {
      const compressed = (bomb: Buffer) =>
        Buffer.concat([latin1("secret\0\x01\0\0\0"), bomb.subarray(bomb.indexOf(0) + 2)]);
      return pngWith(png, "iTXt", ...bombs(8).map(compressed));
    },
    "iTXt",
  ],
  ["png", "tIME", (png) => pngWith(png, "tIME", Buffer.from([7, 0xea, 1, 1, 0, 0, 0])), "tIME"],
  ["png", "sPLT", (png) => pngWith(png, "sPLT", ...many(40, large("a\0\x08", 5_000))), "sPLT"],
  ["png", "private chunks", (png) => pngWith(png, "prVt", ...many(9_000, NOTE)), "prVt"],
  ["png", "an upright eXIf", (png) => pngWith(png, "eXIf", exif(1)), "eXIf"],
  ["png", "a gAMA of the wrong size", (png) => pngWith(png, "gAMA", NOTE), "gAMA"],
  [
    "png",
    "an iCCP that inflates to 49 MB",
    (png) => {
      const profile = deflateSync(Buffer.alloc(49_000_000), { level: 9 });
      return pngWith(png, "iCCP", Buffer.concat([latin1("a\0\0"), profile]));
    },
    "iCCP",
  ],
  ["png", "a damaged iCCP", (png) => pngWith(png, "iCCP", large("a\0\0", 50)), "iCCP"],
  ["png", "bytes after its end", (png) => Buffer.concat([png, pngChunk("zTXt", NOTE)]), "zTXt"],
  [
    "jpeg",
    "XMP",
    (jpeg) => jpegWith(jpeg, 0xe1, large("http://ns.adobe.com/xap/1.0/\0", 9)),
    "adobe",
  ],
  ["jpeg", "an upright Exif", (jpeg) => jpegWith(jpeg, 0xe1, large("Exif\0\0", 500)), "Exif"],
  ["jpeg", "pictures of another size", (jpeg) => jpegWith(jpeg, 0xe2, large("MPF\0", 9)), "MPF"],
  ["jpeg", "IPTC", (jpeg) => jpegWith(jpeg, 0xed, large("Photoshop 3.0\0", 9)), "Photoshop"],
  ["jpeg", "a JFIF extension", (jpeg) => jpegWith(jpeg, 0xe0, large("JFXX\0", 9)), "JFXX"],
  ["jpeg", "a comment", (jpeg) => jpegWith(jpeg, 0xfe, NOTE), SECRET],
  ["jpeg", "thousands of segments", (jpeg) => jpegWith(jpeg, 0xe5, ...many(20_000, NOTE)), SECRET],
  [
    "jpeg",
    "a profile of more than 1 MiB",
    (jpeg) => {
      const parts = Array.from({ length: 17 }, (_, n) => {
        return Buffer.concat([
          latin1("ICC_PROFILE\0"),
          Buffer.from([n + 1, 17]),
          large("", 65_000),
        ]);
      });
      return jpegWith(jpeg, 0xe2, ...parts);
    },
    "ICC_PROFILE",
  ],
  [
    "jpeg",
    "a segment after a scan",
    (jpeg) => {
      const note = jpegWith(Buffer.alloc(2), 0xe7, NOTE).subarray(2);
      return Buffer.concat([jpeg.subarray(0, -2), note, jpeg.subarray(-2)]);
    },
    SECRET,
  ],
  ["gif", "a comment", (gif) => gifWith(gif, 0xfe, NOTE), SECRET],
  ["gif", "thousands of comments", (gif) => gifWith(gif, 0xfe, ...many(20_000, NOTE)), SECRET],
  ["gif", "XMP", (gif) => gifWith(gif, 0xff, large("XMP DataXMP", 900)), "XMP"],
  ["gif", "a plain text", (gif) => gifWith(gif, 0x01, NOTE), SECRET],
  ["gif", "a loop that says more", (gif) => gifWith(gif, 0xff, large("NETSCAPE2.0", 900)), SECRET],
  ["webp", "XMP", (webp) => webpWith(webp, "XMP ", large("", 300_001)), "XMP "],
  ["webp", "an upright EXIF", (webp) => webpWith(webp, "EXIF", exif(1)), "EXIF"],
  ["webp", "unknown chunks", (webp) => webpWith(webp, "abcd", ...many(9_000, NOTE)), "abcd"],
  [
    "webp",
    "a profile of more than 1 MiB",
    (webp) => webpWith(webp, "ICCP", large("", 2 << 20)),
    "ICCP",
  ],
];

for (const [format, what, make, trace] of REMOVED) {
  Deno.test(`metadata of a ${format} is removed before it is decoded: ${what}`, async () => {
    const original = plainOf(format);
    const file = make(original);
    assert.ok(has(file, trace) && !has(original, trace));
    const stripped = stripMetadata(file);
    assert.ok(!has(stripped, trace), "it is still there");
    assert.ok(!has(stripped, SECRET), "a part of it is still there");
    assert.deepEqual(await pixelsOf(stripped), await pixelsOf(original));
    if (file.length > 512 << 10) return; // more than a logo may have
    assert.deepEqual(
      await encodeLogo(new Uint8Array(file)),
      await encodeLogo(new Uint8Array(original)),
    );
  });
}

/** A file with a turn by EXIF. */
const TURNED: [format: Format, how: string, make: (plain: Uint8Array) => Uint8Array][] = [
  ["png", "eXIf", (png) => pngWith(png, "eXIf", exif(6))],
  ["png", "eXIf in big endian", (png) => pngWith(png, "eXIf", exif(6, "MM"))],
  ["jpeg", "Exif", (jpeg) => jpegWith(jpeg, 0xe1, jpegExif(6))],
  ["jpeg", "Exif in big endian", (jpeg) => jpegWith(jpeg, 0xe1, jpegExif(6, "MM"))],
  ["jpeg", "the first of several", (jpeg) => jpegWith(jpeg, 0xe1, jpegExif(6), jpegExif(3))],
  ["webp", "EXIF", (webp) => webpWith(webp, "EXIF", exif(6))],
  ["webp", "EXIF as in a JPEG", (webp) => webpWith(webp, "EXIF", jpegExif(6))],
];

function jpegExif(orientation: number, order?: "II" | "MM"): Buffer {
  return Buffer.concat([latin1("Exif\0\0"), exif(orientation, order)]);
}

for (const [format, how, make] of TURNED) {
  Deno.test(`of the EXIF of a ${format} the orientation stays: ${how}`, async () => {
    const file = make(plainOf(format));
    const stripped = stripMetadata(file);
    assert.ok(has(file, SECRET) && !has(stripped, SECRET));
    assert.equal((await sharp(stripped).metadata()).orientation, 6);
    assert.deepEqual(await pixelsOf(stripped), await pixelsOf(file));
    const { width, height } = await encodeLogo(new Uint8Array(file));
    assert.deepEqual([width, height], [20, 40]);
  });
}

for (const format of ["png", "jpeg", "webp"] as const) {
  Deno.test(`the colour profile of a ${format} stays and takes effect`, async () => {
    const file = await PICTURE.clone().withIccProfile("p3").withExif({
      IFD0: { Copyright: SECRET },
    })
      .toFormat(format).toBuffer();
    const stripped = stripMetadata(file);
    assert.ok(has(file, SECRET) && !has(stripped, SECRET));
    assert.deepEqual((await sharp(stripped).metadata()).icc, (await sharp(file).metadata()).icc);
    const pixels = await pixelsOf(stripped);
    assert.deepEqual(pixels, await pixelsOf(file));
    assert.notDeepEqual(pixels, await sharp(stripped, { ignoreIcc: true }).raw().toBuffer());
  });
}

for (const extension of ["gif", "webp"] as const) {
  Deno.test(`an animated ${extension} keeps its pace, repetitions and frames`, async () => {
    const frames = await Deno.readFile(await animation({ extension, frames: 4, size: "64x48" }));
    const looping = sharp(frames, { animated: true });
    const file = await (extension === "gif" ? looping.gif({ loop: 3 }) : looping.webp({ loop: 3 }))
      .withExif({ IFD0: { Copyright: SECRET } }).toBuffer();
    const noted = extension === "gif" ? gifWith(file, 0xfe, NOTE) : file;
    const stripped = stripMetadata(noted);
    assert.ok(has(noted, SECRET) && !has(stripped, SECRET));
    const factsOf = async (file: Uint8Array) => {
      const { pages, delay, loop } = await sharp(file, { animated: true }).metadata();
      return { pages, delay, loop };
    };
    assert.deepEqual(await factsOf(stripped), await factsOf(noted));
    assert.equal((await factsOf(stripped)).loop, 3);
    const allPixels = (file: Uint8Array) => sharp(file, { animated: true }).raw().toBuffer();
    assert.deepEqual(await allPixels(stripped), await allPixels(noted));
  });
}

/** Chunks of a PNG that affect pixels, or how large they are shown. */
const ALLOWED_CHUNKS: [type: string, data: Buffer][] = [
  ["gAMA", Buffer.from([0, 0, 0xb1, 0x8f])],
  ["cHRM", Buffer.alloc(32, 1)],
  ["sRGB", Buffer.from([0])],
  ["sBIT", Buffer.from([8, 8, 8])],
  ["bKGD", Buffer.alloc(6)],
  ["tRNS", Buffer.from([0, 0xd0, 0, 0x20, 0, 0x20])],
  ["pHYs", Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1])],
  ["acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])],
  ["fcTL", Buffer.alloc(26)],
  ["fdAT", Buffer.alloc(20)],
];

for (const [type, data] of ALLOWED_CHUNKS) {
  Deno.test(`a PNG keeps what affects its pixels: ${type}`, () => {
    const file = pngWith(plainOf("png"), type, data);
    const stripped = Buffer.from(stripMetadata(pngWith(file, "tEXt", NOTE)));
    assert.ok(stripped.includes(pngChunk(type, data)) && !has(stripped, SECRET));
  });
}

Deno.test("a WebP of very many frames is cut before it is decoded", async () => {
  const file = webpOfFrames(plainOf("webp"), 20_000);
  const stripped = stripMetadata(file);
  assert.ok(stripped.length < 0.6 * file.length);
  assert.equal(Buffer.from(stripped).readUInt32LE(4), stripped.length - 8);
  assert.equal((await sharp(stripped).metadata()).pages, 10_000);
});

for (const format of ["png", "jpeg", "gif", "webp"] as const) {
  Deno.test(`a ${format} without metadata is passed on as it is`, () => {
    const file = plainOf(format);
    assert.deepEqual(Buffer.from(stripMetadata(file)), Buffer.from(file));
  });

  Deno.test(`a ${format} that is cut off or damaged anywhere is passed on`, () => {
    const notes: Record<Format, (file: Uint8Array) => Uint8Array> = {
      png: (png) => pngWith(pngWith(png, "eXIf", exif(6)), "iCCP", ...bombs(1)),
      jpeg: (jpeg) => jpegWith(jpegWith(jpeg, 0xe1, jpegExif(6)), 0xfe, NOTE),
      gif: (gif) => gifWith(gif, 0xff, large("NETSCAPE2.0", 30)),
      webp: (webp) => webpWith(webp, "EXIF", exif(6)),
    };
    const file = notes[format](plainOf(format)).subarray(0, 1_000);
    const random = createRandom(11, format);
    for (let length = 0; length < file.length; length++) {
      const cut = new Uint8Array(file.subarray(0, length));
      assert.ok(stripMetadata(cut).length <= length + 64);
      const damaged = new Uint8Array(file);
      damaged[length] = Math.floor(random.number() * 256);
      assert.ok(stripMetadata(damaged).length <= file.length + 64);
    }
  });
}

Deno.test("the bytes of the caller are not changed, whatever is removed", () => {
  for (const [format, , make] of [...REMOVED, ...TURNED]) {
    const file = make(plainOf(format));
    const before = Buffer.from(file);
    stripMetadata(file);
    assert.ok(before.equals(file), format);
  }
});

Deno.test("other formats are left to the decoder, which refuses them", () => {
  const svg = new TextEncoder().encode("<svg/>");
  assert.equal(stripMetadata(svg), svg);
});

Deno.test("an animated PNG is recognised, stripped or not, and nothing else is", () => {
  const animated = animatedPng();
  const png = Buffer.from(plainOf("png"));
  const withControl = (data: Uint8Array) => pngWith(png, "acTL", data);
  const behindPixels = Buffer.concat([
    png.subarray(0, -12),
    pngChunk("acTL", animationControl(2)),
    png.subarray(-12),
  ]);
  assert.ok(isStillOfAnimation(animated));
  assert.ok(isStillOfAnimation(stripMetadata(animated)));
  const others = [
    png,
    withControl(animationControl(1)),
    withControl(animationControl(2).subarray(0, 2)),
    withControl(Buffer.concat([animationControl(2), Buffer.alloc(1)])),
    behindPixels,
    plainOf("gif"),
    plainOf("webp"),
    Buffer.concat([plainOf("jpeg"), animated]),
    new Uint8Array(),
    ...[8, 33, 34, 40, 41, 44].map((end) => animated.subarray(0, end)),
  ];
  for (const [index, file] of others.entries()) {
    assert.ok(!isStillOfAnimation(file), `file ${index}`);
  }
});
