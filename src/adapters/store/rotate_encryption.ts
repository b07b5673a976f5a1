/** Secrets that older keys sealed, or none, are sealed as they would be now: at each start. */
import type { ConnectorSettings } from "../../core/routing/connector.ts";
import type { WebhookSecret } from "../../core/account/webhook_secret.ts";
import { asJson, type Database, type Query } from "./database.ts";
import { turnAccount, turnSettings } from "./encrypted_columns.ts";
import type { Cipher } from "./cipher.ts";

const PAGE = 500;

/**
 * What somebody changes meanwhile is left to him. Throws Error for a secret that no key opens: it is
 * told at the start, and not when it is needed.
 */
export async function rotateEncryption(database: Database, sealer: Cipher): Promise<void> {
  await resealAccounts(database, sealer);
  await resealConnectors(database, sealer);
}

/** As it is kept: a secret without an end is its text alone. */
type Kept = string | WebhookSecret;

interface AccountRow {
  id: string;
  mm7_password: string | null;
  secrets: string;
}

/**
 * Opens every secret, and changes none.
 * @throws Error for one that no key opens.
 */
export async function assertSecretsDecrypt(query: Query, { open }: Cipher): Promise<void> {
  for (let after = "", rows: AccountRow[];; after = rows.at(-1)!.id) {
    rows = await accountsAfter(query, after, PAGE);
    for (const row of rows) turnAccount(row.id, secretsOf(row), open);
    if (rows.length < PAGE) break;
  }
  for (const { name, settings } of await connectorsOf(query)) {
    turnSettings(name, JSON.parse(settings) as ConnectorSettings, open);
  }
}

async function accountsAfter(query: Query, id: string, limit: number): Promise<AccountRow[]> {
  return await query<AccountRow & Record<string, unknown>>(
    `select id, mm7_password, webhook_secrets::text as secrets from account
     where id > $1 order by id limit $2`,
    [id, limit],
  );
}

async function connectorsOf(query: Query): Promise<{ name: string; settings: string }[]> {
  return await query("select name, settings::text as settings from connector");
}

function secretsOf({ mm7_password: mm7Password, secrets }: AccountRow) {
  const webhookSecrets = (JSON.parse(secrets) as Kept[]).map((one) =>
    typeof one === "string" ? { secret: one, until: null } : one
  );
  return { mm7Password, webhookSecrets };
}

async function resealAccounts({ query }: Database, sealer: Cipher): Promise<void> {
  for (let after = "", rows: AccountRow[];; after = rows.at(-1)!.id) {
    rows = await accountsAfter(query, after, sealer.isOff ? 1 : PAGE);
    for (const row of rows) {
      const { id, mm7_password: mm7Password, secrets } = row;
      const { turn, isCurrent } = again(sealer);
      const kept: Kept[] = JSON.parse(secrets);
      const account = turnAccount(id, secretsOf(row), turn);
      if (isCurrent()) continue;
      const now = kept.map((one, at): Kept => {
        const { secret } = account.webhookSecrets[at]!;
        return typeof one === "string" ? secret : { ...one, secret };
      });
      await query(
        `update account set mm7_password = $2, webhook_secrets = $3::text::json
         where id = $1 and mm7_password is not distinct from $4 and webhook_secrets::text = $5`,
        [id, account.mm7Password, asJson(now), mm7Password, secrets],
      );
    }
    // Without a key one look tells: where there are keys, all accounts are sealed.
    if (rows.length < PAGE || sealer.isOff) return;
  }
}

async function resealConnectors({ query }: Database, sealer: Cipher): Promise<void> {
  for (const { name, settings } of await connectorsOf(query)) {
    const { turn, isCurrent } = again(sealer);
    const now = turnSettings(name, JSON.parse(settings) as ConnectorSettings, turn);
    if (isCurrent()) continue;
    await query(
      `update connector set settings = $2::text::json where name = $1 and settings::text = $3`,
      [name, asJson(now), settings],
    );
  }
}

/** Opens what it is given, and seals it where it is not sealed as it would be now. */
function again({ open, seal, isCurrent }: Cipher) {
  let allCurrent = true;
  return {
    turn(kept: string, place: string): string {
      const secret = open(kept, place);
      if (isCurrent(kept)) return kept;
      allCurrent = false;
      return seal(secret, place);
    },
    isCurrent: () => allCurrent,
  };
}
