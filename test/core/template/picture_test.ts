import assert from "node:assert/strict";
import { type PictureFields, readPicture } from "../../../src/core/template/picture.ts";

const URL = "https://example.com/background.jpg";

Deno.test("spec 2.4: a barcode's defaults", () => {
  assert.deepEqual(readPicture({ barcode: { id: "A-1" } }), {
    backgroundUrl: null,
    barcode: {
      id: "A-1",
      x: 0,
      y: 0,
      width: null, // 300, or what the symbol needs: contract section 3
      height: 300,
      foreground: "#000000",
      background: "#ffffff",
      borderWidth: 0,
      symbology: "QR Code",
      hideText: false,
      transparent: false,
      font: "OpenSans",
      fontSize: 20,
      alignment: "Left",
      rotate: 0,
    },
    texts: [],
  });
});

Deno.test("spec 2.4: a barcode with all fields", () => {
  const { barcode } = readPicture({
    barcode: {
      "id": "12",
      "position-x": "1",
      "position-y": "2",
      "width": "3",
      "height": "4",
      "foreground-color": "#00ff00",
      "background-color": "#ff0000",
      "border-width": "5",
      "type": "PDF417",
      "hide-text": true,
      "transparent": true,
      "font": "Arvo",
      "font-size": "6",
      "alignment": "Center",
      "rotate": "270",
    },
  });
  assert.deepEqual(barcode, {
    id: "12",
    x: 1,
    y: 2,
    width: 3,
    height: 4,
    foreground: "#00ff00",
    background: "#ff0000",
    borderWidth: 5,
    symbology: "PDF417",
    hideText: true,
    transparent: true,
    font: "Arvo",
    fontSize: 6,
    alignment: "Center",
    rotate: 270,
  });
});

Deno.test("spec 2.5: a text area's defaults", () => {
  assert.deepEqual(readPicture({ "text-area": { "text-area-1": { text: "Hi" } } }).texts, [{
    key: "text-area-1",
    text: "Hi",
    x: 50,
    y: 400,
    font: "OpenSans",
    fontSize: 20,
    colour: "#000000",
    width: 200,
  }]);
});

Deno.test("spec 2.5: text areas with all fields, in the order of their numbers", () => {
  const { texts } = readPicture({
    "text-area": {
      "text-area-3": { "text": "three", "width": 77 },
      "text-area-1": {
        "text": "one",
        "position-x": "1",
        "position-y": "2",
        "font": "Ubuntu",
        "font-size": "3",
        "font-color": "#123456",
        "width": "4",
      },
    },
  });
  assert.deepEqual(texts, [
    {
      key: "text-area-1",
      text: "one",
      x: 1,
      y: 2,
      font: "Ubuntu",
      fontSize: 3,
      colour: "#123456",
      width: 4,
    },
    {
      key: "text-area-3",
      text: "three",
      x: 50,
      y: 400,
      font: "OpenSans",
      fontSize: 20,
      colour: "#000000",
      width: 77,
    },
  ]);
});

const barcode = { id: "A" };
const areas = { "text-area-1": { text: "Hi" } };

const DRAWN: [what: string, PictureFields, string[]][] = [
  ["what is there is drawn", { barcode, "text-area": areas }, ["barcode", "text"]],
  ["yes", { "add-barcode": "yes", barcode }, ["barcode"]],
  ["no keeps a barcode out", { "add-barcode": "no", barcode, "text-area": areas }, ["text"]],
  ["no keeps text areas out", { "add-text-area": "no", barcode, "text-area": areas }, [
    "barcode",
  ]],
  ["no asks for no id", { "add-barcode": "no", barcode: { id: "" }, "text-area": areas }, ["text"]],
  [
    "no asks for no text",
    { "add-text-area": "no", barcode, "text-area": { "text-area-1": {} } },
    ["barcode"],
  ],
  ["a background alone", { "background-image-url": URL }, ["background"]],
  ["no text areas", { "background-image-url": URL, "text-area": {} }, ["background"]],
];

for (const [title, fields, drawn] of DRAWN) {
  Deno.test(`spec 2.6: ${title}`, () => {
    const { backgroundUrl, barcode, texts } = readPicture(fields);
    const found = [backgroundUrl && "background", barcode && "barcode", texts.length > 0 && "text"];
    assert.deepEqual(found.filter(Boolean), drawn);
  });
}

const nine = Object.fromEntries([...Array(9).keys()].map((n) => [`text-area-${n + 1}`, barcode]));
const size = (field: string, value: string) => ({ barcode: { ...barcode, [field]: value } });
const area = (field: string, value: string | number) => ({
  "text-area": { "text-area-2": { text: "Hi", [field]: value } },
});

const REFUSED: [PictureFields, fault: string, info: string][] = [
  [{}, "pictureEmpty", "needs background-image-url, barcode or text-area"],
  [
    { "background-image-url": "" },
    "pictureEmpty",
    "needs background-image-url, barcode or text-area",
  ],
  [
    { "add-barcode": "no", barcode },
    "pictureEmpty",
    "needs background-image-url, barcode or text-area",
  ],
  [{ "add-barcode": "yes" }, "barcodeIdMissing", "barcode is required when add-barcode is yes"],
  [
    { "add-text-area": "yes", barcode },
    "textAreaTextMissing",
    "text-area is required when add-text-area is yes",
  ],
  [
    { "text-area": nine as unknown as PictureFields["text-area"] },
    "tooManyTextAreas",
    "text-area has more than 8 text areas",
  ],
  [{ barcode: {} }, "barcodeIdMissing", "barcode id is required"],
  [{ barcode: { id: "" } }, "barcodeIdMissing", "barcode id is required"],
  [area("text", ""), "textAreaTextMissing", "text-area-2 text is required"],
  [size("width", "0"), "drawingInvalid", "barcode width must be from 1 to 4096 pixels"],
  [size("height", "4097"), "drawingInvalid", "barcode height must be from 1 to 4096 pixels"],
  [
    size("position-x", "99999"),
    "drawingInvalid",
    "barcode position-x must be from 0 to 4096 pixels",
  ],
  [
    size("border-width", "5000"),
    "drawingInvalid",
    "barcode border-width must be from 0 to 4096 pixels",
  ],
  [size("font-size", "0"), "drawingInvalid", "barcode font-size must be from 1 to 1000 pixels"],
  [
    area("font-size", "1001"),
    "drawingInvalid",
    "text-area-2 font-size must be from 1 to 1000 pixels",
  ],
  [area("width", 0), "drawingInvalid", "text-area-2 width must be from 1 to 4096 pixels"],
  [area("width", 0.5), "drawingInvalid", "text-area-2 width must be from 1 to 4096 pixels"],
  [
    area("position-y", "5000"),
    "drawingInvalid",
    "text-area-2 position-y must be from 0 to 4096 pixels",
  ],
];

for (const [fields, fault, info] of REFUSED) {
  Deno.test(`a picture is refused: ${info} (${JSON.stringify(fields).slice(0, 60)})`, () => {
    assert.throws(() => readPicture(fields), { fault, info });
    assert.throws(() => readPicture(fields, "dynamic-image 2: "), {
      info: `dynamic-image 2: ${info}`,
    });
  });
}
