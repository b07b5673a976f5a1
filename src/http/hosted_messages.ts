/** Messages as their pages' codes name them: read together with their link, and kept a moment. */
import { type MessagePage, type PageFile, pageOf } from "../core/message/page.ts";
import type { Clock, Store } from "../ports/mod.ts";
import { createTtlCache } from "./ttl_cache.ts";
import { isCode } from "./visitor_response.ts";

export interface HostedStore {
  links: Pick<Store["links"], "byCode" | "open">;
  messages: Pick<Store["messages"], "byTrackingId">;
}

/** A message that a code leads to. Once its link has expired it is not to be shown. */
export interface HostedMessage {
  /** Milliseconds since the epoch. */
  expiresAt: number;
  page: MessagePage;
  /** Those of its page, by name. */
  files: ReadonlyMap<string, PageFile>;
}

export interface HostedMessages {
  /** As it is now. Null: no page has this code. */
  read(code: string): Promise<HostedMessage | null>;
  /** As it is now, or was a moment ago. */
  recent(code: string): Promise<HostedMessage | null>;
  /** The same, with a file of this name; the file is null when the message has none. */
  withFile(code: string, name: string): Promise<HostedFile | null>;
}

export interface HostedFile {
  hosted: HostedMessage;
  file: PageFile | null;
}

/** A film is fetched in pieces within it; a message that is given up is shown no longer than it. */
const KEPT_MS = 60_000;

/** A link is known for longer than its message is kept, and has expired by then. */
const NO_LONGER_KEPT: HostedMessage = {
  expiresAt: 0,
  page: { subject: null, slides: [] },
  files: new Map(),
};

export function createHostedMessages(
  { store, clock, max }: { store: HostedStore; clock: Clock; max: number },
): HostedMessages {
  const kept = createTtlCache<HostedMessage>({ clock, max, keptMs: KEPT_MS });

  async function find(code: string): Promise<HostedMessage | null> {
    const link = await store.links.byCode(code);
    if (link?.kind !== "page") return null;
    const message = await store.messages.byTrackingId(link.trackingId);
    if (message === null) return NO_LONGER_KEPT;
    if (message.content.kind !== "MMS") return null;
    const page = pageOf(message.content);
    const files = page.slides.flatMap((slide) => slide.files);
    return {
      expiresAt: link.expiresAt,
      page,
      files: new Map(files.map((file) => [file.name, file])),
    };
  }

  async function read(code: string): Promise<HostedMessage | null> {
    if (!isCode(code)) return null;
    const readAt = clock.now();
    const found = await find(code);
    // What is not there is asked for again each time: it may come to be.
    if (found !== null) kept.set(code, found, readAt);
    return found;
  }

  return {
    read,
    recent: async (code) => kept.get(code) ?? await read(code),
    async withFile(code, name) {
      const before = kept.get(code);
      const file = before?.files.get(name);
      if (before !== undefined && file !== undefined) return { hosted: before, file };
      // A file that was not there may have been made since.
      const hosted = await read(code);
      return hosted && { hosted, file: hosted.files.get(name) ?? null };
    },
  };
}
