/** Files that messages name by URL: asked for by each message, and stored as blobs. */
import { isTranscoded } from "../../core/media/media_types.ts";
import type { Source } from "../../core/media/media_file.ts";
import {
  type CacheHeaders,
  confirms,
  mayBeStored,
  type Validators,
  validatorsOf,
} from "../../lib/http_cache.ts";
import { createLru } from "../../lib/lru.ts";
import { createSingleFlight } from "../../lib/single_flight.ts";
import { type Download, FetchRefused, type Scratch, type Turn } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { checkedSource, maxBytesOf, type NamedFile } from "../transcode/template_files.ts";

/** Checked file whose bytes are a blob. */
export type StoredSource = Omit<Source, "path">;

export interface Sources {
  /**
   * Asks for a file: whole, or conditionally where an earlier response to the account had an ETag
   * or Last-Modified. Concurrent calls of an account for a URL share the request.
   *
   * @throws FetchRefused
   * @throws TranscodeFailed where the file is damaged.
   */
  of(file: NamedFile, turn: Turn): Promise<StoredSource>;
}

/** Stored version of a file, for conditional requests. */
interface Version {
  source: StoredSource;
  /** Final URL, after a redirect. */
  url: string;
  headers: CacheHeaders;
  validators: Validators;
}

/** Versions that are remembered, some 1 KB each. */
const VERSIONS_MAX = 10_000;

const ENDED_EARLY = {
  timeout: "the server did not respond completely in time",
  abandoned: "no message waits for it any more",
} as const;

export function createSources(
  { blobs, config, fetch, ids }: Pick<JobPorts, "blobs" | "config" | "fetch" | "ids">,
  scratch: Scratch,
): Sources {
  /** Versions by account, kind and URL: what one account may read need not be for others. */
  const versions = createLru<string, Version>(VERSIONS_MAX);
  const flights = createSingleFlight<StoredSource>({
    concurrency: config.TEMPLATE_CONCURRENCY,
    errorOf: (reason) => new FetchRefused("timeout", ENDED_EARLY[reason]),
  });

  async function obtain(key: string, file: NamedFile, signal: AbortSignal): Promise<StoredSource> {
    const version = await storedVersion(key);
    return await scratch.use(ids.tracking(), async (directory) => {
      const request = { directory, maxBytes: maxBytesOf(config, file), signal };
      if (version === null) return await store(key, file, await fetch.download(file.url, request));
      const response = await fetch.downloadChanged(file.url, { ...request, cached: version });
      if (response.path !== undefined) return await store(key, file, response);
      // A 304 about another version does not confirm the stored one.
      if (!confirms(response.headers, version.headers)) {
        return await store(key, file, await fetch.download(file.url, request));
      }
      const { source, headers } = version;
      remember(key, source, { url: response.url, headers: { ...headers, ...response.headers } });
      await use(source);
      return source;
    });
  }

  async function storedVersion(key: string): Promise<Version | null> {
    const version = versions.get(key);
    if (version === undefined) return null;
    return await blobs.size(version.source.hash) === null ? null : version;
  }

  async function store(key: string, file: NamedFile, download: Download): Promise<StoredSource> {
    const { path, ...checked } = await checkedSource(file, download);
    await blobs.adopt(path);
    const source = { ...checked, isStored: true };
    remember(key, source, download);
    return source;
  }

  function remember(
    key: string,
    source: StoredSource,
    { url, headers }: Pick<Version, "url" | "headers">,
  ): void {
    const validators = validatorsOf(headers);
    if (validators === null || !mayBeStored(headers)) versions.delete(key);
    else versions.set(key, { source, url, headers, validators });
  }

  /**
   * Writes the blob of a file that is sent as it is again, so that it is not removed as unused before
   * the message that it goes with is committed. Renditions of others are in use by themselves.
   */
  async function use({ hash, kind }: StoredSource): Promise<void> {
    if (!isTranscoded(kind)) await blobs.put(await blobs.bytes(hash));
  }

  return {
    of(file, turn) {
      const key = `${turn.account} ${file.kind} ${file.url}`;
      return flights.run(key, turn, (signal) => obtain(key, file, signal));
    },
  };
}
