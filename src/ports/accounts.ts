/** Storage of accounts: API keys, originators and blocked recipients. */
import type { Account, Logo, Originator } from "../core/account/account.ts";
import type { KeyLimits } from "../core/account/key_limits.ts";
import type { Pool } from "../core/account/pool.ts";
import type { PostbackReceiver } from "../core/account/receiver.ts";
import type { Block } from "../core/account/block.ts";
import type { Language } from "../core/keyword/keyword.ts";
import type { LanguageReplies } from "../core/keyword/keyword_reply.ts";
import type { Page, PageRequest } from "./page.ts";

/** Account with everything that authorises its requests. */
export interface AccountAccess {
  account: Account;
  originators: Originator[];
  pools: Pool[];
  /** Whether the account has any block; without one, callers skip `BlockStore.isBlocked`. */
  hasBlocks: boolean;
  /** Limits of the API key that was presented; absent: none. */
  limits?: KeyLimits;
}

export interface ApiKeyView {
  id: string;
  hint: string;
  limits: KeyLimits;
  createdAt: number;
  revokedAt: number | null;
}

export interface AccountStore {
  /**
   * Returns the account id and the limits of an API key, by the key's SHA-256 in hex; null if the
   * key is unknown or revoked.
   */
  byKeyHash(hash: string): Promise<{ account: string; limits: KeyLimits } | null>;
  access(id: string): Promise<AccountAccess | null>;
  byId(id: string): Promise<Account | null>;
  list(page: PageRequest): Promise<Page<Account>>;
  /** @throws {AlreadyExists} */
  create(account: Account): Promise<void>;
  /** Changes the fields present; `postbackUrl` is the URL of the default receiver. */
  change(
    id: string,
    change:
      & Partial<Omit<Account, "id" | "createdAt" | "logo" | "receivers" | "replies">>
      & { postbackUrl?: string | null },
  ): Promise<Account | null>;
  /**
   * Replaces the account's logo, whose blob is in use from then on, unlike the previous one's.
   * @param logo Null removes it.
   */
  setLogo(id: string, logo: Logo | null): Promise<Account | null>;
  /**
   * Adds a receiver, unless the account has `max` already.
   *
   * @throws {AlreadyExists} if the account has one of this name.
   */
  addReceiver(account: string, receiver: PostbackReceiver, max: number): Promise<boolean>;
  /** Changes the fields present; null: the account has no receiver of this name. */
  changeReceiver(
    account: string,
    name: string,
    change: Partial<Omit<PostbackReceiver, "name" | "createdAt" | "webhookSecrets">>,
  ): Promise<PostbackReceiver | null>;
  removeReceiver(account: string, name: string): Promise<boolean>;
  /**
   * Makes `next` the newest webhook secret of a receiver (`core/account/webhook_secret.ts`);
   * concurrent rotations are serialised.
   */
  rotateSecret(
    account: string,
    name: string,
    next: string,
    times: { now: number; overlapUntil: number },
  ): Promise<PostbackReceiver | null>;
  /**
   * Removes the URL of a receiver.
   * @returns False if it is not `url` any more.
   */
  dropUrl(account: string, name: string, url: string): Promise<boolean>;
  /**
   * Replaces an account's keywords and reply texts in one language.
   * @returns False if they have changed since `previous` was read.
   */
  setReplies(
    id: string,
    language: Language,
    replies: LanguageReplies,
    previous: LanguageReplies | undefined,
  ): Promise<boolean>;
  /**
   * Adds an API key. Default: it has no limits.
   * @throws {AlreadyExists} if any account has it.
   */
  addKey(
    account: string,
    key: { id: string; hash: string; hint: string; limits?: KeyLimits; at: number },
  ): Promise<void>;
  /** Replaces the limits of a key that is not revoked; null: the account has none of this id. */
  limitKey(account: string, id: string, limits: KeyLimits): Promise<ApiKeyView | null>;
  keys(account: string): Promise<ApiKeyView[]>;
  revokeKey(account: string, id: string, at: number): Promise<boolean>;
  originators(account: string): Promise<Originator[]>;
  /**
   * @throws {AlreadyExists} if the account has the address, or another has it and not both share it.
   */
  addOriginator(account: string, originator: Originator): Promise<void>;
  /**
   * Changes the fields present in `change`; null if the account has no originator of this address.
   *
   * @throws {AlreadyExists} if it is to be shared no more, and another account has the address.
   */
  changeOriginator(
    account: string,
    address: string,
    change: Partial<Omit<Originator, "address">>,
  ): Promise<Originator | null>;
  removeOriginator(account: string, address: string): Promise<boolean>;
  /** Lists the pools of an account, by name. */
  pools(account: string): Promise<Pool[]>;
  /**
   * Adds a pool, unless the account has `max` already.
   *
   * @throws {AlreadyExists} if the account has one of this name.
   */
  addPool(account: string, pool: Pool, max: number): Promise<boolean>;
  /** Changes the fields present; null: the account has no pool of this name. */
  changePool(
    account: string,
    name: string,
    change: Partial<Pick<Pool, "senders" | "stickyDays">>,
  ): Promise<Pool | null>;
  removePool(account: string, name: string): Promise<boolean>;
  /**
   * Lists the enabled accounts that may send from an address, the oldest first, with the address as
   * each has it: one number may be stored in several forms.
   */
  owners(
    address: string,
  ): Promise<{ account: string; vasid: string | null; address: string }[]>;
  /**
   * Lists those of several addresses that enabled accounts may send from: the ones that a connector
   * carries, as far as the accounts say so; where they say that it carries none of them, all.
   */
  sendersAmong(addresses: readonly string[], connector: string): Promise<string[]>;
  /**
   * Lists addresses that several accounts have though not all of them share it, as was possible
   * once, each with its accounts, the oldest first.
   */
  contested(limit: number): Promise<{ address: string; accounts: string[] }[]>;
}

