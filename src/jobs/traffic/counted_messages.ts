/** Messages of the store, with their acceptances and ends counted once they are committed. */
import type { MessageState } from "../../core/message/message_state.ts";
import type { MessageStore } from "../../ports/mod.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type { Traffic } from "./mod.ts";

export function countedMessages(
  messages: MessageStore,
  traffic: Pick<Traffic, "accepted" | "changed">,
  metrics: Pick<Metrics, "acceptedMessages" | "messageStates">,
): MessageStore {
  function countState(state: MessageState): void {
    traffic.changed(state);
    metrics.messageStates.add({ state });
  }

  return {
    ...messages,
    async accept(message, lease, extras) {
      const trackingId = await messages.accept(message, lease, extras);
      // Another one is that of a message which was accepted before.
      if (trackingId === message.trackingId) {
        traffic.accepted();
        metrics.acceptedMessages.add({ kind: message.content.kind });
        if (extras?.begin !== undefined) countState(extras.begin.to);
      }
      return trackingId;
    },
    async transition(transition) {
      const isMade = await messages.transition(transition);
      if (isMade && transition.from !== transition.to) countState(transition.to);
      return isMade;
    },
  };
}
