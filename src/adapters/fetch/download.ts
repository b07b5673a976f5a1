/** Download of a content URL into a file (spec 2.3, fetching rules). */
import type { CachedContent, Download, DownloadRequest, Unchanged } from "../../ports/mod.ts";
import { orStoreDown } from "../system/disk.ts";
import { cacheHeadersOf, conditionsFor, isUnchanged } from "./conditional.ts";
import {
  chunksOf,
  type FinalResponse,
  get,
  type GetContext,
  type GetLimits,
  readHeaders,
} from "./get.ts";

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
  const { signal } = request;
  return get(
    context,
    url,
    { accept: "*/*", signal },
    (final) => save(final, context.limits, request),
  );
}

/** Downloads a URL as `download` does, unless the response confirms the stored version. */
export function downloadChanged(
  context: GetContext,
  url: string,
  request: DownloadRequest & { cached: CachedContent },
): Promise<Download | Unchanged> {
  const { cached, signal } = request;
  const headersFor = (url: URL) => conditionsFor(url, cached);
  return get(context, url, { accept: "*/*", headersFor, signal }, async (final) => {
    if (isUnchanged(final, cached)) return cacheableOf(final);
    return await save(final, context.limits, request);
  });
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
  return { path, bytes: length, type, ...cacheableOf(final) };
}

function cacheableOf({ response, url }: FinalResponse): Unchanged {
  return { url: url.href, headers: cacheHeadersOf(response) };
}

async function write(chunks: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      at += await orStoreDown(file.write(chunk.subarray(at)));
    }
  }
}
