/** Callbacks of Sinch: their signatures and tokens, reports and messages. */
import { createHmac } from "node:crypto";
import type { CallbackRequest } from "../../ports/mod.ts";
import { hasToken } from "../http_carrier/callback_token.ts";
import { isRecord, recordsAt, textAt } from "../http_carrier/json.ts";
import { referenceOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { equalsSecretly } from "../http_carrier/signatures.ts";

export interface CallbackSecrets {
  /** Token in the URL; null: it is not checked. */
  callbackToken: string | null;
  /** Secret of the HMAC; null: callbacks are not signed. */
  webhookSecret: string | null;
}

/** Verifies a callback by each of the secrets that there are. */
export function verifiesCallback(
  request: CallbackRequest,
  { callbackToken, webhookSecret }: CallbackSecrets,
): boolean {
  return (callbackToken === null || hasToken(request.url, callbackToken)) &&
    (webhookSecret === null || isSigned(request, webhookSecret));
}

/**
 * Verifies the signature: HMAC-SHA256 over body, nonce and timestamp. The age is not checked: Sinch
 * repeats callbacks for a day, and gives up one that is refused; a replay has no further effect.
 */
function isSigned({ body, headers }: CallbackRequest, secret: string): boolean {
  const [signature, nonce, timestamp] = ["", "-nonce", "-timestamp"].map((suffix) =>
    headers.get(`x-sinch-webhook-signature${suffix}`)
  );
  if (!signature || !nonce || !timestamp) return false;
  const expected = createHmac("sha256", secret).update(body).update(`.${nonce}.${timestamp}`);
  return equalsSecretly(signature, expected.digest("base64"));
}

/**
 * Reads a callback. Reports and messages come to any of the addresses: their type tells them apart.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body, path }: CallbackRequest): CallbackEvent[] {
  const event = parse(body);
  const type = textAt(event, "type");
  switch (type) {
    case null:
      throw new CallbackFault("type is missing");
    case "recipient_delivery_report_sms":
    case "recipient_delivery_report_mms":
      return [reportOf(event, path)];
    case "mo_text":
    case "mo_media":
      return [messageOf(event, type === "mo_media")];
    default:
      return [{ event: "ignored", name: type }];
  }
}

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (isRecord(event)) return event;
  } catch {
    // Refused below.
  }
  throw new CallbackFault("the body is no JSON object");
}

function reportOf(event: Record<string, unknown>, path: string): CallbackEvent {
  return {
    event: "report",
    carrierId: required(event, "batch_id"),
    trackingId: referenceOf(`status/${textAt(event, "client_reference") ?? ""}`) ??
      referenceOf(path),
    status: required(event, "status"),
    code: textAt(event, "code"),
  };
}

function messageOf(event: Record<string, unknown>, isMms: boolean): CallbackEvent {
  return {
    event: "message",
    id: required(event, "id"),
    from: required(event, "from"),
    to: required(event, "to"),
    text: (isMms ? textAt(event, "body", "message") : textAt(event, "body")) ?? "",
    subject: isMms ? textAt(event, "body", "subject") : null,
    media: isMms ? mediaOf(event) : [],
    isMms,
  };
}

/** Lists the media; one whose upload failed at Sinch has no URL, and is left out. */
function mediaOf(event: Record<string, unknown>): InboundMedia[] {
  return recordsAt(event, "body", "media").flatMap((item) => {
    const { status, url } = item;
    if (typeof url !== "string" || url === "" || status === "Failed") return [];
    return [{ url, type: textAt(item, "content_type"), name: null }];
  });
}

function required(event: Record<string, unknown>, name: string): string {
  const text = textAt(event, name);
  if (text === null) throw new CallbackFault(`${name} is missing`);
  return text;
}
