/** Barcodes beyond ASCII: what they hold is declared, so that no reader guesses. */
import assert from "node:assert/strict";
import { encode } from "uqr";
import { readPicture, type Symbology } from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { symbolOf } from "../../src/image/symbol.ts";
import { zbarText, zxing } from "../support/barcode_readers.ts";
import { textsOfScripts } from "../support/scripts.ts";

loadFonts();
const painter = createPainter();

const SPACE = { width: 292, height: 292 };

const jpegOf = async (id: string, side = 350, type: Symbology = "QR Code") => {
  const box = { width: `${side}`, height: `${side}`, "hide-text": true };
  return (await painter.draw(readPicture({ barcode: { id, type, ...box } }), null)).jpeg;
};

/** Ids beyond ASCII that customers print, short ones above all: there is little to guess from. */
const IDS = [
  "Müller",
  "é",
  "Grüße aus Köln",
  "Łódź",
  "Señor Núñez",
  "Ærø",
  "naïve café",
  "Žluťoučký kůň",
  "ÇĞİÖŞÜ",
  "Ελλάδα",
  "Москва",
  "Київ 2026",
  "שלום",
  "مرحبا",
  "नमस्ते",
  "สวัสดี",
  "გამარჯობა",
  "こんにちは",
  "カタカナ",
  "日本語テキスト",
  "你好，世界",
  "繁體中文",
  "한국어",
  "10 € 50",
  "½ price – today",
  "https://example.com/ä?q=ö",
  "BEGIN:VCARD\nFN:José\nEND:VCARD",
  "🎉",
  "\\^ECI000026 é ^^",
];

Deno.test("every reader finds an id beyond ASCII in its QR Code, whatever it guesses without", async () => {
  const jpegs = await Promise.all(IDS.map((id) => jpegOf(id)));
  assert.deepEqual(await zbarText(jpegs), IDS, "zbarimg");
  assert.deepEqual(await zxing(jpegs, "QRCode", "ISO8859_1"), IDS, "ZXing, Latin-1 by default");
  assert.deepEqual(await zxing(jpegs, "QRCode"), IDS, "ZXing, UTF-8 by default");
});

for (
  const [type, format] of [
    ["Aztec Code", "Aztec"],
    ["Data Matrix", "DataMatrix"],
    ["PDF417", "PDF417"],
  ] as const
) {
  Deno.test(`a reader that takes what is undeclared for Latin-1 reads a ${type} in any script`, async () => {
    const ids = textsOfScripts(24, 24778);
    const jpegs = await Promise.all(ids.map((id) => jpegOf(id, 500, type)));
    assert.deepEqual(await zxing(jpegs, format, "ISO8859_1"), ids);
  });
}

Deno.test("the QR Code of an ASCII id declares nothing, and is the same bit for bit", () => {
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
  const ids = ["1", "0123456789".repeat(20), "HELLO-1", "https://example.com/a?b=%C3%A9", all];
  for (const id of [...ids, "x".repeat(2331), "x".repeat(2332), "x".repeat(2953)]) {
    const { data, size } = encode(id, { ecc: id.length > 2331 ? "L" : "M", border: 0 });
    const { columns, dark } = symbolOf("QR Code", id, SPACE);
    assert.equal(columns, size);
    assert.deepEqual(dark, Uint8Array.from(data.flat(), Number));
  }
});

Deno.test("the declaration counts: 2952 bytes of UTF-8 are read, and 2953 of ASCII", async () => {
  for (const id of ["é".repeat(1476), "x".repeat(2953)]) {
    assert.deepEqual(await zxing([await jpegOf(id, 900)], "QRCode", "ISO8859_1"), [id]);
  }
  const tooLong = readPicture({ barcode: { id: `x${"é".repeat(1476)}` } });
  await assert.rejects(painter.draw(tooLong, null), {
    fault: "barcodeInvalid",
    info: "barcode id: QR Code takes 1 to 2952 bytes of UTF-8, 4296 capital letters or 7089 digits",
  });
});
