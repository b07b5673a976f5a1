/** Descriptor of a kind of carrier, and the effects that its connectors use. */
import type { Socket } from "node:net";
import type { ConnectorKind, SettingsOf } from "../core/routing/connector.ts";
import type {
  Blobs,
  CarrierKind,
  Connector,
  ConnectorHost,
  ConnectorState,
  CreateEndpoint,
  Exchanges,
} from "../ports/mod.ts";
import type { DependencyWatch } from "../log/dependency_watch.ts";
import type { Log } from "../log/mod.ts";
import type { MimeLimits } from "../mime/reader.ts";

/**
 * Kind of carrier, described so that the table of carriers needs no more of it. Its code is loaded
 * by the functions: most installations begin with loopback only.
 */
export interface Carrier<K extends ConnectorKind> extends CarrierKind<K> {
  /** Creates a connector, which is not yet started. */
  create(name: string, settings: SettingsOf<K>, ports: CarrierPorts): Promise<Connector>;
}

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
  blobs: Pick<Blobs, "bytes" | "put">;
  /** Creates the HTTP client for the carrier's server; the connector closes it. */
  endpoint: CreateEndpoint;
  /** Connects a socket. Rejects with a message for operators. */
  connect(host: string, port: number): Promise<Socket>;
  exchanges: Exchanges;
  log: Log;
  /** Receives failures and recoveries of connectors, by name. */
  watch: DependencyWatch;
  /** Limits of the bodies that carriers post to us. */
  limits: Pick<MimeLimits, "maxParts" | "maxContentBytes">;
}