export interface BlockFilter {
  originator?: string;
  /** Originators of which a block has one; null: it is for all of them. */
  originators?: readonly (string | null)[];
  number?: string;
  /** Whether blocks of erased numbers are left out. Default: no. */
  isKnown?: boolean;
}

export interface BlockStore {
  /** Returns whether a recipient is blocked. Concurrent calls share one statement. */
  isBlocked(account: string, pair: { originator: string; number: string }): Promise<boolean>;
  /**
   * Adds a block made by an administrator. A block that a keyword made becomes the administrator's
   * and keeps its age.
   * @returns The block as stored.
   */
  add(account: string, block: Omit<Block, "madeBy">): Promise<Block>;
  /**
   * Lifts the blocks of a number, no matter who made them: for one originator (a block for all
   * originators becomes one block for each other originator), or for all (null).
   * @returns False if there was none.
   */
  lift(account: string, pair: Pick<Block, "originator" | "number">): Promise<boolean>;
  /** Adds a block made by the account itself. A block that there is stays as it is. */
  addOwn(account: string, block: Omit<Block, "madeBy">): Promise<void>;
  /**
   * Lifts the blocks of a number like `lift`, if the account has made all of them itself.
   *
   * @param isForOne Whether blocks for all originators are beyond the request, too.
   * @returns The block for which none is lifted; null: none is left.
   */
  liftOwn(
    account: string,
    pair: Pick<Block, "originator" | "number">,
    isForOne: boolean,
  ): Promise<Block | null>;
  /** Ordered by number, then by originator; blocks for all originators come first. */
  list(account: string, filter: BlockFilter, page: PageRequest): Promise<Page<Block>>;
}

/** Accounts, cached for a few seconds. */
export interface AccountDirectory {
  /** Finds an account by API key in plain text. */
  byApiKey(key: string): Promise<AccountAccess | null>;
  /**
   * Finds the account of a key that was valid a moment ago, without a database query; undefined for
   * any other key.
   */
  byCachedKey(key: string): Promise<AccountAccess | null> | undefined;
  byId(id: string): Promise<AccountAccess | null>;
  /** Drops a cached account after a change on this machine. */
  invalidate(id: string): void;
}
