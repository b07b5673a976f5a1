/** `Fetch`: the only way out for URLs that customers give (guard.ts says what it guards against). */
import type { Fetch } from "../../ports/mod.ts";
import type { Client } from "./client.ts";
import { createGuard } from "./guard.ts";
import type { RequesterOptions } from "./request.ts";
import { createResolver, type Resolve } from "./resolver.ts";

export interface GuardedFetchOptions extends RequesterOptions {
  /**
   * What may be reached in spite of the block list: CIDRs, addresses, names, each but a CIDR
   * perhaps with a port (`10.1.2.0/24`, `relay.internal:8080`, `[::1]:9000`). Default none.
   */
  allow?: readonly string[];
  /** Milliseconds a download may go without a byte. Default 10000. */
  idleTimeoutMs?: number;
  /** Bytes a second that a download brings, on the average of `idleTimeoutMs`. Default 0: any. */
  minBytesPerSecond?: number;
  /** Milliseconds for one hop of a download. Default 60000: 50 MB at 7 Mbit/s. */
  downloadTimeoutMs?: number;
  /** Bytes that all reads in work may have in memory; more than that is refused. Default 256 MiB. */
  maxBytesInReads?: number;
  /** Addresses of a host name. Default: those of a resolver of its own, as the system finds them. */
  resolve?: Resolve;
}

export function createGuardedFetch(options: GuardedFetchOptions = {}): Fetch {
  const resolver = options.resolve === undefined ? createResolver() : null;
  const guard = createGuard(options.allow ?? [], options.resolve ?? resolver!.resolve);
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
    async post(url, request) {
      return await (await connected()).post(url, request);
    },
    async close() {
      (await client)?.close();
      resolver?.close();
    },
  };
}
