/** The routing table: which connectors a message may go by, and in which order. */
import { type Operator, overlay, someWithoutMms } from "./operators.ts";

export const ROUTE_KINDS = ["mms", "sms"] as const;
/** What a message goes out as. */
export type RouteKind = typeof ROUTE_KINDS[number];

/** A row: for whom, and by which connectors. Null means any. */
export interface RouteScope {
  account: string | null;
  /** An originator's address; only with its account. */
  sender: string | null;
  operator: string | null;
  kind: RouteKind;
}

export interface NewRoute extends RouteScope {
  /** Tried in this order. None: messages that come here are not served. */
  connectors: string[];
}

export interface RouteRecord extends NewRoute {
  id: number;
  createdAt: number;
  changedAt: number;
}

/** Whose message it is, and who serves its recipient (null: not known). */
export interface Routed {
  account: string;
  sender: string;
  operator: string | null;
  kind: RouteKind;
}

/**
 * From the most specific row to the least; the first that is there decides, alone. Who sends comes
 * before who is sent to: a sender is provisioned with carriers of its own.
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

/** The rows, to be looked into for every message. */
export interface Routes {
  /** Connectors in order; none: it is not served; null: no row says anything. */
  connectorsFor(routed: Routed): readonly string[] | null;
  /** Whether some row that may come to a sender's messages names an operator. */
  namesOperator(from: Pick<Routed, "account" | "sender" | "kind">): boolean;
}

export function indexRoutes(rows: readonly NewRoute[]): Routes {
  const connectors = new Map<string, readonly string[]>();
  const naming = new Set<string>();
  for (const row of rows) {
    connectors.set(keyOf(row), row.connectors);
    if (row.operator !== null) naming.add(keyOf({ ...row, operator: null }));
  }
  return {
    connectorsFor(routed) {
      if (connectors.size === 0) return null;
      for (const { sender, operator } of PRECEDENCE) {
        if (operator === "one" && routed.operator === null) continue;
        const found = connectors.get(keyOf({
          ...sendersOf(routed, sender),
          operator: operator === "one" ? routed.operator : null,
          kind: routed.kind,
        }));
        if (found !== undefined) return found;
      }
      return null;
    },

    namesOperator(from) {
      if (naming.size === 0) return false;
      return PRECEDENCE.some(({ sender }) =>
        naming.has(keyOf({ ...sendersOf(from, sender), operator: null, kind: from.kind }))
      );
    },
  };
}

function sendersOf(
  { account, sender }: Pick<Routed, "account" | "sender">,
  which: typeof PRECEDENCE[number]["sender"],
): Pick<RouteScope, "account" | "sender"> {
  return {
    account: which === "all" ? null : account,
    sender: which === "one" ? sender : null,
  };
}

/** Neither ids nor addresses have line feeds. */
function keyOf({ account, sender, operator, kind }: RouteScope): string {
  return `${kind}\n${account ?? ""}\n${sender ?? ""}\n${operator ?? ""}`;
}

/** Operators and routes, as they are at one time. */
export interface RoutingTable {
  operators: ReadonlyMap<string, Operator>;
  routes: Routes;
  /** Some operator of real numbers takes no MMS. */
  someWithoutMms: boolean;
}

export function routingTable(
  set: readonly Operator[],
  rows: readonly NewRoute[],
): RoutingTable {
  const operators = overlay(set);
  return { operators, routes: indexRoutes(rows), someWithoutMms: someWithoutMms(operators) };
}

/** What of a message decides its way. */
export interface RoutedMessage {
  account: string;
  from: string;
  content: { kind: "SMS" } | { kind: "MMS"; forceSms: boolean };
}

/** Its kinds: an MMS may fall back to SMS. */
export function kindsOf({ content }: Pick<RoutedMessage, "content">): readonly RouteKind[] {
  if (content.kind === "SMS" || content.forceSms) return ["sms"];
  return ROUTE_KINDS;
}

/**
 * Whether a message cannot go out rightly while its operator is not known: a row that may come to
 * it names an operator, or the operator decides whether it goes as MMS.
 */
export function needsOperator(
  { routes, someWithoutMms }: RoutingTable,
  message: RoutedMessage,
): boolean {
  const kinds = kindsOf(message);
  if (someWithoutMms && kinds.includes("mms")) return true;
  const { account, from: sender } = message;
  return kinds.some((kind) => routes.namesOperator({ account, sender, kind }));
}

/** Whether the table leaves a message no way out: each of its kinds comes to a row of none. */
export function isUnserved(
  { routes }: RoutingTable,
  message: RoutedMessage,
  operator: string | null,
): boolean {
  const { account, from: sender } = message;
  return kindsOf(message).every((kind) =>
    routes.connectorsFor({ account, sender, operator, kind })?.length === 0
  );
}
