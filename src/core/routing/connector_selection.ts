/** Selection of the connectors of an originator's messages, and the reasons when there are none. */
import type { Originator } from "../account/account.ts";
import {
  type NewRoute,
  ROUTE_KINDS,
  type RouteKind,
  type RouteQuery,
  type Routes,
} from "./routing.ts";

/** Connector names in order, and the setting that they come from; null if none applies. */
export interface ConnectorSelection<R extends NewRoute = NewRoute> {
  names: readonly string[];
  by: "route" | "sender" | "default" | null;
  /** Route that decides; null: none matches. */
  route: R | null;
}

/**
 * Selects connectors by the routing table, else the originator's own connector, else the default.
 */
export function selectConnectors<R extends NewRoute>(
  routes: Routes<R>,
  originator: Originator,
  query: RouteQuery,
  defaultConnector: string | null,
): ConnectorSelection<R> {
  const route = routes.routeFor(query);
  if (route !== null) return { names: route.connectors, by: "route", route };
  const own = originator[query.kind === "mms" ? "mmsConnector" : "smsConnector"];
  if (own !== null) return { names: [own], by: "sender", route };
  if (defaultConnector !== null) return { names: [defaultConnector], by: "default", route };
  return { names: [], by: null, route };
}

/**
 * Returns the reason why messages of a kind cannot be sent, for an administrator; null if they can,
 * or if a route deliberately has no connectors.
 *
 * @param takes Whether a connector exists that takes messages of the kind.
 */
export function explainMissingConnector(
  kind: RouteKind,
  { names, by }: Pick<ConnectorSelection, "names" | "by">,
  takes: (name: string) => boolean,
  exists = takes,
): string | null {
  if (names.some(takes) || (by === "route" && names.length === 0)) return null;
  if (by !== null) return describeUnfit(kind, names, exists);
  return describeMissing(
    kind,
    `no route, no ${kind}-connector of the sender, no DEFAULT_CONNECTOR`,
  );
}

/**
 * Returns the reason why messages of a kind cannot be sent, where none of their connectors takes
 * them.
 */
export function describeUnfit(
  kind: RouteKind,
  names: readonly string[],
  exists: (name: string) => boolean,
): string {
  const absent = names.filter((name) => !exists(name));
  const unfit = names.filter(exists);
  const reasons = [
    ...absent.length === 0
      ? []
      : [`${list(absent)} ${absent.length === 1 ? "is" : "are"} not set up`],
    ...unfit.length === 0
      ? []
      : [`${list(unfit)} ${unfit.length === 1 ? "takes" : "take"} no ${kind.toUpperCase()}`],
  ];
  return describeMissing(kind, reasons.join("; "));
}

const list = (names: readonly string[]) => names.join(", ");

function describeMissing(kind: RouteKind, reason: string): string {
  return `no connector takes its ${kind.toUpperCase()}: ${reason}`;
}

/**
 * Lists what is missing before an originator's messages can be sent, one sentence for each kind.
 */
export function listMissingConnectors(
  routes: Routes,
  account: string,
  originator: Originator,
  connectors: { defaultName: string | null; names(): readonly string[] },
): string[] {
  const existing = new Set(connectors.names());
  return ROUTE_KINDS.flatMap((kind) => {
    const query = { account, sender: originator.address, operator: null, kind };
    // Some operators have a route; for the others it depends on the message.
    if (routes.namesOperator(query)) return [];
    const selected = selectConnectors(routes, originator, query, connectors.defaultName);
    return explainMissingConnector(kind, selected, (name) => existing.has(name)) ?? [];
  });
}
