/** The table of carriers. */
import type { Connector, ConnectorHost, Store } from "../env.ts";
import { createLoopback } from "./loopback.ts";

export { loopbackLookup } from "./loopback.ts";

/** What connectors may use beside the host. */
export interface ConnectorParts {
  host: ConnectorHost;
  store: Store;
  newCarrierId(): string;
}

/** Connectors by name, ready to start. */
export function createConnectors(
  { host, store, newCarrierId }: ConnectorParts,
): Map<string, Connector> {
  const connectors = [createLoopback(host, store.loopback, newCarrierId)];
  return new Map(connectors.map((connector) => [connector.name, connector]));
}
