/** QR Codes of random texts in twelve scripts, read back by programs of other makes. */
import assert from "node:assert/strict";
import { readPicture } from "../../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../../src/image/mod.ts";
import { zbarText, zxing } from "../../support/barcode_readers.ts";
import { textsOfScripts } from "../../support/scripts.ts";

Deno.test("300 random texts of twelve scripts are read back from their QR Codes", async () => {
  loadFonts();
  const painter = createPainter();
  const ids = textsOfScripts(300, 18004);
  assert.equal(ids.length, 300);
  const jpegs = [];
  for (const id of ids) {
    const box = { width: "400", height: "400", "hide-text": true };
    jpegs.push((await painter.draw(readPicture({ barcode: { id, ...box } }), null)).jpeg);
  }
  assert.deepEqual(await zbarText(jpegs), ids, "zbarimg");
  assert.deepEqual(await zxing(jpegs, "QRCode", "ISO8859_1"), ids, "ZXing");
});
