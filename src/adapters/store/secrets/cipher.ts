/**
 * Encryption at rest of secrets that must be sent in plain text, so that a digest would not do:
 * AES-256-GCM (NIST SP 800-38D) with the operator's keys.
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

export interface Cipher {
  /** True without keys: secrets are stored in plain text, and no encrypted one can be decrypted. */
  readonly isOff: boolean;
  /**
   * Encrypts a secret with the current key; without one it stays plain text.
   * @param location Where the secret is stored, authenticated with it: no other location can
   *   decrypt it.
   */
  encrypt(secret: string, location: string): string;
  /**
   * Decrypts a stored secret; plain text is returned as it is.
   * @throws Error where no key fits, or the secret was encrypted for another location.
   */
  decrypt(stored: string, location: string): string;
  /** Checks that a stored secret has the form that `encrypt` would give it now. */
  isCurrent(stored: string): boolean;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Stored form: key id, then nonce, tag and ciphertext. No customer's secret looks like it. */
const ENCRYPTED = /^sealed:v1:([\da-f]{8}):([\w-]{38,})$/;

/**
 * Creates a cipher.
 * @param keys 32 bytes each. The first encrypts, all decrypt; a first one of null stores plain
 * text.
 */
export function createCipher([first, ...others]: readonly (Uint8Array | null)[]): Cipher {
  const present = [first, ...others].filter((key) => key instanceof Uint8Array);
  const keys = new Map(present.map((key) => [idOf(key), key]));
  const current = first ? { key: first, id: idOf(first) } : null;

  return {
    isOff: keys.size === 0,

    encrypt(secret, location) {
      if (current === null) return secret;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(location));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const encrypted = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `sealed:v1:${current.id}:${encrypted.toString("base64url")}`;
    },

    decrypt(stored, location) {
      const [, id, encrypted] = ENCRYPTED.exec(stored) ?? [];
      if (id === undefined || encrypted === undefined) return stored;
      const key = keys.get(id);
      if (key === undefined) {
        throw new Error(`secrets are encrypted with key ${id}, which is missing from SECRETS_KEY`);
      }
      const bytes = Buffer.from(encrypted, "base64url");
      const tagAt = NONCE_BYTES + TAG_BYTES;
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), options);
      decipher.setAAD(Buffer.from(location));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagAt));
      try {
        return decipher.update(bytes.subarray(tagAt), undefined, "utf8") + decipher.final("utf8");
      } catch {
        throw new Error(`the secret of ${location} was encrypted for another place, or is damaged`);
      }
    },

    isCurrent: (stored) => (ENCRYPTED.exec(stored)?.[1] ?? null) === (current?.id ?? null),
  };
}

/** Derives a key's id, a digest that reveals nothing of the key. */
function idOf(key: Uint8Array): string {
  return createHash("sha256").update("slidepost secrets key").update(key).digest("hex").slice(0, 8);
}
