/** Length that the header of a WAV or AVI states, which shows whether the file is cut off. */

/**
 * Length from which on it is a placeholder, in bytes: writers to a pipe do not know it and state
 * about 2 GiB or more, which is more than any source may have.
 */
export const PLACEHOLDER_BYTES = 0.9 * 2 ** 31;

/** Returns the length in bytes that a RIFF header states; null for other files, or without one. */
export async function statedBytes(path: string): Promise<number | null> {
  using file = await Deno.open(path);
  const header = new Uint8Array(8);
  if (await file.read(header) !== header.length) return null;
  if (new TextDecoder().decode(header.subarray(0, 4)) !== "RIFF") return null;
  const bytes = 8 + new DataView(header.buffer).getUint32(4, true);
  return bytes > 8 && bytes < PLACEHOLDER_BYTES ? bytes : null;
}
