/**
 * Signed addresses of files for carriers that fetch media by URL: `/content/{token}/{name}`, where
 * the token holds the file's facts and expiry with an HMAC-SHA-256 over them and the name, so that
 * nothing is stored.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { contentUrl } from "../../core/message/inbound.ts";
import type { AddressedFile, MediaAddresses } from "../../ports/mod.ts";

export interface MediaAddressOptions {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl(): string;
  /** Returns the key of the signatures, of the installation. */
  key(): Promise<Uint8Array>;
}

/**
 * Granularity of expiries, in milliseconds: within an hour, a file has the same address in all
 * messages, so that carriers may cache it.
 */
const EXPIRY_STEP_MS = 3_600_000;

/** Bytes of a signature: 128 bits. */
const SIGNATURE_BYTES = 16;

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

export function createMediaAddresses({ baseUrl, key }: MediaAddressOptions): MediaAddresses {
  let reading: Promise<Uint8Array> | null = null;

  async function sign(facts: string, name: string): Promise<Uint8Array> {
    if (reading === null) {
      reading = key();
      reading.catch(() => reading = null);
    }
    const signature = createHmac("sha256", await reading).update(`${facts}/${name}`).digest();
    return signature.subarray(0, SIGNATURE_BYTES);
  }

  return {
    async addressOf({ blob, bytes, expiresAt, name, type }) {
      const facts = [
        Math.ceil(expiresAt / EXPIRY_STEP_MS).toString(36),
        bytes.toString(36),
        Uint8Array.fromHex(blob).toBase64(BASE64URL),
        new TextEncoder().encode(type).toBase64(BASE64URL),
      ].join(".");
      const signature = new Uint8Array(await sign(facts, name)).toBase64(BASE64URL);
      return contentUrl(baseUrl(), `${facts}.${signature}`, name);
    },

    async fileAt(token, name) {
      const end = token.lastIndexOf(".");
      const file = factsOf(token.slice(0, Math.max(end, 0)), name);
      const signature = bytesOf(token.slice(end + 1));
      if (file === null || signature?.length !== SIGNATURE_BYTES) return null;
      const expected = await sign(token.slice(0, end), name);
      return timingSafeEqual(signature, expected) ? file : null;
    },
  };
}

/** Reads the facts of a token, which may be forged; null: they are malformed. */
function factsOf(facts: string, name: string): AddressedFile | null {
  const match = /^([\da-z]{1,10})\.([\da-z]{1,10})\.([\w-]{43})\.([\w-]{1,200})$/.exec(facts);
  if (match === null) return null;
  const [, expiry, bytes, blob, type] = match;
  const hash = bytesOf(blob!);
  const typeBytes = bytesOf(type!);
  if (hash === null || typeBytes === null) return null;
  return {
    name,
    type: new TextDecoder().decode(typeBytes),
    blob: hash.toHex(),
    bytes: parseInt(bytes!, 36),
    expiresAt: parseInt(expiry!, 36) * EXPIRY_STEP_MS,
  };
}

function bytesOf(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return null;
  }
}
