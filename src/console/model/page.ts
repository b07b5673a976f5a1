/** Pages of the console: their visits, contents and actions. */
import type { Child } from "hono/jsx";
import type { AdminOperationId } from "../../generated/admin.ts";
import type { AdminApi, ApiRefusal } from "./admin_api.ts";
import type { ScriptName } from "../assets/mod.ts";

/** A visit of a page. */
export interface Visit {
  /** The admin API with the rights of the visitor. */
  api: AdminApi;
  /** Tells whether the visitor's token has the scope of an operation. */
  may(operation: AdminOperationId): boolean;
  /** Address as the browser has it; filters are in its query. */
  url: URL;
  /** Variable segments of the path. */
  params: Readonly<Record<string, string>>;
  /** Whether only the live parts are shown: the page is open already. */
  isLive: boolean;
  /** Time of the visit, in milliseconds since the epoch. */
  now: number;
  /** Public base URL of the service, without a trailing slash. */
  baseUrl: string;
  /** Whether messages go to the loopback carrier by default, whose handsets can reply. */
  isLoopback: boolean;
  /** Whether this is a sandbox, which has sample files and a carrier of its own. */
  isSandbox: boolean;
  /** Whether the service serves its manual. */
  hasManual: boolean;
  /** Form of a refused action, to be shown again; null: none was refused. */
  refused: { form: FormData; refusal: ApiRefusal } | null;
}

/** A page with what it shows at the time of a visit. */
export interface OpenedPage {
  /** Title, without the product's name. */
  title: string;
  main: Child;
  /** HTTP status. Default 200. */
  status?: number;
  /** Parts of `main` that change while the page is open, by the id of their `Live`. */
  live?: Readonly<Record<string, Child>>;
}

/**
 * Result of an action: a page to go to with a notice for it, or a page to show once, such as one
 * with a new key.
 */
export type ActionResult = { path: string; notice: string } | OpenedPage;

/** Changes something; refusals of the admin API are shown on the page. */
export type Action = (form: FormData, visit: Visit) => Promise<ActionResult>;

export interface Page {
  /** Path below `/console`, with `:name` for variable segments. */
  path: string;
  /** Script of the page. Default: none but that of live pages. */
  script?: ScriptName;
  /**
   * Loads what the page shows.
   * @throws {ApiRefusal} for a thing that does not exist
   */
  open(visit: Visit): Promise<OpenedPage>;
  /**
   * Actions by the value of the pressed button `do`; what follows a space in that is the action's
   * own.
   */
  actions?: Readonly<Record<string, Action>>;
}

/** Path of the console. */
export const CONSOLE_PATH = "/console";

/** Returns the path of a connector's page. */
export function connectorPath(name: string): string {
  return `/carriers/connectors/${encodeURIComponent(name)}`;
}

/** Returns the address of a page of the console; parameters without a value are left out. */
export function consoleUrl(
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return `${CONSOLE_PATH}${path}${search.size > 0 ? `?${search}` : ""}`;
}
