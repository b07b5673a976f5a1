/** JSON Web Tokens (RFC 7519) of Vonage: RS256 for requests, HS256 for webhooks. */
import { createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { Refusal } from "../../core/errors.ts";
import { isRecord } from "../http_carrier/json.ts";
import { equalsSecretly } from "../http_carrier/signatures.ts";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** Minimum length of an RSA key for RS256, in bits (RFC 7518 section 3.3). */
const KEY_MIN_BITS = 2048;

/**
 * Reads the private key of an application.
 *
 * @throws {Refusal} E100 where it is no RSA key in PEM that can sign.
 */
export function readPrivateKey(pem: string): KeyObject {
  const key = parseKey(pem);
  if (key.asymmetricKeyType !== "rsa") {
    throw unusable(`this is a key of type ${key.asymmetricKeyType}, and no RSA key`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < KEY_MIN_BITS) throw unusable(`${bits} bits are less than ${KEY_MIN_BITS}`);
  try {
    signJwt({}, key);
  } catch {
    throw unusable("the key is damaged");
  }
  return key;
}

function parseKey(pem: string): KeyObject {
  if (pem.includes("ENCRYPTED")) throw unusable("the key is encrypted; remove its passphrase");
  if (pem.includes("PUBLIC KEY")) throw unusable("this is a public key");
  try {
    return createPrivateKey(pem);
  } catch {
    throw unusable("this is no private key in PEM; its line ends are part of it");
  }
}

function unusable(why: string): Refusal {
  return new Refusal("invalidRequest", `private-key: ${why}`);
}

/** Signs claims with RS256. */
export function signJwt(claims: Readonly<Record<string, unknown>>, key: KeyObject): string {
  const content = `${encode({ typ: "JWT", alg: "RS256" })}.${encode(claims)}`;
  const signature = sign("sha256", new TextEncoder().encode(content), key);
  return `${content}.${new Uint8Array(signature).toBase64(BASE64URL)}`;
}

function encode(value: unknown): string {
  return new TextEncoder().encode(JSON.stringify(value)).toBase64(BASE64URL);
}

/**
 * Verifies a token that is signed with HS256, and no other algorithm.
 *
 * @returns Its claims; null where it is none, or the signature is another.
 */
export function verifyJwt(token: string, secret: string): Record<string, unknown> | null {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token);
  if (parts === null) return null;
  const [, header, claims, signature] = parts as unknown as [string, string, string, string];
  const expected = createHmac("sha256", secret).update(`${header}.${claims}`).digest("base64url");
  if (!equalsSecretly(signature, expected)) return null;
  return decode(header)?.alg === "HS256" ? decode(claims) : null;
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const bytes = Uint8Array.fromBase64(part, { alphabet: "base64url" });
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
