/** Accounts and connectors whose secrets are sealed in the store, and open everywhere else. */
import type { Account } from "../../core/account/account.ts";
import { canonicalJson } from "../../lib/canonical_json.ts";
import type { ConnectorRecord, ConnectorSettings } from "../../core/routing/connector.ts";
import type { AccountStore, ConnectorStore } from "../../ports/mod.ts";
import type { Cipher } from "./cipher.ts";

/** What one of a secret's texts becomes, by where it is kept. */
type Turn = (text: string, place: string) => string;

type Secrets = Pick<Account, "mm7Password" | "webhookSecrets">;

/** The fields of an account with their secrets turned; those that are not there stay so. */
export function turnAccount<A extends Partial<Secrets>>(id: string, account: A, turn: Turn): A {
  const { mm7Password, webhookSecrets } = account;
  return {
    ...account,
    ...typeof mm7Password === "string" &&
      { mm7Password: turn(mm7Password, `account ${id} mm7-password`) },
    ...webhookSecrets !== undefined && {
      webhookSecrets: webhookSecrets.map((one) => ({
        ...one,
        secret: turn(one.secret, secretPlace(id)),
      })),
    },
  };
}

const secretPlace = (id: string) => `account ${id} webhook-secret`;

/** By their names in the settings of any kind. */
const PASSWORDS = ["password", "relayPassword"] as const;

export function turnSettings<S extends ConnectorSettings>(
  name: string,
  settings: S,
  turn: Turn,
): S {
  const turned: S & Partial<Record<typeof PASSWORDS[number], string | null>> = { ...settings };
  for (const field of PASSWORDS) {
    const value = turned[field];
    if (typeof value === "string") turned[field] = turn(value, `connector ${name} ${field}`);
  }
  return turned;
}

export function encryptedAccounts(accounts: AccountStore, { seal, open }: Cipher): AccountStore {
  const opened = <A extends Account | null>(account: A): A =>
    account === null ? account : turnAccount(account.id, account, open);
  return {
    ...accounts,
    byId: async (id) => opened(await accounts.byId(id)),
    async access(id) {
      const access = await accounts.access(id);
      return access && { ...access, account: opened(access.account) };
    },
    async list(page) {
      const { items, nextCursor } = await accounts.list(page);
      return { items: items.map(opened), nextCursor };
    },
    create: (account) => accounts.create(turnAccount(account.id, account, seal)),
    change: async (id, change) => opened(await accounts.change(id, turnAccount(id, change, seal))),
    rotateSecret: async (id, next, times) =>
      opened(await accounts.rotateSecret(id, seal(next, secretPlace(id)), times)),
  };
}

export function encryptedConnectors(
  connectors: ConnectorStore,
  { seal, open }: Cipher,
): ConnectorStore {
  const turned = <C extends Pick<ConnectorRecord, "name" | "settings">>(one: C, turn: Turn): C => ({
    ...one,
    settings: turnSettings(one.name, one.settings, turn),
  });
  return {
    ...connectors,
    list: async () => (await connectors.list()).map((one) => turned(one, open)),
    async byName(name) {
      const kept = await connectors.byName(name);
      return kept && turned(kept, open);
    },
    add: (connector) => connectors.add(turned(connector, seal)),
    async change(connector, former) {
      // Sealed again it would look different: what is kept is compared as it was read.
      const kept = await connectors.byName(connector.name);
      if (kept === null) return false;
      const isFormer = written(turned(kept, open).settings) === written(former);
      return isFormer && await connectors.change(turned(connector, seal), kept.settings);
    },
  };
}

/** As JSON keeps them: without fields that are undefined. */
function written(settings: ConnectorSettings): string {
  return canonicalJson(JSON.parse(JSON.stringify(settings)));
}
