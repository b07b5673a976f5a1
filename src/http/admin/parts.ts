/** What the admin API works with. */
import type { ProvisionEnv } from "../../actions/provision.ts";
import type { ConnectorRecord, ConnectorSettings } from "../../core/connector.ts";
import type {
  AccountDirectory,
  Blobs,
  Connectors,
  Fetch,
  Ids,
  Injection,
  RoutingDirectory,
  Store,
} from "../../env.ts";
import type { HeldJob } from "../../jobs/held.ts";
import type { Ping } from "../../jobs/notify/ping.ts";
import type { Log } from "../../log.ts";
import type { BodyReader } from "../body.ts";
import type { CredentialGuard } from "../credential_guard.ts";

export interface AdminParts {
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
  provision: ProvisionEnv;
  connectors: Pick<Connectors, "defaultName" | "names" | "reload">;
  routing: Pick<RoutingDirectory, "forget" | "table">;
  injection(): Promise<Injection>;
  held: Pick<HeldJob, "takeDue">;
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
