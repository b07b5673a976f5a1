/** Callbacks of Twilio: their signatures, reports and messages. */
import { createHmac } from "node:crypto";
import type { CallbackRequest } from "../../ports/mod.ts";
import { readForm, sortedByName } from "../http_carrier/form.ts";
import { equalsSecretly } from "../http_carrier/signatures.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { referenceOf } from "../http_carrier/outgoing.ts";

/**
 * Verifies X-Twilio-Signature: HMAC-SHA1 with the auth token over the URL and the sorted fields of
 * the form. It has no timestamp: a replay is known by its ids. The SDK tries the URL with and
 * without the standard port, as Twilio is inconsistent.
 */
export function verifiesCallback(
  { body, headers, method, url }: CallbackRequest,
  authToken: string,
): boolean {
  const signature = headers.get("x-twilio-signature");
  const form = readForm(method === "POST" ? body : "");
  if (signature === null || form === null) return false;
  const fields = signedFields(form);
  return urlsOf(url).some((signedUrl) => {
    const expected = createHmac("sha1", authToken).update(signedUrl + fields).digest("base64");
    return equalsSecretly(signature, expected);
  });
}

function urlsOf({ href, port, protocol, hostname, pathname, search }: URL): string[] {
  const standard = protocol === "https:" ? "443" : "80";
  const other = port === "" ? `${hostname}:${standard}` : hostname;
  return [href, `${protocol}//${other}${pathname}${search}`];
}

/** Joins the fields: names in order, and the distinct values of a repeated name in order. */
function signedFields(form: URLSearchParams): string {
  return sortedByName(form).flatMap(([name, values]) =>
    [...new Set(values)].sort().map((value) => name + value)
  ).join("");
}

/**
 * Reads a callback: a report at `status`, a message at `inbound`.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body, path }: CallbackRequest): CallbackEvent[] {
  const form = readForm(body)!;
  const id = form.get("MessageSid") ?? form.get("SmsSid");
  if (id === null) throw new CallbackFault("MessageSid is missing");
  const status = form.get("MessageStatus");
  if (status !== null) {
    return [{
      event: "report",
      carrierId: id,
      trackingId: referenceOf(path),
      status,
      code: form.get("ErrorCode"),
      text: form.get("ErrorMessage"),
    }];
  }
  const [from, to] = [form.get("From"), form.get("To")];
  if (from === null || to === null) throw new CallbackFault("From or To is missing");
  const media = mediaOf(form);
  return [{
    event: "message",
    id,
    from,
    to,
    media,
    text: form.get("Body") ?? "",
    subject: null,
    isMms: media.length > 0 || id.startsWith("MM"),
  }];
}

function mediaOf(form: URLSearchParams): InboundMedia[] {
  const count = Number(form.get("NumMedia") ?? 0);
  return Array.from({ length: Math.min(count, MEDIA_MAX) || 0 }, (_, index) => {
    const url = form.get(`MediaUrl${index}`);
    if (url === null) throw new CallbackFault(`MediaUrl${index} is missing`);
    return { url, type: form.get(`MediaContentType${index}`), name: null };
  });
}

/** Maximum number of media of a message. */
const MEDIA_MAX = 10;
