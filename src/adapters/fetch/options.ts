/** Options of the guarded fetch. */
import type { RequesterOptions } from "./request.ts";
import type { Resolve } from "./names/resolver.ts";

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
