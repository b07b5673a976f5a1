/** Download of a content URL into a file (spec 2.3, fetching rules). */
import type { Download } from "../../ports/mod.ts";
import { orStoreDown } from "../system/disk.ts";
import {
  chunksOf,
  type FinalResponse,
  get,
  type GetContext,
  type GetLimits,
  readHeaders,
} from "./get.ts";

export interface DownloadRequest {
  directory: string;
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Downloads a URL into a new file of `directory`; after a failure no file remains.
 *
 * @throws FetchRefused for a URL or response that the fetching rules refuse.
 * @throws StoreDown when the disk cannot take the file.
 */
export function download(
  context: GetContext,
  url: string,
  request: DownloadRequest,
): Promise<Download> {
  return get(
    context,
    url,
    { accept: "*/*", signal: request.signal },
    (final) => save(final, context.limits, request),
  );
}

async function save(
  final: FinalResponse,
  limits: GetLimits,
  { directory, maxBytes }: DownloadRequest,
): Promise<Download> {
  const { type, length } = readHeaders(final.response, maxBytes);
  const path = await orStoreDown(Deno.makeTempFile({ dir: directory, prefix: "download-" }));
  try {
    await write(chunksOf(final, limits), path);
  } catch (error) {
    await Deno.remove(path).catch(() => {}); // the directory may be gone with the job
    throw error;
  }
  return { path, bytes: length, type, url: final.url.href };
}

async function write(chunks: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      at += await orStoreDown(file.write(chunk.subarray(at)));
    }
  }
}
