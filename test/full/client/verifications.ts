/** Verifications of postbacks that the client of every language performs. */
import { createHmac } from "node:crypto";
import type { Failure } from "../../client/calls.ts";
import { LATER, model, samples } from "../../client/samples.ts";

type Json = Record<string, unknown>;

/** Verification of a postback. */
export interface Verification {
  body: string;
  headers: Record<string, string>;
  secrets: string[];
  /** Time of the verification, in seconds since the epoch. */
  now: number;
  /** Expected fields of a postback in JSON. */
  postback?: { code: string | null; fields: Json };
  /** Only the signature is verified: the body is XML. */
  isVerified?: true;
  failure?: Failure;
}

const bytes = (secret: string) => `whsec_${btoa(secret.repeat(4))}`;
/** Time of all verifications, in seconds since the epoch. */
const NOW = Date.parse("2026-07-01T10:00:00Z") / 1000;
const SECRET = bytes("account1");
const XML = `<?xml version="1.0" encoding="UTF-8"?><postback><code>N202</code></postback>`;
const OTHER_SECRET = bytes("account2");

function signature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Uint8Array.from(atob(secret.slice("whsec_".length)), (each) => each.charCodeAt(0));
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Signs a body as the service does. */
function signed(
  body: Json | string,
  { secret = SECRET, age = 0, id = "msg_1" } = {},
): Verification {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const timestamp = String(NOW - age);
  return {
    body: text,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature(secret, id, timestamp, text),
    },
    secrets: [SECRET],
    now: NOW,
  };
}

/** Verifications by name. */
export function verificationsOf(): Record<string, Verification> {
  const fields = samples.object("PostbackN102");
  const postback = { code: "N102", fields };
  const valid: Verification = { ...signed(fields), postback };
  const refused: Failure = { kind: "verification" };
  const without = (name: string): Verification => {
    const { [name]: _, ...headers } = valid.headers;
    return { ...valid, headers, postback: undefined, failure: refused };
  };
  const withSignature = (change: (signature: string) => string) => ({
    ...valid,
    headers: { ...valid.headers, "webhook-signature": change(valid.headers["webhook-signature"]!) },
  });
  const refusal = (each: Verification): Verification => ({
    ...each,
    postback: undefined,
    failure: refused,
  });
  const ping = { origin: "PING", code: "PING", account: "acme", timestamp: "2026-11-20T22:57:36Z" };
  const unknown = (body: Json): Verification => ({
    ...signed(body),
    postback: { code: null, fields: body },
  });
  return {
    "valid": valid,
    "headers-in-capitals": {
      ...valid,
      headers: Object.fromEntries(
        Object.entries(valid.headers).map((
          [name, value],
        ) => [name.replace("webhook", "Webhook"), value]),
      ),
    },
    "five-minutes-old": { ...signed(fields, { age: 300 }), postback },
    "older": refusal(signed(fields, { age: 301 })),
    "five-minutes-early": { ...signed(fields, { age: -300 }), postback },
    "earlier": refusal(signed(fields, { age: -301 })),
    "wrong-secret": refusal({ ...valid, secrets: [OTHER_SECRET] }),
    "no-secret": { ...refusal({ ...valid, secrets: ["whsec_"] }), failure: { kind: "argument" } },
    "no-base64": { ...refusal({ ...valid, secrets: ["whsec_!!"] }), failure: { kind: "argument" } },
    "tampered-body": refusal({ ...valid, body: valid.body.replace("N102", "N103") }),
    "tampered-id": refusal({ ...valid, headers: { ...valid.headers, "webhook-id": "msg_2" } }),
    "tampered-time": refusal({
      ...valid,
      headers: { ...valid.headers, "webhook-timestamp": String(NOW - 1) },
    }),
    "no-time": refusal({ ...valid, headers: { ...valid.headers, "webhook-timestamp": "now" } }),
    "two-signatures": withSignature((own) =>
      `${signed(fields, { secret: OTHER_SECRET }).headers["webhook-signature"]} ${own}`
    ),
    "other-versions": withSignature((own) => `v1a,${own.slice(3)} v2,x ${own}`),
    "other-version-only": refusal(withSignature((own) => `v1a,${own.slice(3)}`)),
    "no-signature": refusal(withSignature(() => "v1,")),
    "signature-cut": refusal(withSignature((own) => own.slice(0, -4))),
    "two-secrets": { ...valid, secrets: [OTHER_SECRET, SECRET] },
    "without-id": without("webhook-id"),
    "without-time": without("webhook-timestamp"),
    "without-signature": without("webhook-signature"),
    "ping": unknown(ping),
    "later-code": unknown({ ...ping, code: "N999" }),
    "xml": { ...signed(XML), isVerified: true },
    "older-xml": refusal(signed(XML, { age: 301 })),
    "tampered-xml": refusal({ ...signed(XML), body: XML.replace("N202", "E202") }),
    "odd-code": unknown({ ...ping, code: "constructor" }),
    ...Object.fromEntries(model.postbacks.flatMap(({ code, name }) => {
      const every = samples.object(name);
      const few = samples.object(name, true);
      return [
        [`${code}-every-field`, {
          ...signed({ ...every, ...LATER }),
          postback: { code, fields: every },
        }],
        [`${code}-no-option`, { ...signed(few), postback: { code, fields: few } }],
      ];
    })),
  };
}
