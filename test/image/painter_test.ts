/** Composition of a picture: size, order of its layers, and caching. */
import assert from "node:assert/strict";
import { Refusal } from "../../src/core/errors.ts";
import { type Picture, type PictureFields, readPicture } from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { photo } from "../../tools/gallery.ts";
import { areaOf, colourAt, decoded, inkOf, isNear } from "../support/decoded.ts";

loadFonts();
const painter = createPainter();

const draw = async (fields: PictureFields) => (await painter.draw(readPicture(fields), null)).jpeg;
const drawn = async (fields: PictureFields) => await decoded(await draw(fields));

const dark = { id: "1", "hide-text": true, "foreground-color": "#000000" };
const block = { text: "█", "position-x": "20", "position-y": "10", "font-size": "100" };

Deno.test("without a background, the picture is the smallest that holds everything", async () => {
  const barcode = { ...dark, "width": "100", "height": "60" };
  const text = { text: "Hello", "position-x": "0", "position-y": "0" };
  const { width, height } = await drawn({ "text-area": { "text-area-1": text } });
  assert.ok(width > 40 && width < 70 && height > 20 && height < 35, `${width}×${height}`);
  const both = await drawn({ barcode, "text-area": { "text-area-1": text } });
  assert.deepEqual([both.width, both.height], [100, 60]);
  const lower = { ...text, "position-x": "300", "position-y": "200" };
  const apart = await drawn({ barcode, "text-area": { "text-area-1": lower } });
  assert.deepEqual([apart.width, apart.height], [width + 300, height + 200]);
});

Deno.test("without a background, the ground is white", async () => {
  const picture = await drawn({ "text-area": { "text-area-1": { text: "." } } });
  assert.deepEqual(colourAt(picture, 5, 5), [255, 255, 255]);
});

Deno.test("texts lie over the barcode, and a later text over an earlier one", async () => {
  const area = (colour: string) => ({ ...block, "font-color": colour });
  const picture = await drawn({
    barcode: dark,
    "text-area": { "text-area-2": area("#00c000"), "text-area-1": area("#e00000") },
  });
  const green = areaOf(picture, (colour) => isNear(colour, [0, 0xc0, 0], 10));
  assert.ok(green !== null && green.bottom - green.top > 80);
  assert.equal(areaOf(picture, ([r, g, b]) => r! > 200 && g! < 60 && b! < 60), null);
});

Deno.test("with a background, texts beyond its edges are cut off", async () => {
  const ground = await photo({ width: 200, height: 150 });
  const before = await decoded(ground.jpeg);
  const picture = readPicture({
    "text-area": {
      "text-area-1": { text: "█".repeat(40), "position-x": "150", "position-y": "100", width: 900 },
      "text-area-2": { text: "below", "position-y": "150" },
      "text-area-3": { text: "right", "position-x": "200" },
    },
  });
  const { jpeg, warnings } = await painter.draw(picture, ground);
  const after = await decoded(jpeg);
  assert.deepEqual([after.width, after.height], [200, 150]);
  assert.ok(isNear(colourAt(after, 20, 20), colourAt(before, 20, 20)));
  assert.ok(isNear(colourAt(after, 180, 115), [0, 0, 0]), "what lies inside is there");
  assert.deepEqual(
    warnings,
    [1, 2, 3].map((n) => `text-area-${n} does not lie inside the image of 200x150 pixels`),
  );
});

Deno.test("more than 4096 pixels are refused, whatever needs them", async () => {
  const near = { "position-x": "4090", "position-y": "0" };
  const cases: PictureFields[] = [
    { barcode: { ...dark, ...near } },
    { barcode: { ...dark, "position-y": "3900" } },
    { barcode: { ...dark, "width": "200", "height": "3000", "rotate": "90", ...near } },
    { "text-area": { "text-area-1": { text: "Hello", ...near } } },
    { "text-area": { "text-area-1": { text: "a\n".repeat(200) } } },
    { "text-area": { "text-area-1": { text: "a ".repeat(50_000), width: "1" } } },
  ];
  for (const fields of cases) {
    await assert.rejects(draw(fields), (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.fault, error.info], [
        "drawingInvalid",
        "the image would be larger than 4096x4096 pixels",
      ]);
      return true;
    });
  }
  const fits = { ...dark, "position-x": "3796", "position-y": "3796" };
  const { width, height } = await drawn({ barcode: fits });
  assert.deepEqual([width, height], [4096, 4096]);
});

