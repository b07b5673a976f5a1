/** The end of a message that delivery decides: an outcome at once, or a report that never came. */
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import { notifiedOf, outcomeTransition, stay, transitionOf } from "../shared/transition.ts";
import { timeOfUuid } from "../../lib/uuid_v7.ts";
import type { MessageTransition } from "../../ports/mod.ts";
import type { DeliverContext } from "./context.ts";

/** @param presumed The end is our own, though a carrier may have the message. */
export async function end(
  context: DeliverContext,
  message: MessageRecord,
  outcome: Outcome,
  presumed: boolean,
): Promise<void> {
  const facts = { presumed, account: await notifiedOf(context, message) };
  const step = outcomeTransition(context, message, outcome, facts);
  if (step !== null) await context.transition(step);
}

/** Time at which the report on a message is given up, in milliseconds since the epoch. */
export function reportDueBy(
  { config }: Pick<DeliverContext, "config">,
  { expiresAt }: MessageRecord,
): number {
  return expiresAt + config.REPORT_GRACE;
}

/** Age at which a message without a report is looked at, in milliseconds: few have none by then. */
export const LOOK_AGE_MS = 600_000;
/** Time by which clocks may differ, and a commit may last, in milliseconds. */
const LOOK_MARGIN_MS = 60_000;

/**
 * Returns what is next for a message that its carrier has: it is due when its report is overdue.
 * Where it is looked at before that, the store only then learns when.
 */
export function nextWithCarrier(
  ports: Pick<DeliverContext, "clock" | "config">,
  message: MessageRecord,
): MessageTransition["next"] {
  if (!message.deliveryReport) return null;
  const dueAt = reportDueBy(ports, message);
  const lookAt = timeOfUuid(message.trackingId) + LOOK_AGE_MS;
  const isLookedAt = lookAt < dueAt && ports.clock.now() + LOOK_MARGIN_MS < lookAt;
  return isLookedAt ? null : { dueAt };
}

/**
 * Ends a message on which no report came. That is no outcome, unless the connector's carrier reports
 * on all messages.
 */
export async function endUnreported(
  context: DeliverContext,
  message: MessageRecord,
): Promise<void> {
  const { clock, connectors, owner, transition } = context;
  const dueAt = reportDueBy(context, message);
  // It was submitted under another REPORT_GRACE.
  if (dueAt > clock.now()) {
    const step = stay(context, message, { next: { dueAt } });
    return void await transition({ ...step, leaseOwner: owner });
  }
  const connector = connectors.get(message.connector ?? "");
  const event = connector?.missingReport === "expired" ? "presumed expired" : "unreported";
  await transition(
    transitionOf(context, message, event, {
      next: null,
      reason: "no report came",
      account: await notifiedOf(context, message),
    })!,
  );
}
