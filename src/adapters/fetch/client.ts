/** Implementation of the guarded fetch, with keep-alive connections per host. */
import http from "node:http";
import https from "node:https";
import { tlsOptions } from "../../tls/client.ts";
import type { Fetch } from "../../ports/mod.ts";
import { download } from "./download.ts";
import type { Guard } from "./guard.ts";
import type { GuardedFetchOptions } from "./options.ts";
import { HAPPY_EYEBALLS } from "./wire/vetted_url.ts";
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
    // Ignores proxy variables of the environment: a proxy would connect to unchecked addresses.
    proxyEnv: {},
    ...HAPPY_EYEBALLS,
  };
  const agents = {
    http: new http.Agent(pool),
    https: new https.Agent({ ...pool, ...tlsOptions(trustedCertificates) }),
  };
  const limits = {
    connectTimeoutMs,
    idleTimeoutMs,
    minBytesPerSecond,
    totalTimeoutMs: downloadTimeoutMs,
  };
  const context = { agents, guard, limits, userAgent };
  const memory = { bytes: 0, maxBytes: maxBytesInReads };

  const requester = createRequester(guard.vet, options);

  return {
    download: (url, request) => download(context, url, request),
    read: (url, request) => read(context, memory, url, request),
    post: requester.send,
    close() {
      requester.close();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
