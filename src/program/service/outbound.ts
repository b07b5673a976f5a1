/** Outbound connections of a service: guarded fetch, carriers, operator lookups. */
import { createOutbound, type Outbound } from "../../adapters/fetch/outbound.ts";
import type { NameServer } from "../../adapters/fetch/names/name_query.ts";
import { createOperatorLookup, providerOf } from "../../adapters/operator_lookup/mod.ts";
import { partOfMemory } from "../../config/memory.ts";
import type { Config } from "../../config/mod.ts";
import { withLoopback } from "../../connectors/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type { Clock, LoopbackHandsets, OperatorLookup } from "../../ports/mod.ts";
import type { Storage } from "./storage.ts";

export interface OutboundPorts extends Pick<Outbound, "dial" | "endpoint" | "fetch"> {
  lookup: OperatorLookup;
  /** Certificates (PEM) to trust beside the built-in roots. */
  trustedCertificates: readonly string[];
}

export interface OutboundPortsOptions extends Pick<Storage, "store"> {
  clock: Clock;
  /** Handsets that loopback simulates. */
  handsets: LoopbackHandsets;
  log: Log;
  metrics: Metrics;
  /** Name server to use instead of the system's. */
  nameServer?: NameServer;
  trustedCertificates: readonly string[];
}

/** Maximum memory of files that are read for pictures, in bytes. */
const readsMax = partOfMemory(1 / 8, 256 * 2 ** 20);

/** @param cleanup Closes the connections on disposal. */
export function openOutbound(
  config: Config,
  { clock, handsets, log, metrics, nameServer, store, trustedCertificates }: OutboundPortsOptions,
  cleanup: AsyncDisposableStack,
): OutboundPorts {
  const { close, ...outbound } = createOutbound({
    allow: config.OUTBOUND_ALLOW,
    connectTimeoutMs: config.FETCH_CONNECT_TIMEOUT,
    idleTimeoutMs: config.FETCH_IDLE_TIMEOUT,
    downloadTimeoutMs: config.FETCH_TIMEOUT,
    minBytesPerSecond: config.FETCH_MIN_RATE,
    maxConnectionsPerHost: config.POSTBACK_CONCURRENCY,
    maxBytesInReads: readsMax(config.MEMORY),
    trustedCertificates,
    names: {
      timeoutMs: config.DNS_TIMEOUT,
      failureTtlMs: config.DNS_FAILURE_TTL,
      maxLookups: config.DNS_LOOKUPS_MAX,
      nameServer,
    },
  });
  cleanup.defer(close);
  const lookup = createOperatorLookup({
    store,
    clock,
    provider: providerOf(config, outbound.endpoint, clock),
    storedTtlMs: config.OPERATOR_TTL,
    cacheTtlMs: config.OPERATOR_LOOKUP_TTL,
    metrics,
    onFailure: (reason) => log.warn({ reason }, "operator lookup failed"),
  });
  return { ...outbound, trustedCertificates, lookup: withLoopback(config, lookup, handsets) };
}
