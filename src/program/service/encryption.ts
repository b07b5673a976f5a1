/** Encryption at rest: keys from the configuration, and secrets as the carriers name them. */
import { createCipher } from "../../adapters/store/secrets/cipher.ts";
import type { Encryption } from "../../adapters/store/secrets/encrypted_columns.ts";
import type { Config } from "../../config/mod.ts";
import { secretSettings } from "../../connectors/mod.ts";

export function encryptionOf({ SECRETS_KEY }: Pick<Config, "SECRETS_KEY">): Encryption {
  return { cipher: createCipher(SECRETS_KEY), secretSettings };
}
