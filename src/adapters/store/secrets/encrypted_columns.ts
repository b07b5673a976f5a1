/** Encrypted columns: secrets of accounts and connectors, encrypted on write, decrypted on read. */
import type { Account } from "../../../core/account/account.ts";
import type { PostbackReceiver } from "../../../core/account/receiver.ts";
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

/** Account as far as its secrets go. */
export interface AccountSecrets {
  mm7Password: string | null;
  receivers: readonly Pick<PostbackReceiver, "name" | "webhookSecrets">[];
}

/** Transforms the secrets among an account's fields; missing fields stay missing. */
export function mapAccountSecrets<A extends Partial<AccountSecrets>>(
  id: string,
  account: A,
  transform: Transform,
): A {
  const { mm7Password, receivers } = account;
  return {
    ...account,
    ...typeof mm7Password === "string" &&
      { mm7Password: transform(mm7Password, `account ${id} mm7-password`) },
    ...receivers !== undefined && {
      receivers: receivers.map((receiver) => mapReceiverSecrets(id, receiver, transform)),
    },
  };
}

/** Transforms the secrets of a receiver. */
function mapReceiverSecrets<R extends Pick<PostbackReceiver, "name" | "webhookSecrets">>(
  account: string,
  receiver: R,
  transform: Transform,
): R {
  const location = webhookSecretLocation(account, receiver.name);
  return {
    ...receiver,
    webhookSecrets: receiver.webhookSecrets.map((webhookSecret) => (
      { ...webhookSecret, secret: transform(webhookSecret.secret, location) }
    )),
  };
}

const webhookSecretLocation = (account: string, receiver: string) =>
  `account ${account} receiver ${receiver} webhook-secret`;

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
  const decryptedReceiver = (account: string, receiver: PostbackReceiver | null) =>
    receiver === null ? null : mapReceiverSecrets(account, receiver, decrypt);
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
    addReceiver: (account, receiver, max) =>
      accounts.addReceiver(account, mapReceiverSecrets(account, receiver, encrypt), max),
    changeReceiver: async (account, name, change) =>
      decryptedReceiver(account, await accounts.changeReceiver(account, name, change)),
    async rotateSecret(account, name, next, times) {
      const encrypted = encrypt(next, webhookSecretLocation(account, name));
      return decryptedReceiver(
        account,
        await accounts.rotateSecret(account, name, encrypted, times),
      );
    },
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
