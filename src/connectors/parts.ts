/** What the carriers of operators may use. */
import type { Socket } from "node:net";
import type { Blobs, ConnectorHost, CreateEndpoint } from "../ports/mod.ts";
import type { DependencyWatch } from "../log/dependency_watch.ts";
import type { Log } from "../log/mod.ts";
import type { MimeLimits } from "../mime/reader.ts";

export interface CarrierPorts {
  host: ConnectorHost;
  blobs: Pick<Blobs, "bytes" | "put">;
  /** Makes the client of the carrier's server; the connector closes it. */
  endpoint: CreateEndpoint;
  /** Connects a socket; rejects in an operator's words. */
  connect(host: string, port: number): Promise<Socket>;
  log: Log;
  /** Told of failures and recoveries of connectors, by name. */
  watch: DependencyWatch;
  /** Of what carriers post to us. */
  limits: Pick<MimeLimits, "maxParts" | "maxContentBytes">;
}
