/** What actions work with. */
import type { Config } from "../config/mod.ts";
import type {
  AccountAccess,
  Backgrounds,
  Blobs,
  Clock,
  Deliveries,
  Fetch,
  Ids,
  KeptResponse,
  OperatorLookup,
  Photos,
  Pictures,
  RoutingDirectory,
  Store,
  Transcodings,
} from "../ports/mod.ts";
import type { LockedTemplates } from "./locked_templates.ts";
import type { Throughput } from "./throughput.ts";

export interface ActionPorts {
  config: Config;
  clock: Clock;
  ids: Ids;
  store: Store;
  blobs: Pick<Blobs, "put">;
  fetch: Pick<Fetch, "check">;
  deliveries: Deliveries;
  transcodings: Transcodings;
  backgrounds: Backgrounds;
  pictures: Pick<Pictures, "draw">;
  photos: Photos;
  routing: Pick<RoutingDirectory, "table">;
  lookup: Pick<OperatorLookup, "operatorOf">;
  /** Messages and templates of an account a second. */
  throughput: Throughput;
  /** Files made for an account a second. */
  making: Throughput;
  lockedTemplates: LockedTemplates;
  /** Whose leases this process holds. */
  owner: string;
  /** What customers and handsets see, without a slash at the end. */
  baseUrl(): string;
}

/** One authorised request. */
export interface ActionContext {
  ports: ActionPorts;
  access: AccountAccess;
  /**
   * Makes a signal that is aborted when the client hangs up: what only waits for him is dropped. The
   * runtime tells of it where a request came in one short packet.
   */
  signal(): AbortSignal;
  /** `X-Service-Carrier-Id`; a field of the body wins over it. */
  operatorId: string | null;
  /**
   * For a request with an Idempotency-Key: what it will be answered, to be committed with what it
   * makes ours. An action that makes nothing ours need not ask.
   */
  keep?(answer: object): KeptResponse;
}
