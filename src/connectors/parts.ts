/** Effects that configured connectors use. */
import type { Socket } from "node:net";
import type { Blobs, ConnectorHost, CreateEndpoint } from "../ports/mod.ts";
import type { DependencyWatch } from "../log/dependency_watch.ts";
import type { Log } from "../log/mod.ts";
import type { MimeLimits } from "../mime/reader.ts";

export interface CarrierPorts {
  host: ConnectorHost;
  blobs: Pick<Blobs, "bytes" | "put">;
  /** Creates the HTTP client for the carrier's server; the connector closes it. */
  endpoint: CreateEndpoint;
  /** Connects a socket. Rejects with a message for operators. */
  connect(host: string, port: number): Promise<Socket>;
  log: Log;
  /** Receives failures and recoveries of connectors, by name. */
  watch: DependencyWatch;
  /** Limits of the bodies that carriers post to us. */
  limits: Pick<MimeLimits, "maxParts" | "maxContentBytes">;
}
