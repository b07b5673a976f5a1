/**
 * Transitions of messages in work, made also where the store is down for a while: once it is back, a
 * transition that is not found in it is made again. Only this process knows a carrier's result, and a
 * message that has begun counts as one that the carrier may have.
 */
import type { MessageRecord } from "../../core/message/message.ts";
import { type MessageTransition, StoreDown } from "../../ports/mod.ts";
import type { JobPorts } from "./ports.ts";
import { retryWhileDown } from "./retry_while_down.ts";

/**
 * False: the message was not in `from`, or its lease is lost. Rejects with StoreDown once `isOver`.
 *
 * @param next What is next for the message where the store was down meanwhile. Default: the same.
 */
export type DurableTransition = (
  transition: MessageTransition,
  next?: MessageTransition["next"],
) => Promise<boolean>;

export function createDurableTransition(
  { store: { messages } }: Pick<JobPorts, "store">,
  isOver: () => boolean,
): DurableTransition {
  return async (first, next = first.next) => {
    for (let transition = first;;) {
      try {
        return await messages.transition(transition);
      } catch (error) {
        if (!(error instanceof StoreDown) || isOver()) throw error;
      }
      const found = await retryWhileDown(
        () => messages.byTrackingId(transition.trackingId),
        isOver,
      );
      if (found !== null && wasMade(transition, found)) return true;
      transition = { ...first, next };
    }
  };
}

/** Recognises a transition by its time, which the store keeps to the microsecond. */
function wasMade({ to, at }: MessageTransition, { state, updatedAt }: MessageRecord): boolean {
  return state === to && Math.abs(updatedAt - at) < 0.01;
}
