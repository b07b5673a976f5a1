/** Messages by the code of their page, read together with the link and cached for a minute. */
import { type Brand, NO_BRAND } from "../../core/account/account.ts";
import {
  filesOfPage,
  logoFile,
  type MessagePage,
  type PageFile,
  pageOf,
} from "../../core/message/page.ts";
import type { AccountDirectory, Clock, Store } from "../../ports/mod.ts";
import { createTtlCache } from "./ttl_cache.ts";
import { isCode } from "./link_code.ts";

export interface HostedStore {
  links: Pick<Store["links"], "byCode" | "open">;
  messages: Pick<Store["messages"], "byTrackingId">;
}

/** Accounts that messages are from. */
export type HostedAccounts = Pick<AccountDirectory, "byId">;

/** The message behind a page code. Callers check `expiresAt` before they show it. */
export interface HostedMessage {
  /** Expiry of the link, in milliseconds since the epoch. */
  expiresAt: number;
  page: MessagePage;
  /** The account's, as its pages show it. */
  brand: Brand;
  /** Files of the page and the logo, by name. */
  files: ReadonlyMap<string, PageFile>;
}

export interface HostedMessages {
  /** Reads the current state from the store. Null: no page has this code. */
  read(code: string): Promise<HostedMessage | null>;
  /** Returns the cached message, else reads it. */
  recent(code: string): Promise<HostedMessage | null>;
  /**
   * Returns the cached or current message with a file of it; file null: it has none of this name.
   */
  withFile(code: string, name: string): Promise<HostedFile | null>;
}

export interface HostedFile {
  hosted: HostedMessage;
  file: PageFile | null;
}

/**
 * Cache TTL. Long enough for the many range requests of one video playback, short enough for a
 * deleted message to disappear soon.
 */
const TTL_MS = 60_000;

/**
 * Result for a link whose message is past its retention: links outlive messages, but expire first.
 */
const DELETED_MESSAGE: HostedMessage = {
  expiresAt: 0,
  page: { subject: null, slides: [] },
  brand: NO_BRAND,
  files: new Map(),
};

export function createHostedMessages(
  { store, accounts, clock, max }: {
    store: HostedStore;
    accounts: HostedAccounts;
    clock: Clock;
    max: number;
  },
): HostedMessages {
  const cache = createTtlCache<HostedMessage>({ clock, max, ttlMs: TTL_MS });

  async function find(code: string): Promise<HostedMessage | null> {
    const link = await store.links.byCode(code);
    if (link?.kind !== "page") return null;
    const [message, access] = await Promise.all([
      store.messages.byTrackingId(link.trackingId),
      accounts.byId(link.account),
    ]);
    if (message === null) return DELETED_MESSAGE;
    if (message.content.kind !== "MMS") return null;
    const page = pageOf(message.content);
    const brand = access?.account ?? NO_BRAND;
    const logo = brand.logo === null ? [] : [logoFile(brand.logo)];
    const files = [...filesOfPage(page), ...logo];
    return {
      expiresAt: link.expiresAt,
      page,
      brand,
      files: new Map(files.map((file) => [file.name, file])),
    };
  }

  async function read(code: string): Promise<HostedMessage | null> {
    if (!isCode(code)) return null;
    const readAt = clock.now();
    const hosted = await find(code);
    // Misses are not cached: the page may be created later.
    if (hosted !== null) cache.set(code, hosted, readAt);
    return hosted;
  }

  return {
    read,
    recent: async (code) => cache.get(code) ?? await read(code),
    async withFile(code, name) {
      const cached = cache.get(code);
      const file = cached?.files.get(name);
      if (cached !== undefined && file !== undefined) return { hosted: cached, file };
      // The file may have been added since the message was cached.
      const hosted = await read(code);
      return hosted && { hosted, file: hosted.files.get(name) ?? null };
    },
  };
}
