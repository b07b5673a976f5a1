/** Counts and digests of streams. */
import { createHash } from "node:crypto";

export interface Measure {
  rows: number;
  bytes: number;
  sha256: string;
}

/**
 * Measures a stream of rows while it is read. `result` measures all of it, once `rows` has ended;
 * `soFar` grows meanwhile.
 */
export function measureStream(source: AsyncIterable<Uint8Array>) {
  const digest = createHash("sha256");
  const total = { rows: 0, bytes: 0 };

  async function* observe(): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      digest.update(part);
      total.bytes += part.length;
      total.rows += lineEndsIn(part);
      yield part;
    }
  }

  return {
    rows: observe(),
    soFar: total as Readonly<typeof total>,
    result: (): Measure => ({ ...total, sha256: digest.digest("hex") }),
  };
}

/** Reads a stream to its end and measures it. */
export async function measureOf(source: AsyncIterable<Uint8Array>): Promise<Measure> {
  const { rows, result } = measureStream(source);
  for await (const _ of rows) { /* `measureStream` counts them */ }
  return result();
}

/** Counts rows: each ends with a line feed, and contains no other. */
function lineEndsIn(part: Uint8Array): number {
  let ends = 0;
  for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) ends++;
  return ends;
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Concatenates parts. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
