/** Transitions of one message that wait for the same commit, as one: a single row is written. */
import type { MessageTransition } from "../../../ports/mod.ts";

export interface MergedTransitions {
  /** Transitions of different messages. */
  first: MessageTransition[];
  /** Parts of those in `first` that were merged, in order. */
  parts: Map<MessageTransition, MessageTransition[]>;
  /** Transitions that cannot be merged, for the next statement. */
  later: MessageTransition[];
}

/** Merges transitions that follow one another, as far as they can be. */
export function mergedByMessage(transitions: readonly MessageTransition[]): MergedTransitions {
  const byMessage = new Map<string, MessageTransition>();
  const parts: MergedTransitions["parts"] = new Map();
  const later: MessageTransition[] = [];
  /** Messages with a transition in `later`. */
  const closed = new Set<string>();
  for (const transition of transitions) {
    const { trackingId } = transition;
    const earlier = byMessage.get(trackingId);
    if (earlier === undefined) {
      byMessage.set(trackingId, transition);
    } else if (!closed.has(trackingId) && follows(earlier, transition)) {
      const merged = mergeOf(earlier, transition);
      byMessage.set(trackingId, merged);
      parts.set(merged, [...parts.get(earlier) ?? [earlier], transition]);
      parts.delete(earlier);
    } else {
      closed.add(trackingId);
      later.push(transition);
    }
  }
  return { first: [...byMessage.values()], parts, later };
}

/** Tells whether a transition applies if, and only if, the one before it does. */
function follows(earlier: MessageTransition, later: MessageTransition): boolean {
  return later.from === earlier.to && later.leaseOwner === undefined && !later.fromPresumed &&
    !later.fromUnsubmitted &&
    (later.fromCarrierId === undefined || later.fromCarrierId === earlier.change.carrierId) &&
    (earlier.segments === undefined || later.segments === undefined);
}

function mergeOf(earlier: MessageTransition, later: MessageTransition): MessageTransition {
  // A later transition clears what it does not set of these.
  const { statusDetails: _, statusReason: __, ...lasting } = earlier.change;
  return {
    ...earlier,
    to: later.to,
    at: later.at,
    change: { ...lasting, ...later.change },
    next: later.next,
    events: [...earlier.events, ...later.events],
    links: [...earlier.links ?? [], ...later.links ?? []],
    segments: earlier.segments ?? later.segments,
  };
}
