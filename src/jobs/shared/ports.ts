/** Ports of the jobs. */
import type {
  AccountDirectory,
  Backgrounds,
  Blobs,
  Clock,
  Connectors,
  Fetch,
  Ids,
  Lease,
  OperatorLookup,
  Queue,
  RoutingDirectory,
  Store,
  Transcoder,
} from "../../ports/mod.ts";
import type { Config } from "../../config/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type { Tracer } from "../../tracing/mod.ts";
import type { RecentSubmissions } from "./recent_submissions.ts";
import type { Interruptions } from "../engine/interruptions.ts";
import type { UnmatchedReports } from "./unmatched_reports.ts";
import type { Acceptances } from "./acceptances.ts";
import type { CircuitBreaker } from "./circuit_breaker.ts";
import type { Traffic } from "../traffic/mod.ts";

export interface JobPorts {
  config: Config;
  log: Log;
  clock: Clock;
  ids: Ids;
  store: Store;
  accounts: AccountDirectory;
  queue: Queue;
  blobs: Blobs;
  fetch: Fetch;
  backgrounds: Backgrounds;
  transcoder: Transcoder;
  connectors: Pick<Connectors, "get" | "reload">;
  routing: Pick<RoutingDirectory, "table">;
  circuitBreaker: CircuitBreaker;
  acceptances: Acceptances;
  recentSubmissions: RecentSubmissions;
  unmatchedReports: UnmatchedReports;
  interruptions: Interruptions;
  lookup: Pick<OperatorLookup, "knownOperatorOf" | "operatorOf">;
  traffic: Pick<Traffic, "submitted">;
  metrics: Metrics;
  tracer: Tracer;
  /** Address that customers and handsets see, without a slash at the end. */
  baseUrl(): string;
  /** Name of this process in leases. */
  owner: string;
}

/** Ports of the jobs that connectors report to, which exist before the connectors. */
export type ReportPorts = Omit<JobPorts, "acceptances" | "circuitBreaker" | "connectors">;

/**
 * Makes a lease for this process.
 *
 * @param patienceMs Time that the work waits for others under it, beyond LEASE_TIMEOUT.
 */
export function leaseOf(
  { owner, config }: Pick<JobPorts, "owner" | "config">,
  now: number,
  patienceMs = 0,
): Lease {
  return { owner, until: now + config.LEASE_TIMEOUT + patienceMs };
}
