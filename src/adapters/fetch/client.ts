/** The connections behind the guarded fetch, kept alive per host. */
import http from "node:http";
import https from "node:https";
import { rootCertificates } from "node:tls";
import type { Fetch } from "../../ports/mod.ts";
import { download } from "./download.ts";
import type { Guard } from "./guard.ts";
import type { GuardedFetchOptions } from "./mod.ts";
import { SEVERAL_ADDRESSES } from "./passage.ts";
import { read } from "./read.ts";
import { createRequester } from "./request.ts";

export type Client = Pick<Fetch, "download" | "post" | "read"> & { close(): void };

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
  const pool = {
    keepAlive: true,
    timeout: keepAliveMs,
    maxSockets: maxConnectionsPerHost,
    // No proxy, whatever the environment says: it would connect to addresses nobody has checked.
    proxyEnv: {},
    ...SEVERAL_ADDRESSES,
  };
  const trust: { ca?: string[] } = trustedCertificates.length > 0
    ? { ca: [...rootCertificates, ...trustedCertificates] }
    : {};
  const agents = { http: new http.Agent(pool), https: new https.Agent({ ...pool, ...trust }) };
  const limits = {
    ...{ connectTimeoutMs, idleTimeoutMs, minBytesPerSecond },
    totalTimeoutMs: downloadTimeoutMs,
  };
  const getter = { agents, guard, limits, userAgent };
  const held = { bytes: 0, maxBytes: maxBytesInReads };

  const requester = createRequester(guard.vet, options);

  return {
    download: (url, request) => download(getter, url, request),
    read: (url, request) => read(getter, held, url, request),
    post: requester.send,
    close() {
      requester.close();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
