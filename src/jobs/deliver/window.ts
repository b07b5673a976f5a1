/** Waiting of a message for its delivery window to open (contract section 9). */
import type { MessageRecord } from "../../core/message/message.ts";
import { opensAt } from "../../core/schedule/delivery_window.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { stay, transitionOf } from "../shared/transition.ts";
import type { DeliverContext } from "./context.ts";

/** Returns when the window of a message opens, or the message expires; null: it may go now. */
export function openingOf(
  { expiresAt, unconfirmed, window }: MessageRecord,
  now: number,
): number | null {
  // One that a carrier may have was submitted while the window was open.
  if (window === undefined || unconfirmed || expiresAt <= now) return null;
  const opening = opensAt(window, now);
  return opening > now ? Math.min(opening, expiresAt) : null;
}

/** Leaves a message to the store until a time. */
export async function waitUntil(
  context: DeliverContext,
  message: MessageRecord,
  dueAt: number,
): Promise<void> {
  const next = { dueAt };
  const decision = `next: ${isoMicros(dueAt)}`;
  // One whose processing has begun stays `sent`: its first postback is on its way.
  const step = transitionOf(context, message, "wait", { account: null, next, decision }) ??
    stay(context, message, { next });
  await context.transition({ ...step, leaseOwner: context.owner });
}
