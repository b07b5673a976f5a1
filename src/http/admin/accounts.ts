/** Admin operations on accounts. */
import * as provisioning from "../../actions/provision.ts";
import { defaultReceiver } from "../../core/account/receiver.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { ProvisionPorts } from "../../actions/provision.ts";
import type { ParkedJob } from "../../jobs/postbacks/parked.ts";
import type { AccountDirectory, Blobs, EncodeLogo, Fetch, Ids, Store } from "../../ports/mod.ts";
import { checkCredentials, fieldsOf } from "./account_fields.ts";
import { bytesOf, missing, requireAccount } from "./refusals.ts";
import { accountView } from "./views.ts";

export interface AccountPorts {
  accounts: AccountDirectory;
  blobs: Blobs;
  encodeLogo: EncodeLogo;
  fetch: Pick<Fetch, "check">;
  ids: Ids;
  parked: Pick<ParkedJob, "takeDue">;
  provision: ProvisionPorts;
  store: Pick<Store, "accounts">;
}

export function accountHandlers(parts: AccountPorts) {
  const { accounts, blobs, encodeLogo, fetch, parked, ids, provision, store } = parts;

  return {
    async createAccount({ body: { account: id = ids.account(), name, ...rest } }) {
      const fields = fieldsOf(rest, fetch);
      checkCredentials(fields);
      const created = await provisioning.createAccount(provision, { id, name, ...fields });
      return {
        "account": id,
        "api-key": created.apiKey,
        "webhook-secret": defaultReceiver(created.account).webhookSecrets[0]!.secret,
      };
    },

    async listAccounts({ query: { cursor, limit } }) {
      const { items, nextCursor } = await store.accounts.list({ cursor: cursor ?? null, limit });
      return { items: items.map(accountView), "next-cursor": nextCursor };
    },

    async readAccount({ params: { account } }) {
      return accountView(await requireAccount(store, account));
    },

    async changeAccount({ params: { account: id }, body }) {
      const fields = fieldsOf(body, fetch);
      checkCredentials({ ...await requireAccount(store, id), ...fields });
      const account = await store.accounts.change(id, fields);
      accounts.invalidate(id);
      if (account === null) throw missing("account");
      // Postbacks that are parked for one of these URLs are due now.
      if (fields.postbackUrl || fields.mm7Url) void parked.takeDue();
      return accountView(account);
    },

    async setLogo({ params: { account: id }, body: { image } }) {
      await requireAccount(store, id);
      const { png, width, height } = await encodeLogo(bytesOf("image", image));
      const { hash: blob, bytes } = await blobs.put(png);
      const account = await store.accounts.setLogo(id, { blob, bytes, width, height });
      accounts.invalidate(id);
      if (account === null) throw missing("account");
      return accountView(account);
    },

    async removeLogo({ params: { account: id } }) {
      const { logo } = await requireAccount(store, id);
      if (logo === null) throw missing("logo");
      await store.accounts.setLogo(id, null);
      accounts.invalidate(id);
    },
  } satisfies Partial<AdminHandlers>;
}
