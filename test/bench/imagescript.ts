/** The same picture by imagescript, with a QR Code by uqr. */
import openSans from "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf" with {
  type: "bytes",
};
import { Image } from "npm:imagescript@1.3.1";
import { encode } from "uqr";
import { DEFAULT_BARCODE_SIDE, type Picture } from "../../src/core/template/picture.ts";

/** imagescript 1.3.1 uses these under Deno, which has removed them. */
(Deno as unknown as { core: unknown }).core = {
  encode: (text: string) => new TextEncoder().encode(text),
  decode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
};

const BLACK = 0x000000ff;
const WHITE = 0xffffffff;
const QUIET_ZONE = 4;

export async function drawByImagescript(
  picture: Picture,
  jpeg: Uint8Array,
): Promise<Uint8Array> {
  const canvas = await Image.decode(jpeg) as Image;
  const { id, x, y, width, height } = picture.barcode!;
  canvas.composite(qrCode(id, width ?? DEFAULT_BARCODE_SIDE, height), x, y);
  for (const { text, x, y, fontSize } of picture.texts) {
    canvas.composite(await Image.renderText(openSans, fontSize, text, BLACK), x, y);
  }
  return await canvas.encodeJPEG(85);
}

function qrCode(id: string, width: number, height: number): Image {
  const { data, size } = encode(id, { ecc: "M", border: QUIET_ZONE });
  const scale = Math.floor(Math.min(width, height) / size);
  const image = new Image(width, height).fill(WHITE);
  for (const [row, modules] of data.entries()) {
    for (const [column, dark] of modules.entries()) {
      if (dark) image.drawBox(1 + column * scale, 1 + row * scale, scale, scale, BLACK);
    }
  }
  return image;
}
