/** Sending of an MMS with the send's overrides, shared by `sendsavedmms` and `sendmms`. */
import type { Requests, Responses } from "../generated/json.ts";
import type { Account } from "../core/account/account.ts";
import { MAX_DISPLAY_ONLY, readNumber } from "../core/account/address.ts";
import { isBlank, nonBlank } from "../core/characters.ts";
import type { Fallback, MmsContent } from "../core/composition/content.ts";
import { Refusal } from "../core/errors.ts";
import { type MergeData, readMergeData } from "../core/personalisation/merge_tags.ts";
import { personaliseText, SUBJECT_TEXT } from "../core/personalisation/personal.ts";
import { smartEncodingOf, withPlainTypography } from "../core/sms/outgoing_text.ts";
import type { NewTemplate } from "../core/template/template.ts";
import { accept } from "./accept.ts";
import { readAddressing } from "./addressing.ts";
import { planSlides, renderSlides, type SlideSource } from "./personalise.ts";
import type { ActionContext } from "./ports.ts";
import { readExpiry, readSchedule } from "./schedule.ts";
import { readStatusCallback } from "./status_callback.ts";
import { testOf } from "./test_of.ts";

/** Fields of a send; what `sendmms` has not is absent. */
export type MmsRequest = Omit<Requests["sendsavedmms"], "action" | "mms-id">;

/** Content to send, before the send's overrides. */
export interface SendableMms extends
  SlideSource,
  Pick<
    NewTemplate,
    | "mmsId"
    | "subject"
    | "fallbackText"
    | "disableFallbackSms"
    | "disableFallbackSmsLink"
    | "clientReference"
  > {
  /** Set where its files are fetched after the acceptance. */
  requestedFiles?: MmsContent["requestedFiles"];
}

/**
 * Sends an MMS to a recipient.
 *
 * @param load Returns the content, once sender and recipient are known to be right.
 * @throws {Refusal}
 */
// size: a send from its request to its response
export async function sendMms(
  request: MmsRequest,
  context: ActionContext,
  load: () => SendableMms | Promise<SendableMms>,
): Promise<Responses["sendsavedmms"]> {
  const {
    "client-reference": clientReference,
    "force-send-as-sms": forceSms = false,
  } = request;
  const { ports, access: { account } } = context;
  const need = { reach: "countries", kind: forceSms ? "sms" : "mms" } as const;
  const addressing = await readAddressing(request, context, need);
  const { originator, to, operatorId, campaignRef } = addressing;
  const statusCallback = readStatusCallback(request["status-callback"], ports);
  const displayOnly = readDisplayOnly(request["to-displayonly"]);
  const now = ports.clock.now();
  const schedule = readSchedule(request, to, context);
  const expiresAt = readMmsExpiry(request, now, schedule.start, ports.config.MMS_EXPIRY_MAX);
  const template = await load();
  const { mmsId, requestedFiles } = template;
  const data = readMergeData(request["merge-tag-data"]);
  const fallback = readFallback(request, template, data, account, now, context);
  const subjectTemplate = request["message-subject"] ?? template.subject;
  const subject = personaliseText(subjectTemplate, data, "message-subject", SUBJECT_TEXT);
  const plan = planSlides(request, template, data);
  ports.throughput.take(account);
  const { slides, unfitted, warnings: ofFiles } = await renderSlides(plan, context);
  const warnings = [...plan.warnings, ...ofFiles];
  const trackingId = ports.ids.tracking();
  const response: Responses["sendsavedmms"] = {
    status: "Success",
    "mms-id": mmsId,
    "tracking-id": trackingId,
    to,
    from: originator.address,
    ...schedule.state,
    "status-details": "MMS accepted and queued for delivery",
    ...warnings.length > 0 && { warnings },
  };
  await accept(ports, account, {
    trackingId,
    account: account.id,
    kind: "MMS_MT",
    from: originator.address,
    to,
    operatorId,
    mmsId,
    clientReference: clientReference ?? template.clientReference,
    campaignRef,
    content: {
      kind: "MMS",
      subject,
      slides,
      ...unfitted && { unfitted },
      ...requestedFiles && { requestedFiles },
      fallback,
      forceSms,
      displayOnly,
      pageCode: ports.ids.page(),
    },
    deliveryReport: account.deliveryReports,
    acceptedAt: ports.clock.now(), // rendering may have taken a while
    expiresAt,
    ...schedule.fields,
    ...statusCallback,
    ...testOf(context),
  }, { idempotentResponse: context.recordOf?.(response), warnings });
  return response;
}

/** Resolves the fallback SMS: the request overrides the template, within the account's rights. */
function readFallback(
  request: MmsRequest,
  template: SendableMms,
  data: MergeData,
  account: Account,
  now: number,
  { ports: { config } }: ActionContext,
): Fallback {
  const textTemplate = nonBlank(request["fallback-sms-text"]) ?? template.fallbackText;
  const text = personaliseText(textTemplate, data, "fallback-sms-text");
  const disabled = !account.allowFallbackSms ||
    (request["disable-fallback-sms"] ?? template.disableFallbackSms);
  const forced = request["force-send-as-sms"] === true;
  if (forced && !account.allowFallbackSms) {
    throw new Refusal(
      "invalidRequest",
      "force-send-as-sms: this account may not send fallback SMS",
    );
  }
  if ((!disabled || forced) && text === null) {
    throw new Refusal(
      "fallbackTextMissing",
      forced ? "fallback-sms-text is required with force-send-as-sms" : undefined,
    );
  }
  const smartEncoding = smartEncodingOf(config, account, request["smart-encoding"]);
  return {
    text: text !== null && smartEncoding ? withPlainTypography(text) : text,
    disabled,
    linkDisabled: request["disable-fallback-sms-link"] ?? template.disableFallbackSmsLink,
    linkExpiresAt: readExpiry(
      {
        name: "fallback-sms-link-expiration",
        value: nonBlank(request["fallback-sms-link-expiration"]) ?? undefined,
        fault: "expiryInvalid",
      },
      now,
      now,
      config.FALLBACK_LINK_EXPIRY_MAX,
    ),
  };
}

/**
 * Reads when the attempts to deliver an MMS stop.
 *
 * @throws {Refusal} E652 or E1902
 */
function readMmsExpiry(
  { "mms-expiry-timestamp": timestamp, "valid-until": validUntil }: MmsRequest,
  now: number,
  start: number,
  maxMs: number,
): number {
  const value = nonBlank(timestamp) ?? undefined;
  if (validUntil !== undefined && value !== undefined) {
    throw new Refusal("validUntilInvalid", "mms-expiry-timestamp says the same as valid-until");
  }
  const field = validUntil === undefined
    ? { name: "mms-expiry-timestamp", value, fault: "expiryInvalid" } as const
    : { name: "valid-until", value: validUntil, fault: "validUntilInvalid" } as const;
  return readExpiry(field, now, start, maxMs);
}

function readDisplayOnly(list: string | undefined): string[] {
  const items = (list ?? "").split(",").filter((item) => !isBlank(item));
  if (items.length > MAX_DISPLAY_ONLY) {
    throw new Refusal(
      "invalidRequest",
      `to-displayonly has more than ${MAX_DISPLAY_ONLY} numbers`,
    );
  }
  return items.map((item) => {
    const number = readNumber(item);
    if (number === null) {
      throw new Refusal("invalidRequest", "to-displayonly has an entry that is not a number");
    }
    return number;
  });
}
