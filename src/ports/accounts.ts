/** Customers: what they may, who they are, and who does not want to hear of them. */
import type { Account, Originator } from "../core/account/account.ts";
import type { Block } from "../core/account/block.ts";
import type { Language } from "../core/message/keyword.ts";
import type { LanguageReplies } from "../core/message/keyword_reply.ts";
import type { Page, PageRequest } from "./store.ts";

/** What a customer's request is authorised with: the account and what it may send from. */
export interface AccountAccess {
  account: Account;
  originators: Originator[];
  /** Whether any recipient is blocked: while none is, nobody need ask about one. */
  hasBlocks: boolean;
}

export interface ApiKeyView {
  id: string;
  hint: string;
  createdAt: number;
  revokedAt: number | null;
}

export interface Subscription {
  campaignRef: string;
  recipient: string;
}

export interface AccountStore {
  /** The account of an API key, by its SHA-256 in hex; null: the key is unknown or revoked. */
  byKeyHash(hash: string): Promise<string | null>;
  access(id: string): Promise<AccountAccess | null>;
  byId(id: string): Promise<Account | null>;
  list(page: PageRequest): Promise<Page<Account>>;
  /** Throws AlreadyThere. */
  create(account: Account): Promise<void>;
  change(id: string, change: Partial<Omit<Account, "id" | "createdAt">>): Promise<Account | null>;
  /** Makes `next` the newest webhook secret (`core/webhook_secret.ts`): one rotation after another. */
  rotateSecret(
    id: string,
    next: string,
    times: { now: number; keepUntil: number },
  ): Promise<Account | null>;
  /** Replaces its keywords and answers in one language. False: they are not `former` any more. */
  setReplies(
    id: string,
    language: Language,
    replies: LanguageReplies,
    former: LanguageReplies | undefined,
  ): Promise<boolean>;
  /** Takes the account's postback URL away, unless it has been changed meanwhile. */
  dropPostbackUrl(id: string, url: string): Promise<boolean>;
  /** Throws AlreadyThere: a key is one account's, once. */
  addKey(
    account: string,
    key: { id: string; hash: string; hint: string; at: number },
  ): Promise<void>;
  keys(account: string): Promise<ApiKeyView[]>;
  revokeKey(account: string, id: string, at: number): Promise<boolean>;
  originators(account: string): Promise<Originator[]>;
  /** Throws AlreadyThere. */
  addOriginator(account: string, originator: Originator): Promise<void>;
  /** Changes the given fields; null: there is none of this address. */
  changeOriginator(
    account: string,
    address: string,
    change: Partial<Omit<Originator, "address">>,
  ): Promise<Originator | null>;
  removeOriginator(account: string, address: string): Promise<boolean>;
  /** Those who may send from an address, oldest account first; disabled accounts are left out. */
  owners(address: string): Promise<{ account: string; vasid: string | null }[]>;
  isSubscribed(account: string, subscription: Subscription): Promise<boolean>;
  subscriptions(account: string, page: PageRequest): Promise<Page<Subscription>>;
  subscribe(account: string, subscription: Subscription): Promise<void>;
  unsubscribe(account: string, subscription: Subscription): Promise<boolean>;
}

export interface BlockFilter {
  originator?: string;
  number?: string;
}

export interface BlockStore {
  /** In one statement shared with others who ask. */
  isBlocked(account: string, pair: { originator: string; number: string }): Promise<boolean>;
  /**
   * Blocks for an operator; one that a keyword made becomes his, and keeps its age. Answers it as it
   * is now.
   */
  add(account: string, block: Omit<Block, "madeBy">): Promise<Block>;
  /**
   * Lifts for an operator what is blocked of a number: for one originator, so that a block of all
   * becomes one of each of the others, or (null) altogether. False: nothing was.
   */
  lift(account: string, pair: Pick<Block, "originator" | "number">): Promise<boolean>;
  /** By number, then by originator; those of all originators first. */
  list(account: string, filter: BlockFilter, page: PageRequest): Promise<Page<Block>>;
}
