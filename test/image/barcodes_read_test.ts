/** Ids at the limits of each type: readers find the same id in the JPEG. */
import assert from "node:assert/strict";
import { readPicture, SYMBOLOGIES, type Symbology } from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { BARCODE_READERS, type BarcodeReader, byZxing } from "../support/barcode_readers.ts";

loadFonts();
const painter = createPainter();

const EVERYTHING = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const digits = (length: number) => "9081726354".repeat(710).slice(0, length);
const capitals = (length: number) => "SLIDE POST ".repeat(400).slice(0, length);

/** Ids at the limits of each type, and beyond ASCII. `side` is that of the box. */
const EDGES: readonly { type: Symbology; id: string; read?: string; side?: number }[] = [
  ...(["Aztec Code", "Data Matrix", "PDF417", "QR Code"] as const).flatMap((type) => [
    { type, id: "1" },
    { type, id: "^ECI000026 ^^ \\ {}%" },
    { type, id: "Grüße, 世界! Ω 😀👩‍👩‍👧" },
    { type, id: EVERYTHING.join("") },
  ]),
  { type: "Aztec Code", id: digits(3800), side: 700 },
  { type: "Aztec Code", id: capitals(3000), side: 700 },
  { type: "Aztec Code", id: "é漢a😀".repeat(185), side: 700 },
  { type: "Data Matrix", id: digits(3100), side: 700 },
  { type: "Data Matrix", id: capitals(2300), side: 700 },
  { type: "Data Matrix", id: "é漢a😀".repeat(150), side: 700 },
  { type: "PDF417", id: digits(2700), side: 1400 },
  { type: "PDF417", id: capitals(1800), side: 1400 },
  { type: "PDF417", id: "é漢a😀".repeat(105), side: 1400 },
  { type: "QR Code", id: digits(7089), side: 900 },
  { type: "QR Code", id: capitals(4296), side: 900 },
  { type: "QR Code", id: "é漢a😀".repeat(295), side: 900 },
  { type: "Code 11", id: "7" },
  { type: "Code 11", id: "012345678" },
  { type: "Code 11", id: "0123456789" },
  { type: "Code 11", id: "-98-7".repeat(16), side: 1400 },
  { type: "Code 128", id: "!" },
  { type: "Code 128", id: EVERYTHING.slice(0, 80).join(""), side: 2200 },
  { type: "Code 128", id: EVERYTHING.slice(15).join(""), side: 2200 },
  { type: "Code 39", id: "Z" },
  { type: "Code 39", id: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%", side: 1600 },
  { type: "Code 39", id: capitals(79) + "%", side: 3000 },
  { type: "EAN", id: "9638507", read: "96385074" },
  { type: "EAN", id: "96385074" },
  { type: "EAN", id: "400638133393", read: "4006381333931" },
  { type: "EAN", id: "0000000000000" },
  { type: "Interleaved 2of5", id: "012345" },
  { type: "Interleaved 2of5", id: digits(80), side: 1600 },
  { type: "UPC-A", id: "03600029145", read: "036000291452" },
  { type: "UPC-A", id: "012345678905" },
];

for (const type of SYMBOLOGIES) {
  Deno.test(`${type} encodes the shortest, the longest and the most unusual valid ids`, async () => {
    for (const { id, read = id, side = 350 } of EDGES.filter((edge) => edge.type === type)) {
      const box = { width: String(side), height: String(side), "hide-text": true };
      const picture = readPicture({ barcode: { id, type, ...box } });
      const { jpeg } = await painter.draw(picture, null);
      const [found] = await edgeReader(type, read)([jpeg]);
      assert.equal(found, read);
    }
  });
}

/** Selects the reader for all types; EAN-8 has a reader of its own. */
function edgeReader(type: Symbology, id: string): BarcodeReader {
  if (type === "EAN" && id.length === 8) return byZxing("EAN8");
  return BARCODE_READERS[type].at(-1)!;
}
