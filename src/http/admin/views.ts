/** Records as the admin API shows them. */
import { describeHours } from "../../core/schedule/delivery_window.ts";
import type * as core from "../../core/account/account.ts";
import { defaultReceiver } from "../../core/account/receiver.ts";
import type { Block } from "../../core/account/block.ts";
import {
  type EventLog,
  type HistoryEntry,
  interruptionsIn,
  type PostbackView,
} from "../../core/message/event.ts";
import { contentUrl, type InboundRecord } from "../../core/message/inbound.ts";
import { type LinkRecord, linkUrl } from "../../core/sms/link.ts";
import type { Rendition } from "../../core/media/media_file.ts";
import type { MessageRecord } from "../../core/message/message.ts";
import type { SlideMedia } from "../../core/composition/content.ts";
import { countSegments } from "../../core/sms/sms_text.ts";
import type { FailedAttempt } from "../../core/message/failed_attempt.ts";
import type { Campaign } from "../../core/subscription/campaign.ts";
import type { Consent, Subscription } from "../../core/subscription/subscription.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type * as env from "../../ports/mod.ts";
import { traceIdOf } from "../../tracing/mod.ts";
import type * as wire from "../../generated/admin.ts";

/** Formats an instant, milliseconds since the epoch, by ISO 8601; null stays null. */
export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoMicros(at);
}

export function accountView(account: core.Account): wire.Account {
  const { url, webhookSecrets: [current, previous] } = defaultReceiver(account);
  return {
    "account": account.id,
    "name": account.name,
    "display-name": account.displayName,
    "accent-colour": account.accentColour,
    "logo-set": account.logo !== null,
    "postback-url": url,
    "mm7": account.mm7,
    "mm7-url": account.mm7Url,
    "mm7-username": account.mm7Username,
    "mm7-password-set": account.mm7Password !== null,
    "mm7-dialect": account.mm7Dialect,
    "mm7-text-xml": account.mm7TextXml,
    "mm7-allow-adaptations": account.mm7AllowAdaptations,
    "mm7-version": account.mm7Version,
    "mm7-namespace": account.mm7Namespace,
    "mm7-transfer-encoding": account.mm7TransferEncoding,
    "mm7-priority": account.mm7Priority,
    "mms-mo-postbacks": account.mmsMoPostbacks,
    "sms-mo-postbacks": account.smsMoPostbacks,
    "extended-postbacks": account.extendedPostbacks,
    "delivery-window": account.deliveryWindow,
    "time-zone": account.timeZone,
    "error-help": account.errorHelp,
    "opt-out": account.optOut,
    "keyword-replies": account.keywordReplies,
    "smart-encoding": account.smartEncoding,
    "allow-fallback-sms": account.allowFallbackSms,
    "enforce-campaign-check": account.enforceCampaignCheck,
    "delivery-reports": account.deliveryReports,
    "operator-lookup": account.operatorLookup,
    "rate": account.rate,
    "disabled": account.disabled,
    "webhook-secret-hint": current!.secret.slice(-4),
    "former-secret-until": isoOrNull(previous?.until ?? null),
    "created-at": isoMicros(account.createdAt),
  };
}

export function senderView(originator: core.Originator, warnings: string[]): wire.Sender {
  return {
    "address": originator.address,
    "kind": originator.kind,
    "country": originator.country,
    "countries": originator.countries.join(","),
    "vasid": originator.vasid,
    "shared": originator.shared,
    "mms-connector": originator.mmsConnector,
    "sms-connector": originator.smsConnector,
    warnings,
  };
}

export function campaignView(campaign: Campaign): wire.Campaign {
  return {
    "campaign-ref": campaign.ref,
    "title": campaign.title,
    "brand-name": campaign.brandName,
    "from": campaign.sender,
    "cta-text": campaign.ctaText,
    "welcome-text": campaign.welcomeText,
    "goodbye-text": campaign.goodbyeText,
    "created-at": isoMicros(campaign.createdAt),
  };
}

export function subscriptionView(subscription: Subscription): wire.Subscription {
  return {
    "campaign-ref": subscription.campaignRef,
    "recipient": subscription.recipient,
    "state": subscription.expiresAt === null ? "subscribed" : "pending",
    "since": isoMicros(subscription.since),
    "expires-at": isoOrNull(subscription.expiresAt),
    "consent": consentView(subscription.consent),
  };
}

