/** Admin operations on the API keys of accounts. */
import * as provisioning from "../../actions/provision.ts";
import { cidrs } from "../../config/values.ts";
import { type KeyAction, type KeyLimits, NO_LIMITS } from "../../core/account/key_limits.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, Key, KeyChange } from "../../generated/admin.ts";
import type { AccountDirectory, ApiKeyView, Store } from "../../ports/mod.ts";
import type { ProvisionPorts } from "../../actions/provision.ts";
import { changed, distinct, joined, readSenders } from "./list_fields.ts";
import { missing, requireAccount } from "./refusals.ts";
import { isoOrNull } from "./views.ts";

export interface KeyPorts {
  accounts: AccountDirectory;
  provision: ProvisionPorts;
  store: Pick<Store, "accounts">;
}

export function keyHandlers({ accounts, provision, store }: KeyPorts) {
  return {
    async issueKey({ params: { account }, body: { "api-key": apiKey, ...fields } }) {
      await requireAccount(store, account);
      const limits = await limitsOf(account, fields, NO_LIMITS);
      const issued = await provisioning.issueKey(provision, account, { apiKey, limits });
      accounts.invalidate(account);
      const at = new Date(issued.createdAt).toISOString();
      return { "key-id": issued.id, "api-key": issued.apiKey, "created-at": at };
    },

    async listKeys({ params: { account } }) {
      await requireAccount(store, account);
      return { items: (await store.accounts.keys(account)).map(keyView) };
    },

    async changeKey({ params: { account, "key-id": id }, body: fields }) {
      await requireAccount(store, account);
      const key = (await store.accounts.keys(account)).find((each) => each.id === id);
      if (key === undefined || key.revokedAt !== null) throw missing("key");
      const limits = await limitsOf(account, fields, key.limits);
      const changed = await store.accounts.limitKey(account, id, limits);
      accounts.invalidate(account);
      if (changed === null) throw missing("key");
      return keyView(changed);
    },

    async revokeKey({ params: { account, "key-id": id } }) {
      const isFound = await store.accounts.revokeKey(account, id, provision.clock.now());
      accounts.invalidate(account);
      if (!isFound) throw missing("key");
    },
  } satisfies Partial<AdminHandlers>;

  /**
   * Reads the limits of a key; fields that are not given stay as they are.
   *
   * @throws {Refusal} E100
   */
  async function limitsOf(
    account: string,
    { actions, senders, networks }: KeyChange,
    current: KeyLimits,
  ): Promise<KeyLimits> {
    return {
      // The validator admits no other actions.
      actions: changed(actions, current.actions, (text) => distinct(text) as KeyAction[]),
      senders: await readSenders(store, account, senders, current.senders),
      networks: changed(networks, current.networks, networksOf),
    };
  }
}

/** @throws {Refusal} E100 */
function networksOf(text: string): string[] {
  try {
    return [...new Set(cidrs(text))];
  } catch (error) {
    throw new Refusal("invalidRequest", `networks must be ${(error as Error).message}`);
  }
}

function keyView({ id, hint, limits, createdAt, revokedAt }: ApiKeyView): Key {
  return {
    "key-id": id,
    "hint": hint,
    "actions": joined(limits.actions),
    "senders": joined(limits.senders),
    "networks": joined(limits.networks),
    "created-at": isoMicros(createdAt),
    "revoked-at": isoOrNull(revokedAt),
  };
}
