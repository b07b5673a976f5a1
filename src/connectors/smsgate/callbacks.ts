/** Webhooks of the phone: their signatures, reports and messages. */
import { createHmac } from "node:crypto";
import type { CallbackRequest } from "../../ports/mod.ts";
import { jsonOf } from "../http_carrier/callback_json.ts";
import { recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { equalsSecretly, isRecent } from "../http_carrier/signatures.ts";
import { codeIn } from "./codes.ts";
import { SMSGATE } from "./provider.ts";

/** Settings that decide on events. */
export interface CallbackSettings {
  deviceId: string | null;
  number: string | null;
  simNumber: number | null;
}

/**
 * Tells whether headers are those of a webhook, which may have the content of an MMS itself. They
 * prove nothing: the signature is over the body.
 */
export function isWebhook(headers: Headers): boolean {
  return /^[\da-f]{64}$/i.test(headers.get("x-signature") ?? "") && headers.has("x-timestamp");
}

/** Verifies X-Signature: HMAC-SHA256 over the body and, right behind it, X-Timestamp. */
export function verifiesCallback(
  { body, headers }: CallbackRequest,
  signingKey: string,
  now: number,
): boolean {
  const [signature, timestamp] = [headers.get("x-signature"), headers.get("x-timestamp")];
  if (signature === null || timestamp === null || !isRecent(timestamp, now)) return false;
  const expected = createHmac("sha256", signingKey).update(body).update(timestamp).digest("hex");
  return equalsSecretly(signature.toLowerCase(), expected);
}

/**
 * Reads a webhook: its event distinguishes reports and messages, whatever its address.
 *
 * @throws {CallbackFault}
 */
export function readCallback(
  { body }: Pick<CallbackRequest, "body">,
  settings: CallbackSettings,
): CallbackEvent[] {
  const json = jsonOf(body);
  const event = textAt(json, "event");
  if (event === null) throw new CallbackFault("event is missing");
  const { deviceId } = settings;
  if (deviceId !== null && textAt(json, "deviceId") !== deviceId) {
    return [{ event: "ignored", name: `${event} of another phone` }];
  }
  if (STATUSES.has(event)) return [reportOf(json, event)];
  switch (event) {
    case "sms:received":
      return [messageOf(json, { ...settings, text: textAt(json, "payload", "message") })];
    case "mms:downloaded":
      return [messageOf(json, {
        ...settings,
        text: textAt(json, "payload", "body"),
        media: mediaOf(json),
      })];
    default:
      return [{ event: "ignored", name: event }];
  }
}

const STATUSES: ReadonlySet<string> = new Set(SMSGATE.statuses.map(({ status }) => status));

function reportOf(json: unknown, status: string): CallbackEvent {
  const id = required(json, "messageId");
  const reason = textAt(json, "payload", "reason");
  const code = reason === null ? null : codeIn(reason);
  return { event: "report", carrierId: id, trackingId: id, status, code, text: reason };
}

interface Content {
  text: string | null;
  /** Media of an MMS; absent: it is an SMS. */
  media?: InboundMedia[];
}

function messageOf(json: unknown, { media, number, simNumber, text }: Content & CallbackSettings) {
  const recipient = textAt(json, "payload", "recipient");
  const slot = valueAt(json, "payload", "simNumber");
  if (recipient === null && simNumber !== null && typeof slot === "number" && slot !== simNumber) {
    return { event: "ignored", name: `message to SIM ${slot}` } as const;
  }
  const to = recipient ?? number;
  if (to === null) {
    throw new CallbackFault("the phone does not know its number: set the connector's --number");
  }
  return {
    event: "message",
    id: keyOf(json),
    from: required(json, "sender"),
    to,
    text: text ?? "",
    subject: media === undefined ? null : textAt(json, "payload", "subject"),
    media: media ?? [],
    isMms: media !== undefined,
  } as const;
}

/**
 * Returns the same key for all webhooks on a message, which may have several ids of their own. Ids
 * of messages are short hashes and numbers of rows: the time keeps those of different messages apart.
 */
function keyOf(json: unknown): string {
  const at = Date.parse(textAt(json, "payload", "receivedAt") ?? "");
  const parts = [required(json, "messageId"), ...Number.isNaN(at) ? [] : [at]];
  return [textAt(json, "deviceId") ?? "", ...parts].join(":");
}

/** Reads the files of an MMS; those that the phone could not read come without content. */
function mediaOf(json: unknown): InboundMedia[] {
  return recordsAt(json, "payload", "attachments").flatMap((attachment) => {
    const data = textAt(attachment, "data");
    if (data === null) return [];
    const type = textAt(attachment, "contentType") ?? "application/octet-stream";
    return [{ content: contentOf(data), type, name: textAt(attachment, "name") }];
  });
}

function contentOf(data: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(data);
  } catch {
    throw new CallbackFault("data of an attachment is not base64");
  }
}

/** @throws {CallbackFault} */
function required(json: unknown, name: string): string {
  const value = textAt(json, "payload", name);
  if (value === null) throw new CallbackFault(`payload.${name} is missing`);
  return value;
}
