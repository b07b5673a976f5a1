/** A message of nine slides with a file of each kind, as a shop would send it. */
import type { MessageSlide } from "../../../src/core/composition/content.ts";
import { audio, ffprobe, video } from "../../support/media.ts";
import { slide, type TestHosted } from "../../web/hosted.ts";

export const SUBJECT = "Your order is on its way & here is what comes next";

export async function nineSlides({ media }: TestHosted): Promise<MessageSlide[]> {
  const film = await video({ seconds: 4, size: "640x360", fps: 25 });
  const tone = await audio({ seconds: 7 });
  const shot = async (hue: number, width: number, height: number) =>
    await media("image", "image/jpeg", await landscape(hue, width, height), { width, height });
  const text = (content: string) => new TextEncoder().encode(content);
  return [
    slide(
      "Hello Zoë! 👋\nYour parcel left our house this morning. " +
        "Follow it at https://shop.example/track?id=42&lang=en, whenever you like.",
      await shot(18, 640, 427),
    ),
    slide(
      "It moves — and so do we.",
      await media("image", "image/gif", await animation(), { width: 320, height: 200 }),
    ),
    slide(
      "How to unpack it without a knife.",
      await media("video", "video/mp4", await Deno.readFile(film), await pixelsOf(film)),
    ),
    slide(
      null,
      await shot(200, 360, 640),
      await media("audio", "audio/mpeg", await Deno.readFile(tone), { durationMs: 7_000 }),
    ),
    slide(
      "Save our number, then you know who is calling.",
      await media("contact", "text/vcard", text("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Shop\r\n")),
    ),
    slide(
      "The driver comes between two and four.",
      await media("calendar", "text/calendar", text("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")),
    ),
    slide(
      "الفاتورة مرفقة. شكرا لكم!\nThe invoice, for your files.",
      await media("pdf", "application/pdf", new Uint8Array(84_312)),
    ),
    slide(null, await media("ms-excel", "application/vnd.ms-excel", new Uint8Array(1_240_000))),
    slide("🎉🧡 👩‍👩‍👧"),
  ];
}

async function pixelsOf(path: string): Promise<{ width: number; height: number }> {
  const { streams } = await ffprobe(path);
  const { width, height } = streams.find(({ codec_type }) => codec_type === "video")!;
  return { width: width!, height: height! };
}

async function landscape(hue: number, width: number, height: number): Promise<Uint8Array> {
  const { createCanvas, Path2D } = await import("@napi-rs/canvas");
  const color = (turn: number, light: number) => `hsl(${(hue + turn + 360) % 360}, 55%, ${light}%)`;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const scale = Math.max(width / 640, height / 420);
  context.translate((width - 640 * scale) / 2, (height - 420 * scale) / 2);
  context.scale(scale, scale);
  const sky = context.createLinearGradient(0, 0, 0, 420);
  sky.addColorStop(0, color(20, 78));
  sky.addColorStop(1, color(0, 92));
  context.fillStyle = sky;
  context.fillRect(0, 0, 640, 420);
  context.fillStyle = color(30, 97);
  context.beginPath();
  context.arc(450, 150, 46, 0, 2 * Math.PI);
  context.fill();
  const hills: [path: string, colour: string][] = [
    ["M0 270q120-110 250-30t390-70v250H0z", color(10, 62)],
    ["M0 330q160-90 320-20t320-50v160H0z", color(0, 46)],
    ["M0 380q200-60 360 0t280-20v60H0z", color(-10, 30)],
  ];
  for (const [path, colour] of hills) {
    context.fillStyle = colour;
    context.fill(new Path2D(path));
  }
  return await canvas.encode("jpeg", 85);
}

/** Creates an animation of a moving bar. */
async function animation(): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const [width, height, frames] = [320, 200, 8];
  const pixels = new Uint8Array(width * height * frames * 3).fill(0xf2);
  for (let frame = 0; frame < frames; frame++) {
    for (let y = 80; y < 120; y++) {
      const row = (frame * height + y) * width;
      for (let x = frame * 35; x < frame * 35 + 60; x++) {
        pixels.set([0x2a, 0x55, 0xc9], (row + x) * 3);
      }
    }
  }
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  return await sharp(pixels, { raw }).gif({ delay: 120, loop: 0 }).toBuffer();
}
