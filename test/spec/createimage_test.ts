/**
 * Spec 2.4, 2.5, 2.6 and 4.6: `createimage` through the door, its pictures checked with independent
 * decoders.
 */
import assert from "node:assert/strict";
import sharp from "sharp";
import { SYMBOLOGIES } from "../../src/core/template/picture.ts";
import { photo as waves, SAMPLE_IDS } from "../../tools/gallery.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { BARCODE_READERS, zbar } from "../support/barcode_readers.ts";
import { type Area, areaOf, colourAt, decoded, inkOf, isNear } from "../support/decoded.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
let files: FileServer;
/** A photograph of the size that the spec recommends. */
let portrait: string;
let original: Uint8Array<ArrayBuffer>;
/** URL of a background just large enough for a barcode. */
let square: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  const serve = (name: string, jpeg: Uint8Array<ArrayBuffer>) =>
    files.respond(name, () => new Response(jpeg, { headers: { "content-type": "image/jpeg" } }));
  original = (await waves({ width: 640, height: 1138 })).jpeg;
  portrait = serve("portrait.jpg", original);
  square = serve("square.jpg", (await waves({ width: 500, height: 500 })).jpeg);
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const create = (fields: object) => ask(test, { action: "createimage", ...fields });

async function jpeg(fields: object): Promise<Uint8Array<ArrayBuffer>> {
  return bodyOfSuccess(await create(fields));
}

const drawn = async (fields: object) => await decoded(await jpeg(fields));
const barcode = (fields: object = {}) => drawn({ barcode: { id: "SLIDE", ...fields } });
const area = (fields: object) =>
  drawn({ "text-area": { "text-area-1": { text: "Hello", ...fields } } });

const RED = [255, 0, 0];
const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];

const sizeOf = ({ left, right, top, bottom }: Area) => [right - left, bottom - top];

/** Finds the area of a barcode's bars. */
async function bars(fields: object): Promise<Area> {
  return inkOf(await barcode({ "hide-text": true, ...fields }))!;
}

// ── 4.6 ──

Deno.test("spec 4.6 the file itself: its type with a charset, inline, by a name", async () => {
  const { headers, body } = await create({ barcode: { id: "SLIDE" } });
  assert.equal(headers.get("content-type"), "image/jpeg; charset=utf-8");
  assert.match(headers.get("content-disposition")!, /^inline; filename=[\w-]+\.jpg$/);
  const path = await Deno.makeTempFile({ suffix: ".jpg" });
  await Deno.writeFile(path, body);
  const { format, space, chromaSubsampling, exif } = await sharp(path).metadata();
  assert.deepEqual([format, space, chromaSubsampling, exif], ["jpeg", "srgb", "4:2:0", undefined]);
  await Deno.remove(path);
});

// ── 2.6 ──

Deno.test("spec 2.6 background-image-url: the picture is as large as it, and shows it", async () => {
  const plain = await drawn({ "background-image-url": portrait });
  assert.deepEqual([plain.width, plain.height], [640, 1138]);
  const ground = await decoded(original);
  for (const [x, y] of [[5, 5], [320, 569], [630, 1130]] as const) {
    assert.ok(isNear(colourAt(plain, x, y), colourAt(ground, x, y), 60));
  }
});

Deno.test("spec 2.6 background-image-url: pictures drawn at once ask for it once", async () => {
  const content = await Deno.readFile(await image("gps.jpg"));
  const url = files.respond("kept.jpg", () =>
    new Response(content, {
      headers: { "content-type": "image/jpeg", "cache-control": "max-age=60" },
    }));
  const pictures = await Promise.all(
    [1, 2, 3].map((n) =>
      jpeg({ "background-image-url": url, "barcode": { id: `${n}`, width: "200" } })
    ),
  );
  assert.equal(files.requests.get("kept.jpg"), 1);
  assert.equal(new Set(pictures.map((picture) => picture.length)).size > 1, true);
});

Deno.test("spec 2.6 without a background: white, and as large as what is drawn", async () => {
  const picture = await drawn({
    "barcode": { "id": "SLIDE", "position-x": "40", "position-y": "30", "height": "200" },
  });
  assert.deepEqual([picture.width, picture.height], [340, 230]);
  assert.ok(isNear(colourAt(picture, 5, 5), WHITE));
});

