/**
 * Draws samples of all that `createimage` can draw: every barcode in every rotation, every script and
 * font, for visual inspection. A test compares the sheets in test/fixtures/pictures with these.
 *
 *     deno run -A tools/gallery.ts DIRECTORY     writes the sheets and a page with all of them
 */
import { Buffer } from "node:buffer";
import sharp from "sharp";
import {
  type BarcodeFields,
  type PictureFields,
  readPicture,
  SYMBOLOGIES,
  type Symbology,
  TYPEFACES,
} from "../src/core/template/picture.ts";
import { createPainter, type Ground, loadFonts } from "../src/image/mod.ts";

/** Sample id of typical length for each barcode type. */
export const SAMPLE_IDS: Readonly<Record<Symbology, string>> = {
  "Aztec Code": "Aztec 0123456789",
  "Code 11": "0123-4567",
  "Code 128": "Code128",
  "Code 39": "CODE-39 $4.5",
  "Data Matrix": "Data Matrix 0123456789",
  "EAN": "4006381333931",
  "Interleaved 2of5": "0123456789",
  "PDF417": "PDF417 stacks its rows",
  "QR Code": "https://example.com/coupon/1",
  "UPC-A": "036000291452",
};

/** Sample text in many scripts. */
export const SAMPLE_TEXTS: Readonly<Record<string, string>> = {
  Latin: "Žluťoučký kůň, Straße, fjørd, Việt Nam — office AV Ta",
  Greek: "Καλημέρα κόσμε, πώς είσαι σήμερα;",
  Cyrillic: "Съешь же ещё этих мягких французских булок",
  Arabic: "مرحبا بالعالم، خصم 20% لك اليوم فقط",
  Hebrew: "שלום עולם, 20% הנחה רק היום",
  Hindi: "नमस्ते दुनिया, आपके लिए क्षमा और छूट",
  Thai: "สวัสดีชาวโลก ส่วนลดพิเศษสำหรับคุณวันนี้เท่านั้น",
  Chinese: "你好，世界！今天为您提供八折优惠，请直接出示此图片。",
  Japanese: "こんにちは世界。本日限り、二割引きのクーポンです。",
  Korean: "안녕하세요 세계, 오늘만 이십 퍼센트 할인",
  Emoji: "😀 🎉 👩‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️ 1️⃣ 🏳️‍🌈",
};

const TILE = 320;
const TEXT_TILE = { width: 480, height: 110 };
const BOX = { "position-x": "20", "position-y": "20", "width": "280", "height": "280" };

/** Picture of a sheet. */
export interface Tile {
  name: string;
  fields: PictureFields;
  /** Size of the photograph to draw on; null: white. */
  size: { width: number; height: number } | null;
}

export interface Sheet {
  tiles: readonly Tile[];
  columns: number;
  tile: { width: number; height: number };
}

const onPhoto = (name: string, barcode: BarcodeFields): Tile => ({
  name,
  fields: { barcode: { ...BOX, ...barcode } },
  size: { width: TILE, height: TILE },
});

function barcodeSheet(type: Symbology): Sheet {
  const tiles = [false, true].flatMap((hide) =>
    (["0", "90", "180", "270"] as const).map((rotate) => {
      const box = { height: "160", rotate, "hide-text": hide };
      return onPhoto(`${type} ${rotate}${hide ? " without text" : ""}`, {
        ...box,
        id: SAMPLE_IDS[type],
        type,
      });
    })
  );
  return { tiles, columns: 4, tile: { width: TILE, height: TILE } };
}

const text = (name: string, fields: Record<string, string>): Tile => ({
  name,
  fields: {
    "text-area": {
      "text-area-1": {
        "position-x": "10",
        "position-y": "10",
        "font-size": "24",
        "width": "460",
        ...fields as { text: string },
      },
    },
  },
  size: null,
});

