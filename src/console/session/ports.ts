/** Dependencies of the console. */
import type { BodyReader } from "../../http/requests/body.ts";
import type { CredentialGuard } from "../../http/requests/credential_guard.ts";
import type { AdminTokens } from "../../http/admin/principal.ts";
import type { Log } from "../../log/mod.ts";
import type { Clock, EndedSessionStore } from "../../ports/mod.ts";
import type { AdminApp } from "../model/admin_api.ts";
import type { OneTimeLinks } from "./one_time_links.ts";

export interface ConsolePorts {
  admin: AdminApp;
  tokens: AdminTokens;
  guard: CredentialGuard;
  bodies: BodyReader;
  clock: Clock;
  log: Log;
  oneTimeLinks: OneTimeLinks;
  endedSessions: EndedSessionStore;
  /** Whether browsers reach the console over HTTPS, so that cookies are sent over nothing else. */
  isHttps: boolean;
  /** Whether messages go to the loopback carrier by default, whose handsets can reply. */
  isLoopback: boolean;
  /** Whether this is a sandbox, which has sample files and a carrier of its own. */
  isSandbox: boolean;
  /** Duration of a session, in milliseconds. */
  sessionTtlMs: number;
  /** Maximum live pages. */
  streamsMax: number;
  /** Maximum size of a form with its files, in bytes. */
  formMaxBytes: number;
  /** Aborted when the service stops: live pages end. */
  stopping: AbortSignal;
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  /** Whether the service serves its manual. */
  hasManual: boolean;
}