Deno.test("spec 2.6 add-barcode, add-text-area: no leaves it out, whatever it holds", async () => {
  const fields = { "barcode": { id: "SLIDE" }, "text-area": { "text-area-1": { text: "Hello" } } };
  const [neither, both] = await Promise.all([
    jpeg({
      ...fields,
      "add-barcode": "NO",
      "background-image-url": portrait,
      "add-text-area": "no",
    }),
    jpeg({ ...fields, "add-barcode": "Yes", "add-text-area": "yes" }),
  ]);
  assert.deepEqual(await zbar([neither, both]), ["", "SLIDE"]);
});

Deno.test("spec 2.6 add-barcode, add-text-area: no asks nothing of what it leaves out", async () => {
  const unsound = { "barcode": { type: "?" }, "text-area": { "text-area-9": 1 } };
  const no = { "add-barcode": "No", "add-text-area": "no" };
  bodyOfSuccess(await create({ "background-image-url": portrait, ...unsound, ...no }));
  assert.equal(
    faultOf(await create({ "background-image-url": portrait, ...unsound })),
    "E1504 400",
  );
});

Deno.test("spec 2.6 text-area: eight of them, each where it says", async () => {
  const areas = Object.fromEntries([...Array(8).keys()].map((index) => [
    `text-area-${index + 1}`,
    { "text": "■", "position-x": String(100 * index), "position-y": "10" },
  ]));
  const picture = await drawn({ "text-area": areas });
  for (let index = 0; index < 8; index++) {
    const right = Math.min(100 * index + 60, picture.width);
    const cell = { left: 100 * index, right, top: 0, bottom: picture.height };
    assert.ok(inkOf(picture, cell) !== null, `${index}`);
  }
});

// ── 2.4, row by row ──

for (const type of SYMBOLOGIES) {
  Deno.test(`spec 2.4 id, type: ${type} on a photograph, at every rotation, with and without text`, async () => {
    const turns = ["0", "90", "180", "270"].flatMap((rotate) =>
      [false, true].map((hide) => ({ rotate, "hide-text": hide }))
    );
    const pictures = await Promise.all(turns.map((turn) =>
      jpeg({
        "background-image-url": square,
        "barcode": {
          id: SAMPLE_IDS[type],
          type: type.toUpperCase(),
          ...turn,
          "position-x": "130",
          "position-y": "140",
          "width": "350",
          "height": "300",
        },
      })
    ));
    for (const read of BARCODE_READERS[type]) {
      assert.deepEqual(await read(pictures), turns.map(() => SAMPLE_IDS[type]));
    }
  });
}

Deno.test("spec 2.4 type: QR Code by default", async () => {
  assert.deepEqual(await zbar([await jpeg({ barcode: { id: "SLIDE" } })]), ["SLIDE"]);
});

Deno.test("spec 2.4 id: a Code 39 in small letters has them as capitals", async () => {
  const pictures = [await jpeg({ barcode: { id: "slide-39", type: "Code 39", width: "500" } })];
  assert.deepEqual(await zbar(pictures), ["SLIDE-39"]);
  const capitals = { id: "SLIDE-39", type: "Code 39", width: "500" };
  assert.deepEqual(pictures, [await jpeg({ barcode: capitals })], "its text as well");
});

Deno.test("spec 2.4 position-x, position-y: 0 by default; a number will do for a string", async () => {
  const [at0, at50] = [await bars({}), await bars({ "position-x": 50, "position-y": "70" })];
  assert.deepEqual(sizeOf(at50), sizeOf(at0));
  assert.ok(Math.abs(at50.left - at0.left - 50) <= 1 && Math.abs(at50.top - at0.top - 70) <= 1);
});

Deno.test("spec 2.4 width, height: 300 by default", async () => {
  const [usual, sized, small] = [
    await barcode(),
    await barcode({ width: "300", height: "300" }),
    await barcode({ width: "200", height: "150" }),
  ];
  assert.deepEqual(usual, sized);
  assert.deepEqual([usual.width, usual.height], [300, 300]);
  assert.deepEqual([small.width, small.height], [200, 150]);
});

