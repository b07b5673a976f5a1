/** Senders of accounts, to choose one from a list. */
import type { Account } from "../../generated/admin.ts";
import type { AdminApi } from "./admin_api.ts";

/** Maximum accounts whose senders a list has. */
const ACCOUNTS_MAX = 50;

/** An account with its senders. */
export interface AccountSenders {
  readonly account: string;
  readonly name: string;
  /** Addresses. */
  readonly senders: readonly string[];
}

export interface SenderChoices {
  readonly accounts: readonly AccountSenders[];
  /** Whether there are accounts beyond these. */
  readonly hasMore: boolean;
}

/** A sender with its account. */
export interface ChosenSender {
  readonly account: string;
  /** Null: all senders of the account. */
  readonly sender: string | null;
}

/**
 * Loads the senders of the first accounts.
 *
 * @param further Account to list too, wherever it is; one that does not exist is left out.
 */
export async function senderChoices(
  api: AdminApi,
  further: string | null,
): Promise<SenderChoices> {
  const page = await api.call("listAccounts", { query: { limit: ACCOUNTS_MAX } });
  const isListed = further === null || page.items.some(({ account }) => account === further);
  const accounts = isListed ? page.items : [...page.items, ...await accountOf(api, further)];
  return {
    accounts: await Promise.all(accounts.map(async ({ account, name }) => {
      const { items } = await api.call("listSenders", { params: { account } });
      return { account, name, senders: items.map(({ address }) => address) };
    })),
    hasMore: page["next-cursor"] !== null,
  };
}

async function accountOf(api: AdminApi, account: string): Promise<Account[]> {
  try {
    return [await api.call("readAccount", { params: { account } })];
  } catch {
    return [];
  }
}

/** Returns the value of a choice; ids of accounts have no spaces. */
export function valueOfSender({ account, sender }: ChosenSender): string {
  return sender === null ? account : `${account} ${sender}`;
}

/** Reads the value of a choice; null: none was made. */
export function chosenSender(value: string): ChosenSender | null {
  if (value === "") return null;
  const space = value.indexOf(" ");
  if (space === -1) return { account: value, sender: null };
  return { account: value.slice(0, space), sender: value.slice(space + 1) };
}
