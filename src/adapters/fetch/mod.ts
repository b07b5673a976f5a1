/** `Fetch`: the only way out over HTTP (see guard.ts for what it guards against). */
import http from "node:http";
import https from "node:https";
import { rootCertificates } from "node:tls";
import type { Fetch } from "../../env.ts";
import { download } from "./download.ts";
import { createGuard, type Resolve } from "./guard.ts";
import { post } from "./post.ts";

export interface GuardedFetchOptions {
  /**
   * What may be reached in spite of the block list: CIDRs, addresses, names, each but a CIDR
   * perhaps with a port (`10.1.2.0/24`, `relay.internal:8080`, `[::1]:9000`). Default none.
   */
  allow?: readonly string[];
  /** Milliseconds until a socket is connected, name and TLS included. Default 5000. */
  connectTimeoutMs?: number;
  /** Milliseconds a download may go without a byte. Default 10000. */
  idleTimeoutMs?: number;
  /** Milliseconds for one hop of a download. Default 60000: 50 MB at 7 Mbit/s. */
  downloadTimeoutMs?: number;
  /** Milliseconds an unused connection is kept. Default 4000: most servers close theirs at 5 s. */
  keepAliveMs?: number;
  /** Connections to one host at most; more requests than that wait. Default 128. */
  maxConnectionsPerHost?: number;
  /** Certificates (PEM) to trust beside the public roots. Default none. */
  trustedCertificates?: readonly string[];
  /** Default `slidepost`. */
  userAgent?: string;
  /** Addresses of a host name. Default: the system's resolver. */
  resolve?: Resolve;
}

export function createGuardedFetch(options: GuardedFetchOptions = {}): Fetch {
  const {
    allow = [],
    connectTimeoutMs = 5_000,
    idleTimeoutMs = 10_000,
    downloadTimeoutMs = 60_000,
    keepAliveMs = 4_000,
    trustedCertificates = [],
    maxConnectionsPerHost = 128,
    userAgent = "slidepost",
  } = options;
  const guard = createGuard(allow, options.resolve);
  const pool = { keepAlive: true, timeout: keepAliveMs, maxSockets: maxConnectionsPerHost };
  const trust = trustedCertificates.length > 0
    ? { ca: [...rootCertificates, ...trustedCertificates] }
    : {};
  const agents = { http: new http.Agent(pool), https: new https.Agent({ ...pool, ...trust }) };
  const limits = { connectTimeoutMs, idleTimeoutMs, totalTimeoutMs: downloadTimeoutMs };

  return {
    check(url) {
      guard.vet(url);
    },
    download(url, request) {
      return download(agents, guard, limits, userAgent, url, request);
    },
    post(url, request) {
      return post(agents, guard, connectTimeoutMs, userAgent, url, request);
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
      return Promise.resolve();
    },
  };
}
