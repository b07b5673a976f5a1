/** Descriptor of a kind of carrier, and the effects that its connectors use. */
import type { Socket } from "node:net";
import type { ConnectorKind, SettingsOf } from "../core/routing/connector.ts";
import type {
  Blobs,
  CarrierKind,
  Clock,
  Connector,
  ConnectorHost,
  ConnectorState,
  CreateEndpoint,
  Exchanges,
  Fetch,
  MediaAddresses,
} from "../ports/mod.ts";
import type { DependencyWatch } from "../log/dependency_watch.ts";
import type { Log } from "../log/mod.ts";
import type { MonotonicTime } from "../lib/monotonic_time.ts";
import type { RateLimiter } from "../lib/rate_limiter.ts";
import type { MimeLimits } from "../mime/reader.ts";

/**
 * Kind of carrier, described so that the table of carriers needs no more of it. Its code is loaded
 * by the functions: most installations begin with loopback only.
 */
export interface Carrier<K extends ConnectorKind> extends Omit<CarrierKind<K>, "check"> {
  /**
   * Checks settings where openapi.yaml cannot; asks the carrier about new credentials, if it can be
   * reached.
   * @param previous Settings that they replace, or null.
   * @throws {Refusal} that names the field.
   */
  check(
    settings: SettingsOf<K>,
    previous: SettingsOf<K> | null,
    ports: CheckPorts,
  ): Promise<void>;
  /** Creates a connector, which is not yet started. */
  create(name: string, settings: SettingsOf<K>, ports: CarrierPorts): Promise<Connector>;
}

/** Effects of a check of settings. */
export type CheckPorts = Pick<CarrierPorts, "endpoint"> & { clock: Clock };

/** State of a connector without sessions and limits, which has nothing to do. */
export const IDLE_STATE: ConnectorState = {
  isUp: null,
  sessions: [],
  sessionsMax: 0,
  inFlight: 0,
  waiting: 0,
  window: null,
  rate: null,
  lastFailure: null,
};

export interface CarrierPorts {
  host: ConnectorHost;
  /** Returns the public base URL of the service, without a trailing slash. */
  baseUrl(): string;
  /** Fetches media of inbound messages. */
  fetch: Pick<Fetch, "read">;
  mediaAddresses: Pick<MediaAddresses, "addressOf">;
  blobs: Pick<Blobs, "bytes" | "put">;
  /** Creates the HTTP client for the carrier's server; the connector closes it. */
  endpoint: CreateEndpoint;
  /** Connects a socket. Rejects with a message for operators. */
  connect(host: string, port: number): Promise<Socket>;
  /** Certificates (PEM) to trust beside the built-in roots. Default none. */
  trustedCertificates?: readonly string[];
  exchanges: Exchanges;
  /** Rate limiter of the connector, which its successor goes on with. Default: one of its own. */
  limiter?: RateLimiter;
  /** Clock of the rate limiter. Default: the process's own. */
  time?: MonotonicTime;
  log: Log;
  /** Receives failures and recoveries of connectors, by name. */
  watch: DependencyWatch;
  /** Limits of the bodies that carriers post to us. */
  limits: Required<Pick<MimeLimits, "maxParts" | "maxContentBytes">>;
}
