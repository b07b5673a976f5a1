/** Dependencies of the admin API. */
import type { ProvisionPorts } from "../../actions/provision.ts";
import type {
  AccountDirectory,
  Blobs,
  CarrierKinds,
  Clock,
  Connectors,
  EncodeLogo,
  Exchanges,
  Fetch,
  Ids,
  Injection,
  LoopbackHandsets,
  RoutingDirectory,
  Store,
  WaitingMessages,
} from "../../ports/mod.ts";
import type { Components } from "../../jobs/components.ts";
import type { Acceptances } from "../../jobs/shared/acceptances.ts";
import type { CircuitBreaker } from "../../jobs/shared/circuit_breaker.ts";
import type { ErasePerson } from "../../jobs/erasure.ts";
import type { ExplainRoute } from "../../jobs/deliver/explain.ts";
import type { Inbox } from "../../jobs/inbox.ts";
import type { Interruptions } from "../../jobs/engine/interruptions.ts";
import type { RetentionControl } from "../../jobs/maintenance/boundaries.ts";
import type { PostbackJob } from "../../jobs/postbacks/mod.ts";
import type { ParkedJob } from "../../jobs/postbacks/parked.ts";
import type { Ping } from "../../jobs/postbacks/ping.ts";
import type { UnmatchedReports } from "../../jobs/shared/unmatched_reports.ts";
import type { PostbackStreams } from "../../jobs/postbacks/stream.ts";
import type { Traffic } from "../../jobs/traffic/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { CallAction } from "../json/call_action.ts";
import type { BodyReader } from "../requests/body.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import type { Health } from "../health.ts";
import type { PerformAction } from "../json/perform.ts";
import type { AdminTokens } from "./principal.ts";

/** Facts of the running process. */
export interface Runtime {
  /** Versions of slidepost and its runtime, and the commit that it was built from. */
  version: { version: string; commit: string; deno: string; v8: string };
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Hosts of the database server, or `embedded`. */
  database: string;
  /** Directory or bucket of stored files. */
  files: string;
  /** Reads the free bytes on the file system of DATA_DIR; null: unknown. */
  freeBytes(): Promise<number | null>;
  /** Reads the open files of the process and their limit; null: unknown. */
  descriptors(): { open: number; max: number } | null;
  /** Returns the user of the embedded database, if other programs share it. */
  sharedDatabaseUser(): Promise<string | null>;
  /** Tells whether ffmpeg runs in a sandbox. */
  hasSandbox(): Promise<boolean>;
}

export interface AdminPorts {
  tokens: AdminTokens;
  guard: CredentialGuard;
  /** Returns the client address of the current request. */
  clientOf(headers: Headers): string;
  bodies: BodyReader;
  log: Log;
  store: Store;
  accounts: AccountDirectory;
  blobs: Blobs;
  fetch: Pick<Fetch, "check">;
  encodeLogo: EncodeLogo;
  clock: Clock;
  ids: Ids;
  provision: ProvisionPorts;
  connectors: Pick<Connectors, "defaultName" | "get" | "names" | "reload">;
  circuitBreaker: Pick<CircuitBreaker, "stateOf">;
  acceptances: Pick<Acceptances, "stallOf">;
  components: Pick<Components, "failingSince">;
  interruptions: Pick<Interruptions, "list">;
  /** Finds the messages that wait longest, and those that wait for a rate. */
  waitingMessages(): Promise<WaitingMessages>;
  unmatchedReports: Pick<UnmatchedReports, "of">;
  explainRoute: ExplainRoute;
  /** Kinds of connectors that can be set up. */
  carriers: CarrierKinds;
  exchanges: Pick<Exchanges, "isOn">;
  routing: Pick<RoutingDirectory, "invalidate" | "table">;
  /** Handsets that the loopback carrier simulates. */
  handsets: LoopbackHandsets;
  injection(): Promise<Injection>;
  callAction: CallAction;
  performAction: PerformAction;
  parked: Pick<ParkedJob, "takeDue">;
  postbacks: Pick<PostbackJob, "openReceivers" | "stateOf">;
  health(): Promise<Health>;
  runtime: Runtime;
  /** Returns the receiver of accounts without a postback URL; null: there is none. */
  defaultReceiver: () => string | null;
  traffic: Pick<Traffic, "minutes">;
  ping: Ping;
  inbox: Pick<Inbox, "wait">;
  erasePerson: ErasePerson;
  postbackStreams: Pick<PostbackStreams, "read">;
  retention: RetentionControl;
  /** Maximum time for which a request waits, in milliseconds. */
  waitMaxMs: number;
  /** Time for which a rotated webhook secret still signs, in milliseconds. */
  secretOverlapMs: number;
  /** Maximum size of an injected MMS, all files together, in bytes. */
  mmsMaxBytes: number;
  /** Maximum size of an upload, all files together, in bytes. */
  uploadMaxBytes: number;
  /** Lifetime of uploaded files, in milliseconds. */
  uploadTtlMs: number;
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
}
