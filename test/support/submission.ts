/** Submissions of messages to connectors. */
import { nextId } from "./store.ts";

/** Returns the fields that submissions of all kinds have. */
export function submissionFields() {
  return {
    trackingId: nextId(),
    account: "acme",
    from: "111122",
    to: "16175550101",
    operatorId: null,
    acceptedAt: Date.now(),
    attempt: 1,
    expiresAt: Date.now() + 3_600_000,
    deliveryReport: true,
  };
}
