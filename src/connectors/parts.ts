/** What the carriers of operators may use. */
import type { Socket } from "node:net";
import type { Blobs, ConnectorHost, Fetch } from "../env.ts";
import type { Log } from "../log.ts";
import type { MimeLimits } from "../mime/reader.ts";

export interface CarrierParts {
  host: ConnectorHost;
  blobs: Pick<Blobs, "bytes" | "put">;
  fetch: Pick<Fetch, "post">;
  /** A connected socket; rejects, in an operator's words, for an address that is not allowed. */
  connect(host: string, port: number): Promise<Socket>;
  log: Log;
  /** Of what carriers post to us. */
  limits: Pick<MimeLimits, "maxParts" | "maxContentBytes">;
}