export function consentView(consent: Consent | null): wire.Consent {
  const { collectedAt, data, source, subscriberRef, textShown, timezone } = consent ?? {};
  return {
    ...source === undefined ? {} : { source },
    ...collectedAt === undefined ? {} : { "collected-at": isoMicros(collectedAt) },
    ...textShown === undefined ? {} : { "text-shown": textShown },
    ...subscriberRef === undefined ? {} : { "subscriber-ref": subscriberRef },
    ...timezone === undefined ? {} : { timezone },
    ...data === undefined ? {} : { data },
  };
}

export function blockView(account: string, block: Block): wire.Block {
  return {
    account,
    "originator": block.originator,
    "number": block.number,
    "made-by": block.madeBy,
    "since": isoMicros(block.since),
  };
}

/** @param baseUrl Public base URL, without a trailing slash. */
export function inboundView(message: InboundRecord, baseUrl: string): wire.InboundMessage {
  const { kind } = message;
  return {
    "tracking-id": message.trackingId,
    "account": message.account,
    kind,
    "connector": message.connector,
    "from": message.from,
    "to": message.to,
    "subject": kind === "MMS_MO" ? message.subject : null,
    "text": kind === "SMS_MO" ? message.text : null,
    "operator-id": message.operatorId,
    "files": kind === "SMS_MO" ? [] : message.files.map(({ blob, name, type, bytes }) => ({
      name,
      type,
      bytes,
      "url": contentUrl(baseUrl, message.token, name),
      "sha256": blob,
    })),
    "received-at": isoMicros(message.receivedAt),
  };
}

export function messageView(message: MessageRecord): wire.Message {
  return {
    "tracking-id": message.trackingId,
    "account": message.account,
    "kind": message.kind,
    "state": message.state,
    "sent-as": message.sentAs,
    "from": message.from,
    "to": message.to,
    "operator-id": message.operatorId,
    "mms-id": message.mmsId,
    "client-reference": message.clientReference,
    "campaign-ref": message.campaignRef,
    "segments": message.content.kind === "SMS" ? countSegments(message.content.text) : null,
    "connector": message.connector,
    "carrier-id": message.carrierId,
    "handset": message.handset,
    "status-details": message.statusDetails,
    "status-reason": message.statusReason,
    "reply-to": message.replyTo ?? null,
    "status-callback": message.statusCallback ?? null,
    "accepted-at": isoMicros(message.acceptedAt),
    "updated-at": isoMicros(message.updatedAt),
  };
}

/** Returns the fields of a message that only its own page shows. */
export function messageDetailView(
  { attempts, content, deliveryReport, expiresAt, priority, resentFrom, trace, window }:
    MessageRecord,
  baseUrl: string,
): Pick<
  wire.MessageDetail,
  | "content"
  | "attempts"
  | "delivery-report"
  | "expires-at"
  | "priority"
  | "delivery-window"
  | "resent-from"
  | "trace-id"
> {
  return {
    "content": contentView(content, baseUrl),
    attempts,
    "delivery-report": deliveryReport,
    "expires-at": isoMicros(expiresAt),
    "priority": priority ?? "normal",
    "delivery-window": window === undefined ? null : describeHours(window),
    "resent-from": resentFrom ?? null,
    "trace-id": trace === undefined ? null : traceIdOf(trace),
  };
}

function contentView(content: MessageRecord["content"], baseUrl: string): wire.MessageContent {
  if (content.kind === "SMS") {
    const none = { "subject": null, "slides": [], "fallback-text": null, "page-url": null };
    return { "text": content.text, ...none };
  }
  const { subject, slides, fallback, pageCode } = content;
  return {
    "text": null,
    subject,
    "slides": slides.map(({ text, media }) => ({ text, "files": media.map(fileView) })),
    "fallback-text": fallback.disabled ? null : fallback.text,
    "page-url": pageCode === undefined ? null : linkUrl(baseUrl, { code: pageCode, kind: "page" }),
  };
}

