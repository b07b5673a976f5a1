/** Reports of clicks on short links (contract section 9, N311): the first click, then one a minute. */
import type { PostbackReceiver } from "../account/receiver.ts";
import type { NewEvent } from "../message/event.ts";
import type { MessageRecord } from "../message/message.ts";
import type { LinkRecord } from "../sms/link.ts";
import { isoMicros } from "../timestamp.ts";
import { addressed } from "./destinations.ts";

/** Minimum time between two reports on a link, in milliseconds. */
const REPORT_EVERY_MS = 60_000;

/** Tells whether a click on a link is to be reported. */
export function isReported(
  { expiresAt, kind, reportedAt, target }: LinkRecord,
  at: number,
): boolean {
  // An erasure leaves a link without its target.
  return kind === "click" && target !== null && at < expiresAt &&
    (reportedAt === null || at - reportedAt >= REPORT_EVERY_MS);
}

/**
 * Makes the events of a report, one for each receiver that wants it.
 *
 * @param link Link with the click that is reported.
 * @param message Message that the link is in.
 * @param at Time of the click.
 */
export function clickEvents(
  { clicks, target }: LinkRecord,
  message: MessageRecord,
  receivers: readonly PostbackReceiver[],
  at: number,
): NewEvent[] {
  const { account, campaignRef, clientReference, from, operatorId, to, trackingId } = message;
  const { statusCallback, trace } = message;
  const code = "N311";
  const body = {
    origin: "LINK",
    code,
    from,
    to,
    "tracking-id": trackingId,
    "client-reference": clientReference ?? undefined,
    url: target,
    clicks,
    timestamp: isoMicros(at),
  };
  const event: NewEvent = {
    account,
    trackingId,
    at,
    name: "link opened",
    state: null,
    details: null,
    code,
    body: JSON.stringify(body),
    operatorId,
    ...(trace === undefined ? {} : { trace }),
  };
  return addressed(event, receivers, { sender: from, campaignRef, statusCallback });
}
