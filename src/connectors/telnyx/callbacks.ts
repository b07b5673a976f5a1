/** Webhooks of Telnyx: their signatures, reports and messages. */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { Refusal } from "../../core/errors.ts";
import type { CallbackRequest } from "../../ports/mod.ts";
import { jsonOf } from "../http_carrier/callback_json.ts";
import { recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import { referenceOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { isRecent } from "../http_carrier/signatures.ts";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/**
 * Reads the public key of an account.
 *
 * @param publicKey Key of 32 bytes in base64.
 * @throws {Refusal} E100 where it is no point of the curve.
 */
export function readPublicKey(publicKey: string): KeyObject {
  try {
    const x = Uint8Array.fromBase64(publicKey).toBase64(BASE64URL);
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch {
    const fault = "this is no Ed25519 key; copy it from Telnyx's portal";
    throw new Refusal("invalidRequest", `public-key: ${fault}`);
  }
}

/**
 * Creates the function that verifies webhooks: an Ed25519 signature in `telnyx-signature-ed25519`
 * over the time in `telnyx-timestamp`, a bar and the body.
 */
export function createVerifier(
  key: KeyObject,
): (request: CallbackRequest, now: number) => boolean {
  return ({ body, headers }, now) => {
    const timestamp = headers.get("telnyx-timestamp");
    const signature = bytesOf(headers.get("telnyx-signature-ed25519"));
    if (signature === null || !isRecent(timestamp, now)) return false;
    return verify(null, signedBytes(timestamp!, body), key, signature);
  };
}

function signedBytes(timestamp: string, body: Uint8Array): Uint8Array {
  const start = new TextEncoder().encode(`${timestamp}|`);
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return bytes;
}

function bytesOf(base64: string | null): Uint8Array | null {
  try {
    return base64 === null ? null : Uint8Array.fromBase64(base64);
  } catch {
    return null;
  }
}

/**
 * Reads a webhook: the event decides, and not the path, which is not signed.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body }: CallbackRequest): CallbackEvent[] {
  const json = jsonOf(body);
  const event = textAt(json, "data", "event_type");
  const payload = valueAt(json, "data", "payload");
  switch (event) {
    case "message.received":
      return [messageOf(payload)];
    case "message.sent":
    case "message.finalized":
      return [reportOf(payload, json)];
  }
  // A click on a shortened link has no event type.
  const name = event ?? textAt(json, "data", "record_type");
  if (name !== null) return [{ event: "ignored", name }];
  throw new CallbackFault("no webhook of API version 2: set the messaging profile's to it");
}

function messageOf(payload: unknown): CallbackEvent {
  const type = textAt(payload, "type");
  // RCS comes in a form of its own.
  if (type !== "SMS" && type !== "MMS") {
    return { event: "ignored", name: `message of type ${type}` };
  }
  return {
    event: "message",
    id: required(payload, "id"),
    from: addressAt(payload, "from"),
    to: addressAt(payload, "to", 0),
    ...furtherIn(payload),
    text: textAt(payload, "text") ?? "",
    subject: textAt(payload, "subject"),
    media: recordsAt(payload, "media").map(mediaOf),
    isMms: type === "MMS",
  };
}

/** Reads the other recipients of a message to a group; those that cannot be read are left out. */
function furtherIn(payload: unknown): { alsoTo?: string[] } {
  const listAt = (name: string) => {
    const list = valueAt(payload, name);
    return Array.isArray(list) ? list : [];
  };
  const alsoTo = [...listAt("to").slice(1), ...listAt("cc")]
    .flatMap((each) => textAt(each, "phone_number") ?? textAt(each) ?? []);
  return alsoTo.length === 0 ? {} : { alsoTo };
}

function mediaOf(media: Record<string, unknown>): InboundMedia {
  return { url: required(media, "url"), type: textAt(media, "content_type"), name: null };
}

function reportOf(payload: unknown, json: unknown): CallbackEvent {
  const [error] = recordsAt(payload, "errors");
  return {
    event: "report",
    carrierId: required(payload, "id"),
    trackingId: referenceIn(textAt(json, "meta", "delivered_to")) ??
      referenceIn(textAt(payload, "webhook_url")),
    status: required(payload, "to", 0, "status"),
    code: textAt(error, "code"),
    text: textAt(error, "detail") ?? textAt(error, "title"),
  };
}

/** Reads the tracking-id in an address of ours within the signed body. */
function referenceIn(url: string | null): string | null {
  const path = URL.parse(url ?? "")?.pathname.split("/").slice(-2).join("/");
  return referenceOf(path ?? "");
}

/** Reads a number, which examples have as an object or as a text. */
function addressAt(payload: unknown, ...path: readonly (string | number)[]): string {
  return textAt(payload, ...path, "phone_number") ?? required(payload, ...path);
}

function required(value: unknown, ...path: readonly (string | number)[]): string {
  const text = textAt(value, ...path);
  if (text === null) throw new CallbackFault(`${path.join(".")} is missing`);
  return text;
}
