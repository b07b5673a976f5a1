/** Key rotation: at each start, re-encrypts secrets that are not encrypted with the current key. */
import type { ConnectorSettings } from "../../../core/routing/connector.ts";
import { asJson, type Database, type Query } from "../engine/database.ts";
import {
  type AccountSecrets,
  type Encryption,
  mapAccountSecrets,
  mapSettingsSecrets,
} from "./encrypted_columns.ts";
import type { Cipher } from "./cipher.ts";
import { NUMBER_KEY_LOCATION, storedKey } from "./installation_key.ts";

const PAGE = 500;

/**
 * Re-encrypts all secrets with the current key. A row that is changed meanwhile keeps that change.
 * @throws Error for a secret that no key decrypts, so that it shows at the start and not at its
 * use.
 */
export async function rotateEncryption(database: Database, encryption: Encryption): Promise<void> {
  await rotateAccounts(database, encryption.cipher);
  await rotateConnectors(database, encryption);
  await rotateNumberKey(database, encryption.cipher);
}

interface AccountRow {
  id: string;
  mm7_password: string | null;
  /** Webhook secrets of each receiver, as they are stored. */
  receivers: { name: string; secrets: string }[];
}

/**
 * Decrypts every secret without changing any.
 * @throws Error for a secret that no key decrypts.
 */
export async function assertSecretsDecrypt(
  query: Query,
  { cipher: { decrypt }, secretSettings }: Encryption,
): Promise<void> {
  for (let after = "", rows: AccountRow[];; after = rows.at(-1)!.id) {
    rows = await accountsAfter(query, after, PAGE);
    for (const row of rows) mapAccountSecrets(row.id, secretsOf(row), decrypt);
    if (rows.length < PAGE) break;
  }
  for (const { name, settings } of await connectorsOf(query)) {
    mapSettingsSecrets(name, JSON.parse(settings) as ConnectorSettings, secretSettings, decrypt);
  }
  const numberKey = await storedKey(query);
  if (numberKey !== null) decrypt(numberKey, NUMBER_KEY_LOCATION);
}

async function accountsAfter(query: Query, id: string, limit: number): Promise<AccountRow[]> {
  return await query<AccountRow & Record<string, unknown>>(
    `select id, mm7_password, (
       select json_agg(json_build_object('name', name, 'secrets', webhook_secrets::text))
       from receiver where account = account.id) as receivers
     from account where id > $1 order by id limit $2`,
    [id, limit],
  );
}

async function connectorsOf(query: Query): Promise<{ name: string; settings: string }[]> {
  return await query("select name, settings::text as settings from connector");
}

function secretsOf({ mm7_password: mm7Password, receivers }: AccountRow): AccountSecrets {
  return {
    mm7Password,
    receivers: receivers.map(({ name, secrets }) => (
      { name, webhookSecrets: JSON.parse(secrets) }
    )),
  };
}

async function rotateAccounts({ query }: Database, cipher: Cipher): Promise<void> {
  for (let after = "", rows: AccountRow[];; after = rows.at(-1)!.id) {
    rows = await accountsAfter(query, after, cipher.isOff ? 1 : PAGE);
    for (const row of rows) {
      const { id, mm7_password: mm7Password, receivers } = row;
      const { rotate, hasRotated } = createRotation(cipher);
      const account = mapAccountSecrets(id, secretsOf(row), rotate);
      if (!hasRotated()) continue;
      await query(
        "update account set mm7_password = $2 where id = $1 and mm7_password = $3",
        [id, account.mm7Password, mm7Password],
      );
      for (const [index, { name, webhookSecrets }] of account.receivers.entries()) {
        await query(
          `update receiver set webhook_secrets = $3::text::json
           where account = $1 and name = $2 and webhook_secrets::text = $4`,
          [id, name, asJson(webhookSecrets), receivers[index]!.secrets],
        );
      }
    }
    // Without keys the first account is enough: had there been a key, all would be encrypted.
    if (rows.length < PAGE || cipher.isOff) return;
  }
}

async function rotateConnectors(
  { query }: Database,
  { cipher, secretSettings }: Encryption,
): Promise<void> {
  for (const { name, settings: stored } of await connectorsOf(query)) {
    const { rotate, hasRotated } = createRotation(cipher);
    const settings = JSON.parse(stored) as ConnectorSettings;
    const rotated = mapSettingsSecrets(name, settings, secretSettings, rotate);
    if (!hasRotated()) continue;
    await query(
      `update connector set settings = $2::text::json where name = $1 and settings::text = $3`,
      [name, asJson(rotated), stored],
    );
  }
}

async function rotateNumberKey({ query }: Database, cipher: Cipher): Promise<void> {
  const stored = await storedKey(query);
  if (stored === null) return;
  const { rotate, hasRotated } = createRotation(cipher);
  const key = rotate(stored, NUMBER_KEY_LOCATION);
  if (!hasRotated()) return;
  await query("update installation set number_key = $1 where number_key = $2", [key, stored]);
}

/** Re-encrypts the secrets of one row, as far as they are not encrypted with the current key. */
function createRotation({ decrypt, encrypt, isCurrent }: Cipher) {
  let hasRotated = false;
  return {
    rotate(stored: string, location: string): string {
      const secret = decrypt(stored, location);
      if (isCurrent(stored)) return stored;
      hasRotated = true;
      return encrypt(secret, location);
    },
    hasRotated: () => hasRotated,
  };
}
