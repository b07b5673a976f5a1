/** Identifiers: UUID version 7 (RFC 9562), which sorts by time and cannot be guessed. */
import { createUuids } from "../../lib/uuid_v7.ts";
import type { Ids, Secrets } from "../../ports/mod.ts";
import { hashApiKey } from "../cache/accounts.ts";

const uuids = createUuids();

export const uuidIds: Ids = {
  tracking: () => uuids("-"),
  mms: () => uuids("-"),
  account: () => uuids("").slice(-12),
  sample: () => `msg_${uuids("")}`,
  page: () => linkCode(22),
  upload: () => randomText(16),
  link: () => linkCode(12),
};

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export const randomSecrets: Secrets = {
  apiKey: newApiKey,
  webhookSecret: newWebhookSecret,
  hash: hashApiKey,
};

/** Generates an API key: alphanumeric (spec 5), 32 characters, 190 bits. */
function newApiKey(): string {
  let key = "";
  while (key.length < 32) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // 248 is the largest multiple of 62 in a byte: larger values would favour some letters.
      if (byte < 248 && key.length < 32) key += ALPHANUMERIC[byte % 62];
    }
  }
  return key;
}

/** Generates a webhook secret (Standard Webhooks): `whsec_` and 24 random bytes in base64. */
function newWebhookSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;
}

/**
 * Generates the code of a link: base64url that neither begins nor ends in "-" or "_", which some
 * apps cut off. That costs less than a tenth of a bit.
 */
function linkCode(characters: number): string {
  for (;;) {
    const code = randomText(Math.ceil(characters * 3 / 4)).slice(0, characters);
    if (/^[^_-].*[^_-]$/.test(code)) return code;
  }
}

/** Generates random bytes in base64url. */
function randomText(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/** Generates an admin token: 32 random bytes in hex. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}
