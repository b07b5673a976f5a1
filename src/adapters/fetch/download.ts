/** A content URL's answer becomes a file, or is refused (spec 2.3, fetching rules). */
import type { Download } from "../../ports/mod.ts";
import { orStoreDown } from "../system/disk.ts";
import { chunksOf, type Found, get, type GetLimits, type Getter, readHeaders } from "./get.ts";

export interface DownloadRequest {
  directory: string;
  maxBytes: number;
  signal?: AbortSignal;
}

export function download(getter: Getter, url: string, request: DownloadRequest): Promise<Download> {
  return get(
    getter,
    url,
    { accept: "*/*", signal: request.signal },
    (found) => save(found, getter.limits, request),
  );
}

async function save(
  found: Found,
  limits: GetLimits,
  { directory, maxBytes }: DownloadRequest,
): Promise<Download> {
  const { type, length } = readHeaders(found.answer, maxBytes);
  const path = await orStoreDown(Deno.makeTempFile({ dir: directory, prefix: "download-" }));
  try {
    await write(chunksOf(found, limits), path);
  } catch (error) {
    await Deno.remove(path).catch(() => {}); // the directory may be gone with the job
    throw error;
  }
  return { path, bytes: length, type, url: found.url.href };
}

async function write(chunks: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      at += await orStoreDown(file.write(chunk.subarray(at)));
    }
  }
}
