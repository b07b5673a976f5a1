/** Pictures generated for a recipient, over libjpeg-turbo decoding and encoding only. */
import { Buffer } from "node:buffer";
import turbo from "@julusian/jpeg-turbo";
import sharp from "sharp";
import { createPictures } from "../../src/adapters/pictures/mod.ts";
import { type Picture, readPicture } from "../../src/core/template/picture.ts";
import type { Background } from "../../src/ports/mod.ts";
import { image } from "../support/media.ts";
import { medianMs } from "./load.ts";
import type { Row } from "./mod.ts";
import { TURN } from "../support/turn.ts";

const ROUNDS = 15;
const PICTURES_A_ROUND = 20;
/** Size that the spec recommends for a background. */
const SIZE = { width: 640, height: 1138 };

export async function benchImage(): Promise<Row[]> {
  const jpeg = await photo();
  const cold = createPictures({ workers: 1, cacheBytes: 0 });
  const warm = createPictures({ workers: 1 });
  try {
    let drawn = 0;
    const [bare, coldMs, ownMs, warmMs] = await medianMs([
      () => decodeAndEncode(jpeg),
      () =>
        cold.draw(pictureFor(`cold ${++drawn}`, `cold ${drawn}`), background(jpeg, drawn), TURN),
      () => warm.draw(pictureFor(`own ${++drawn}`, `own ${drawn}`), background(jpeg, 0), TURN),
      () => warm.draw(pictureFor("one for all", `warm ${++drawn}`), background(jpeg, 0), TURN),
    ], { rounds: ROUNDS, calls: PICTURES_A_ROUND });
    const row = (name: string, ours: number, atLeast: number | null): Row => ({
      name,
      value: `${(1000 / ours).toFixed(0)}/s`,
      ceiling: `${(1000 / bare!).toFixed(0)}/s decode + encode`,
      ratio: bare! / ours,
      target: atLeast === null ? null : { atLeast },
    });
    return [
      row("createimage, nothing cached", coldMs!, 0.45),
      row("createimage, background cached, own QR Code", ownMs!, null),
      row("createimage, background and QR Code cached", warmMs!, 0.8),
      await overImagescript(jpeg, coldMs!),
    ];
  } finally {
    await Promise.all([cold.close(), warm.close()]);
  }
}

/** Measures decoding, drawing and encoding over imagescript, without a cache. */
async function overImagescript(jpeg: Uint8Array<ArrayBuffer>, ours: number): Promise<Row> {
  const { drawByImagescript } = await import("./imagescript.ts");
  let drawn = 0;
  const draw = () => drawByImagescript(pictureFor(`other ${++drawn}`, `other ${drawn}`), jpeg);
  const [theirs] = await medianMs([draw], { rounds: ROUNDS, calls: 2 });
  return {
    name: "createimage, nothing cached ÷ imagescript",
    value: `${(1000 / ours).toFixed(0)}/s`,
    ceiling: `${(1000 / theirs!).toFixed(0)}/s imagescript`,
    ratio: theirs! / ours,
    target: { atLeast: 6 },
  };
}

/** Creates a photo of the bytes that the spec recommends. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp(await image("photo.jpg"))
    .resize({ ...SIZE, fit: "cover" }).jpeg({ quality: 85 }).toBuffer();
  return new Uint8Array(bytes);
}

function background(jpeg: Uint8Array<ArrayBuffer>, number: number): Background {
  return { hash: String(number), jpeg };
}

function pictureFor(id: string, name: string): Picture {
  const area = (text: string, y: string) => ({ text, "position-y": y, width: "500" });
  return readPicture({
    "barcode": { id: `https://example.com/coupons/${id}`, "position-x": "170" },
    "text-area": {
      "text-area-1": area(`Dear ${name}, this is for you: twenty percent off`, "400"),
      "text-area-2": area(`Number ${name}. Show this at the till.`, "500"),
      "text-area-3": area(`Valid until the last day of ${name}`, "600"),
    },
  });
}

function decodeAndEncode(jpeg: Uint8Array<ArrayBuffer>): void {
  const { data } = turbo.decompressSync(Buffer.from(jpeg.buffer), { format: turbo.FORMAT_RGBX });
  const options = { ...SIZE, quality: 85, subsampling: turbo.SAMP_420, format: turbo.FORMAT_RGBX };
  turbo.compressSync(data, options);
}
