/**
 * Photos of contacts: fetched by the guarded fetch, decoded by libvips, converted to a small JPEG.
 */
import assert from "node:assert/strict";
import sharp from "sharp";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import { createPhotos, type PhotosOptions } from "../../../src/adapters/pictures/photos.ts";
import { FetchRefused, type Photos, TranscodeFailed } from "../../../src/ports/mod.ts";
import { type FileServer, startFiles } from "../../support/files.ts";
import * as hostile from "../../support/hostile_media.ts";
import * as media from "../../support/media.ts";
import { rawResponse, startRawServer } from "../../support/raw_server.ts";
import { TURN } from "../../support/turn.ts";

let files: FileServer;
let directory: string;
const fetch = createGuardedFetch({ allow: ["127.0.0.0/8"] });

Deno.test.beforeAll(async () => {
  files = startFiles();
  directory = await Deno.makeTempDir();
});

Deno.test.afterAll(async () => {
  await fetch.close();
  await files.stop();
  await Deno.remove(directory, { recursive: true });
});

const photosWith = (options: Partial<PhotosOptions> = {}): Photos =>
  createPhotos({ fetch, directory, ...options });

/** Fetches the photo at a file's URL. */
async function photoOf(
  path: string,
  type: string,
  name: string = crypto.randomUUID(),
  options?: Partial<PhotosOptions>,
): Promise<Uint8Array<ArrayBuffer>> {
  const photo = await photosWith(options).of(await files.add(name, type, path), TURN);
  assert.deepEqual([...Deno.readDirSync(directory)], [], "nothing stays behind");
  return photo;
}

/** Returns the reason why there is no photo at a URL. */
async function failure(url: string, options: Partial<PhotosOptions> = {}): Promise<string> {
  const error = await photosWith(options).of(url, TURN).then(
    () => assert.fail("there is one"),
    (error) => error,
  );
  assert.ok(error instanceof FetchRefused || error instanceof TranscodeFailed, String(error));
  assert.doesNotMatch(error.reason, /tmp|file:|Vips|vips|127\.|sharp/);
  assert.deepEqual([...Deno.readDirSync(directory)], [], "nothing stays behind");
  return error instanceof FetchRefused ? `${error.rule}: ${error.reason}` : error.reason;
}

async function colourAt(jpeg: Uint8Array, left: number, top: number) {
  const area = { left, top, width: 1, height: 1 };
  const [r, g, b] = await sharp(jpeg).extract(area).raw().toBuffer() as unknown as number[];
  return { r: r!, g: g!, b: b! };
}

const DAMAGED = "the file is not a gif, jpg or png image, or is damaged";

Deno.test("photos: gif, jpg and png become a JPEG in sRGB", async () => {
  for (
    const [name, type] of [
      ["dot.gif", "image/gif"],
      ["cmyk.jpg", "image/jpeg"],
      ["grey.jpg", "image/jpg"],
      ["palette.png", "image/png"],
      ["deep.png", "image/png"],
    ] as const
  ) {
    const photo = await photoOf(await media.image(name), type);
    const { format, space, channels, isProgressive } = await sharp(photo).metadata();
    assert.deepEqual([format, space, channels, isProgressive], ["jpeg", "srgb", 3, false], name);
  }
});

Deno.test("photos: a large one is made to fit; a small one keeps its size", async () => {
  const large = await sharp(await photoOf(await media.image("photo.jpg"), "image/jpeg")).metadata();
  assert.deepEqual([large.width, large.height], [720, 540]);
  const small = await sharp(await photoOf(await media.image("palette.png"), "image/png"))
    .metadata();
  assert.deepEqual([small.width, small.height], [200, 300]);
});

Deno.test("photos: a side and bytes of the operator's choice are kept to", async () => {
  const source = await media.image("photo.jpg");
  const options = { maxSide: 300, maxPhotoBytes: 5_000 };
  const photo = await photoOf(source, "image/jpeg", "a.jpg", options);
  const { width, height } = await sharp(photo).metadata();
  assert.ok(photo.length <= 5_000 && width <= 300 && height <= 300, `${photo.length}`);
  const finest = await photoOf(source, "image/jpeg", "a.jpg", { maxSide: 300 });
  assert.ok(finest.length > 5_000, `${finest.length}: nothing was to be done`);
});

