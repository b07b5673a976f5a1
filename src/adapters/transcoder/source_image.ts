/** Image files of strangers: looked at before a decoder sees them, and spoken of in customers' words. */
import { beginsAs, type FileFormat, START_BYTES } from "../../core/media/file_format.ts";
import { TranscodeFailed } from "../../ports/mod.ts";

/** What a file may be. */
export interface ImageKind {
  readonly formats: readonly FileFormat[];
  /** What is said of any other, and of one that does not decode. */
  readonly damaged: string;
}

/**
 * Answers how a file begins. Anything of another format (SVG!) never reaches a decoder.
 *
 * @throws TranscodeFailed
 */
export async function checkSignature(
  path: string,
  { formats, damaged }: ImageKind,
): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const buffer = new Uint8Array(START_BYTES);
  const start = buffer.subarray(0, await file.read(buffer) ?? 0);
  if (!formats.some((format) => beginsAs(format, start))) throw new TranscodeFailed(damaged);
  return start;
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
