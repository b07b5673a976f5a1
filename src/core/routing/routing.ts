/** Routing table: the connectors that a message may use, and their order. */
import type { PaidLookups } from "../account/account.ts";
import { anyWithoutMms, type Operator, overlay } from "./operators.ts";

export const ROUTE_KINDS = ["mms", "sms"] as const;
/** Form in which a message is sent. */
export type RouteKind = typeof ROUTE_KINDS[number];

/** Scope of a route. Null matches any. */
export interface RouteScope {
  account: string | null;
  /** Originator's address; only together with its account. */
  sender: string | null;
  operator: string | null;
  kind: RouteKind;
}

export interface NewRoute extends RouteScope {
  /** Connectors in the order of attempts. None: messages that match are not served. */
  connectors: string[];
}

export interface RouteRecord extends NewRoute {
  id: number;
  createdAt: number;
  changedAt: number;
}

/** Key of a route lookup. `operator` is null if unknown. */
export interface RouteQuery {
  account: string;
  sender: string;
  operator: string | null;
  kind: RouteKind;
}

/**
 * Precedence of routes, most specific first; the first match decides alone. The sender ranks above
 * the operator: a sender is provisioned with carriers of its own.
 */
export const PRECEDENCE: readonly {
  sender: "one" | "account" | "all";
  operator: "one" | "any";
}[] = [
  { sender: "one", operator: "one" },
  { sender: "one", operator: "any" },
  { sender: "account", operator: "one" },
  { sender: "account", operator: "any" },
  { sender: "all", operator: "one" },
  { sender: "all", operator: "any" },
];

/** Returns the rank of a route in the precedence, 1 being the most specific. */
export function precedenceOf({ account, sender, operator }: Omit<RouteScope, "kind">): number {
  const senders = sender !== null ? "one" : account !== null ? "account" : "all";
  const operators = operator !== null ? "one" : "any";
  return 1 + PRECEDENCE.findIndex((row) => row.sender === senders && row.operator === operators);
}

/** Routes, indexed for lookup per message. */
export interface Routes<R extends NewRoute = NewRoute> {
  /**
   * Returns the route that decides; null if none matches. One without connectors: the message is
   * not served.
   */
  routeFor(query: RouteQuery): R | null;
  /** Returns whether any route that could match a sender's messages names an operator. */
  namesOperator(sender: Pick<RouteQuery, "account" | "sender" | "kind">): boolean;
}

/** Indexes routes for lookup. */
export function indexRoutes<R extends NewRoute>(rows: readonly R[]): Routes<R> {
  const byScope = new Map<string, R>();
  const namingOperator = new Set<string>();
  for (const row of rows) {
    byScope.set(keyOf(row), row);
    if (row.operator !== null) namingOperator.add(keyOf({ ...row, operator: null }));
  }
  return {
    routeFor(query) {
      if (byScope.size === 0) return null;
      for (const { sender, operator } of PRECEDENCE) {
        if (operator === "one" && query.operator === null) continue;
        const match = byScope.get(keyOf({
          ...sendersOf(query, sender),
          operator: operator === "one" ? query.operator : null,
          kind: query.kind,
        }));
        if (match !== undefined) return match;
      }
      return null;
    },

    namesOperator({ account, sender, kind }) {
      if (namingOperator.size === 0) return false;
      return PRECEDENCE.some((precedence) =>
        namingOperator.has(
          keyOf({ ...sendersOf({ account, sender }, precedence.sender), operator: null, kind }),
        )
      );
    },
  };
}

function sendersOf(
  { account, sender }: Pick<RouteQuery, "account" | "sender">,
  scope: typeof PRECEDENCE[number]["sender"],
): Pick<RouteScope, "account" | "sender"> {
  return {
    account: scope === "all" ? null : account,
    sender: scope === "one" ? sender : null,
  };
}

/** Builds the index key of a scope; neither ids nor addresses contain line feeds. */
function keyOf({ account, sender, operator, kind }: RouteScope): string {
  return `${kind}\n${account ?? ""}\n${sender ?? ""}\n${operator ?? ""}`;
}

/** Operators and routes at one point in time. */
export interface RoutingTable<R extends NewRoute = NewRoute> {
  operators: ReadonlyMap<string, Operator>;
  routes: Routes<R>;
  /** Whether any operator of real numbers accepts no MMS. */
  anyWithoutMms: boolean;
}

/** Builds the routing table from stored operators and routes. */
export function routingTable<R extends NewRoute>(
  configured: readonly Operator[],
  rows: readonly R[],
): RoutingTable<R> {
  const operators = overlay(configured);
  return { operators, routes: indexRoutes(rows), anyWithoutMms: anyWithoutMms(operators) };
}

/** Message fields that routing depends on. */
export interface RoutedMessage {
  account: string;
  from: string;
  content: { kind: "SMS" } | { kind: "MMS"; forceSms: boolean };
  /** Connector that it is a test of, in place of its routes. Default none. */
  testConnector?: string;
}

/** Returns the kinds that a message may be sent as: an MMS may fall back to SMS. */
export function kindsOf({ content }: Pick<RoutedMessage, "content">): readonly RouteKind[] {
  if (content.kind === "SMS" || content.forceSms) return ["sms"];
  return ROUTE_KINDS;
}

/**
 * Returns whether routing a message requires its operator: a route that could match names an
 * operator, or the operator decides whether it is sent as MMS.
 */
export function needsOperator(
  { routes, anyWithoutMms }: RoutingTable,
  message: RoutedMessage,
): boolean {
  if (message.testConnector !== undefined) return false;
  const kinds = kindsOf(message);
  if (anyWithoutMms && kinds.includes("mms")) return true;
  const { account, from: sender } = message;
  return kinds.some((kind) => routes.namesOperator({ account, sender, kind }));
}

/**
 * Returns whether the delivery of a message asks for its operator: to choose the form of an MMS, the
 * route of a text, or for its postbacks alone. A reply to a keyword has none.
 */
export function asksForOperator(
  table: RoutingTable,
  message: RoutedMessage & { replyTo?: string },
  lookups: PaidLookups,
): boolean {
  if (message.content.kind === "MMS") return !message.content.forceSms;
  const isForPostbacks = lookups === "always" && message.replyTo === undefined;
  return isForPostbacks || needsOperator(table, message);
}

/** Returns whether a message has no route: each of its kinds matches a route without connectors. */
export function isUnserved(
  { routes }: RoutingTable,
  message: RoutedMessage,
  operator: string | null,
): boolean {
  const { account, from: sender, testConnector } = message;
  return testConnector === undefined &&
    kindsOf(message).every((kind) =>
      routes.routeFor({ account, sender, operator, kind })?.connectors.length === 0
    );
}
