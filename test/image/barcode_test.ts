/** Drawing of barcodes: size, colours, border, text and position, measured in pixels. */
import assert from "node:assert/strict";
import { Refusal } from "../../src/core/errors.ts";
import { type BarcodeFields, readPicture } from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { photo } from "../../tools/gallery.ts";
import { zbar, zxing } from "../support/barcode_readers.ts";
import {
  type Area,
  areaOf,
  colourAt,
  type Decoded,
  decoded,
  inkOf,
  isDark,
  isNear,
} from "../support/decoded.ts";

loadFonts();
const painter = createPainter();

async function draw(fields: Partial<BarcodeFields>): Promise<Uint8Array<ArrayBuffer>> {
  const barcode = { id: "HELLO", "hide-text": true, ...fields };
  return (await painter.draw(readPicture({ barcode }), null)).jpeg;
}

const drawn = async (fields: Partial<BarcodeFields>) => await decoded(await draw(fields));

const sized = (width: number, height: number) => ({ width: `${width}`, height: `${height}` });

/** Measures the pixels of a module at the corner of a QR Code, whose finder is 7 modules wide. */
function scaleOf(picture: Decoded): number {
  const { left, top } = inkOf(picture)!;
  let width = 0;
  while (isDark(picture, left + width, top)) width++;
  return width / 7;
}

Deno.test("without a background, the picture is as large as the barcode's box", async () => {
  const { width, height } = await drawn({ ...sized(310, 120), "position-x": "7" });
  assert.deepEqual([width, height], [317, 120]);
});

Deno.test("modules are the largest whole number of pixels that fits with the quiet zone", async () => {
  // HELLO is 21 modules, and 4 on each side: 29.
  for (const [side, scale] of [[29, 1], [57, 1], [58, 2], [300, 10], [319, 11]] as const) {
    const picture = await drawn(sized(side, side));
    assert.equal(scaleOf(picture), scale);
    const { left, top, right, bottom } = inkOf(picture)!;
    assert.deepEqual([right - left, bottom - top], [21 * scale, 21 * scale]);
    assert.equal(left, 4 * scale);
    assert.ok(top >= 4 * scale && side - bottom >= 4 * scale && side - right >= 4 * scale);
  }
});

Deno.test("a barcode in the smallest possible box is still readable", async () => {
  const jpeg = await draw({ ...sized(58, 58) });
  assert.deepEqual(await zxing([jpeg], "QRCode"), ["HELLO"]);
});

Deno.test("bars take all the height, and keep the quiet zone on both sides", async () => {
  const picture = await drawn({ type: "Code 128", ...sized(250, 90) });
  const { left, top, right, bottom } = inkOf(picture)!;
  assert.deepEqual([top, bottom], [0, 90]);
  assert.equal(left, 20); // ten modules of two pixels
  assert.ok(250 - right >= 20);
});

Deno.test("a PDF417 takes the number of columns that makes it largest", async () => {
  const id = "PDF417 takes the shape of its box ".repeat(4);
  for (const [width, height] of [[600, 120], [300, 600]] as const) {
    const jpeg = await draw({ id, type: "PDF417", ...sized(width, height) });
    const { left, right, top, bottom } = inkOf(await decoded(jpeg))!;
    assert.ok((right - left) / width > 0.6 || (bottom - top) / height > 0.6);
    assert.deepEqual(await zxing([jpeg], "PDF417"), [id]);
  }
});

const TOO_SMALL: readonly {
  what: string;
  box: Partial<BarcodeFields>;
  info: string;
  enough: Partial<BarcodeFields> | null;
}[] = [
  {
    what: "narrow",
    box: sized(28, 29),
    info: "barcode width: this QR Code needs at least 29 pixels",
    enough: sized(29, 29),
  },
  {
    what: "low",
    box: sized(29, 28),
    info: "barcode height: this QR Code needs at least 29 pixels",
    enough: sized(29, 29),
  },
  {
    what: "narrow for its border",
    box: { ...sized(108, 200), "border-width": "40" },
    info: "barcode width: this QR Code needs at least 109 pixels",
    enough: { ...sized(109, 200), "border-width": "40" },
  },
  {
    what: "small for the largest border",
    box: { ...sized(10, 10), "border-width": "4096" },
    info: "barcode width: this QR Code needs at least 8221 pixels",
    enough: null,
  },
  {
    what: "low for its text",
    box: { ...sized(100, 56), "hide-text": false },
    info: "barcode height: this QR Code with its text needs at least 57 pixels",
    enough: { ...sized(100, 57), "hide-text": false },
  },
  {
    what: "narrow for bars",
    box: { type: "Code 39", ...sized(130, 100) },
    info: "barcode width: this Code 39 needs at least 131 pixels",
    enough: { type: "Code 39", ...sized(131, 100) },
  },
  {
    what: "low for bars",
    box: { type: "Code 39", ...sized(300, 9) },
    info: "barcode height: this Code 39 needs at least 10 pixels",
    enough: { type: "Code 39", ...sized(300, 10) },
  },
];

