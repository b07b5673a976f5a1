/** Image files of strangers: looked at before a decoder sees them, and spoken of in customers' words. */
import { TranscodeFailed } from "../../env.ts";

/** How files of each format begin. Anything else (SVG!) never reaches a decoder. */
const SIGNATURES = {
  jpeg: (start: string) => start.startsWith("\xff\xd8\xff"),
  png: (start: string) => start.startsWith("\x89PNG\r\n\x1a\n"),
  gif: (start: string) => start.startsWith("GIF87a") || start.startsWith("GIF89a"),
  webp: (start: string) => start.startsWith("RIFF") && start.endsWith("WEBP"),
};
const SIGNATURE_BYTES = 12;

/** What a file may be. */
export interface ImageKind {
  readonly formats: readonly (keyof typeof SIGNATURES)[];
  /** What is said of any other, and of one that does not decode. */
  readonly damaged: string;
}

/** Throws TranscodeFailed. */
export async function checkSignature(path: string, { formats, damaged }: ImageKind): Promise<void> {
  using file = await Deno.open(path);
  const start = new Uint8Array(SIGNATURE_BYTES);
  const text = String.fromCharCode(...start.subarray(0, await file.read(start) ?? 0));
  if (!formats.some((format) => SIGNATURES[format](text))) throw new TranscodeFailed(damaged);
}

/** Libvips' own words hold paths and library names. */
export function inCustomersWords(error: unknown, { damaged }: ImageKind): unknown {
  if (error instanceof TranscodeFailed || !(error instanceof Error)) return error;
  // The system's errors, not the file's.
  if (error instanceof Deno.errors.NotFound || "code" in error) return error;
  if (/timeout/i.test(error.message)) return new TranscodeFailed("the image takes too long");
  if (/pixel limit/i.test(error.message)) {
    return new TranscodeFailed("the image has more pixels than is allowed");
  }
  return new TranscodeFailed(damaged);
}
