/** Values that the service knows: accounts, their senders and their templates. */
import type { Field } from "../../contract/field.ts";
import type { AdminApi } from "../model/admin_api.ts";
import { ApiRefusal } from "../model/admin_api.ts";

export interface Option {
  value: string;
  name: string;
}

export interface Choices {
  accounts: readonly Option[];
  /** The chosen account; the first one by default. Null: there is none. */
  account: string | null;
  /** Values of the action's fields, by their name. */
  fields: Readonly<Record<string, readonly Option[]>>;
}

/** Maximum items that a select has: a page of a listing. */
const MAX = 200;

type Load = (api: AdminApi, account: string) => Promise<readonly Option[]>;

/** Fields whose values the service knows. */
const KNOWN: Readonly<Record<string, Load>> = {
  async "from"(api, account) {
    const { items } = await api.call("listSenders", { params: { account } });
    return items.map(({ address, kind }) => ({ value: address, name: `${address} (${kind})` }));
  },
  async "mms-id"(api, account) {
    const query = { account, state: "ready", limit: MAX } as const;
    const { items } = await api.call("listTemplates", { query });
    return items.map(({ "mms-id": value, name }) => ({ value, name: `${name} (${value})` }));
  },
};

/** Loads the choices for a form. An account that does not exist has none. */
export async function loadChoices(
  api: AdminApi,
  fields: readonly Field[],
  requested: string | null,
): Promise<Choices> {
  const { items } = await api.call("listAccounts", { query: { limit: MAX } });
  const accounts = items.map(({ account, name }) => ({
    value: account,
    name: name === account ? name : `${name} (${account})`,
  }));
  const account = requested || (accounts[0]?.value ?? null);
  // Accounts past the first page are reached by links.
  const isListed = account === null || accounts.some(({ value }) => value === account);
  return {
    accounts: isListed ? accounts : [...accounts, { value: account, name: account }],
    account,
    fields: account === null ? {} : await loadFields(api, fields, account),
  };
}

async function loadFields(
  api: AdminApi,
  fields: readonly Field[],
  account: string,
): Promise<Choices["fields"]> {
  const names = fields.map(({ name }) => name).filter((name) => name in KNOWN);
  try {
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await KNOWN[name]!(api, account)])),
    );
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return {};
    throw error;
  }
}