Deno.test("spec 2.4 width: what the symbol needs, where that is more than 300 and none is given", async () => {
  const id = "CODE 39 WITH FORTY CHARACTERS OF ITS OWN";
  const needed = { id, "type": "Code 39", "border-width": "4", "hide-text": true };
  const file = await jpeg({ barcode: needed });
  const picture = await decoded(file);
  assert.ok(picture.width > 300 && picture.height === 300, `${picture.width}`);
  assert.deepEqual(await zbar([file]), [id]);
  // The same width as in the error for a requested width that is too small.
  const refused = await create({ barcode: { ...needed, width: "300" } });
  assert.equal(faultOf(refused), "E1507 400");
  const info = `barcode width: this Code 39 needs at least ${picture.width} pixels`;
  assert.equal(refused.body["error-info"], info);
});

Deno.test("spec 2.4 foreground-color, background-color", async () => {
  const usual = await barcode();
  assert.ok(isNear(colourAt(usual, 2, 2), WHITE));
  const coloured = await barcode({
    "foreground-color": "#ff0000",
    "background-color": "#00FF00",
    "width": "600",
    "height": "600",
  });
  assert.ok(isNear(colourAt(coloured, 2, 2), [0, 255, 0], 40));
  assert.ok(areaOf(coloured, (colour) => isNear(colour, RED, 60)) !== null);
  assert.equal(areaOf(coloured, (colour) => isNear(colour, WHITE, 60)), null);
  assert.equal(areaOf(coloured, (colour) => isNear(colour, BLACK, 60)), null);
});

Deno.test("spec 2.4 border-width: none by default; its colour is the foreground's", async () => {
  assert.ok(isNear(colourAt(await barcode(), 0, 0), WHITE));
  const framed = await barcode({ "border-width": "10" });
  assert.ok(isNear(colourAt(framed, 3, 150), BLACK, 60));
  assert.ok(isNear(colourAt(framed, 296, 150), BLACK, 60));
  assert.deepEqual(await zbar([await jpeg({ barcode: { "id": "SLIDE", "border-width": 10 } })]), [
    "SLIDE",
  ]);
});

Deno.test("spec 2.4 hide-text: the text shows at the bottom, unless it is hidden", async () => {
  const wide = { type: "Code 128", width: "400", height: "200" };
  const shown = await barcode(wide);
  const hidden = await barcode({ ...wide, "hide-text": "true" });
  // Without text the bars reach the bottom; letters are not counted as bars.
  const inkIn = (picture: typeof shown, y: number) => {
    const row = { left: 0, right: 400, top: y, bottom: y + 1 };
    const found = inkOf(picture, row);
    return found === null ? 0 : found.right - found.left;
  };
  assert.ok(inkOf(shown)!.bottom >= 180);
  assert.ok(inkIn(shown, 188) < inkIn(hidden, 188));
});

Deno.test("spec 2.4 transparent: the ground shows through", async () => {
  const on = (transparent: boolean) =>
    drawn({ "background-image-url": portrait, "barcode": { id: "SLIDE", transparent } });
  const [usual, transparent] = [await on(false), await on(true)];
  assert.ok(isNear(colourAt(usual, 3, 3), WHITE, 60));
  const ground = await drawn({ "background-image-url": portrait });
  assert.ok(isNear(colourAt(transparent, 3, 3), colourAt(ground, 3, 3), 60));
});

Deno.test("spec 2.4 font, font-size: of its text; OpenSans at 20 by default", async () => {
  const wide = { type: "Code 39", width: "500", height: "200" };
  const usual = await barcode(wide);
  assert.deepEqual(usual, await barcode({ ...wide, "font": "opensans", "font-size": "20" }));
  assert.notDeepEqual(usual, await barcode({ ...wide, "font": "Arvo" }));
  assert.notDeepEqual(usual, await barcode({ ...wide, "font-size": "40" }));
});