function fileView({ kind, url, source, renditions }: SlideMedia): wire.MessageFile {
  const forms = renditions.map(renditionView);
  if (source === undefined) return { kind, url, "renditions": forms };
  const { type, bytes, blob } = source;
  const unknown = { "width": null, "height": null, "duration-ms": null };
  return {
    kind,
    url,
    "renditions": [...forms, { "name": "source", type, bytes, ...unknown, "sha256": blob }],
  };
}

/** Converts the events of a message or template, as its detail shows them. */
/** Returns what a history tells of interrupted work. */
export function interruptionView(
  { history }: Pick<EventLog, "history">,
): Pick<wire.MessageDetail, "interruptions" | "interruption-reason"> {
  const interruptions = interruptionsIn(history);
  return {
    "interruptions": interruptions.length,
    "interruption-reason": interruptions.at(-1)?.details ?? null,
  };
}

export function eventLogView(
  { history, postbacks }: EventLog,
): Pick<wire.MessageDetail, "history" | "postbacks"> {
  return { history: history.map(historyView), postbacks: postbacks.map(postbackView) };
}

function historyView({ at, event, state, details }: HistoryEntry): wire.HistoryEntry {
  return { "at": isoMicros(at), event, state, ...(details === null ? {} : { details }) };
}

function postbackView(postback: PostbackView): wire.PostbackEntry {
  return {
    "id": postback.id,
    "receiver": postback.receiver,
    ...postback.callback === null ? {} : { "status-callback": postback.callback },
    "code": postback.code,
    "state": postback.state,
    "attempts": postback.attempts,
    "created-at": isoMicros(postback.createdAt),
    "sent-at": isoOrNull(postback.sentAt),
    "next-attempt-at": isoOrNull(postback.nextAttemptAt),
    "last-error": postback.lastError,
    "failed-attempts": postback.failedAttempts.map(failedAttemptView),
    "body": postback.body as Record<string, unknown>,
  };
}

function failedAttemptView(attempt: FailedAttempt): wire.FailedAttempt {
  return {
    "at": isoMicros(attempt.at),
    "milliseconds": attempt.durationMs,
    "http-status": attempt.status,
    "error": attempt.error,
    "response": attempt.response,
  };
}

export function postbackRecordView(postback: env.PostbackRecord): wire.PostbackRecord {
  return {
    ...postbackView(postback),
    "account": postback.account,
    "tracking-id": postback.trackingId,
    "replayed-at": isoOrNull(postback.replayedAt),
  };
}

export function exchangeView(exchange: env.ExchangeRecord): wire.Exchange {
  return {
    "at": isoMicros(exchange.at),
    "peer": exchange.peer,
    "direction": exchange.direction,
    "protocol": exchange.protocol,
    "title": exchange.title,
    "content": exchange.content,
    "bytes": exchange.bytes,
    "truncated": exchange.truncated,
  };
}

export function renditionView({ durationMs, blob, ...rendition }: Rendition): wire.Rendition {
  return { ...rendition, "duration-ms": durationMs, "sha256": blob };
}

export function loopbackView(message: env.LoopbackMessage): wire.LoopbackMessage {
  const { carrierId, receivedAt, submission } = message;
  const { kind, from, to, trackingId } = submission;
  return {
    "carrier-id": carrierId,
    "tracking-id": trackingId,
    kind,
    from,
    to,
    "subject": submission.kind === "MMS" ? submission.subject : null,
    "text": submission.kind === "SMS" ? submission.text : null,
    "parts": submission.kind === "SMS" ? [] : submission.parts.map((part) => ({
      "content-id": part.contentId,
      "type": part.type,
      "location": part.location,
      "bytes": part.bytes,
      "text": part.text ?? null,
      "sha256": part.blob ?? null,
    })),
    "received-at": isoMicros(receivedAt),
  };
}

export function linkView(link: LinkRecord, baseUrl: string): wire.Link {
  return {
    "url": linkUrl(baseUrl, link),
    "kind": link.kind,
    "account": link.account,
    "tracking-id": link.trackingId,
    "target": link.target,
    "clicks": link.clicks,
    "previews": link.previews,
    "first-click-at": isoOrNull(link.firstClickAt),
    "last-click-at": isoOrNull(link.lastClickAt),
    "created-at": isoMicros(link.createdAt),
    "expires-at": isoMicros(link.expiresAt),
  };
}