Deno.test("photos: rotated upright by EXIF, then stripped of metadata", async () => {
  const photo = await photoOf(await media.image("gps.jpg"), "image/jpeg");
  const { width, height, exif, icc, xmp, orientation } = await sharp(photo).metadata();
  assert.deepEqual([width, height], [200, 400]);
  assert.deepEqual([exif, icc, xmp, orientation], Array(4).fill(undefined));
  assert.ok((await colourAt(photo, 100, 50)).r > 200, "red is on top");
  assert.ok((await colourAt(photo, 100, 350)).b > 200, "blue is below");
  const tagged = await photoOf(await media.image("tagged.jpg"), "image/jpeg");
  assert.doesNotMatch(new TextDecoder("latin1").decode(tagged), /secret|Exif|ICC_PROFILE|xmp/);
});

Deno.test("photos: transparent pixels become white", async () => {
  const photo = await photoOf(await media.image("alpha.png"), "image/png");
  assert.deepEqual(await colourAt(photo, 10, 10), { r: 255, g: 255, b: 255 });
});

Deno.test("photos: of an animation it is the first frame", async () => {
  const frames = ["#ff0000", "#0000ff"].map((background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } }).png().toBuffer()
  );
  const gif = await sharp(await Promise.all(frames), { join: { animated: true } }).gif().toBuffer();
  assert.equal((await sharp(gif, { animated: true }).metadata()).pages, 2);
  const path = await media.bytes("red-then-blue.gif", new Uint8Array(gif));
  const photo = await photoOf(path, "image/gif");
  const { width, height } = await sharp(photo).metadata();
  assert.deepEqual([width, height], [40, 30]);
  const { r, b } = await colourAt(photo, 20, 15);
  assert.ok(r > 200 && b < 50, `${r} ${b}`);
});

/** Content types that a server declares for a GIF, with a file name; null: accepted. */
const TYPES: [type: string, name: string, why: string | null][] = [
  ["image/gif", "a.gif", null],
  ["image/png", "a.gif", "content-type: the content is not a PNG, but a GIF"],
  ["image/jpg", "a.gif", "content-type: the content is not a JPEG, but a GIF"],
  [
    "application/octet-stream",
    "a.png",
    "content-type: the content is not a PNG, but a GIF",
  ],
  ["image/gif", "a.html", null],
  ["image/gif", "a", null],
  ["application/octet-stream", "a.gif", null],
  [
    "application/octet-stream",
    "a.html",
    "content-type: content type application/octet-stream needs a URL that ends in .gif, .jpg or .png",
  ],
  [
    "application/octet-stream",
    "a.mp4",
    "content-type: content type application/octet-stream needs a URL that ends in .gif, .jpg or .png",
  ],
  ["text/html", "a.gif", "content-type: content type text/html is not that of an image"],
  ["video/mp4", "a.gif", "content-type: content type video/mp4 is not that of an image"],
  ["image/svg+xml", "a.gif", "content-type: content type image/svg+xml is not that of an image"],
];

