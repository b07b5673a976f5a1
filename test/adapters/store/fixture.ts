/** Fixture and helpers of the store suite's cases. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import type { BatcherOptions } from "../../../src/adapters/store/engine/batcher.ts";
import type { Page, PageRequest } from "../../../src/ports/mod.ts";
import {
  newAccount,
  nextId,
  NOON,
  type OpenStore,
  type WatchedStoreOptions,
} from "../../support/store.ts";

/** Database of its own for a suite. */
export interface SuiteDatabase extends AsyncDisposable {
  /** Database, empty and not migrated. */
  database: Database;
  /** Opens the same database as another process would. */
  again(): Promise<Database>;
}

/** Fixture of one case. Tables are empty. */
export interface Fixture extends OpenStore {
  /** Second store on the same database, as on another machine. */
  other: OpenStore;
  /** Opens a store with other options. */
  openWith(batcher: BatcherOptions, options?: WatchedStoreOptions): OpenStore;
}

export type Case = (fixture: Fixture) => Promise<void>;

export const LEASE = { owner: "me", until: NOON + 60_000 };
export const THEIRS = { owner: "them", until: NOON + 60_000 };

export async function addAccount(store: OpenStore["store"]) {
  const account = newAccount({ id: nextId("account") });
  await store.accounts.create(account);
  return account;
}

/** Reads all pages of a listing; no page but the last may be short. */
export async function allPages<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number) {
  const items: T[] = [];
  for (let cursor: string | null = null;;) {
    const page: Page<T> = await list({ cursor, limit });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) return items;
    assert.equal(page.items.length, limit);
  }
}
