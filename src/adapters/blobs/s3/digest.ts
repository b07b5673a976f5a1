/** Digests of content for a bucket. */
import { createHash } from "node:crypto";
import type { BlobRef } from "../../../ports/mod.ts";

export function hexOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
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