Deno.test("spec 2.4 alignment: Left by default, Center, Right", async () => {
  const at = async (alignment: string | undefined) =>
    (await bars({ width: "600", ...alignment && { alignment } })).left;
  const [left, center, right] = [await at("left"), await at("CENTER"), await at("Right")];
  assert.equal(await at(undefined), left);
  assert.ok(left < center && center < right);
});

Deno.test("spec 2.4 rotate: 0 by default; a quarter turn swaps the sides", async () => {
  const wide = { type: "Code 128", width: "400", height: "100" };
  const [upright, turned] = [await barcode(wide), await barcode({ ...wide, rotate: 90 })];
  assert.deepEqual([upright.width, upright.height], [400, 100]);
  assert.deepEqual([turned.width, turned.height], [100, 400]);
});

// ── 2.5, row by row ──

Deno.test("spec 2.5 position-x, position-y: 50 and 400 by default", async () => {
  const usual = inkOf(await area({}))!;
  const placed = inkOf(await area({ "position-x": "50", "position-y": 400 }))!;
  const moved = inkOf(await area({ "position-x": 150, "position-y": "100" }))!;
  assert.deepEqual(usual, placed);
  assert.ok(usual.left >= 50 && usual.left < 60 && usual.top >= 400 && usual.top < 420);
  assert.ok(Math.abs(moved.left - usual.left - 100) <= 1);
  assert.ok(Math.abs(moved.top - usual.top + 300) <= 1);
});

Deno.test("spec 2.5 font, font-size: OpenSans at 20 by default", async () => {
  const usual = await area({});
  assert.deepEqual(usual, await area({ "font": "OpenSans", "font-size": 20 }));
  assert.notDeepEqual(usual, await area({ font: "Ubuntu" }));
  const [, height] = sizeOf(inkOf(usual)!);
  const [, twice] = sizeOf(inkOf(await area({ "font-size": "40" }))!);
  assert.ok(Math.abs(twice! - 2 * height!) <= 3);
});

Deno.test("spec 2.5 font-color: black by default", async () => {
  const red = await area({ "font-color": "#FF0000", "font-size": "80" });
  assert.ok(areaOf(red, (colour) => isNear(colour, RED, 40)) !== null);
  assert.ok(inkOf(await area({ "font-size": "80" })) !== null);
});

Deno.test("spec 2.5 width: 200 by default, as a string or as an integer", async () => {
  const words = { text: "several words that take several lines" };
  const [usual, text, number, wide] = [
    await area(words),
    await area({ ...words, width: "200" }),
    await area({ ...words, width: 200 }),
    await area({ ...words, width: 600 }),
  ];
  assert.deepEqual(usual, text);
  assert.deepEqual(usual, number);
  const [[width, height], [wider, lower]] = [sizeOf(inkOf(usual)!), sizeOf(inkOf(wide)!)];
  assert.ok(width! <= 200 && wider! > 200 && lower! < height!);
});

Deno.test("spec 2.5 text: line breaks are kept", async () => {
  const [single, double] = [await area({ text: "a" }), await area({ text: "a\na" })];
  assert.ok(sizeOf(inkOf(double)!)[1]! > 1.8 * sizeOf(inkOf(single)!)[1]!);
});

// ── a full queue ──

Deno.test("a full queue gets E504 and when to try again; the others are drawn", async () => {
  await using busy = await startService({
    config: { PICTURE_WORKERS: "1", PICTURE_QUEUE_MAX: "2" },
  });
  const large = await files.add("large.jpg", "image/jpeg", await image("photo.jpg"));
  const fields = { "action": "createimage", "background-image-url": large };
  await ask(busy, fields); // the Worker has begun
  const responses = await Promise.all(
    [...Array(12).keys()].map((n) => ask(busy, { ...fields, barcode: { id: `${n}` } })),
  );
  const refused = responses.filter(({ status }) => status !== 200);
  assert.ok(refused.length > 0 && refused.length < 12, `${refused.length}`);
  for (const response of refused) {
    assert.equal(faultOf(response), "E504 503");
    assert.match(response.headers.get("retry-after")!, /^[1-9]/);
  }
  assert.equal((await ask(busy, fields)).status, 200);
});
