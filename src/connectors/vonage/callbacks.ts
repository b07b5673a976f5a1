/** Webhooks of Vonage: their signatures, reports and messages. */
import { createHash } from "node:crypto";
import type { CallbackHead, CallbackRequest } from "../../ports/mod.ts";
import { jsonOf } from "../http_carrier/callback_json.ts";
import { isRecord, textAt, valueAt } from "../http_carrier/json.ts";
import { referenceOf, trackingIdOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { equalsSecretly, isRecent } from "../http_carrier/signatures.ts";
import { ATTACHMENT_KINDS } from "./content.ts";
import { verifyJwt } from "./jwt.ts";

/**
 * Verifies the token in `Authorization: Bearer`: its signature with the signature secret of the
 * account, its age, and the digest of the body that it has.
 *
 * @param now Milliseconds since the epoch.
 */
export function verifiesCallback(
  request: CallbackRequest,
  signatureSecret: string,
  now: number,
): boolean {
  const digest = digestOf(request, signatureSecret, now);
  const expected = createHash("sha256").update(request.body).digest("hex");
  return digest !== null && equalsSecretly(digest, expected);
}

/** Returns the digest of the body that a token states. Null: the token is not valid. */
export function digestOf(
  { headers }: CallbackHead,
  signatureSecret: string,
  now: number,
): string | null {
  const token = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const claims = token === undefined ? null : verifyJwt(token, signatureSecret);
  if (claims === null) return null;
  const { exp, iat, payload_hash: digest } = claims;
  if (typeof iat !== "number" || !isRecent(iat, now)) return null;
  if (exp !== undefined && !(typeof exp === "number" && exp * 1000 > now)) return null;
  return typeof digest === "string" ? digest : null;
}

/**
 * Reads a webhook: a report has a status, a message of a handset has none. The path does not decide,
 * as it is not signed.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body, path }: CallbackRequest): CallbackEvent[] {
  const json = jsonOf(body);
  if (!isRecord(json)) throw new CallbackFault("the body is no JSON object");
  const channel = required(json, "channel");
  if (channel !== "sms" && channel !== "mms") return [{ event: "ignored", name: channel }];
  return [Object.hasOwn(json, "status") ? reportOf(json, path) : messageOf(json, channel)];
}

function reportOf(json: Record<string, unknown>, path: string): CallbackEvent {
  return {
    event: "report",
    carrierId: required(json, "message_uuid"),
    trackingId: trackingIdOf(textAt(json, "client_ref")) ?? referenceOf(path),
    status: required(json, "status"),
    // The title of an error is its code, as text or as a number.
    code: textAt(json, "error", "title"),
    text: textAt(json, "error", "detail"),
  };
}

function messageOf(json: Record<string, unknown>, channel: "sms" | "mms"): CallbackEvent {
  const common = {
    event: "message",
    id: required(json, "message_uuid"),
    from: required(json, "from"),
    to: required(json, "to"),
    subject: null,
    isMms: channel === "mms",
  } as const;
  const text = textAt(json, "text");
  if (channel === "sms") return { ...common, text: text ?? "", media: [] };
  const kind = textAt(json, "message_type") ?? "";
  const attachment = ATTACHMENT_KINDS.includes(kind) ? json[kind] : undefined;
  return {
    ...common,
    text: text ?? textAt(attachment, "caption") ?? "",
    media: mediaOf(attachment, json.content),
  };
}

/**
 * Lists the attachments: the main one and those of `content`. Each URL counts once, as it is not
 * documented whether `content` repeats the main one.
 *
 * @throws {CallbackFault}
 */
function mediaOf(main: unknown, content: unknown): InboundMedia[] {
  if (content !== undefined && !Array.isArray(content)) {
    throw new CallbackFault("content is no list");
  }
  const attachments = [...main === undefined ? [] : [main], ...content ?? []];
  const media = attachments.map((attachment): InboundMedia & { url: string } => ({
    url: required(attachment, "url"),
    type: null,
    name: textAt(attachment, "name"),
  }));
  return media.filter(({ url }, index) => media.findIndex((each) => each.url === url) === index);
}

/** @throws {CallbackFault} */
function required(json: unknown, name: string): string {
  const value = valueAt(json, name);
  if (typeof value !== "string" || value === "") throw new CallbackFault(`${name} is missing`);
  return value;
}