for (const [type, name, why] of TYPES) {
  Deno.test(`photos: ${type} at ${name} is ${why === null ? "taken" : "refused"}`, async () => {
    const gif = await media.image("dot.gif");
    if (why === null) await photoOf(gif, type, name);
    else assert.equal(await failure(await files.add(name, type, gif)), why);
  });
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`;
const MOST = "64 million pixels and 25 million bytes are the most";
const ENORMOUS = `the image has 65535×65535 pixels; ${MOST}`;

/** Files whose content contradicts their type, or that are hostile. */
const HOSTILE: [what: string, type: string, path: () => Promise<string>, why: string][] = [
  ["WebP", "image/png", () => media.image("photo.webp"), DAMAGED],
  ["WebP that says so", "image/webp", () => media.image("photo.webp"), DAMAGED],
  ["SVG", "image/png", () => media.bytes("photo.svg", SVG), DAMAGED],
  ["HTML", "image/jpeg", () => media.bytes("photo.html", hostile.HTML), DAMAGED],
  ["one byte", "image/jpeg", () => media.bytes("byte.jpg", "\x00"), DAMAGED],
  [
    "a signature and nothing else",
    "image/png",
    () => media.bytes("bare.png", new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])),
    DAMAGED,
  ],
  [
    "half a JPEG",
    "image/jpeg",
    async () => await media.cut("half.jpg", await media.image("photo.jpg"), 0.5),
    DAMAGED,
  ],
  [
    "half a PNG",
    "image/png",
    async () => await media.cut("half.png", await media.image("deep.png"), 0.5),
    DAMAGED,
  ],
  ["an enormous PNG", "image/png", hostile.enormous.png, ENORMOUS],
  ["an enormous JPEG", "image/jpeg", hostile.enormous.jpg, DAMAGED],
  ["an enormous GIF", "image/gif", hostile.enormous.gif, ENORMOUS],
  [
    "a PNG bomb",
    "image/png",
    hostile.pngBomb,
    `the image has 20000×20000 pixels; ${MOST}`,
  ],
  [
    "a PNG of 45 million pixels in very long lines",
    "image/png",
    hostile.widePng,
    "the image is 900000 pixels wide; 65535 are the most",
  ],
];

for (const [title, type, path, why] of HOSTILE) {
  Deno.test(`photos: ${title} is refused`, async () => {
    const url = await files.add(crypto.randomUUID(), type, await path());
    assert.equal(await failure(url), why);
  });
}

Deno.test("photos: the pixels of a file are counted before they are decoded", async () => {
  const url = await files.add("4-megapixels.jpg", "image/jpeg", await media.image("photo.jpg"));
  const most = 2400 * 1800 - 1;
  const tooMany = `the image has 2400×1800 pixels; ${most / 1e6} million pixels and `;
  assert.equal((await failure(url, { maxPixels: most })).startsWith(tooMany), true);
  await photosWith({ maxPixels: 2400 * 1800 }).of(url, TURN);
});

Deno.test("photos: the memory of a decoded file is counted by its samples", async () => {
  const url = await files.add("deep.png", "image/png", await media.image("deep.png"));
  const { width, height, channels, depth } = await sharp(await media.image("deep.png")).metadata();
  assert.equal(depth, "ushort");
  const bytes = width * height * channels * 2;
  const most = bytes - 10_000;
  const tooMuch = `the image has ${width}×${height} pixels, which take ${bytes / 1e6} MB; ${
    most / 1e6
  } MB are the most`;
  assert.equal(await failure(url, { maxMemoryBytes: most }), tooMuch);
  await photosWith({ maxMemoryBytes: bytes }).of(url, TURN);
});

Deno.test("photos: a text bomb in a PNG is not read, nor frames after the first", async () => {
  await photoOf(await hostile.pngTextBomb(), "image/png");
  await photoOf(await hostile.gifOfManyFrames(), "image/gif");
});

Deno.test("photos: the rules of the guarded fetch apply", async () => {
  const gone = files.respond("gone.jpg", () => new Response(null, { status: 404 }));
  assert.match(await failure(gone), /^status: /);
  assert.match(await failure("ftp://a.example/a.jpg"), /^url: /);
  assert.match(await failure("http://10.0.0.1/a.jpg"), /^address: /);
  const large = await files.add("large.jpg", "image/jpeg", await media.image("photo.jpg"));
  assert.match(await failure(large, { maxBytes: 1000 }), /^too-big: .* 1000 allowed/);
});

Deno.test("photos: a response that never ends is given up at the time limit", async () => {
  await using server = await startRawServer((_path, socket) => {
    socket.write(
      rawResponse("200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 100", "\xff\xd8"),
    );
  });
  const why = await failure(`${server.url}/slow.jpg`, { timeLimitMs: 200 });
  assert.equal(why, "timeout: the photo did not arrive in time");
});

Deno.test("photos: requests that wait for it are given up, too", async () => {
  await using server = await startRawServer(() => {});
  const photos = photosWith({ timeLimitMs: 200, downloadConcurrency: 1 });
  const responses = await Promise.allSettled(
    Array.from({ length: 5 }, () => photos.of(`${server.url}/silent.jpg`, TURN)),
  );
  for (const response of responses) {
    assert.ok(response.status === "rejected" && response.reason instanceof FetchRefused);
    assert.equal(response.reason.rule, "timeout");
  }
  assert.deepEqual([...Deno.readDirSync(directory)], []);
});

Deno.test("photos: concurrent fetches are limited, half of them for one account", async () => {
  let fetching = 0;
  let most = 0;
  const three = Promise.withResolvers<void>();
  const counted: PhotosOptions["fetch"] = {
    async download(url, request) {
      most = Math.max(most, ++fetching);
      if (fetching === 3) three.resolve();
      await three.promise;
      const download = await fetch.download(url, request);
      fetching--;
      return download;
    },
  };
  const photos = photosWith({ fetch: counted, downloadConcurrency: 6, imageConcurrency: 1 });
  const url = await files.add("many.png", "image/png", await media.image("palette.png"));
  const all = await Promise.all(Array.from({ length: 12 }, () => photos.of(url, TURN)));
  assert.equal(most, 3);
  assert.equal(new Set(all.map((photo) => photo.toBase64())).size, 1);
  assert.deepEqual([...Deno.readDirSync(directory)], []);
});
