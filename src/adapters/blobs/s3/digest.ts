/** Digests of content for a bucket. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { slicesOf } from "../../../lib/slices.ts";
import type { BlobRef } from "../../../ports/mod.ts";

/** Hashes content, large content in turns of the event loop. */
export async function hexOf(content: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (const slice of slicesOf(content)) {
    if (slice.byteOffset > content.byteOffset) await setImmediate();
    hash.update(slice);
  }
  return hash.digest("hex");
}

/** Hashes an existing file. */
export async function digestOf(path: string): Promise<BlobRef> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of (await Deno.open(path)).readable) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { hash: hash.digest("hex"), bytes };
}
