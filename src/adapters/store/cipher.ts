/**
 * Secrets that we must send as they are cannot be kept as digests: they are sealed, with AES-256-GCM
 * (NIST SP 800-38D) under the operator's keys.
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

export interface Cipher {
  /** It has no keys: nothing is sealed, and nothing opens. */
  readonly isOff: boolean;
  /** @param place Where it is kept: nowhere else does it open. */
  seal(secret: string, place: string): string;
  /** One that is not sealed is what it is. Throws Error: no key opens it, or not in this place. */
  open(kept: string, place: string): string;
  /** Whether it is kept as it would be now. */
  isCurrent(kept: string): boolean;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The key's name, then nonce, tag and cipher text. No secret of a customer's looks so. */
const SEALED = /^sealed:v1:([\da-f]{8}):([\w-]{38,})$/;

/**
 * @param keys The first seals, all open; 32 bytes each. A first one that is null leaves secrets as
 * they are.
 */
export function createCipher([first, ...others]: readonly (Uint8Array | null)[]): Cipher {
  const known = [first, ...others].filter((key) => key instanceof Uint8Array);
  const keys = new Map(known.map((key) => [nameOf(key), key]));
  const current = first ? { key: first, name: nameOf(first) } : null;

  return {
    isOff: keys.size === 0,

    seal(secret, place) {
      if (current === null) return secret;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `sealed:v1:${current.name}:${sealed.toString("base64url")}`;
    },

    open(kept, place) {
      const [, name, sealed] = SEALED.exec(kept) ?? [];
      if (name === undefined || sealed === undefined) return kept;
      const key = keys.get(name);
      if (key === undefined) {
        throw new Error(`secrets are sealed under a key ${name} that SECRETS_KEY does not have`);
      }
      const bytes = Buffer.from(sealed, "base64url");
      const tagAt = NONCE_BYTES + TAG_BYTES;
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), options);
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagAt));
      try {
        return decipher.update(bytes.subarray(tagAt), undefined, "utf8") + decipher.final("utf8");
      } catch {
        throw new Error(`the secret of ${place} was sealed for another place, or is damaged`);
      }
    },

    isCurrent: (kept) => (SEALED.exec(kept)?.[1] ?? null) === (current?.name ?? null),
  };
}

/** Of a key, and it says nothing of the key. */
function nameOf(key: Uint8Array): string {
  return createHash("sha256").update("slidepost secrets key").update(key).digest("hex").slice(0, 8);
}
