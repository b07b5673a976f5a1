/** Postback bodies (spec 6.2, 6.3, 6.5), field for field as each code spells them. */
import type { Postbacks } from "../generated/postback.ts";
import type { MessageKind, MessageRecord, SentAs } from "./message.ts";
import type { MessageStep } from "./message_state.ts";
import type { TemplateRecord } from "./template.ts";
import { isoMicros } from "./timestamp.ts";

export type PostbackBody = { code: keyof Postbacks; body: string };

/** `status` by the state a message moved to. */
const STATUS = {
  accepted: "Sent",
  sent: "Sent",
  submitted: "Sent",
  delivered: "Delivered",
  expired: "Expired",
  failed: "Failed",
  rejected: "Rejected",
  unrecognised: "Unrecognised",
} as const;

/** Texts shown in spec 6.2 for the codes whose text is fixed. */
const DETAILS = {
  sent: "Message Sent",
  delivered: "Message Delivered",
  expired: "Message Expired",
} as const;

/** What a message's status postback needs to know of it. */
export type StatusSubject = Pick<
  MessageRecord,
  "trackingId" | "from" | "to" | "mmsId" | "clientReference" | "campaignRef"
>;

/** The postback of a step, or null when the step has none. */
export function statusPostback(
  kind: MessageKind,
  message: StatusSubject,
  step: MessageStep,
  facts: { sentAs: SentAs; at: number; details?: string; handset?: string },
): PostbackBody | null {
  if (step.postback === null) return null;
  const code = step.postback;
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
  const fixed = DETAILS[step.state as keyof typeof DETAILS] as string | undefined;
  const body = {
    origin: "MMS_MT",
    code,
    "sent-as": facts.sentAs,
    status,
    "status-details": fixed ?? facts.details ?? status,
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

/** Why one file of a template could not be used. `url` as the request gave it. */
export interface FileFault {
  kind: string;
  url: string;
  reason: string;
}

/** The postback that ends a template's transcoding (spec 6.3): N003, or one for a bad file. */
export function templatePostback<C extends "N003" | "E002" | "E003" | "E004" | "E011">(
  code: C,
  template: Pick<TemplateRecord, "mmsId" | "trackingId" | "clientReference">,
  at: number,
  file?: FileFault,
): { code: C; body: string } {
  const { mmsId, trackingId } = template;
  const reference = template.clientReference === null
    ? {}
    : { "client-reference": template.clientReference };
  const url = file?.url ?? "";
  const fields: Record<"N003" | "E002" | "E003" | "E004" | "E011", object> = {
    N003: {
      "mms-id": mmsId,
      "tracking-id": trackingId,
      ...reference,
      timestamp: isoMicros(at),
    },
    E002: { mmsid: mmsId, trackingid: trackingId, ...reference, audioname: url },
    E003: { "mms-id": mmsId, trackingid: trackingId, ...reference, videoname: url },
    E004: { mmsid: mmsId, trackingid: trackingId, ...reference, imagename: url },
    E011: {
      "tracking-id": trackingId,
      ...reference,
      "content-type": file?.kind ?? "",
      "content-name": url,
      "error-info": file?.reason ?? "",
    },
  };
  return { code, body: JSON.stringify({ origin: "MMS_MT", code, ...fields[code] }) };
}
