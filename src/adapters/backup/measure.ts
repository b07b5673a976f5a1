/** Streams measured on their way: how much they are, and their digest. */
import { createHash } from "node:crypto";

export interface Measure {
  rows: number;
  bytes: number;
  sha256: string;
}

/** Measures a stream of rows while it is read; `result` is of all once it has ended. */
export function measured(source: AsyncIterable<Uint8Array>) {
  const digest = createHash("sha256");
  const total = { rows: 0, bytes: 0 };

  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      digest.update(part);
      total.bytes += part.length;
      total.rows += lineEndsIn(part);
      yield part;
    }
  }

  return {
    rows: passing(),
    soFar: total as Readonly<typeof total>,
    result: (): Measure => ({ ...total, sha256: digest.digest("hex") }),
  };
}

/** Reads a stream to its end. */
export async function measureOf(source: AsyncIterable<Uint8Array>): Promise<Measure> {
  const { rows, result } = measured(source);
  for await (const _ of rows) { /* they are counted */ }
  return result();
}

/** Each row ends with a line feed, and has no other. */
function lineEndsIn(part: Uint8Array): number {
  let ends = 0;
  for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) ends++;
  return ends;
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Joins parts to one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
