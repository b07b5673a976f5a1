/** Connectors that take a message, in order; or why there is none. */
import type { Originator } from "../../core/account/account.ts";
import { findOriginator } from "../../core/account/address.ts";
import type { MessageRecord } from "../../core/message/message.ts";
import {
  type ConnectorSelection,
  describeUnfit,
  explainMissingConnector,
  selectConnectors,
} from "../../core/routing/connector_selection.ts";
import type { RouteKind, RouteRecord, RoutingTable } from "../../core/routing/routing.ts";
import type { Connector } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";

/** Connectors for one kind of message. */
export interface Connecting {
  /** Existing ones, in the order of the selection. */
  connectors: Connector[];
  /** Selection that they come from; null: the message has no originator, or is a test. */
  selection: ConnectorSelection<RouteRecord> | null;
  /** Reason why there are none; null: there are some, or a route refuses the message. */
  missing: string | null;
}

/** Selects the connectors of a message. */
export async function connectorsOf(
  { config, connectors }: Pick<JobPorts, "config" | "connectors">,
  { account, from, operatorId, testConnector }: Pick<
    MessageRecord,
    "account" | "from" | "operatorId" | "testConnector"
  >,
  originator: Originator | null,
  { routes }: RoutingTable<RouteRecord>,
  kind: RouteKind,
): Promise<Connecting> {
  if (originator === null) {
    const missing = "its sender is not the account's any more";
    return { connectors: [], selection: null, missing };
  }
  const routed = { account, sender: from, operator: operatorId, kind };
  const selection = testConnector === undefined
    ? selectConnectors(routes, originator, routed, config.DEFAULT_CONNECTOR)
    : null;
  const names = selection?.names ?? [testConnector!];
  const existing = () =>
    names.map((name) => connectors.get(name)).filter((each) => takes(each, kind));
  // They may have been set up on another machine since the last round.
  if (existing().length === 0 && names.length > 0) await connectors.reload();
  const isTaking = (name: string) => takes(connectors.get(name), kind);
  const isThere = (name: string) => connectors.get(name) !== undefined;
  return {
    connectors: enabledOf(existing()),
    selection,
    missing: selection === null
      ? names.some(isTaking) ? null : describeUnfit(kind, names, isThere)
      : explainMissingConnector(kind, selection, isTaking, isThere),
  };
}

/** Tells whether a connector is set up that takes messages of a kind. */
export function takes(connector: Connector | undefined, kind: RouteKind): connector is Connector {
  return connector !== undefined && (kind === "sms" || connector.mms !== null);
}

/** Leaves out disabled connectors; where there are no others, the message waits at these. */
function enabledOf(connectors: Connector[]): Connector[] {
  const enabled = connectors.filter(({ isDisabled = false }) => !isDisabled);
  return enabled.length > 0 ? enabled : connectors;
}

/** Finds the originator of a message; null: its account has it no more. */
export async function originatorOf(
  { accounts }: Pick<JobPorts, "accounts">,
  { account, from }: Pick<MessageRecord, "account" | "from">,
): Promise<Originator | null> {
  const access = await accounts.byId(account);
  return findOriginator(access?.originators ?? [], from) ?? null;
}
