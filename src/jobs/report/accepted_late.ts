/** Acceptances that come after the time limit: the carrier's id of a message, learnt late. */
import type { MessageRecord } from "../../core/message/message.ts";
import type { ConnectorHost, LateAcceptance } from "../../ports/mod.ts";
import { nextWithCarrier } from "../deliver/end.ts";
import type { ReportPorts } from "../shared/ports.ts";
import { retryWhileDown } from "../shared/retry_while_down.ts";
import { eventOf, stay } from "../shared/transition.ts";
import type { EarlyReports } from "./early.ts";

/** Time for which the store is tried again, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Creates a function that stores the id: reports by it find the message, an attempt that is due finds
 * it sent, and its history says so. A message that only waits for its report has the id from then on.
 */
export function createAcceptedLate(
  ports: ReportPorts,
  { identified }: Pick<EarlyReports, "identified">,
): ConnectorHost["acceptedLate"] {
  const { clock, store } = ports;

  async function take(acceptance: LateAcceptance): Promise<boolean> {
    const { connector, segment: { carrierId }, trackingId } = acceptance;
    const message = await store.messages.byTrackingId(trackingId);
    if (message === null) return false;
    await add(message, acceptance);
    void identified({ connector, carrierId, recipient: message.to });
    return true;
  }

  async function add(message: MessageRecord, acceptance: LateAcceptance): Promise<void> {
    const { at, connector, segment, segments, trackingId } = acceptance;
    const sent = await store.segments.add(trackingId, connector, segment);
    const position = segments === 1 ? "" : `segment ${segment.index + 1} of ${segments}, `;
    await store.events.note(eventOf(message, {
      at,
      name: "accepted late",
      details: `${position}as ${segment.carrierId} by ${connector}, after its time limit`,
      state: null,
      code: null,
      body: null,
      operatorId: message.operatorId,
    }));
    if (message.state !== "submitted" || message.carrierId !== null) return;
    const isWhole = sent >= segments;
    const change = {
      ...isWhole ? { carrierId: segment.carrierId, unconfirmed: false } : {},
      ...segments > 1 ? { segments } : {},
    };
    const next = nextWithCarrier(ports, message);
    await store.messages.transition(stay(ports, message, { change, next }));
  }

  return async (acceptance) => {
    const end = clock.now() + PATIENCE_MS;
    return await retryWhileDown(() => take(acceptance), () => clock.now() >= end);
  };
}
