/** Shared types of the SMSC connector. */
import type { Socket } from "node:net";
import type { ConnectorHost, Exchanges, Submission } from "../../ports/mod.ts";
import type { DependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import type { MonotonicTime } from "../../lib/monotonic_time.ts";
import type { RateLimiter } from "../../lib/rate_limiter.ts";

export type SmsSubmission = Extract<Submission, { kind: "SMS" }>;

export type SmscHost = Pick<
  ConnectorHost,
  "acceptedLate" | "clock" | "report" | "unmatched" | "inboundSms"
>;

/** Effects that the connector uses. */
export interface SmppPorts {
  host: SmscHost;
  exchanges: Exchanges;
  log: Log;
  /** Receives lost and restored sessions, by the connector's name. */
  watch: DependencyWatch;
  /** Connects a socket. Rejects with a message for operators, such as for a forbidden address. */
  connect(host: string, port: number): Promise<Socket>;
  /** Certificates (PEM) to trust beside the built-in roots. Default none. */
  trustedCertificates?: readonly string[];
  /** Rate limiter of the connector, which its successor goes on with. Default: one of its own. */
  limiter?: RateLimiter;
  /** Clock of the rate limiter, and of silences and time limits. Default: the process's own. */
  time?: MonotonicTime;
  /** Random number from 0 up to 1, for jitter. Default Math.random. */
  random?: () => number;
}
