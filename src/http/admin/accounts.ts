/** Admin operations on accounts, senders and subscriptions. */
import * as provisioning from "../../actions/provision.ts";
import type { Account, Originator } from "../../core/account/account.ts";
import { findOriginator, readNumber } from "../../core/account/address.ts";
import { alphanumericWarnings } from "../../core/account/alphanumeric.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { listMissingConnectors } from "../../core/routing/connector_selection.ts";
import type { AccountChange, AdminHandlers, SenderChange } from "../../generated/admin.ts";
import { checkNamespace, checkVersion } from "../../mm7/versions.ts";
import type { AdminPorts } from "./ports.ts";
import { bytesOf, checkUrl, missing } from "./refusals.ts";
import { accountView, senderView, subscriptionView } from "./views.ts";

export function accountHandlers(parts: AdminPorts) {
  const {
    accounts,
    blobs,
    connectors,
    encodeLogo,
    fetch,
    parked,
    ids,
    provision,
    routing,
    secretOverlapMs,
    store,
  } = parts;

  return {
    async createAccount({ body: { account: id = ids.account(), name, ...rest } }) {
      const fields = fieldsOf(rest);
      checkCredentials(fields);
      const created = await provisioning.createAccount(provision, { id, name, ...fields });
      return {
        "account": id,
        "api-key": created.apiKey,
        "webhook-secret": created.account.webhookSecrets[0]!.secret,
      };
    },

    async listAccounts({ query: { cursor, limit } }) {
      const { items, nextCursor } = await store.accounts.list({ cursor: cursor ?? null, limit });
      return { items: items.map(accountView), "next-cursor": nextCursor };
    },

    async readAccount({ params: { account } }) {
      return accountView(await requireAccount(account));
    },

    async changeAccount({ params: { account: id }, body }) {
      const fields = fieldsOf(body);
      checkCredentials({ ...await requireAccount(id), ...fields });
      const account = await store.accounts.change(id, fields);
      accounts.invalidate(id);
      if (account === null) throw missing("account");
      // Postbacks that are parked for one of these URLs are due now.
      if (fields.postbackUrl || fields.mm7Url) void parked.takeDue();
      return accountView(account);
    },

    async setLogo({ params: { account: id }, body: { image } }) {
      await requireAccount(id);
      const { png, width, height } = await encodeLogo(bytesOf("image", image));
      const { hash: blob, bytes } = await blobs.put(png);
      const account = await store.accounts.setLogo(id, { blob, bytes, width, height });
      accounts.invalidate(id);
      if (account === null) throw missing("account");
      return accountView(account);
    },

    async removeLogo({ params: { account: id } }) {
      const { logo } = await requireAccount(id);
      if (logo === null) throw missing("logo");
      await store.accounts.setLogo(id, null);
      accounts.invalidate(id);
    },

    async rotateWebhookSecret({ params: { account }, body: { keep } }) {
      const keepMs = keep === undefined ? secretOverlapMs : keep * 1000;
      const rotated = await provisioning.rotateSecret(provision, account, keepMs);
      accounts.invalidate(account);
      if (rotated === null) throw missing("account");
      const { secret, formerUntil } = rotated;
      const until = formerUntil === null ? null : isoMicros(formerUntil);
      return { "webhook-secret": secret, "former-until": until };
    },

    async addSender({ params: { account }, body }) {
      await requireAccount(account);
      await checkConnectors(body);
      const originator = await provisioning.addSender(provision, account, body);
      accounts.invalidate(account);
      return await viewOf(account, originator);
    },

    async changeSender({ params: { account, address }, body }) {
      await requireAccount(account);
      await checkConnectors(body);
      const originator = await provisioning.changeSender(provision, account, address, body);
      accounts.invalidate(account);
      if (originator === null) throw missing("sender");
      return await viewOf(account, originator);
    },

    async listSenders({ params: { account } }) {
      await requireAccount(account);
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

    async addSubscription({ params: { account }, body }) {
      await requireAccount(account);
      const subscription = subscriptionOf(body);
      await store.accounts.subscribe(account, subscription);
      return subscriptionView(subscription);
    },

    async listSubscriptions({ params: { account }, query: { cursor, limit } }) {
      await requireAccount(account);
      const page = { cursor: cursor ?? null, limit };
      const { items, nextCursor } = await store.accounts.subscriptions(account, page);
      return { items: items.map(subscriptionView), "next-cursor": nextCursor };
    },

    async removeSubscription({ params: { account, ...rest } }) {
      if (!await store.accounts.unsubscribe(account, subscriptionOf(rest))) {
        throw missing("subscription");
      }
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

  async function requireAccount(id: string): Promise<Account> {
    const account = await store.accounts.byId(id);
    if (account === null) throw missing("account");
    return account;
  }

  /**
   * Checks the fields of a request, and maps them to the account's.
   *
   * @throws {Refusal} E100
   */
  function fieldsOf(change: AccountChange): Partial<Account> {
    for (const field of ["postback-url", "mm7-url"] as const) {
      const url = change[field];
      if (typeof url === "string") checkUrl(fetch, field, url);
    }
    checkVersion("mm7-version", change["mm7-version"] ?? null);
    checkNamespace("mm7-namespace", change["mm7-namespace"] ?? null);
    const fields: Record<keyof AccountChange, keyof Account> = {
      "name": "name",
      "display-name": "displayName",
      "accent-colour": "accentColour",
      "postback-url": "postbackUrl",
      "mm7": "mm7",
      "mm7-url": "mm7Url",
      "mm7-username": "mm7Username",
      "mm7-password": "mm7Password",
      "mm7-dialect": "mm7Dialect",
      "mm7-text-xml": "mm7TextXml",
      "mm7-allow-adaptations": "mm7AllowAdaptations",
      "mm7-version": "mm7Version",
      "mm7-namespace": "mm7Namespace",
      "mm7-transfer-encoding": "mm7TransferEncoding",
      "mms-mo-postbacks": "mmsMoPostbacks",
      "sms-mo-postbacks": "smsMoPostbacks",
      "opt-out": "optOut",
      "keyword-replies": "keywordReplies",
      "smart-encoding": "smartEncoding",
      "allow-fallback-sms": "allowFallbackSms",
      "enforce-campaign-check": "enforceCampaignCheck",
      "delivery-reports": "deliveryReports",
      "operator-lookup": "operatorLookup",
      "rate": "rate",
      "disabled": "disabled",
    };
    return Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined)
        .map(([field, value]) => [fields[field as keyof AccountChange], value]),
    );
  }
}

/**
 * Checks that a password has a username.
 *
 * @throws {Refusal} E100
 */
function checkCredentials({ mm7Username, mm7Password }: Partial<Account>): void {
  if (typeof mm7Password === "string" && typeof mm7Username !== "string") {
    throw new Refusal("invalidRequest", "mm7-password needs an mm7-username");
  }
}

function subscriptionOf(fields: { "campaign-ref": string; recipient: string }) {
  const recipient = readNumber(fields.recipient);
  if (recipient === null) {
    throw new Refusal("invalidRequest", "recipient is not an international number");
  }
  return { campaignRef: fields["campaign-ref"], recipient };
}
