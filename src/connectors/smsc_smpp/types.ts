/** What a connector to an SMSC may use, and what it is given and answers. */
import type { Socket } from "node:net";
import type { ConnectorHost, Submission } from "../../ports/mod.ts";
import type { DependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";

export type SmsSubmission = Extract<Submission, { kind: "SMS" }>;

export type SmscHost = Pick<ConnectorHost, "clock" | "report" | "inboundSms">;

/** What the connector may use. */
export interface SmppPorts {
  host: SmscHost;
  log: Log;
  /** Told, by the connector's name, of sessions that end and are there again. */
  watch: DependencyWatch;
  /** A connected socket; rejects, in an operator's words, for an address that is not allowed. */
  connect(host: string, port: number): Promise<Socket>;
  /** Certificates (PEM) to trust beside the public roots. Default none. */
  trustedCertificates?: readonly string[];
  /** From 0 up to 1; spreads what would else happen at once. Default Math.random. */
  random?: () => number;
}
