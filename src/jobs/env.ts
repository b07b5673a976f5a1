/** What jobs work with. */
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
} from "../env.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Answers } from "./answers.ts";
import type { Circuits } from "./circuits.ts";

export interface JobEnv {
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
  circuits: Circuits;
  answers: Answers;
  lookup: Pick<OperatorLookup, "operatorOf">;
  /** What customers and handsets see, without a slash at the end. */
  baseUrl(): string;
  /** This process, in leases. */
  owner: string;
}

/** A lease from now on; `patienceMs`: of those who are waited for under it. */
export function leaseOf(
  { owner, config }: Pick<JobEnv, "owner" | "config">,
  now: number,
  patienceMs = 0,
): Lease {
  return { owner, until: now + config.LEASE_SECONDS * 1000 + patienceMs };
}
