/** What the admin API works with. */
import type { ProvisionPorts } from "../../actions/provision.ts";
import type { ConnectorRecord, ConnectorSettings } from "../../core/routing/connector.ts";
import type {
  AccountDirectory,
  Blobs,
  Connectors,
  Fetch,
  Ids,
  Injection,
  RoutingDirectory,
  Store,
} from "../../ports/mod.ts";
import type { ParkedJob } from "../../jobs/postbacks/parked.ts";
import type { Ping } from "../../jobs/postbacks/ping.ts";
import type { Log } from "../../log/mod.ts";
import type { BodyReader } from "../body.ts";
import type { CredentialGuard } from "../credential_guard.ts";

export interface AdminPorts {
  token: string;
  guard: CredentialGuard;
  /** The address of the client whose request is being answered. */
  clientOf(headers: Headers): string;
  bodies: BodyReader;
  log: Log;
  store: Store;
  accounts: AccountDirectory;
  blobs: Blobs;
  fetch: Pick<Fetch, "check">;
  ids: Ids;
  provision: ProvisionPorts;
  connectors: Pick<Connectors, "defaultName" | "names" | "reload">;
  routing: Pick<RoutingDirectory, "forget" | "table">;
  injection(): Promise<Injection>;
  held: Pick<ParkedJob, "takeDue">;
  ping: Ping;
  /** How long a former webhook secret signs on, milliseconds. */
  secretOverlapMs: number;
  /** Of the files of an injected MMS together. */
  mmsMaxBytes: number;
  /** What customers and carriers see, without a slash at the end. */
  baseUrl: () => string;
}

export type ConnectorKind = ConnectorSettings["kind"];

/** A connector of one kind. */
export interface RecordOf<K extends ConnectorKind> extends ConnectorRecord {
  settings: Extract<ConnectorSettings, { kind: K }>;
}
