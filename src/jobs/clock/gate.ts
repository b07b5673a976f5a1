/** Store of a machine whose clock may be wrong. */
import { type Store, StoreDown } from "../../ports/mod.ts";

/**
 * Refuses to accept, claim, expire and remove while there is a fault; what is under way may end.
 * Callers handle it as an outage: requests get 503, and jobs try again.
 *
 * @param fault Returns the reason; null: none.
 */
export function gatedStore(store: Store, fault: () => string | null): Store {
  function gated<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return (...parameters) => {
      const reason = fault();
      return reason === null ? call(...parameters) : Promise.reject(new StoreDown(reason));
    };
  }

  const { boundaries, events, idempotency, messages, renditions, subscriptions, templates } = store;
  return {
    ...store,
    boundaries: { ...boundaries, move: gated(boundaries.move) },
    events: {
      ...events,
      claim: gated(events.claim),
      due: gated(events.due),
      markDead: gated(events.markDead),
    },
    expire: gated(store.expire),
    idempotency: {
      ...idempotency,
      claim: gated(idempotency.claim),
      deleteExpired: gated(idempotency.deleteExpired),
    },
    messages: {
      ...messages,
      accept: gated(messages.accept),
      claimDue: gated(messages.claimDue),
      deleteDigests: gated(messages.deleteDigests),
    },
    renditions: { ...renditions, deleteUnused: gated(renditions.deleteUnused) },
    subscriptions: {
      ...subscriptions,
      subscribe: gated(subscriptions.subscribe),
      unsubscribe: gated(subscriptions.unsubscribe),
    },
    templates: {
      ...templates,
      claimDue: gated(templates.claimDue),
      create: gated(templates.create),
      removeEndedDrafts: gated(templates.removeEndedDrafts),
      saveDraft: gated(templates.saveDraft),
    },
    unusedBlobs: gated(store.unusedBlobs),
  };
}
