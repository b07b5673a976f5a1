/** Bodies of postbacks (spec 6.2 to 6.5), with the field spellings of each code. */
import type { Postbacks } from "../../generated/postback.ts";
import type { InboundMmsRecord, InboundSmsRecord } from "../message/inbound.ts";
import type { MessageKind, MessageRecord, SentAs } from "../message/message.ts";
import type { MessageStep } from "../message/message_state.ts";
import { type OutcomeDetails, statusDetails } from "../message/status_details.ts";
import type { SubscriptionChange } from "../subscription/subscription.ts";
import type { TemplateRecord } from "../template/template.ts";
import { isoMicros } from "../timestamp.ts";

export type PostbackBody = { code: keyof Postbacks; body: string };

/** Values of `status` by message state. */
export const STATUS = {
  scheduled: "Scheduled",
  accepted: "Sent",
  preparing: "Sent",
  sent: "Sent",
  submitted: "Sent",
  unreported: "Sent",
  delivered: "Delivered",
  expired: "Expired",
  failed: "Failed",
  rejected: "Rejected",
  unrecognised: "Unrecognised",
  canceled: "Canceled",
} as const;

/** Message fields that a status postback needs. */
export type StatusSubject = Pick<
  MessageRecord,
  "trackingId" | "from" | "to" | "mmsId" | "clientReference" | "campaignRef"
>;

/** Builds the postback of a step; null if the step has none. */
export function statusPostback(
  kind: MessageKind,
  message: StatusSubject,
  step: MessageStep,
  facts: { sentAs: SentAs; at: number; details?: OutcomeDetails; handset?: string },
): PostbackBody | null {
  if (step.postback === null) return null;
  const code = step.postback;
  if (code === "N013") return preparationPostback(code, message, facts.at);
  const { from, to, trackingId, campaignRef, clientReference, mmsId } = message;
  const status = STATUS[step.state];
  const timestamp = isoMicros(facts.at);
  const campaign = campaignRef === null ? {} : { "campaign-ref": campaignRef };
  if (kind === "SMS_MT") {
    const body = {
      origin: "SMS_MT",
      code,
      "sent-as": "SMS",
      status,
      from,
      to,
      timestamp,
      "tracking-id": trackingId,
      ...campaign,
    };
    return { code, body: JSON.stringify(body) };
  }
  const body = {
    origin: "MMS_MT",
    code,
    "sent-as": facts.sentAs,
    status,
    "status-details": statusDetails(step.state, facts.details),
    ...(mmsId === null ? {} : { "mms-id": mmsId }),
    from,
    to,
    "tracking-id": trackingId,
    ...(clientReference === null ? {} : { "client-reference": clientReference }),
    timestamp,
    ...(code === "N102" && facts.handset ? { handset: facts.handset } : {}),
    ...campaign,
  };
  return { code, body: JSON.stringify(body) };
}

/** File that could not be used, with the reason. `url` is as in the request. */
export interface FileFault {
  kind: string;
  url: string;
  reason: string;
}

/**
 * Builds the postback that ends a template's transcoding (spec 6.3): N003, or the code of a failed
 * file.
 */
export function templatePostback<C extends "N003" | "E002" | "E003" | "E004" | "E011">(
  code: C,
  template: Pick<TemplateRecord, "mmsId" | "trackingId" | "clientReference">,
  at: number,
  file?: FileFault,
): { code: C; body: string } {
  return contentPostback(code, template, at, file);
}

/**
 * Builds the postback of fitting a message's content to its operator (spec 6.3): N013, or the code
 * of a failed file.
 */
export function preparationPostback<C extends "N013" | "E011" | "E012" | "E013">(
  code: C,
  message: ContentSubject,
  at: number,
  file?: FileFault,
): { code: C; body: string } {
  return contentPostback(code, message, at, file);
}

/** Fields of a template or message that a content postback needs. */
type ContentSubject = Pick<MessageRecord, "mmsId" | "trackingId" | "clientReference">;

interface ContentFacts {
  mmsId: string | null;
  trackingId: string;
  reference: { "client-reference"?: string };
  timestamp: string;
  kind: string;
  url: string;
  reason: string;
}

