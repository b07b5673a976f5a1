/** Beginning of a delivery: the route of a message, and the transition that says it is on its way. */
import type { MessageRecord } from "../../core/message/message.ts";
import { asksForOperator } from "../../core/routing/routing.ts";
import type { MessageTransition } from "../../ports/mod.ts";
import { within } from "../../tracing/mod.ts";
import { leaseOf } from "../shared/ports.ts";
import { notifiedOf, stay, transitionOf } from "../shared/transition.ts";
import type { DeliverContext } from "./context.ts";
import { type DeliveryPlan, type Route, routeOf } from "./route.ts";

/** Delivery that begins with the acceptance of its message. */
export interface BegunDelivery {
  /** Message as accepted. */
  earlier: MessageRecord;
  /** Message as the transition leaves it. */
  message: MessageRecord;
  transition: MessageTransition;
  plan: DeliveryPlan;
}

/** Routes a message, as part of its trace. */
export async function tracedRoute(
  context: DeliverContext,
  message: MessageRecord,
): Promise<Route> {
  return await within(context.tracer.under(message.trace, "route", {}), async (span) => {
    const route = await routeOf(context, message);
    const { sentAs, plan } = route;
    span.set({
      "slidepost.kind": sentAs,
      ...typeof plan === "object" && "connector" in plan
        ? { "messaging.destination.name": plan.connector.name }
        : {},
    });
    return route;
  });
}

/** Begins processing, or goes on under a new lease. Null: another process has the message. */
export async function begin(
  context: DeliverContext,
  message: MessageRecord,
  route: Route,
  plan: DeliveryPlan,
): Promise<MessageRecord | null> {
  const { transition, begun } = await beginningOf(context, message, route, plan);
  return await context.transition({ ...transition, leaseOwner: context.owner }) ? begun : null;
}

/**
 * Begins the delivery of a message that is about to be accepted. Null: the store or others have to
 * be asked first, or it does not go to a connector.
 */
export async function beginWithAccept(
  context: DeliverContext,
  message: MessageRecord,
): Promise<BegunDelivery | null> {
  if (!await isRoutedFromMemory(context, message)) return null;
  const route = await tracedRoute(context, message);
  const { plan } = route;
  if (plan === "prepare" || !("connector" in plan)) return null;
  const { transition, begun } = await beginningOf(context, message, route, plan);
  return { earlier: message, message: begun, transition, plan };
}

/** Tells whether the route of a message needs nothing but the directories in memory. */
async function isRoutedFromMemory(
  { accounts, routing }: DeliverContext,
  message: MessageRecord,
): Promise<boolean> {
  if (message.content.kind !== "SMS") return false;
  const access = await accounts.byId(message.account);
  if (access?.hasBlocks !== false) return false;
  return message.operatorId !== null ||
    !asksForOperator(await routing.table(), message, access.account.operatorLookup);
}

/** Makes the transition by which processing begins, or goes on, and the message as it leaves it. */
async function beginningOf(
  context: DeliverContext,
  message: MessageRecord,
  { operatorId, sentAs, links }: Route,
  plan: DeliveryPlan,
): Promise<{ transition: MessageTransition; begun: MessageRecord }> {
  const change = {
    sentAs,
    ...(operatorId === null ? {} : { operatorId }),
    ...("connector" in plan ? { connector: plan.connector.name, unconfirmed: true } : {}),
  };
  const patienceMs = "connector" in plan ? plan.connector.submitTimeoutMs : 0;
  const next = { lease: leaseOf(context, context.clock.now(), patienceMs) };
  const decision = "connector" in plan ? plan.decision : undefined;
  const account = await notifiedOf(context, message);
  const step = transitionOf(context, message, "begin", { account, change, next, decision }) ??
    stay(context, message, { change, next });
  return { transition: { ...step, links }, begun: { ...message, ...change, state: step.to } };
}
