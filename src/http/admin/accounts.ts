/** Admin operations on accounts, keys, senders and subscriptions. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  addSender,
  changeSender,
  createAccount,
  issueKey,
  rotateSecret,
} from "../../actions/provision.ts";
import type { Account, Originator } from "../../core/account/account.ts";
import { readNumber } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { listMissingConnectors } from "../../core/routing/connector_selection.ts";
import type { AccountChange } from "../../generated/admin.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { checkMm7Namespace, checkMm7Version, checkUrl, missing } from "./refusals.ts";
import { accountView, keyView, senderView, subscriptionView } from "./views.ts";

export function accountRoutes(app: OpenAPIHono, parts: AdminPorts): void {
  const {
    accounts,
    connectors,
    fetch,
    parked,
    ids,
    provision,
    routing,
    secretOverlapMs,
    store,
  } = parts;

  app.openapi(routes.createAccount, async (c) => {
    const { account: id = ids.account(), name, ...rest } = c.req.valid("json");
    const fields = fieldsOf(rest);
    checkCredentials(fields);
    const created = await createAccount(provision, { id, name, ...fields });
    return c.json({
      "account": id,
      "api-key": created.apiKey,
      "webhook-secret": created.account.webhookSecrets[0]!.secret,
    }, 201);
  });

  app.openapi(routes.listAccounts, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const { items, nextCursor } = await store.accounts.list({ cursor: cursor ?? null, limit });
    return c.json({ items: items.map(accountView), "next-cursor": nextCursor }, 200);
  });

  app.openapi(routes.readAccount, async (c) => {
    const { account } = c.req.valid("param");
    return c.json(accountView(await readAccount(account)), 200);
  });

  app.openapi(routes.changeAccount, async (c) => {
    const { account: id } = c.req.valid("param");
    const fields = fieldsOf(c.req.valid("json"));
    checkCredentials({ ...await readAccount(id), ...fields });
    const account = await store.accounts.change(id, fields);
    accounts.invalidate(id);
    if (account === null) throw missing("account");
    // Postbacks that are parked for one of these URLs are due now.
    if (fields.postbackUrl || fields.mm7Url) void parked.takeDue();
    return c.json(accountView(account), 200);
  });

  app.openapi(routes.rotateWebhookSecret, async (c) => {
    const { account } = c.req.valid("param");
    const { keep } = c.req.valid("json");
    const keepMs = keep === undefined ? secretOverlapMs : keep * 1000;
    const rotated = await rotateSecret(provision, account, keepMs);
    accounts.invalidate(account);
    if (rotated === null) throw missing("account");
    const { secret, formerUntil } = rotated;
    const until = formerUntil === null ? null : isoMicros(formerUntil);
    return c.json({ "webhook-secret": secret, "former-until": until }, 201);
  });

  app.openapi(routes.issueKey, async (c) => {
    const { account } = c.req.valid("param");
    await readAccount(account);
    const { "api-key": requestedKey } = c.req.valid("json");
    const { id, apiKey, createdAt } = await issueKey(provision, account, requestedKey);
    accounts.invalidate(account);
    const at = new Date(createdAt).toISOString();
    return c.json({ "key-id": id, "api-key": apiKey, "created-at": at }, 201);
  });

  app.openapi(routes.listKeys, async (c) => {
    const { account } = c.req.valid("param");
    await readAccount(account);
    return c.json({ items: (await store.accounts.keys(account)).map(keyView) }, 200);
  });

  app.openapi(routes.revokeKey, async (c) => {
    const { account, "key-id": id } = c.req.valid("param");
    const isFound = await store.accounts.revokeKey(account, id, provision.clock.now());
    accounts.invalidate(account);
    if (!isFound) throw missing("key");
    return c.body(null, 204);
  });

  app.openapi(routes.addSender, async (c) => {
    const { account } = c.req.valid("param");
    const fields = c.req.valid("json");
    await readAccount(account);
    for (const field of ["mms-connector", "sms-connector"] as const) {
      await checkConnector(field, fields[field]);
    }
    const originator = await addSender(provision, account, fields);
    accounts.invalidate(account);
    return c.json(await viewOf(account, originator), 201);
  });

  app.openapi(routes.changeSender, async (c) => {
    const { account, address } = c.req.valid("param");
    const fields = c.req.valid("json");
    await readAccount(account);
    for (const field of ["mms-connector", "sms-connector"] as const) {
      await checkConnector(field, fields[field]);
    }
    const originator = await changeSender(provision, account, address, fields);
    accounts.invalidate(account);
    if (originator === null) throw missing("sender");
    return c.json(await viewOf(account, originator), 200);
  });

  app.openapi(routes.listSenders, async (c) => {
    const { account } = c.req.valid("param");
    await readAccount(account);
    const originators = await store.accounts.originators(account);
    return c.json(
      { items: await Promise.all(originators.map((originator) => viewOf(account, originator))) },
      200,
    );
  });

  app.openapi(routes.removeSender, async (c) => {
    const { account, address } = c.req.valid("param");
    const isFound = await store.accounts.removeOriginator(account, address);
    accounts.invalidate(account);
    if (!isFound) throw missing("sender");
    return c.body(null, 204);
  });

  app.openapi(routes.addSubscription, async (c) => {
    const { account } = c.req.valid("param");
    await readAccount(account);
    const subscription = subscriptionOf(c.req.valid("json"));
    await store.accounts.subscribe(account, subscription);
    return c.json(subscriptionView(subscription), 201);
  });

  app.openapi(routes.listSubscriptions, async (c) => {
    const { account } = c.req.valid("param");
    const { cursor, limit } = c.req.valid("query");
    await readAccount(account);
    const page = { cursor: cursor ?? null, limit };
    const { items, nextCursor } = await store.accounts.subscriptions(account, page);
    return c.json({ items: items.map(subscriptionView), "next-cursor": nextCursor }, 200);
  });

  app.openapi(routes.removeSubscription, async (c) => {
    const { account, ...rest } = c.req.valid("param");
    if (!await store.accounts.unsubscribe(account, subscriptionOf(rest))) {
      throw missing("subscription");
    }
    return c.body(null, 204);
  });

  async function viewOf(account: string, originator: Originator) {
    const table = await routing.table();
    return senderView(
      originator,
      listMissingConnectors(table.routes, account, originator, connectors),
    );
  }

  async function checkConnector(field: string, name: string | null | undefined): Promise<void> {
    const exists = () => name == null || connectors.names().includes(name);
    // Another machine may just have created it.
    if (!exists()) await connectors.reload();
    if (exists()) return;
    const names = connectors.names().join(", ");
    throw new Refusal("invalidRequest", `${field} must be one of ${names}`);
  }

  async function readAccount(id: string): Promise<Account> {
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
    checkMm7Version("mm7-version", change["mm7-version"] ?? null);
    checkMm7Namespace("mm7-namespace", change["mm7-namespace"] ?? null);
    const fields: Record<keyof AccountChange, keyof Account> = {
      "name": "name",
      "postback-url": "postbackUrl",
      "mm7": "mm7",
      "mm7-url": "mm7Url",
      "mm7-username": "mm7Username",
      "mm7-password": "mm7Password",
      "mm7-text-xml": "mm7TextXml",
      "mm7-allow-adaptations": "mm7AllowAdaptations",
      "mm7-version": "mm7Version",
      "mm7-namespace": "mm7Namespace",
      "mm7-transfer-encoding": "mm7TransferEncoding",
      "mms-mo-postbacks": "mmsMoPostbacks",
      "sms-mo-postbacks": "smsMoPostbacks",
      "opt-out": "optOut",
      "keyword-replies": "keywordReplies",
      "allow-fallback-sms": "allowFallbackSms",
      "enforce-campaign-check": "enforceCampaignCheck",
      "delivery-reports": "deliveryReports",
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