for (const { what: title, box, info, enough } of TOO_SMALL) {
  Deno.test(`a box too ${title} is refused, naming the required size`, async () => {
    await assert.rejects(draw(box), (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.fault, error.info], ["drawingInvalid", info]);
      return true;
    });
    if (enough !== null) assert.ok((await draw(enough)).length > 0);
  });
}

Deno.test("a box without a width is as wide as its symbol needs, up to the largest picture", async () => {
  const code39 = { type: "Code 39", id: "A".repeat(80), height: "100" } as const;
  // With start and stop 82 characters of 15 modules and a space; and the quiet zones.
  const { width, height } = await drawn(code39);
  assert.deepEqual([width, height], [82 * 16 - 1 + 2 * 10, 100]);
  const border = { ...code39, height: "4096", "border-width": "2000" };
  await assert.rejects(draw(border), { fault: "drawingInvalid" });
});

Deno.test("bars and text have the foreground colour, the rest the background's", async () => {
  const [foreground, background] = [[0x00, 0x33, 0x99], [0xff, 0xee, 0xcc]];
  const picture = await drawn({
    "foreground-color": "#003399",
    "background-color": "#ffeecc",
    "hide-text": false,
  });
  const corner = inkOf(picture)!;
  assert.ok(isNear(colourAt(picture, corner.left + 3, corner.top + 3), foreground));
  assert.ok(isNear(colourAt(picture, 2, 2), background));
  assert.ok(isNear(colourAt(picture, 297, 297), background));
  const text = { left: 0, top: 270, right: 300, bottom: 300 };
  assert.notEqual(areaOf(picture, (colour) => isNear(colour, foreground, 40), text), null);
  assert.equal(areaOf(picture, ([r]) => r! > 0xff || r! < 0, text), null);
});

Deno.test("light bars on a dark ground are drawn as requested", async () => {
  const picture = await drawn({ "foreground-color": "#ffffff", "background-color": "#000000" });
  assert.ok(isNear(colourAt(picture, 1, 1), [0, 0, 0]));
  const light = areaOf(picture, (colour) => isNear(colour, [255, 255, 255]))!;
  assert.equal(light.right - light.left, 210);
});

Deno.test("a border lies inside the box, in the foreground colour, and leaves the quiet zone", async () => {
  const jpeg = await draw({ "border-width": "16", "foreground-color": "#8b0000" });
  const picture = await decoded(jpeg);
  assert.deepEqual([picture.width, picture.height], [300, 300]);
  for (const [x, y] of [[0, 150], [15, 150], [284, 150], [150, 4], [150, 295], [2, 2]] as const) {
    assert.ok(isNear(colourAt(picture, x, y), [0x8b, 0, 0], 40), `${x}, ${y}`);
  }
  assert.ok(isNear(colourAt(picture, 24, 24), [255, 255, 255], 40));
  assert.deepEqual(await zxing([jpeg], "QRCode"), ["HELLO"]);
});

Deno.test("transparent: the background shows through between the modules", async () => {
  const ground = await photo({ width: 300, height: 300 });
  const behind = await decoded(ground.jpeg);
  const barcode = { id: "HELLO", transparent: true, "hide-text": true };
  const picture = await decoded((await painter.draw(readPicture({ barcode }), ground)).jpeg);
  assert.ok(isNear(colourAt(picture, 20, 20), colourAt(behind, 20, 20)));
  assert.ok(isNear(colourAt(picture, 45, 45), [0, 0, 0]));
});

Deno.test("transparent on white is read", async () => {
  const jpeg = await draw({ transparent: true, "background-color": "#123456", "hide-text": false });
  assert.deepEqual(await zbar([jpeg]), ["HELLO"]);
});

Deno.test("alignment is where in its box the symbol stands; its text is centered on it", async () => {
  for (const [alignment, share] of [["Left", 0], ["Center", 0.5], ["Right", 1]] as const) {
    const picture = await drawn({ ...sized(500, 200), alignment, "hide-text": false });
    const { width, symbol, text } = symbolAndText(picture);
    const spare = width - (29 / 21) * (symbol.right - symbol.left);
    const expected = share * spare + (4 / 21) * (symbol.right - symbol.left);
    assert.ok(Math.abs(symbol.left - expected) <= 1, alignment);
    assert.ok(Math.abs(middle(text) - middle(symbol)) <= 2, alignment);
    assert.ok(text.top > symbol.bottom);
  }
});

Deno.test("without an alignment, the text is at the bottom center of the barcode", async () => {
  const { symbol, text } = symbolAndText(await drawn({ "hide-text": false }));
  assert.ok(Math.abs(middle(text) - middle(symbol)) <= 2);
  assert.ok(text.top > symbol.bottom && text.bottom <= 300);
});

const middle = ({ left, right }: Area) => (left + right) / 2;

/**
 * Separates symbol and text: the text is in the last rows with ink, below the quiet zone. Small
 * letters are grey.
 */
