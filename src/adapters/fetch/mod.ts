/** `Fetch`: the only way out over HTTP (see guard.ts for what it guards against). */
import type { Fetch } from "../../env.ts";
import type { Client } from "./client.ts";
import { createGuard, type Resolve } from "./guard.ts";

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
  /** Bytes a second that a download brings, on the average of `idleTimeoutMs`. Default 0: any. */
  minBytesPerSecond?: number;
  /** Milliseconds for one hop of a download. Default 60000: 50 MB at 7 Mbit/s. */
  downloadTimeoutMs?: number;
  /** Milliseconds an unused connection is kept. Default 4000: most servers close theirs at 5 s. */
  keepAliveMs?: number;
  /** Connections to one host at most; more requests than that wait. Default 128. */
  maxConnectionsPerHost?: number;
  /** Certificates (PEM) to trust beside the public roots. Default none. */
  trustedCertificates?: readonly string[];
  /** Bytes that all reads in work may have in memory; more than that is refused. Default 256 MiB. */
  maxBytesInReads?: number;
  /** Default `slidepost`. */
  userAgent?: string;
  /** Addresses of a host name. Default: the system's resolver. */
  resolve?: Resolve;
}

export function createGuardedFetch(options: GuardedFetchOptions = {}): Fetch {
  const guard = createGuard(options.allow ?? [], options.resolve);
  // Node's HTTP is slow to load: a process is ready before it first has something to fetch.
  let client: Promise<Client> | undefined;
  const connected = () =>
    client ??= import("./client.ts").then(({ createClient }) => createClient(guard, options));

  return {
    check(url) {
      guard.vet(url);
    },
    async download(url, request) {
      return await (await connected()).download(url, request);
    },
    async read(url, request) {
      return await (await connected()).read(url, request);
    },
    async get(url, request) {
      return await (await connected()).get(url, request);
    },
    async post(url, request) {
      return await (await connected()).post(url, request);
    },
    async close() {
      (await client)?.close();
    },
  };
}