/** Creates a picture in which every text is this one, which the doors may refuse. */
function withText(fields: PictureFields, text: string): Picture {
  const picture = readPicture(fields);
  return { ...picture, texts: picture.texts.map((area) => ({ ...area, text })) };
}

Deno.test("text of nothing but spaces makes a valid picture", async () => {
  const fields = { text: "x", "position-x": "0", "position-y": "0" };
  const picture = withText({ "text-area": { "text-area-1": fields } }, " \n ");
  const { width, height } = await decoded((await painter.draw(picture, null)).jpeg);
  assert.equal(width, 1);
  assert.ok(height > 40);
});

Deno.test("cached pixels are never modified", async () => {
  const ground = await photo({ width: 300, height: 300 });
  const plain = readPicture({ "background-image-url": "http://example.com/a.jpg" });
  const full = readPicture({ barcode: dark, "text-area": { "text-area-1": block } });
  const before = await painter.draw(plain, ground);
  const first = await painter.draw(full, ground);
  const second = await painter.draw(full, ground);
  assert.deepEqual(second, first);
  assert.deepEqual(await painter.draw(plain, ground), before);
});

Deno.test("without a cache the drawings are the same", async () => {
  const ground = await photo({ width: 300, height: 300 });
  const picture = readPicture({ barcode: dark, "text-area": { "text-area-1": block } });
  const forgetful = createPainter({ cacheBytes: 0 });
  await painter.draw(picture, ground);
  assert.deepEqual(await forgetful.draw(picture, ground), await painter.draw(picture, ground));
});

Deno.test("a background is cached by its hash, a barcode by all its fields", async () => {
  const [light, other] = [await photo({ width: 100, height: 90 }), await photo(sizeOfOther)];
  const plain = readPicture({ "background-image-url": "http://example.com/a.jpg" });
  await painter.draw(plain, light);
  const { width } = await decoded((await painter.draw(plain, other)).jpeg);
  assert.equal(width, sizeOfOther.width);
  for (const change of [{ id: "2" }, { "border-width": "9" }, { "foreground-color": "#ff0000" }]) {
    assert.notDeepEqual(
      await draw({ barcode: dark }),
      await draw({ barcode: { ...dark, ...change } }),
    );
  }
});

const sizeOfOther = { width: 110, height: 90 };

Deno.test("pictures drawn at the same time do not affect each other", async () => {
  const ground = await photo({ width: 300, height: 300 });
  const pictures = Array.from(
    { length: 12 },
    (_, n) =>
      readPicture({ barcode: { ...dark, id: `${n}` }, "text-area": { "text-area-1": block } }),
  );
  const alone = [];
  for (const picture of pictures) alone.push(await painter.draw(picture, ground));
  const together = await Promise.all(
    pictures.map((picture) => createPainter().draw(picture, ground)),
  );
  assert.deepEqual(together, alone);
});

/** Text that is slow to break, to measure or to draw where nothing limits it. */
const HOSTILE: Readonly<Record<string, string>> = {
  "one word": "x".repeat(100_000),
  "many words": "word ".repeat(20_000),
  "words without spaces": "a,".repeat(50_000),
  "line breaks": "\n".repeat(100_000),
  "control characters": "\0\x1b[31m\u202e\u2066\ufeff\u200b".repeat(10_000),
  "Han characters": "漢".repeat(100_000),
  "families": "👩‍👩‍👧‍👦".repeat(9_000),
  "skin tones on one letter": "🏿\u0301".repeat(33_000),
  "marks on one letter": `a${"\u0301".repeat(100_000)}`,
  "joiners": "\u200d".repeat(100_000),
  "tags": "\u{e0061}".repeat(50_000),
  "spaces of no width": "\u200b".repeat(100_000),
  "overrides": "\u202e".repeat(100_000),
};

for (const [title, text] of Object.entries(HOSTILE)) {
  Deno.test(`a text of 100 KB of ${title} is drawn as far as it is visible`, async () => {
    const area = { text: "x", "position-y": "10" };
    const areas = Array.from({ length: 8 }, (_, n) => [`text-area-${n + 1}`, area]);
    const picture = withText({ "text-area": Object.fromEntries(areas) }, text);
    const ground = await photo({ width: 320, height: 480 });
    const { width, height } = await decoded((await painter.draw(picture, ground)).jpeg);
    assert.deepEqual([width, height], [320, 480]);
  });
}

Deno.test("letters of a thousand pixels are drawn", async () => {
  const text = { text: "😀W", "font-size": "1000", "width": "4000", "position-x": "0" };
  const { right, left } = inkOf(await drawn({ "text-area": { "text-area-1": text } }))!;
  assert.ok(right - left > 1500);
});
