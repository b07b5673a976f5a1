/**
 * Secret key of the installation, shared by all machines on its database. Nothing uses it as it is,
 * but for digests of erased numbers; other purposes derive keys of their own.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import type { Cipher } from "./cipher.ts";
import type { Query } from "../engine/database.ts";

/** Location of the key, for its encryption. */
export const NUMBER_KEY_LOCATION = "installation number-key";

const KEY_BYTES = 32;

export interface InstallationKey {
  /** Returns the key itself. */
  root(): Promise<Uint8Array>;
  /** Derives the key of a purpose (HKDF-SHA-256, RFC 5869). */
  derive(purpose: string): Promise<Uint8Array>;
}

/** Creates the access to the key; the first call reads it, or makes it. */
export function createInstallationKey(
  query: Query,
  { decrypt, encrypt }: Pick<Cipher, "decrypt" | "encrypt">,
): InstallationKey {
  let reading: Promise<Uint8Array> | null = null;

  async function readKey(): Promise<Uint8Array> {
    const stored = await storedKey(query) ?? await makeKey();
    return Uint8Array.fromBase64(decrypt(stored, NUMBER_KEY_LOCATION));
  }

  /** Writes a new key, unless another process has written one meanwhile. */
  async function makeKey(): Promise<string> {
    const key = encrypt(randomBytes(KEY_BYTES).toString("base64"), NUMBER_KEY_LOCATION);
    await query("update installation set number_key = $1 where number_key is null", [key]);
    return (await storedKey(query))!;
  }

  async function root(): Promise<Uint8Array> {
    if (reading === null) {
      reading = readKey();
      reading.catch(() => reading = null);
    }
    return await reading;
  }

  return {
    root,
    derive: async (purpose) =>
      new Uint8Array(hkdfSync("sha256", await root(), new Uint8Array(), purpose, KEY_BYTES)),
  };
}

/** Reads the key as it is stored; null: there is none yet. */
export async function storedKey(query: Query): Promise<string | null> {
  const [row] = await query<{ number_key: string | null }>("select number_key from installation");
  return row!.number_key;
}
