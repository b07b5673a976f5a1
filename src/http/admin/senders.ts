/** Admin operations on the senders of accounts. */
import * as provisioning from "../../actions/provision.ts";
import type { Originator } from "../../core/account/account.ts";
import { findOriginator } from "../../core/account/address.ts";
import { alphanumericWarnings } from "../../core/account/alphanumeric.ts";
import { Refusal } from "../../core/errors.ts";
import { listMissingConnectors } from "../../core/routing/connector_selection.ts";
import type { AdminHandlers, SenderChange } from "../../generated/admin.ts";
import type { ProvisionPorts } from "../../actions/provision.ts";
import type { AccountDirectory, Connectors, RoutingDirectory, Store } from "../../ports/mod.ts";
import { missing, requireAccount } from "./refusals.ts";
import { senderView } from "./views.ts";

export interface SenderPorts {
  accounts: AccountDirectory;
  connectors: Pick<Connectors, "defaultName" | "names" | "reload">;
  provision: ProvisionPorts;
  routing: Pick<RoutingDirectory, "table">;
  store: Pick<Store, "accounts">;
}

export function senderHandlers({ accounts, connectors, provision, routing, store }: SenderPorts) {
  return {
    async addSender({ params: { account }, body }) {
      await requireAccount(store, account);
      await checkConnectors(body);
      const originator = await provisioning.addSender(provision, account, body);
      accounts.invalidate(account);
      return await viewOf(account, originator);
    },

    async changeSender({ params: { account, address }, body }) {
      await requireAccount(store, account);
      await checkConnectors(body);
      const originator = await provisioning.changeSender(provision, account, address, body);
      accounts.invalidate(account);
      if (originator === null) throw missing("sender");
      return await viewOf(account, originator);
    },

    async listSenders({ params: { account } }) {
      await requireAccount(store, account);
      const originators = await store.accounts.originators(account);
      return {
        items: await Promise.all(originators.map((originator) => viewOf(account, originator))),
      };
    },

    async removeSender({ params: { account, address } }) {
      const originators = await store.accounts.originators(account);
      const originator = findOriginator(originators, address);
      const isFound = originator !== undefined &&
        await store.accounts.removeOriginator(account, originator.address);
      accounts.invalidate(account);
      if (!isFound) throw missing("sender");
    },
  } satisfies Partial<AdminHandlers>;

  async function viewOf(account: string, originator: Originator) {
    const table = await routing.table();
    return senderView(originator, [
      ...listMissingConnectors(table.routes, account, originator, connectors),
      ...alphanumericWarnings(originator),
    ]);
  }

  async function checkConnectors(sender: SenderChange): Promise<void> {
    for (const field of ["mms-connector", "sms-connector"] as const) {
      await checkConnector(field, sender[field]);
    }
  }

  async function checkConnector(field: string, name: string | null | undefined): Promise<void> {
    const exists = () => name == null || connectors.names().includes(name);
    // Another machine may just have created it.
    if (!exists()) await connectors.reload();
    if (exists()) return;
    const names = connectors.names().join(", ");
    throw new Refusal("invalidRequest", `${field} must be one of ${names}`);
  }
}
