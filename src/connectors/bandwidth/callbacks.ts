/** Callbacks of Bandwidth: their credentials, reports and messages. */
import { readBasic } from "../../core/account/basic_credentials.ts";
import type { CallbackHead, CallbackRequest } from "../../ports/mod.ts";
import { jsonOf } from "../http_carrier/callback_json.ts";
import { isRecord, textAt, valueAt } from "../http_carrier/json.ts";
import { trackingIdOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { equalsSecretly } from "../http_carrier/signatures.ts";
import { BANDWIDTH } from "./provider.ts";

/** Credentials that the application's callbacks are sent with. */
export interface CallbackCredentials {
  callbackUsername: string;
  callbackPassword: string;
}

/**
 * Verifies the Basic credentials. Bandwidth signs nothing: a replay has no effect, as events are
 * recognised by the ids of their messages.
 */
export function admitsCallback(
  { headers }: CallbackHead,
  { callbackUsername, callbackPassword }: CallbackCredentials,
): boolean {
  const basic = readBasic(headers.get("authorization"));
  // Together, so that the time tells nothing about either; a user name has no colon.
  const received = `${basic?.user}:${basic?.password}`;
  return equalsSecretly(received, `${callbackUsername}:${callbackPassword}`) && basic !== null;
}

/**
 * Reads the events of a callback: their types decide, as both kinds may go to one URL. The OpenAPI
 * document has a single event, the guide a list of them.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body }: Pick<CallbackRequest, "body">): CallbackEvent[] {
  const json = jsonOf(body);
  return Array.isArray(json) ? json.map(eventOf) : [eventOf(json)];
}

const STATUSES = new Set(BANDWIDTH.statuses.map(({ status }) => status));

function eventOf(event: unknown): CallbackEvent {
  const type = required(event, "type");
  if (STATUSES.has(type)) return reportOf(event, type);
  return type === "message-received" ? messageOf(event) : { event: "ignored", name: type };
}

function reportOf(event: unknown, status: string): CallbackEvent {
  return {
    event: "report",
    carrierId: required(event, "message", "id"),
    trackingId: trackingIdOf(textAt(event, "message", "tag")),
    status,
    code: textAt(event, "errorCode"),
    text: textAt(event, "description"),
  };
}

function messageOf(event: unknown): CallbackEvent {
  const id = required(event, "message", "id");
  // The number of ours; `message.to` lists all recipients of a group, of whom several may be ours.
  const to = required(event, "to");
  const recipients = valueAt(event, "message", "to");
  const isToGroup = Array.isArray(recipients) && recipients.length > 1;
  return {
    event: "message",
    id: isToGroup ? `${id}:${to}` : id,
    from: required(event, "message", "from"),
    to,
    text: textAt(event, "message", "text") ?? "",
    subject: null,
    media: mediaOf(event),
  };
}

function mediaOf(event: unknown): InboundMedia[] {
  const media = valueAt(event, "message", "media") ?? [];
  if (!Array.isArray(media)) throw new CallbackFault("message.media is no list");
  return media.map((url): InboundMedia => {
    if (typeof url !== "string") throw new CallbackFault("message.media is no list of URLs");
    return { url, type: null, name: null };
  });
}

/** @throws {CallbackFault} */
function required(event: unknown, ...path: readonly string[]): string {
  const text = isRecord(event) ? textAt(event, ...path) : null;
  if (text === null) throw new CallbackFault(`${path.join(".")} is missing`);
  return text;
}
