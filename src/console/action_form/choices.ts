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
  /** Where to make a first value, by the names of fields that the account has none for. */
  none: Readonly<Record<string, Remedy>>;
}

/** Fault of an account that lacks something, and the page of the console that makes it. */
export interface Remedy {
  fault: string;
  path: string;
  link: string;
}

/** Maximum items that a select has: a page of a listing. */
const MAX = 200;

/** Stands for more values than a select has. */
const UNLISTED: readonly Option[] = [];

interface Known {
  load(api: AdminApi, account: string): Promise<readonly Option[]>;
  remedy(account: string): Remedy;
}

/** Fields whose values the service knows. */
const KNOWN: Readonly<Record<string, Known>> = {
  "from": {
    async load(api, account) {
      const { items } = await api.call("listSenders", { params: { account } });
      return items.map(({ address, kind }) => ({ value: address, name: `${address} (${kind})` }));
    },
    remedy: (account) => ({
      fault: "The account has no sender.",
      path: `/accounts/${encodeURIComponent(account)}`,
      link: "Add one",
    }),
  },
  "mms-id": {
    async load(api, account) {
      const query = { account, state: "ready", limit: MAX } as const;
      const { items } = await api.call("listTemplates", { query });
      return items.map(({ "mms-id": value, name }) => ({ value, name: `${name} (${value})` }));
    },
    remedy: (account) => ({
      fault: "The account has no template that is ready.",
      path: `/try/savemms?${new URLSearchParams({ account, example: "savemms" })}`,
      link: "Save one",
    }),
  },
  "campaign-ref": {
    async load(api, account) {
      const page = await api.call("listCampaigns", { params: { account }, query: { limit: MAX } });
      // One of more is typed.
      if (page["next-cursor"] !== null) return UNLISTED;
      return page.items.map(({ "campaign-ref": value, title }) => ({
        value,
        name: title === null ? value : `${title} (${value})`,
      }));
    },
    remedy: (account) => ({
      fault: "The account has no campaign.",
      path: `/accounts/${encodeURIComponent(account)}/campaigns`,
      link: "Create one",
    }),
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
  const values = account === null ? {} : await loadFields(api, fields, account);
  return {
    accounts: isListed ? accounts : [...accounts, { value: account, name: account }],
    account,
    fields: values,
    none: Object.fromEntries(
      Object.entries(values).filter(([, options]) => options.length === 0 && options !== UNLISTED)
        .map(([name]) => [name, KNOWN[name]!.remedy(account!)]),
    ),
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
      await Promise.all(names.map(async (name) => [name, await KNOWN[name]!.load(api, account)])),
    );
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return {};
    throw error;
  }
}
