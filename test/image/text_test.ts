/** Drawing of texts, measured in pixels of the JPEG. */
import assert from "node:assert/strict";
import { readPicture, type TextAreaFields, TYPEFACES } from "../../src/core/template/picture.ts";
import { createPainter, loadFonts } from "../../src/image/mod.ts";
import { SAMPLE_TEXTS } from "../../tools/gallery.ts";
import { areaOf, type Decoded, decoded, inkOf, isNear, linesOfInk } from "../support/decoded.ts";

const missing = loadFonts();
const painter = createPainter();

async function draw(fields: TextAreaFields): Promise<Decoded> {
  const area = { "position-x": "10", "position-y": "10", ...fields };
  const picture = readPicture({ "text-area": { "text-area-1": area } });
  return await decoded((await painter.draw(picture, null)).jpeg);
}

Deno.test("set-up has installed every font that texts may need", () => {
  assert.deepEqual(missing, []);
});

Deno.test("a text begins at its position: top and left", async () => {
  const at = async (x: string, y: string) =>
    inkOf(await draw({ text: "HI", "position-x": x, "position-y": y }))!;
  const [here, there] = [await at("0", "0"), await at("123", "45")];
  assert.deepEqual(
    [there.left - here.left, there.top - here.top, there.right - here.right],
    [123, 45, 123],
  );
  assert.ok(here.left <= 3 && here.top >= 2 && here.top <= 10, "20 pixels high, capitals below");
});

Deno.test("a text that is too wide goes on in the next line, and the picture grows", async () => {
  const text = "one two three four five six";
  const [narrow, wide] = [await draw({ text, width: "120" }), await draw({ text, width: 600 })];
  assert.equal(linesOfInk(wide).length, 1);
  assert.ok(linesOfInk(narrow).length >= 3);
  assert.ok(inkOf(narrow)!.right <= 10 + 120);
  assert.ok(narrow.width <= 130 && narrow.height > wide.height);
});

Deno.test("the default width is 200 pixels", async () => {
  const text = "word ".repeat(30);
  const picture = await draw({ text });
  assert.deepEqual(picture, await draw({ text, width: "200" }));
  assert.notDeepEqual(picture, await draw({ text, width: "300" }));
});

Deno.test("line breaks are kept, also empty lines", async () => {
  const tops = async (text: string) => {
    const lines = linesOfInk(await draw({ text }));
    return lines.length;
  };
  assert.deepEqual(await Promise.all(["A\nB", "A\r\nB", "A\n\nB", "A B"].map(tops)), [2, 2, 2, 1]);
  const [close, apart] = [await draw({ text: "A\nB" }), await draw({ text: "A\n\nB" })];
  assert.ok(apart.height - close.height >= 20);
});

Deno.test("a word that is too long is broken", async () => {
  const picture = await draw({ text: "W".repeat(30), width: "100" });
  assert.ok(inkOf(picture)!.right <= 110);
  assert.ok(linesOfInk(picture).length >= 5);
});

Deno.test("font-size is the size in pixels", async () => {
  for (const size of [10, 20, 60, 200]) {
    const { top, bottom } = inkOf(await draw({ text: "H", "font-size": `${size}` }))!;
    // The height of capitals in Open Sans is 0.714 of the size.
    assert.ok(Math.abs(bottom - top - 0.714 * size) <= 2, `${size}: ${bottom - top}`);
  }
});

Deno.test("the colour is exact", async () => {
  for (
    const [colour, expected] of [["#ff0000", [255, 0, 0]], ["#0a7bcd", [10, 123, 205]]] as const
  ) {
    const picture = await draw({ text: "█", "font-size": "100", "font-color": colour });
    const inside = areaOf(picture, (found) => isNear(found, expected, 6));
    assert.ok(inside !== null && inside.right - inside.left > 20, colour);
  }
});

Deno.test("each font looks different; ArialMT is Arial", async () => {
  const drawn = new Map<string, Decoded>();
  for (const font of TYPEFACES) {
    drawn.set(
      font,
      await draw({ text: "Sphinx of quartz, 0123", font, "font-size": "40", width: 900 }),
    );
  }
  const different = new Set([...drawn.values()].map(({ data }) => data.join()));
  assert.deepEqual(drawn.get("Arial"), drawn.get("ArialMT"));
  assert.ok(different.size >= 4);
  for (const [a, b] of [["Arvo", "Arial"], ["OpenSans", "Ubuntu"], ["LiberationSans", "Ubuntu"]]) {
    assert.notDeepEqual(drawn.get(a!), drawn.get(b!));
  }
});

Deno.test("Liberation Sans and Arial have the same widths, as they are made to", async () => {
  const width = async (font: "Arial" | "LiberationSans") =>
    (await draw({ text: "The same width", font, "font-size": "80", width: 2000 })).width;
  assert.ok(Math.abs(await width("Arial") - await width("LiberationSans")) <= 2);
});

