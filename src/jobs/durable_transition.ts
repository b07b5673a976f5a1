/**
 * Moves of messages that are in hand. Where the store goes away, whether one was made is looked up
 * once it is back, and it is made then: what a carrier has answered is known here only, and a message
 * that has begun counts as one that a carrier may have.
 */
import type { MessageRecord } from "../core/message/message.ts";
import { type MessageTransition, StoreDown } from "../ports/mod.ts";
import type { JobPorts } from "./ports.ts";
import { retryWhileDown } from "./retry_while_down.ts";

/** False: it was not in `from`, or not held. Rejects with StoreDown once `isOver`. */
export type DurableTransition = (move: MessageTransition) => Promise<boolean>;

export function createDurableTransition(
  { store: { messages } }: Pick<JobPorts, "store">,
  isOver: () => boolean,
): DurableTransition {
  return async (move) => {
    for (;;) {
      try {
        return await messages.move(move);
      } catch (error) {
        if (!(error instanceof StoreDown) || isOver()) throw error;
      }
      const found = await retryWhileDown(() => messages.byTrackingId(move.trackingId), isOver);
      if (found !== null && wasMade(move, found)) return true;
    }
  };
}

/** A move's time is its own, to the microsecond that the store keeps. */
function wasMade({ to, at }: MessageTransition, { state, updatedAt }: MessageRecord): boolean {
  return state === to && Math.abs(updatedAt - at) < 0.01;
}
