/** JSON Web Tokens (RFC 7519) of a fake provider, with `node:crypto` alone. */
import { createHmac, verify } from "node:crypto";

export interface DecodedToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const DIGESTS = { HS256: "sha256", HS512: "sha512" } as const;

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

const encode = (value: object) =>
  new TextEncoder().encode(JSON.stringify(value)).toBase64(BASE64URL);

const decode = (part: string) =>
  JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, BASE64URL)));

/** Signs claims; `none` leaves the signature empty. */
export function signToken(
  claims: object,
  secret: string,
  algorithm: keyof typeof DIGESTS | "none",
): string {
  const text = `${encode({ alg: algorithm, typ: "JWT" })}.${encode(claims)}`;
  const signature = algorithm === "none"
    ? ""
    : createHmac(DIGESTS[algorithm], secret).update(text).digest("base64url");
  return `${text}.${signature}`;
}

/** Reads a token without verifying it. */
export function decodeToken(token: string): DecodedToken {
  const [header, claims] = token.split(".") as [string, string];
  return { header: decode(header), claims: decode(claims) };
}

/** Verifies the signature of a token by RS256 with a public key in PEM, and its expiry. */
export function verifiesRs256(token: string, publicKey: string): boolean {
  const [header, claims, signature, ...rest] = token.split(".");
  if (!header || !claims || !signature || rest.length > 0) return false;
  if (decode(header).alg !== "RS256" || !(decode(claims).exp > Date.now() / 1000)) return false;
  const text = new TextEncoder().encode(`${header}.${claims}`);
  return verify("sha256", text, publicKey, Uint8Array.fromBase64(signature, BASE64URL));
}
