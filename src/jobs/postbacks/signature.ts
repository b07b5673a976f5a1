/**
 * Signatures of webhooks: HMAC-SHA-256 (Standard Webhooks, `v1`). Not by node:crypto: that takes the
 * key anew for each, and leaves more to be collected than it computes.
 */
import { Buffer } from "node:buffer";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { WebhookSecret } from "../../core/account/webhook_secret.ts";

/** A hash that has taken in the key, and nothing else yet. */
type Keyed = ReturnType<typeof hmac.create>;

const ready = new WeakMap<WebhookSecret, Keyed>();

function keyed(secret: WebhookSecret): Keyed {
  let made = ready.get(secret);
  if (made === undefined) {
    const key = Buffer.from(secret.secret.replace(/^whsec_/, ""), "base64");
    made = hmac.create(sha256, key);
    ready.set(secret, made);
  }
  return made;
}

/** One `v1,…` for each secret, in their order. */
export function signatures(secrets: readonly WebhookSecret[], content: string): string {
  const bytes = utf8(content);
  return secrets.map((secret) => `v1,${keyed(secret).clone().update(bytes).digest().toBase64()}`)
    .join(" ");
}

const encoder = new TextEncoder();
/** Most contents fit, and are written over one another. */
const room = new Uint8Array(16 << 10);

function utf8(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, room);
  return read === text.length ? room.subarray(0, written) : encoder.encode(text);
}
