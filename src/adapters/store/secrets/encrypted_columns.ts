/** Encrypted columns: secrets of accounts and connectors, encrypted on write, decrypted on read. */
import type { Account } from "../../../core/account/account.ts";
import { canonicalJson } from "../../../lib/canonical_json.ts";
import type { ConnectorRecord, ConnectorSettings } from "../../../core/routing/connector.ts";
import type { AccountStore, ConnectorStore } from "../../../ports/mod.ts";
import type { Cipher } from "./cipher.ts";

/** Encryption at rest. */
export interface Encryption {
  cipher: Cipher;
  secretSettings: SecretSettings;
}

/** Lists the settings of a kind of connector that are secret; none for an unknown kind. */
export type SecretSettings = (kind: string) => readonly string[];

/** Encrypts or decrypts a secret, by the location that it is stored in. */
type Transform = (text: string, location: string) => string;

type Secrets = Pick<Account, "mm7Password" | "webhookSecrets">;

/** Transforms the secrets among an account's fields; missing fields stay missing. */
export function mapAccountSecrets<A extends Partial<Secrets>>(
  id: string,
  account: A,
  transform: Transform,
): A {
  const { mm7Password, webhookSecrets } = account;
  return {
    ...account,
    ...typeof mm7Password === "string" &&
      { mm7Password: transform(mm7Password, `account ${id} mm7-password`) },
    ...webhookSecrets !== undefined && {
      webhookSecrets: webhookSecrets.map((webhookSecret) => ({
        ...webhookSecret,
        secret: transform(webhookSecret.secret, webhookSecretLocation(id)),
      })),
    },
  };
}

const webhookSecretLocation = (id: string) => `account ${id} webhook-secret`;

/** Transforms the secrets among a connector's settings. */
export function mapSettingsSecrets<S extends ConnectorSettings>(
  name: string,
  settings: S,
  secretSettings: SecretSettings,
  transform: Transform,
): S {
  const secrets = secretSettings(settings.kind).flatMap((field) => {
    const value: unknown = settings[field as keyof S];
    return typeof value === "string"
      ? [[field, transform(value, `connector ${name} ${field}`)]]
      : [];
  });
  return { ...settings, ...Object.fromEntries(secrets) };
}

export function encryptedAccounts(
  accounts: AccountStore,
  { encrypt, decrypt }: Cipher,
): AccountStore {
  const decrypted = <A extends Account | null>(account: A): A =>
    account === null ? account : mapAccountSecrets(account.id, account, decrypt);
  return {
    ...accounts,
    byId: async (id) => decrypted(await accounts.byId(id)),
    async access(id) {
      const access = await accounts.access(id);
      return access && { ...access, account: decrypted(access.account) };
    },
    async list(page) {
      const { items, nextCursor } = await accounts.list(page);
      return { items: items.map(decrypted), nextCursor };
    },
    create: (account) => accounts.create(mapAccountSecrets(account.id, account, encrypt)),
    change: async (id, change) =>
      decrypted(await accounts.change(id, mapAccountSecrets(id, change, encrypt))),
    rotateSecret: async (id, next, times) =>
      decrypted(await accounts.rotateSecret(id, encrypt(next, webhookSecretLocation(id)), times)),
  };
}

export function encryptedConnectors(
  connectors: ConnectorStore,
  { cipher: { encrypt, decrypt }, secretSettings }: Encryption,
): ConnectorStore {
  const withSecrets = <C extends Pick<ConnectorRecord, "name" | "settings">>(
    connector: C,
    transform: Transform,
  ): C => ({
    ...connector,
    settings: mapSettingsSecrets(connector.name, connector.settings, secretSettings, transform),
  });
  return {
    ...connectors,
    list: async () => (await connectors.list()).map((connector) => withSecrets(connector, decrypt)),
    async byName(name) {
      const stored = await connectors.byName(name);
      return stored && withSecrets(stored, decrypt);
    },
    add: (connector) => connectors.add(withSecrets(connector, encrypt)),
    async change(connector, previous) {
      // Encrypted again the same secrets look different: the stored row itself is compared instead.
      const stored = await connectors.byName(connector.name);
      if (stored === null) return false;
      const isPrevious = jsonOf(withSecrets(stored, decrypt).settings) === jsonOf(previous);
      return isPrevious &&
        await connectors.change(withSecrets(connector, encrypt), stored.settings);
    },
  };
}

/** Writes settings as they are stored, without undefined fields, for comparison. */
function jsonOf(settings: ConnectorSettings): string {
  return canonicalJson(JSON.parse(JSON.stringify(settings)));
}
