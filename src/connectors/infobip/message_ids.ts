/**
 * Ids of messages at Infobip, which are ours: the tracking-id, and the number of the attempt after a
 * refusal. Infobip refuses an id that was used before, perhaps also by a message that it refused.
 */
import type { Outgoing } from "../http_carrier/protocol.ts";

type Attempt = Pick<Outgoing, "attempt" | "isResubmitted" | "trackingId">;

/** Maximum number of ids in a look-up, which may have 2048 characters. */
const LOOK_UP_MAX = 40;

/** Returns the id of an attempt: that of the last one, if it had no response. */
export function messageIdOf({ attempt, isResubmitted, trackingId }: Attempt): string {
  return idOf(trackingId, isResubmitted ? attempt - 1 : attempt);
}

/**
 * Lists the ids that a message may have been sent under. Of too many attempts, the first and the last
 * ones count: most of those between were only look-ups.
 */
export function earlierIds({ attempt, trackingId }: Attempt): string[] {
  const oldest = Math.max(2, attempt - LOOK_UP_MAX + 2);
  const later = Array.from({ length: Math.max(0, attempt - oldest + 1) }, (_, i) => oldest + i);
  return [1, ...later].map((each) => idOf(trackingId, each));
}

function idOf(trackingId: string, attempt: number): string {
  return attempt <= 1 ? trackingId : `${trackingId}.${attempt}`;
}
