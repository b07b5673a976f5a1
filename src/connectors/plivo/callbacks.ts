/** Callbacks of Plivo: their signatures, reports and messages. */
import { createHmac } from "node:crypto";
import type { SettingsOf } from "../../core/routing/connector.ts";
import type { CallbackRequest } from "../../ports/mod.ts";
import { referenceOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { readForm, sortedByName } from "../http_carrier/form.ts";
import { equalsSecretly } from "../http_carrier/signatures.ts";

/** Version of the signatures: HMAC-SHA256 with the auth token over the signed text, in base64. */
interface Scheme {
  /** Headers with signatures: by the account of the number, and by the main account. */
  readonly signatures: readonly string[];
  readonly nonce: string;
  /** Null: the form has too many fields. */
  signedText(request: CallbackRequest, nonce: string): string | null;
}

const V3: Scheme = {
  signatures: ["x-plivo-signature-v3", "x-plivo-signature-ma-v3"],
  nonce: "x-plivo-signature-v3-nonce",
  signedText({ body, url }, nonce) {
    const query = pairsOf(url.searchParams).map(([name, value]) => `${name}=${value}`).join("&");
    const form = readForm(body);
    if (form === null) return null;
    const fields = pairsOf(form).flat();
    const mark = query === "" && fields.length === 0 ? "" : "?";
    const dot = query === "" || fields.length === 0 ? "" : ".";
    return `${url.origin}${url.pathname}${mark}${query}${dot}${fields.join("")}.${nonce}`;
  },
};

/** Signs neither the query nor the body. */
const V2: Scheme = {
  signatures: ["x-plivo-signature-v2", "x-plivo-signature-ma-v2"],
  nonce: "x-plivo-signature-v2-nonce",
  signedText: ({ url }, nonce) => `${url.origin}${url.pathname}${nonce}`,
};

/**
 * Verifies a POST by the signatures of version 3, or where it has none and they are accepted, of
 * version 2: documents on messaging describe version 2, while version 3 is what comes. Neither has
 * a timestamp: a replay is known by its ids.
 */
export function verifiesCallback(
  request: CallbackRequest,
  { acceptV2Signatures, authToken }: Pick<SettingsOf<"plivo">, "acceptV2Signatures" | "authToken">,
): boolean {
  const { headers } = request;
  const hasV3 = [...V3.signatures, V3.nonce].some((name) => headers.has(name));
  if (!hasV3 && !acceptV2Signatures) return false;
  const { nonce: nonceName, signatures, signedText } = hasV3 ? V3 : V2;
  const nonce = headers.get(nonceName);
  if (nonce === null) return false;
  const text = signedText(request, nonce);
  if (text === null) return false;
  const expected = createHmac("sha256", authToken).update(text).digest("base64");
  // During a change of the token there are several, separated by commas.
  return signatures.flatMap((name) => headers.get(name)?.split(",") ?? [])
    .some((signature) => equalsSecretly(signature.trim(), expected));
}

/** Lists names and values: names in order, and the values of a repeated name in order. */
function pairsOf(params: URLSearchParams): [name: string, value: string][] {
  return sortedByName(params).flatMap(([name, values]) =>
    values.sort().map((value): [string, string] => [name, value])
  );
}

/**
 * Reads a callback: a report at `status`, a message at `inbound`. The path is signed, too.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body, path }: CallbackRequest): CallbackEvent[] {
  const form = readForm(body)!;
  return [/^status(\/|$)/.test(path) ? reportOf(form, path) : messageOf(form)];
}

function reportOf(form: URLSearchParams, path: string): CallbackEvent {
  const code = form.get("ErrorCode") ?? "";
  return {
    event: "report",
    carrierId: required(form, "MessageUUID"),
    trackingId: referenceOf(path),
    status: required(form, "Status"),
    // 000: no error.
    code: /^0*$/.test(code) ? null : code,
  };
}

function messageOf(form: URLSearchParams): CallbackEvent {
  const id = required(form, "MessageUUID");
  const media = mediaOf(form);
  const type = form.get("Type") || (media.length > 0 ? "mms" : "sms");
  // WhatsApp has fields of its own.
  if (type !== "sms" && type !== "mms") {
    return { event: "ignored", name: `message of type ${type}` };
  }
  return {
    event: "message",
    id,
    media,
    from: required(form, "From"),
    to: required(form, "To"),
    text: form.get("Text") ?? "",
    subject: null,
    isMms: type === "mms",
  };
}

/** Maximum number of media of a message. */
const MEDIA_MAX = 10;

function mediaOf(form: URLSearchParams): InboundMedia[] {
  return Array.from({ length: MEDIA_MAX }, (_, index) => form.get(`Media${index}`) ?? "")
    .filter((url) => url !== "")
    .map((url) => ({ url, type: null, name: null }));
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name) ?? "";
  if (value === "") throw new CallbackFault(`${name} is missing`);
  return value;
}
