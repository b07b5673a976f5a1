/** Elements that leave their picture: a barcode is refused, a text is named. */
import assert from "node:assert/strict";
import { Refusal } from "../../src/core/errors.ts";
import {
  type BarcodeFields,
  type PictureFields,
  readPicture,
  type TextAreaFields,
} from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { photo } from "../../tools/gallery.ts";
import { BARCODE_READERS } from "../support/barcode_readers.ts";
import { decoded } from "../support/decoded.ts";

loadFonts();
const painter = createPainter();
const GROUND = { width: 640, height: 480 };

/** Draws on a background of 640 by 480 pixels. */
const draw = async (fields: PictureFields) =>
  await painter.draw(readPicture(fields), await photo(GROUND));

type Position = [x: number, y: number, width: number, height: number, rotate: number];

const barcodeAt = ([x, y, width, height, rotate]: Position, type: "Code 128" | "QR Code") => ({
  id: "SLIDE-4711",
  type,
  "hide-text": true,
  "position-x": `${x}`,
  "position-y": `${y}`,
  "width": `${width}`,
  "height": `${height}`,
  rotate: `${rotate}`,
} as BarcodeFields);

/** Positions of boxes, and the pixels that they occupy where they leave the background. */
const POSITIONS: [position: Position, occupied: string | null][] = [
  [[0, 0, 640, 480, 0], null],
  [[340, 180, 300, 300, 0], null],
  [[341, 180, 300, 300, 0], "300x300 pixels at 341,180"],
  [[340, 181, 300, 300, 0], "300x300 pixels at 340,181"],
  [[640, 0, 300, 300, 0], "300x300 pixels at 640,0"],
  [[4096, 4096, 300, 300, 0], "300x300 pixels at 4096,4096"],
  [[0, 0, 641, 300, 0], "641x300 pixels at 0,0"],
  // Turned by a quarter, width and height are swapped.
  [[540, 100, 300, 100, 90], null],
  [[540, 180, 300, 100, 270], null],
  [[541, 100, 300, 100, 90], "100x300 pixels at 541,100"],
  [[340, 380, 300, 100, 0], null],
  [[340, 380, 300, 100, 180], null],
  [[340, 380, 300, 100, 90], "100x300 pixels at 340,380"],
  [[340, 381, 300, 100, 180], "300x100 pixels at 340,381"],
  [[0, 0, 480, 300, 270], null],
  [[0, 0, 481, 300, 270], "300x481 pixels at 0,0"],
];

for (const [position, occupied] of POSITIONS) {
  const verdict = occupied === null ? "is read" : "is refused";
  Deno.test(
    `a barcode at ${position.slice(0, 2)} of ${position.slice(2, 4).join("x")} turned by ${
      position[4]
    } on 640x480 ${verdict}`,
    async () => {
      for (const type of ["Code 128", "QR Code"] as const) {
        const drawing = draw({ barcode: barcodeAt(position, type) });
        if (occupied === null) {
          const { jpeg, warnings } = await drawing;
          assert.deepEqual(warnings, []);
          for (const read of BARCODE_READERS[type]) {
            assert.deepEqual(await read([jpeg]), ["SLIDE-4711"]);
          }
          continue;
        }
        await assert.rejects(drawing, (error) => {
          assert.ok(error instanceof Refusal);
          assert.deepEqual([error.fault, error.info], [
            "drawingInvalid",
            `barcode: its ${occupied} do not lie inside the background of 640x480 pixels`,
          ]);
          return true;
        });
      }
    },
  );
}

Deno.test("a barcode that is wider than 300 pixels by itself must lie inside, too", async () => {
  const barcode = { id: "A".repeat(36), type: "Code 39" as const, height: "100" };
  // With start and stop 38 characters of 16 modules, and the quiet zones.
  await draw({ barcode: { ...barcode, "position-x": `${640 - (38 * 16 - 1 + 20)}` } });
  await assert.rejects(
    draw({ barcode: { ...barcode, "position-x": `${641 - (38 * 16 - 1 + 20)}` } }),
    { fault: "drawingInvalid" },
  );
});

Deno.test("no text leaves a picture without a background, which grows", async () => {
  const areas = Object.fromEntries(
    ["Wf", "jQ", "ffi", "שלום", "gÅ\n\n", "👩‍👩‍👧‍👦"].map((text, index) => [
      `text-area-${index + 1}`,
      { text, "font": "Arvo" as const, "font-size": "90", "position-y": `${120 * index}` },
    ]),
  );
  const picture = readPicture({ "barcode": { id: "1", "position-x": "500" }, "text-area": areas });
  assert.deepEqual((await painter.draw(picture, null)).warnings, []);
});

/** Texts on 640 by 480 pixels, and whether they leave them. */
const TEXTS: [what: string, area: TextAreaFields, leaves: boolean][] = [
  ["within", { text: "Hello" }, false],
  ["to the last line", { text: "H\nH", "font-size": "20", "position-y": "424" }, false],
  ["that is too long", { text: "H\n".repeat(30) }, true],
  ["below", { text: "Hello", "position-y": "480" }, true],
  ["far below", { text: "Hello", "position-y": "4096" }, true],
  ["across the bottom", { text: "Hello", "position-y": "465" }, true],
  ["with an empty end below", { text: "Hello\n\n\n \n\u200b", "position-y": "440" }, false],
  ["with a last line below", { text: "Hello\n\n\n\n!", "position-y": "440" }, true],
  ["without descenders at the bottom", { text: "HHH", "position-y": "458" }, false],
  ["with descenders at the bottom", { text: "ggg", "position-y": "458" }, true],
  ["on the right", { text: "Hello", "position-x": "640" }, true],
  ["across the right", { text: "Hello Hello", "position-x": "600" }, true],
  ["in a wide area that it does not fill", { text: "Hi", "position-x": "600", width: 900 }, false],
  ["from the right in an area across the edge", { text: "שלום", "position-x": "600" }, true],
  ["from the right in an area within", { text: "שלום", "position-x": "440" }, false],
  ["of a letter too wide for its area", { text: "W", "font-size": "900", width: 1 }, true],
  ["of nothing visible outside", { text: "Hello\n\u00ad", "position-y": "450" }, false],
];

for (const [title, area, leaves] of TEXTS) {
  Deno.test(`a text ${title} ${leaves ? "is" : "is not"} named in a warning`, async () => {
    const fields = { "position-x": "10", "position-y": "10", ...area };
    const { jpeg, warnings } = await draw({ "text-area": { "text-area-7": fields } });
    const warning = "text-area-7 does not lie inside the image of 640x480 pixels";
    assert.deepEqual(warnings, leaves ? [warning] : []);
    const { width, height } = await decoded(jpeg);
    assert.deepEqual([width, height], [640, 480]);
  });
}

Deno.test("a warning names the text by its key, whatever their number", async () => {
  const [inside, outside] = [{ text: "in", "position-y": "10" }, {
    text: "out",
    "position-y": "480",
  }];
  const { warnings } = await draw({
    "text-area": { "text-area-8": outside, "text-area-3": outside, "text-area-5": inside },
  });
  assert.deepEqual(warnings.map((warning) => warning.split(" ")[0]), [
    "text-area-3",
    "text-area-8",
  ]);
});
