/** Connectors that messages of a sender may go by, and why there are none. */
import type { Originator } from "../account/account.ts";
import { ROUTE_KINDS, type Routed, type RouteKind, type Routes } from "./routing.ts";

/** Connectors by name, in order, and the setting that names them; null: none does. */
export interface NamedConnectors {
  names: readonly string[];
  by: "route" | "sender" | "default" | null;
}

/** Reads the routing table, or else the sender's own connector, or the default one. */
export function namedConnectors(
  routes: Routes,
  originator: Originator,
  routed: Routed,
  defaultConnector: string | null,
): NamedConnectors {
  const routedBy = routes.connectorsFor(routed);
  if (routedBy !== null) return { names: routedBy, by: "route" };
  const own = originator[routed.kind === "mms" ? "mmsConnector" : "smsConnector"];
  if (own !== null) return { names: [own], by: "sender" };
  if (defaultConnector !== null) return { names: [defaultConnector], by: "default" };
  return { names: [], by: null };
}

/**
 * Says why messages of a kind have no way out, for an operator; null where they have one, or where a
 * route means them to have none.
 */
export function whyNoWayOut(
  kind: RouteKind,
  { names, by }: NamedConnectors,
  isThere: (name: string) => boolean,
): string | null {
  if (names.some(isThere) || (by === "route" && names.length === 0)) return null;
  const reason = by === null
    ? `no route, no ${kind}-connector of the sender, no DEFAULT_CONNECTOR`
    : `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not set up`;
  return `no connector takes its ${kind.toUpperCase()}: ${reason}`;
}

/** Says what is missing for a sender's messages to go out, a sentence for each kind of message. */
export function missingWaysOut(
  routes: Routes,
  account: string,
  originator: Originator,
  connectors: { defaultName: string | null; names(): readonly string[] },
): string[] {
  const there = new Set(connectors.names());
  return ROUTE_KINDS.flatMap((kind) => {
    const routed = { account, sender: originator.address, operator: null, kind };
    // Some operators' messages have a way; of the others, only a message can tell.
    if (routes.namesOperator(routed)) return [];
    const named = namedConnectors(routes, originator, routed, connectors.defaultName);
    return whyNoWayOut(kind, named, (name) => there.has(name)) ?? [];
  });
}
