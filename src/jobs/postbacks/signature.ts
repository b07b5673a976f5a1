/**
 * Signatures of webhooks: HMAC-SHA-256 (Standard Webhooks, `v1`). node:crypto would process the key
 * again for each, and cost more in garbage than in hashing.
 */
import { Buffer } from "node:buffer";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { WebhookSecret } from "../../core/account/webhook_secret.ts";

/** Hash state after the key. */
type Keyed = ReturnType<typeof hmac.create>;

const ready = new WeakMap<WebhookSecret, Keyed>();

/** State that each signature begins by copying its key's into: a new one would cost as much again. */
const scratch = hmac.create(sha256, new Uint8Array());
const digest = new Uint8Array(scratch.outputLen);

function keyed(secret: WebhookSecret): Keyed {
  let state = ready.get(secret);
  if (state === undefined) {
    const key = Buffer.from(secret.secret.replace(/^whsec_/, ""), "base64");
    state = hmac.create(sha256, key);
    ready.set(secret, state);
  }
  return state;
}

/** Signs a content: one `v1,…` for each secret, in their order. */
export function signatures(secrets: readonly WebhookSecret[], content: string): string {
  const bytes = utf8(content);
  return secrets.map((secret) => {
    keyed(secret)._cloneInto(scratch).update(bytes).digestInto(digest);
    return `v1,${digest.toBase64()}`;
  }).join(" ");
}

const encoder = new TextEncoder();
/** Buffer that most contents fit, used again for each. */
const buffer = new Uint8Array(16 << 10);

function utf8(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, buffer);
  return read === text.length ? buffer.subarray(0, written) : encoder.encode(text);
}
