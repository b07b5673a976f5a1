/** Implementation of the guarded fetch, with keep-alive connections per host. */
import { tlsOptions } from "../../tls/client.ts";
import type { Fetch } from "../../ports/mod.ts";
import { download, downloadChanged } from "./download.ts";
import type { Guard } from "./guard.ts";
import type { GuardedFetchOptions } from "./options.ts";
import { read } from "./read.ts";
import { createRequester } from "./request.ts";
import { createDeadlines } from "./wire/deadlines.ts";
import { createPool } from "./wire/pool.ts";

export type Client = Pick<Fetch, "download" | "downloadChanged" | "post" | "read"> & {
  close(): void;
};

export function createClient(guard: Guard, options: GuardedFetchOptions): Client {
  const {
    connectTimeoutMs = 5_000,
    idleTimeoutMs = 10_000,
    downloadTimeoutMs = 60_000,
    minBytesPerSecond = 0,
    keepAliveMs = 4_000,
    trustedCertificates = [],
    maxConnectionsPerHost = 128,
    maxBytesInReads = 256 * 1024 * 1024,
    userAgent = "slidepost",
  } = options;
  const exchanges = {
    // Apart from those of postbacks, so that no download takes a connection from them.
    pool: createPool({
      maxConnections: maxConnectionsPerHost,
      keepAliveMs,
      tls: tlsOptions(trustedCertificates),
    }),
    deadlines: createDeadlines(),
    connectTimeoutMs,
    totalTimeoutMs: downloadTimeoutMs,
  };
  const limits = { idleTimeoutMs, minBytesPerSecond };
  const context = { exchanges, guard, limits, userAgent };
  const memory = { bytes: 0, maxBytes: maxBytesInReads };

  const requester = createRequester(guard.vet, options);

  return {
    download: (url, request) => download(context, url, request),
    downloadChanged: (url, request) => downloadChanged(context, url, request),
    read: (url, request) => read(context, memory, url, request),
    post: requester.send,
    close() {
      requester.close();
      exchanges.pool.close();
      exchanges.deadlines.close();
    },
  };
}
