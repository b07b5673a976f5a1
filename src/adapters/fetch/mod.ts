/** `Fetch`: the only client for URLs from customers, guarded against SSRF (see guard.ts). */
import type { Fetch } from "../../ports/mod.ts";
import type { Client } from "./client.ts";
import { createGuard } from "./guard.ts";
import type { RequesterOptions } from "./request.ts";
import { createResolver, type Resolve } from "./resolver.ts";

export interface GuardedFetchOptions extends RequesterOptions {
  /**
   * Exceptions to the block list: CIDRs, addresses and names, all but CIDRs with an optional port
   * (`10.1.2.0/24`, `relay.internal:8080`, `[::1]:9000`). Default none.
   */
  allow?: readonly string[];
  /** Maximum time without a received byte, in milliseconds. Default 10000. */
  idleTimeoutMs?: number;
  /**
   * Minimum throughput in bytes per second, averaged over `idleTimeoutMs`. Default 0: no minimum.
   */
  minBytesPerSecond?: number;
  /** Maximum duration of one hop, in milliseconds. Default 60000: 50 MB at 7 Mbit/s. */
  downloadTimeoutMs?: number;
  /** Maximum memory of all reads in progress, in bytes; reads beyond it fail. Default 256 MiB. */
  maxBytesInReads?: number;
  /** Name resolution. Default: a resolver of its own that follows the system's configuration. */
  resolve?: Resolve;
}

export function createGuardedFetch(options: GuardedFetchOptions = {}): Fetch {
  const resolver = options.resolve === undefined ? createResolver() : null;
  const guard = createGuard(options.allow ?? [], options.resolve ?? resolver!.resolve);
  // Loaded on first use: node:http is slow to load and would delay the start of every process.
  let loading: Promise<Client> | undefined;
  const client = () =>
    loading ??= import("./client.ts").then(({ createClient }) => createClient(guard, options));

  return {
    check(url) {
      guard.vet(url);
    },
    async download(url, request) {
      return await (await client()).download(url, request);
    },
    async read(url, request) {
      return await (await client()).read(url, request);
    },
    async post(url, request) {
      return await (await client()).post(url, request);
    },
    async close() {
      (await loading)?.close();
      resolver?.close();
    },
  };
}
