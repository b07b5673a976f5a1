/** Files on their way into a bucket, whose bytes are on a disk until they are there. */
import { createHash } from "node:crypto";
import type { BlobRef } from "../../env.ts";

export function hexOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Writes a new file. It need not survive a crash: it is stored once the bucket has it. */
export async function writeDigested(
  path: string,
  content: ReadableStream<Uint8Array>,
): Promise<BlobRef> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  return { hash: hash.digest("hex"), bytes };
}

/** Hash and size of a file that is there. */
export async function digestOf(path: string): Promise<BlobRef> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of (await Deno.open(path)).readable) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { hash: hash.digest("hex"), bytes };
}
