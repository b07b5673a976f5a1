/** Conversion and comparison of bytes. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Joins chunks. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Finds an ASCII text in bytes; -1 if it does not occur. */
export function indexOf(bytes: Uint8Array, ascii: string): number {
  return new TextDecoder("latin1").decode(bytes).indexOf(ascii);
}
