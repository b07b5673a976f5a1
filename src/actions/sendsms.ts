/** `sendsms` (spec 4.5): sends a text to a recipient, with short links where clicks are tracked. */
import type { Requests, Responses } from "../generated/json.ts";
import { isBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import { linkUrl, type NewLink } from "../core/sms/link.ts";
import { outgoingText, smartEncodingOf } from "../core/sms/outgoing_text.ts";
import { countSegments, MAX_SEGMENTS } from "../core/sms/sms_text.ts";
import { replaceLinks } from "../core/sms/text_links.ts";
import { accept } from "./accept.ts";
import { readAddressing } from "./addressing.ts";
import type { ActionContext } from "./ports.ts";
import { readExpiry, readSchedule } from "./schedule.ts";
import { readStatusCallback } from "./status_callback.ts";
import { testOf } from "./test_of.ts";

export async function sendsms(
  request: Requests["sendsms"],
  context: ActionContext,
): Promise<Responses["sendsms"]> {
  const { "click-tracking": clickTracking = false } = request;
  if (isBlank(request["message-text"])) {
    throw new Refusal("messageTextMissing", "message-text must not be blank");
  }
  const { ports, access: { account } } = context;
  const need = { reach: "anywhere", kind: "sms" } as const;
  const { originator, to, operatorId, campaignRef } = await readAddressing(request, context, need);
  const statusCallback = readStatusCallback(request["status-callback"], ports);
  const schedule = readSchedule(request, to, context);
  const expiresAt = readValidUntil(request["valid-until"], schedule.start, ports);
  const smartEncoding = smartEncodingOf(ports.config, account, request["smart-encoding"]);
  const messageText = outgoingText(request["message-text"], smartEncoding);
  ports.throughput.take(account);
  const acceptedAt = ports.clock.now();
  const trackingId = ports.ids.tracking();
  const { text, links } = clickTracking
    ? withShortLinks(messageText, { account: account.id, trackingId, ...schedule }, ports)
    : { text: messageText, links: [] };
  const segments = countSegments(text);
  if (segments > MAX_SEGMENTS) {
    throw new Refusal("invalidRequest", `message-text takes more than ${MAX_SEGMENTS} messages`);
  }
  const response: Responses["sendsms"] = {
    status: "Success",
    "tracking-id": trackingId,
    to,
    from: originator.address,
    segments,
    ...schedule.state,
    "status-details": "SMS accepted and queued for delivery",
  };
  await accept(ports, account, {
    trackingId,
    account: account.id,
    kind: "SMS_MT",
    from: originator.address,
    to,
    operatorId,
    mmsId: null,
    clientReference: request["client-reference"] ?? null,
    campaignRef,
    content: { kind: "SMS", text },
    deliveryReport: account.deliveryReports,
    acceptedAt,
    expiresAt,
    ...schedule.fields,
    ...statusCallback,
    ...testOf(context),
  }, { links, idempotentResponse: context.recordOf?.(response) });
  return response;
}

/** Reads when the attempts to deliver a text stop. */
function readValidUntil(
  value: string | undefined,
  start: number,
  { clock, config: { MMS_EXPIRY_MAX, TEXT_VALIDITY_MAX } }: ActionContext["ports"],
): number {
  const field = { name: "valid-until", value, fault: "validUntilInvalid" } as const;
  return readExpiry(field, clock.now(), start, TEXT_VALIDITY_MAX, MMS_EXPIRY_MAX);
}

/** Replaces each link of a text by a short link; equal links share one. */
function withShortLinks(
  messageText: string,
  { account, trackingId, start }: { account: string; trackingId: string; start: number },
  { baseUrl, clock, config, ids }: ActionContext["ports"],
): { text: string; links: NewLink[] } {
  const links = new Map<string, NewLink>();
  const text = replaceLinks(messageText, (target) => {
    const link = links.get(target) ?? {
      code: ids.link(),
      kind: "click",
      account,
      trackingId,
      target,
      createdAt: clock.now(),
      expiresAt: start + config.CLICK_LINK_TTL,
    } satisfies NewLink;
    links.set(target, link);
    if (links.size > config.CLICK_LINKS_MAX) {
      throw new Refusal(
        "invalidRequest",
        `message-text has more than ${config.CLICK_LINKS_MAX} links to count`,
      );
    }
    return linkUrl(baseUrl(), link);
  });
  return { text, links: [...links.values()] };
}
