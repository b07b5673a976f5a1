/** Explains which connectors a message would go to now, by the functions that deliver it. */
import type { ConnectorSelection } from "../../core/routing/connector_selection.ts";
import type { Operator } from "../../core/routing/operators.ts";
import { needsOperator, type RouteKind, type RouteRecord } from "../../core/routing/routing.ts";
import { openHours, opensAt, parseWindow } from "../../core/schedule/delivery_window.ts";
import type { OperatorLookup } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import type { BreakerState } from "../shared/circuit_breaker.ts";
import { connectorsOf, originatorOf } from "./connecting.ts";
import { handsetOf, isBlocked, limitFor, operatorOf } from "./route.ts";

/** Message whose route is asked for. Addresses are in normal form. */
export interface ExplainedMessage {
  account: string;
  from: string;
  to: string;
  kind: RouteKind;
  /** Operator to assume; null: the one that is known. */
  operatorId: string | null;
}

export interface Explanation {
  operatorId: string | null;
  /** Source of `operatorId`. */
  operatorSource: "given" | "known" | "unknown";
  /** Operator of the id, with its limits; null: it is unknown. */
  operator: Operator | null;
  /** Whether acceptance looks the operator up, since routes or the form depend on it. */
  needsOperator: boolean;
  /** Largest message, in bytes on the wire. */
  maxBytes: number;
  /** Null: the sender is not the account's. */
  selection: ConnectorSelection<RouteRecord> | null;
  /** In the order of attempts; those that are not set up or do not take its kind come last. */
  connectors: {
    name: string;
    isSetUp: boolean;
    isDisabled: boolean;
    breaker: BreakerState["state"];
  }[];
  /** Reason why no connector takes it; null: one does, or a route refuses it. */
  missing: string | null;
  /** Name that a report gave the handset; null: unknown. */
  handset: string | null;
  /** Whether the recipient has opted out. */
  isBlocked: boolean;
  /** Time at which the account's delivery window opens; null: it is open, or there is none. */
  opensAt: number | null;
}

export type ExplainRoute = (message: ExplainedMessage) => Promise<Explanation>;

export type ExplainPorts =
  & Pick<
    JobPorts,
    "accounts" | "circuitBreaker" | "clock" | "config" | "connectors" | "routing" | "store"
  >
  & { lookup: Pick<OperatorLookup, "knownOperatorOf"> };

export function createExplainRoute(ports: ExplainPorts): ExplainRoute {
  const { circuitBreaker, lookup, routing } = ports;

  return async (message) => {
    const { account, from, kind, to } = message;
    const originator = await originatorOf(ports, message);
    const table = await routing.table();
    const operatorId = message.operatorId ?? await lookup.knownOperatorOf(to, account);
    const connecting = await connectorsOf(
      ports,
      { account, from, operatorId },
      originator,
      table,
      kind,
    );
    const { connectors, missing, selection } = connecting;
    const inOrder = circuitBreaker.orderNow(connectors).map(({ name }) => name);
    const isDisabled = (name: string) => ports.connectors.get(name)?.isDisabled === true;
    const absent = (selection?.names ?? []).filter((name) => !inOrder.includes(name));
    const operator = operatorOf(table, operatorId);
    const content = kind === "sms"
      ? { kind: "SMS" as const }
      : { kind: "MMS" as const, forceSms: false };
    return {
      operatorId,
      operator,
      selection,
      missing,
      operatorSource: message.operatorId !== null
        ? "given"
        : operatorId !== null
        ? "known"
        : "unknown",
      needsOperator: needsOperator(table, { account, from, content }),
      maxBytes: limitFor(operator, originator),
      connectors: [...inOrder, ...absent].map((name) => ({
        name,
        isSetUp: ports.connectors.get(name) !== undefined,
        isDisabled: isDisabled(name),
        breaker: circuitBreaker.stateOf(name).state,
      })),
      handset: await handsetOf(ports, to),
      isBlocked: await isBlocked(ports, { account, from, to }),
      opensAt: await openingFor(ports, account, to),
    };
  };
}

/** Returns when the window of an account opens for a recipient; null: it may go now. */
async function openingFor(
  { accounts, clock }: Pick<JobPorts, "accounts" | "clock">,
  id: string,
  recipient: string,
): Promise<number | null> {
  const account = (await accounts.byId(id))?.account;
  if (account === undefined || account.deliveryWindow === null) return null;
  const now = clock.now();
  const { deliveryWindow, timeZone } = account;
  const opening = opensAt(openHours(parseWindow(deliveryWindow), recipient, timeZone, now), now);
  return opening > now ? opening : null;
}