function symbolAndText(picture: Decoded) {
  const { width, height } = picture;
  const inkIn = (top: number, bottom: number) =>
    areaOf(picture, ([r, g, b]) => r! + g! + b! < 600, { left: 0, top, right: width, bottom });
  let top = inkIn(0, height)!.bottom;
  while (inkIn(top - 3, top) !== null) top--;
  return { width, text: inkIn(top, height)!, symbol: inkIn(0, top)! };
}

Deno.test("a turned box takes up its width as height, from its position on", async () => {
  for (const [rotate, width, height] of [["90", 80, 260], ["180", 260, 80], ["270", 80, 260]]) {
    const fields = { id: "400638133393", type: "EAN" as const, rotate: rotate as "90" };
    const picture = await drawn({ ...fields, ...sized(260, 80), "position-y": "30" });
    assert.deepEqual([picture.width, picture.height], [width, Number(height) + 30]);
  }
});

Deno.test("rotation is clockwise: the text below goes to the left, above, to the right", async () => {
  const sides = { "0": "bottom", "90": "left", "180": "top", "270": "right" } as const;
  for (const [rotate, side] of Object.entries(sides)) {
    const fields = { id: "123", type: "Code 11" as const, rotate: rotate as "0" };
    const picture = await drawn({ ...fields, ...sized(300, 300), "hide-text": false });
    // Bars reach to the edge on all sides but that with the text.
    const { left, top, right, bottom } = inkOf(picture)!;
    const gaps = { left, top, right: 300 - right, bottom: 300 - bottom };
    const along = rotate === "0" || rotate === "180" ? ["top", "bottom"] : ["left", "right"];
    for (const edge of along as ("top" | "left")[]) {
      assert.equal(gaps[edge] === 0, edge !== side as string, `${rotate}: ${edge}`);
    }
  }
});

Deno.test("a text too long for the box is written smaller, then cut short", async () => {
  const short = await textOf("https://example.com/12345");
  const long = await textOf("https://example.com/1234567890/1234567890");
  const longest = await textOf("https://example.com/" + "1234567890".repeat(20));
  for (const { left, right } of [short, long, longest]) assert.ok(left >= 0 && right <= 300);
  const height = ({ top, bottom }: Area) => bottom - top;
  assert.ok(height(short) > height(long) && height(long) > height(longest));
  assert.ok(longest.right - longest.left > 280, "it uses the room there is");

  async function textOf(id: string): Promise<Area> {
    return symbolAndText(await drawn({ id, "hide-text": false })).text;
  }
});

Deno.test("the text has the requested font and size", async () => {
  const ink = async (fields: Partial<BarcodeFields>) => {
    const { text } = symbolAndText(await drawn({ ...fields, "hide-text": false }));
    return text;
  };
  const height = ({ top, bottom }: Area) => bottom - top;
  assert.ok(
    height(await ink({ "font-size": "40" })) > 1.8 * height(await ink({ "font-size": "20" })),
  );
  const widths = await Promise.all((["Arvo", "Arial", "OpenSans", "Ubuntu"] as const).map(
    async (font) => (({ left, right }) => right - left)(await ink({ font, "font-size": "30" })),
  ));
  assert.ok(new Set(widths).size >= 3, String(widths));
});

Deno.test("digits of EAN and UPC-A stand between tall bars, first and last outside", async () => {
  const picture = await drawn({
    id: "036000291452",
    type: "UPC-A",
    "hide-text": false,
    ...sized(339, 200), // 113 modules of three pixels
  });
  const row = (y: number) => ({ left: 0, top: y, right: 339, bottom: y + 1 });
  const bars = inkOf(picture, row(20))!;
  assert.deepEqual([bars.left, bars.right], [27, 27 + 95 * 3]);
  const foot = { left: 0, top: 184, right: 339, bottom: 200 };
  const inFoot = inkOf(picture, foot)!;
  assert.ok(inFoot.left < 27, "the first digit is left of the bars");
  assert.ok(inFoot.right > 312, "the last digit is right of them");
  // Between the guard bars and the digits nothing touches: the columns around are light.
  for (const module of [46, 48]) {
    assert.ok(isDark(picture, 27 + 3 * module + 1, 186), "the middle guard bars are tall");
  }
  assert.ok(!isDark(picture, 27 + 3 * 10 + 1, 199), "other bars are not");
  assert.deepEqual(await zxing([await draw({ id: "036000291452", type: "UPC-A" })], "UPCA"), [
    "0036000291452",
  ]);
});

Deno.test("the same barcode is drawn the same a second time, at another place", async () => {
  const first = await drawn({ id: "again" });
  const second = await drawn({ id: "again", "position-x": "16", "position-y": "16" });
  for (const [x, y] of [[30, 30], [100, 100], [150, 222]] as const) {
    assert.ok(isNear(colourAt(first, x, y), colourAt(second, x + 16, y + 16)));
  }
});
