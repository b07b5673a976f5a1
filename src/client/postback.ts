/** Verification of postbacks, signed as Standard Webhooks. */
import { fromWire, isObject } from "./fields.ts";
import { type KnownPostback, postbackFields } from "./generated.ts";

/** Postback with a code that this version does not know, such as `PING`. */
export interface UnknownPostback {
  code: null;
  /** Body with the names of its fields in JSON. */
  body: Record<string, unknown>;
}

export type Postback = KnownPostback | UnknownPostback;

/** Refusal of a request that is not a postback of the service, or is an old one. */
export class PostbackVerificationError extends Error {
  override readonly name = "PostbackVerificationError";
}

export interface VerificationOptions {
  /** Difference of the clocks that is accepted, in seconds. Default: 300. */
  tolerance?: number | undefined;
  /** Time of the verification. Default: now. */
  now?: Date | undefined;
}

/** Headers of a request, as `fetch` or `node:http` have them. */
export type RequestHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

const DEFAULT_TOLERANCE = 300;
const SECRET_PREFIX = "whsec_";

/**
 * Verifies the signature and the time of a postback, and reads it.
 *
 * @param body Body of the request as received, in JSON.
 * @param secrets Secret of the account or receiver (`whsec_…`), or several of which any may have
 *   signed.
 * @throws {PostbackVerificationError}
 */
export async function verifyPostback(
  body: string | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  options: VerificationOptions = {},
): Promise<Postback> {
  await verifySignature(body, headers, secrets, options);
  return parsePostback(body);
}

/**
 * Verifies the signature and the time of a postback in any format, such as XML.
 *
 * @param body Body of the request as received.
 * @param secrets Secret of the account or receiver (`whsec_…`), or several of which any may have
 *   signed.
 * @throws {PostbackVerificationError}
 */
export async function verifySignature(
  body: string | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  { tolerance = DEFAULT_TOLERANCE, now = new Date() }: VerificationOptions = {},
): Promise<void> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ")
    .filter((each) => each.startsWith("v1,")).map((each) => each.slice("v1,".length));
  const difference = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || difference > tolerance) {
    throw new PostbackVerificationError("webhook-timestamp is too old, too new, or no number");
  }
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const secret of [secrets].flat()) {
    if (await isSigned(signed, signatures, secret)) return;
  }
  throw new PostbackVerificationError("no signature is by this secret");
}

/** Reads the body of a postback whose signature is verified already. */
export function parsePostback(body: string | Uint8Array): Postback {
  const value: unknown = JSON.parse(
    typeof body === "string" ? body : new TextDecoder().decode(body),
  );
  if (!isObject(value) || Array.isArray(value)) {
    throw new SyntaxError("a postback is a JSON object");
  }
  const fields = value as Record<string, unknown>;
  const code = String(fields.code);
  const shape = Object.hasOwn(postbackFields, code) ? postbackFields[code] : undefined;
  if (shape === undefined) return { code: null, body: fields };
  return fromWire(shape, fields) as unknown as KnownPostback;
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secret: string,
): Promise<boolean> {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const raw = decodeBase64(encoded);
  if (raw === null || raw.length === 0) throw new TypeError("the secret is not whsec_ and base64");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["verify"]);
  for (const signature of signatures) {
    const mac = decodeBase64(signature);
    // Takes the same time wherever the signature differs.
    if (mac !== null && await crypto.subtle.verify("HMAC", key, mac, signed)) return true;
  }
  return false;
}

function headerOf(headers: RequestHeaders, name: string): string {
  const value = headers instanceof Headers
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") {
    throw new PostbackVerificationError(`${name} is missing`);
  }
  return value;
}

/** Decodes base64; null: it is none. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
