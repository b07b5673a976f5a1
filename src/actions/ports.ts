/** Dependencies of the actions. */
import type { Config } from "../config/mod.ts";
import type {
  AccountAccess,
  AccountDirectory,
  Backgrounds,
  Blobs,
  Clock,
  Deliveries,
  EventFeed,
  Fetch,
  Ids,
  OperatorLookup,
  Photos,
  Pictures,
  ResponseRecord,
  RoutingDirectory,
  SenderHealth,
  Store,
  Transcodings,
} from "../ports/mod.ts";
import type { Tracer } from "../tracing/mod.ts";
import type { LockedTemplates } from "./locked_templates.ts";
import type { Throughput } from "./throughput.ts";

export interface ActionPorts {
  accounts: Pick<AccountDirectory, "invalidate">;
  config: Config;
  clock: Clock;
  ids: Ids;
  store: Store;
  blobs: Pick<Blobs, "put">;
  fetch: Pick<Fetch, "check">;
  deliveries: Deliveries;
  senderHealth: SenderHealth;
  events: EventFeed;
  transcodings: Transcodings;
  backgrounds: Backgrounds;
  pictures: Pick<Pictures, "draw">;
  photos: Photos;
  routing: Pick<RoutingDirectory, "table">;
  lookup: Pick<OperatorLookup, "knownOperatorOf" | "operatorOf">;
  /** Rate limit of each account on messages and templates, per second. */
  throughput: Throughput;
  /** Rate limit of each account on generated files, per second. */
  creationRate: Throughput;
  /** Rate limit of each account on requests that send and create nothing, per second. */
  readRate: Throughput;
  lockedTemplates: LockedTemplates;
  tracer: Tracer;
  /** Lease owner id of this process. */
  owner: string;
  /** Returns the public base URL, without a trailing slash. */
  baseUrl(): string;
}

/** How `savemms` makes a draft, or a template from one. */
export interface DraftOptions {
  /** Whether it saves a draft. */
  isDraft: boolean;
  /** Draft in whose place the template or draft comes; null: none. */
  earlier: string | null;
}

/** Context of an authenticated request. */
export interface ActionContext {
  ports: ActionPorts;
  access: AccountAccess;
  /**
   * Returns a signal that aborts when the client disconnects, to stop work that only it waits for.
   * The runtime detects that only for short requests, which arrive in a single packet.
   */
  signal(): AbortSignal;
  /** Id in `X-Service-Carrier-Id` or its alias; a field of the body takes precedence. */
  operatorId: string | null;
  /** Connector that the message is a test of: it goes there, whatever the routes say. Default none. */
  testConnector?: string;
  /** Draft that `savemms` makes, or saves. Default none. */
  draft?: DraftOptions;
  /**
   * Present for a request with an Idempotency-Key: turns its response into the record to commit
   * with the message or template. Actions that store neither need not call it.
   */
  recordOf?(response: object): ResponseRecord;
}