/** Sheets that are stored for comparison. */
export const SHEETS: Readonly<Record<string, Sheet>> = {
  barcodes: {
    tiles: SYMBOLOGIES.map((type) => onPhoto(type, { id: SAMPLE_IDS[type], type })),
    columns: 5,
    tile: { width: TILE, height: TILE },
  },
  turned: {
    tiles: (["0", "90", "180", "270"] as const).map((rotate) =>
      onPhoto(rotate, { id: "036000291452", type: "UPC-A", height: "160", rotate })
    ),
    columns: 4,
    tile: { width: TILE, height: TILE },
  },
  custom: {
    tiles: [
      onPhoto("colours", {
        id: "CODE39",
        type: "Code 39",
        "foreground-color": "#7a0019",
        "background-color": "#ffe9a8",
      }),
      onPhoto("border", { id: "border", "border-width": "12", "foreground-color": "#0b3d91" }),
      onPhoto("transparent", { id: "transparent", "transparent": true }),
      onPhoto("left", { id: "left", height: "140", alignment: "Left" }),
      onPhoto("center", { id: "center", height: "140", alignment: "Center" }),
      onPhoto("right", { id: "right", height: "140", alignment: "Right" }),
      onPhoto("long text", { id: "https://example.com/a/very/long/path/that/is/written/smaller" }),
      onPhoto("EAN-8, large", { id: "9031101", type: "EAN", font: "Arvo", "font-size": "40" }),
    ],
    columns: 4,
    tile: { width: TILE, height: TILE },
  },
  scripts: {
    tiles: Object.entries(SAMPLE_TEXTS).map(([name, sample]) => text(name, { text: sample })),
    columns: 2,
    tile: TEXT_TILE,
  },
  fonts: {
    tiles: TYPEFACES.map((font) =>
      text(font, {
        text: `${font}: Sphinx of black quartz, judge my vow. 0123456789`,
        font,
        "font-color": "#20407a",
      })
    ),
    columns: 2,
    tile: TEXT_TILE,
  },
};

const painter = createPainter();

/** Draws a tile as a JPEG. */
export async function drawTile({ fields, size }: Tile): Promise<Uint8Array<ArrayBuffer>> {
  const ground = size === null ? null : await photo(size);
  return (await painter.draw(readPicture(fields), ground)).jpeg;
}

/** Draws all tiles of a sheet side by side, as a JPEG. */
export async function drawSheet({ tiles, columns, tile }: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = await Promise.all(tiles.map(async (each, index) => ({
    input: Buffer.from(await drawTile(each)),
    left: index % columns * tile.width,
    top: Math.floor(index / columns) * tile.height,
  })));
  const width = columns * tile.width;
  const height = Math.ceil(tiles.length / columns) * tile.height;
  const sheet = sharp({ create: { width, height, channels: 3, background: "#ffffff" } });
  return new Uint8Array(await sheet.composite(drawn).jpeg({ quality: 80 }).toBuffer());
}

/** Creates a rather dark background of colour waves, as hard on a barcode as a photograph. */
export async function photo(
  { width, height }: { width: number; height: number },
): Promise<Ground> {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const x = at % width;
    const y = Math.floor(at / width);
    pixels[3 * at] = 90 + 60 * Math.sin(x / 23 + y / 91);
    pixels[3 * at + 1] = 80 + 50 * Math.sin(y / 17 - x / 67);
    pixels[3 * at + 2] = 100 + 70 * Math.sin((x + y) / 41);
  }
  const raw = { width, height, channels: 3 } as const;
  const jpeg = await sharp(pixels, { raw }).jpeg({ quality: 90 }).toBuffer();
  return { hash: `waves ${width}×${height}`, jpeg: new Uint8Array(jpeg) };
}

async function writeGallery(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  const barcodeSheets = SYMBOLOGIES.map((type) =>
    [type.toLowerCase().replaceAll(" ", "-"), barcodeSheet(type)] as const
  );
  const figures: string[] = [];
  for (const [name, sheet] of [...Object.entries(SHEETS), ...barcodeSheets]) {
    await Deno.writeFile(`${directory}/${name}.jpg`, await drawSheet(sheet));
    const names = sheet.tiles.map((tile) => tile.name).join(" · ");
    figures.push(`<figure><img src="${name}.jpg"><figcaption>${names}</figcaption></figure>`);
  }
  const head = `<!doctype html><meta charset="utf-8"><title>Pictures</title>`;
  await Deno.writeTextFile(`${directory}/index.html`, [head, ...figures, ""].join("\n"));
}

if (import.meta.main) {
  const [directory] = Deno.args;
  if (directory === undefined) {
    console.error("usage: deno run -A tools/gallery.ts DIRECTORY");
    Deno.exit(2);
  }
  for (const missing of loadFonts()) console.error(`no font for ${missing}`);
  await writeGallery(directory);
  console.log(`${directory}/index.html`);
}