/** Fields of each code, in its own spelling. */
const CONTENT_FIELDS = {
  N003: ready,
  N013: ready,
  E002: ({ mmsId, trackingId, reference, url }) => ({
    mmsid: mmsId,
    trackingid: trackingId,
    ...reference,
    audioname: url,
  }),
  E003: ({ mmsId, trackingId, reference, url }) => ({
    "mms-id": mmsId,
    trackingid: trackingId,
    ...reference,
    videoname: url,
  }),
  E004: ({ mmsId, trackingId, reference, url }) => ({
    mmsid: mmsId,
    trackingid: trackingId,
    ...reference,
    imagename: url,
  }),
  E011: ({ trackingId, reference, kind, url, reason }) => ({
    "tracking-id": trackingId,
    ...reference,
    "content-type": kind,
    "content-name": url,
    "error-info": reason,
  }),
  E012: ({ trackingId, reference, url, reason }) => ({
    "tracking-id": trackingId,
    ...reference,
    "audio-name": url,
    "error-info": reason,
  }),
  E013: ({ trackingId, reference, url, reason }) => ({
    "tracking-id": trackingId,
    ...reference,
    "video-name": url,
    "error-info": reason,
  }),
} satisfies Partial<Record<keyof Postbacks, (facts: ContentFacts) => object>>;

function ready({ mmsId, trackingId, reference, timestamp }: ContentFacts): object {
  return {
    ...(mmsId === null ? {} : { "mms-id": mmsId }),
    "tracking-id": trackingId,
    ...reference,
    timestamp,
  };
}

function contentPostback<C extends keyof typeof CONTENT_FIELDS>(
  code: C,
  { mmsId, trackingId, clientReference }: ContentSubject,
  at: number,
  { kind, url, reason }: FileFault = { kind: "", url: "", reason: "" },
): { code: C; body: string } {
  const reference = clientReference === null ? {} : { "client-reference": clientReference };
  const facts = { mmsId, trackingId, reference, timestamp: isoMicros(at), kind, url, reason };
  return { code, body: JSON.stringify({ origin: "MMS_MT", code, ...CONTENT_FIELDS[code](facts) }) };
}

/**
 * Builds the postback of an inbound MMS (spec 6.4).
 * @param fileUrl Returns the URL of a file by its name.
 */
export function mmsMoPostback(
  { from, to, subject, trackingId, receivedAt, files }: InboundMmsRecord,
  fileUrl: (name: string) => string,
): { code: "N401"; body: string } {
  const code = "N401";
  const body = {
    origin: "MMS_MO",
    code,
    from,
    to,
    "message-subject": subject ?? "",
    "tracking-id": trackingId,
    timestamp: isoMicros(receivedAt),
    content: files.map(({ name }) => ({ file: fileUrl(name) })),
  };
  return { code, body: JSON.stringify(body) };
}

/** Builds the postback of an inbound SMS (spec 6.6). */
export function smsMoPostback(
  { from, to, text, trackingId, receivedAt }: Pick<
    InboundSmsRecord,
    "from" | "to" | "text" | "trackingId" | "receivedAt"
  >,
): { code: "N211"; body: string } {
  const code = "N211";
  const body = {
    origin: "SMS_MO",
    code,
    from,
    to,
    "message-text": text,
    timestamp: isoMicros(receivedAt),
    "tracking-id": trackingId,
  };
  return { code, body: JSON.stringify(body) };
}

/** Builds the postback of a subscription's beginning or end. */
export function subscriptionPostback(
  { at, campaign, code, recipient, source }: Pick<
    SubscriptionChange,
    "at" | "campaign" | "code" | "recipient" | "source"
  >,
): { code: SubscriptionChange["code"]; body: string } {
  const { brandName, ref, sender, title } = campaign;
  const body = {
    origin: "SUB",
    code,
    mobile: recipient,
    "campaign-ref": ref,
    ...(sender === null ? {} : { from: sender }),
    ...(title === null ? {} : { "campaign-title": title }),
    ...(brandName === null ? {} : { "brand-name": brandName }),
    source,
    timestamp: isoMicros(at),
  };
  return { code, body: JSON.stringify(body) };
}