Deno.test("letters are kerned, and join to ligatures, where the font has them", async () => {
  const width = async (text: string, font: "Arial" | "Arvo" | "Ubuntu") =>
    (await draw({ text, font, "font-size": "300", width: 4000, "position-x": "0" })).width;
  for (const font of ["Arial", "Arvo", "Ubuntu"] as const) {
    const apart = await width("A", font) + await width("V", font);
    assert.ok(await width("AV", font) < apart - 10, font);
  }
  // Ubuntu's ligature is wider than its letters, which kerning cannot cause.
  const apart = 2 * await width("f", "Ubuntu") + await width("i", "Ubuntu");
  assert.ok(await width("ffi", "Ubuntu") > apart);
});

Deno.test("emoji have their colours, and sequences are one picture", async () => {
  const single = await draw({ text: "😀", "font-size": "64" });
  const yellow = areaOf(single, ([r, g, b]) => r! > 220 && g! > 160 && b! < 110);
  assert.ok(yellow !== null && yellow.right - yellow.left > 40);
  for (const text of ["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️", "1️⃣", "🏳️‍🌈"]) {
    const { width } = await draw({ text, "font-size": "64" });
    assert.ok(Math.abs(width - single.width) <= 2, text);
  }
});

/** Character that no font has. */
const UNKNOWN = "\u{10ffff}";

for (const [script, text] of Object.entries(SAMPLE_TEXTS)) {
  Deno.test(`${script} is drawn, each letter of it`, async () => {
    const empty = await draw({ text: UNKNOWN, "font-size": "48" });
    const letters = new Set(text.match(/\p{L}|\p{Emoji_Presentation}/gu));
    assert.ok(letters.size > 2);
    for (const letter of letters) {
      const picture = await draw({ text: letter, "font-size": "48" });
      assert.notEqual(areaOf(picture, ([r, g, b]) => r! + g! + b! < 600), null, letter);
      assert.notDeepEqual(picture.data, empty.data, letter);
    }
  });

  Deno.test(`${script} is drawn in every font`, async () => {
    for (const font of TYPEFACES) {
      const { left, right } = inkOf(await draw({ text, font, width: 2000 }))!;
      assert.ok(right - left > 150, font);
    }
  });
}

Deno.test("different letters of a script look different: none is a box", async () => {
  for (const letters of ["ЖЩ", "سم", "אש", "कष", "กข", "你好", "あン", "한글", "ΩΨ"]) {
    const [first, other] = await Promise.all([...letters].map((text) => draw({ text })));
    assert.notDeepEqual(first!.data, other!.data, letters);
  }
});

Deno.test("Arabic letters join: a word is narrower than its letters", async () => {
  const width = async (text: string) =>
    (await draw({ text, "font-size": "80", width: 2000 })).width;
  const joined = await width("سلام");
  const apart = await Promise.all([..."سلام"].map(width));
  assert.ok(joined < 0.9 * apart.reduce((sum, difference) => sum + difference - 10, 10));
});

Deno.test("Hindi vowels go before their consonant where the script has it so", async () => {
  const [syllable, consonant] = [await draw({ text: "कि" }), await draw({ text: "क" })];
  assert.ok(inkOf(syllable)!.right - inkOf(consonant)!.right > 3, "the vowel stands on the left");
});

Deno.test("right-to-left text starts at the right edge of its width, line by line", async () => {
  for (const text of ["שלום", "سلام", "(שלום)", "123 שלום"]) {
    const { left, right } = inkOf(await draw({ text, width: "300" }))!;
    assert.ok(Math.abs(right - 310) <= 4, `${text}: ${right}`);
    assert.ok(left > 150, text);
  }
  const mixed = await draw({ text: "Shalom שלום", width: "300" });
  assert.ok(inkOf(mixed)!.left <= 13, "the first letter decides");
  const wrapped = await draw({ text: "שלום ".repeat(12), width: "200" });
  assert.ok(linesOfInk(wrapped).length >= 2);
  assert.ok(Math.abs(inkOf(wrapped)!.right - 210) <= 4);
});

Deno.test("Han characters have the glyphs of the text's language", async () => {
  const form = async (text: string) => {
    const picture = await draw({ text, "font-size": "60", width: 400 });
    const area = { left: 10, top: 0, right: 70, bottom: picture.height };
    return areaOf(picture, ([r, g, b]) => r! + g! + b! < 384, area)!;
  };
  const [chinese, japanese] = [await draw({ text: "骨直" }), await draw({ text: "骨直\u200bの" })];
  assert.ok(japanese.width > chinese.width);
  assert.notDeepEqual(await form("直今"), await form("直の"));
});

Deno.test("marks above and below are not cut off, nor do lines overlap", async () => {
  const picture = await draw({ text: "ปิ่นฟื้น\nپُّ\nẪǕ", "font-size": "60", "position-y": "0" });
  const { top, bottom } = inkOf(picture)!;
  assert.ok(top >= 1 && bottom < picture.height);
  assert.equal(linesOfInk(picture).length >= 3, true);
});

Deno.test("bidirectional control characters affect their own line only", async () => {
  const picture = await draw({ text: "\u202eabc\nabc\u2066\u2067\u202b", width: "300" });
  const plain = await draw({ text: "cba\nabc", width: "300" });
  assert.deepEqual(inkOf(picture), inkOf(plain));
});
