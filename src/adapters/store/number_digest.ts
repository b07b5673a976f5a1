/**
 * Digests that stand for erased numbers: HMAC-SHA-256 (RFC 2104) with a key of the installation.
 * Numbers are so few that anyone could try them all against a plain hash.
 */
import { createHmac, randomBytes } from "node:crypto";
import { erasedNumber } from "../../core/account/block.ts";
import type { Cipher } from "./cipher.ts";
import type { Query } from "./database.ts";

/** Computes the digest of a number, in the form that takes the number's place in a row. */
export type NumberDigest = (number: string) => Promise<string>;

/** Place of the key, for its encryption. */
export const NUMBER_KEY_PLACE = "installation number-key";

const KEY_BYTES = 32;

/** Creates the digest function of a database; the first call reads the key, or makes it. */
export function createNumberDigest(
  query: Query,
  { decrypt, encrypt }: Pick<Cipher, "decrypt" | "encrypt">,
): NumberDigest {
  let reading: Promise<Uint8Array> | null = null;

  async function readKey(): Promise<Uint8Array> {
    const stored = await storedKey(query) ?? await makeKey();
    return Uint8Array.fromBase64(decrypt(stored, NUMBER_KEY_PLACE));
  }

  /** Writes a new key, unless another process has written one meanwhile. */
  async function makeKey(): Promise<string> {
    const key = encrypt(randomBytes(KEY_BYTES).toString("base64"), NUMBER_KEY_PLACE);
    await query("update installation set number_key = $1 where number_key is null", [key]);
    return (await storedKey(query))!;
  }

  return async (number) => {
    if (reading === null) {
      reading = readKey();
      reading.catch(() => reading = null);
    }
    return erasedNumber(createHmac("sha256", await reading).update(number).digest("base64url"));
  };
}

/** Reads the key as it is stored; null: there is none yet. */
export async function storedKey(query: Query): Promise<string | null> {
  const [row] = await query<{ number_key: string | null }>("select number_key from installation");
  return row!.number_key;
}
