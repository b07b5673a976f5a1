/** Parts of a service that its doors take, and those that the doors share. */
import type { ProvisionPorts } from "../../../actions/provision.ts";
import type { Resend } from "../../../actions/resend.ts";
import type { RetryTemplate } from "../../../actions/retry_template.ts";
import type { CallAction } from "../../../http/json/call_action.ts";
import type { Runtime } from "../../../http/admin/status.ts";
import type { AdminTokens } from "../../../http/admin/principal.ts";
import type { OneTimeLinks } from "../../../console/session/one_time_links.ts";
import type { BodyReader } from "../../../http/requests/body.ts";
import type { ClientAddress } from "../../../http/requests/client_address.ts";
import type { CredentialGuard } from "../../../http/requests/credential_guard.ts";
import type { PerformAction } from "../../../http/json/perform.ts";
import type { Log } from "../../../log/mod.ts";
import type { Metrics } from "../../../metrics/mod.ts";
import type { Clock, LoopbackHandsets, MediaAddresses } from "../../../ports/mod.ts";
import type { Tracer } from "../../../tracing/mod.ts";
import type { Addresses } from "../addresses.ts";
import type { Jobs } from "../jobs.ts";
import type { Media } from "../media.ts";
import type { OutboundPorts } from "../outbound.ts";
import type { Storage } from "../storage.ts";

export interface DoorsOptions {
  storage: Storage;
  outbound: OutboundPorts;
  media: Media;
  jobs: Jobs;
  addresses: Addresses;
  mediaAddresses: MediaAddresses;
  provision: ProvisionPorts;
  clock: Clock;
  /** Handsets that loopback simulates. */
  handsets: LoopbackHandsets;
  metrics: Metrics;
  /** Reads the open files of the process; null: unknown. */
  descriptors: Runtime["descriptors"];
  tracer: Tracer;
  /** Log whose lines carry the id of the current request. */
  log: Log;
  /** Built-in receiver of postbacks and server of sample files. */
  receiver?: (request: Request) => Promise<Response>;
  /** Links that the sandbox prints. */
  oneTimeLinks: OneTimeLinks;
  /** Aborted when the service is about to stop. */
  leaving: AbortSignal;
  /** Aborted when the service stops: responses that would go on end. */
  stopping: AbortSignal;
}

/** Parts that the doors share. */
export interface Shared {
  guard: CredentialGuard;
  bodies: BodyReader;
  clientAddress: ClientAddress;
  tokens: AdminTokens;
  /** Whether customers and operators reach the service over HTTPS. */
  isHttps: boolean;
}

/** Loads the actions with the first of them. */
export type LoadActions = () => Promise<{
  callAction: CallAction;
  performAction: PerformAction;
  resend: Resend;
  retryTemplate: RetryTemplate;
}>;
