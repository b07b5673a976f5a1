/** Hosted messages over HTTP, from a real store and real files. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { uuidIds } from "../../src/adapters/system/ids.ts";
import type { Rendition } from "../../src/core/media/media_file.ts";
import type { MediaKind } from "../../src/core/media/media_types.ts";
import type { LinkKind, LinkRecord } from "../../src/core/sms/link.ts";
import type { MessageSlide, MmsContent, SlideMedia } from "../../src/core/composition/content.ts";
import type { Clock } from "../../src/ports/mod.ts";
import { createApp } from "../../src/http/app.ts";
import { createHosted } from "../../src/http/hosted/pages.ts";
import type { HostedStore } from "../../src/http/hosted/messages.ts";
import { createClickLinks } from "../../src/http/hosted/links.ts";
import { silentLog } from "../../src/log/mod.ts";
import * as pages from "../../src/web/mod.ts";
import { startJobs, type TestJobs, VASP_CONTENT } from "../support/jobs.ts";
import { urlOf } from "../support/postgres.ts";
import { newMessage } from "../support/store.ts";

export interface TestHosted extends AsyncDisposable {
  /** URL without a trailing slash. */
  url: string;
  jobs: TestJobs;
  /** Requests to the store, in order: `byCode`, `open`, `byTrackingId`. */
  reads: string[];
  /** Time of the clock; null: the real time. */
  time: { now: number | null };
  /** Creates a message with a page, and returns its code. */
  message(content: Partial<MmsContent>, expiresAt?: number, code?: string): Promise<string>;
  /** Creates a link in a text, and returns its code. */
  click(target: string | null, expiresAt?: number, code?: string): Promise<string>;
  link(code: string): Promise<LinkRecord>;
  /** Deletes a message, and leaves its link. */
  remove(trackingId: string): Promise<void>;
  /** Stores a file of a slide, in one rendition. */
  media(
    kind: MediaKind,
    type: string,
    content: Uint8Array,
    fields?: Partial<Rendition>,
  ): Promise<SlideMedia>;
}

/** Public URL of the service, as previews have it. */
export const BASE_URL = "https://mms.example.com/base";

/** @param options.store Wraps the real store. */
export async function startHosted(
  options: { cacheMax?: number; store?: (real: HostedStore) => HostedStore } = {},
): Promise<TestHosted> {
  await using parts = new AsyncDisposableStack();
  const jobs = parts.use(await startJobs());
  const reads: string[] = [];
  const time: TestHosted["time"] = { now: null };
  const clock: Clock = { now: () => time.now ?? jobs.env.clock.now() };
  const { links, messages } = options.store?.(jobs.store) ?? jobs.store;
  const store: HostedStore = {
    links: {
      byCode: (code) => (reads.push("byCode"), links.byCode(code)),
      open: (...opening) => (reads.push("open"), links.open(...opening)),
    },
    messages: {
      byTrackingId: (id) => (reads.push("byTrackingId"), messages.byTrackingId(id)),
    },
  };
  const log = silentLog();
  const { blobs } = jobs;
  const unused = () => assert.fail("only links are opened");
  const app = createApp({
    log,
    jsonDoor: unused,
    xmlDoor: unused,
    mm7Door: unused,
    mm7Relay: unused,
    content: unused,
    health: unused,
    admin: null,
    page: createHosted({
      store,
      accounts: jobs.env.accounts,
      blobs,
      clock,
      log,
      pages,
      baseUrl: () => BASE_URL,
      cacheMax: options.cacheMax,
    }),
    click: createClickLinks({ store, accounts: jobs.env.accounts, clock, log, pages }),
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  parts.defer(() => server.shutdown());
  const running = parts.move();

  async function give(
    kind: LinkKind,
    {
      content = VASP_CONTENT,
      target = null,
      expiresAt = clock.now() + 3_600_000,
      code = kind === "page" ? uuidIds.page() : uuidIds.link(),
    }: {
      content?: MmsContent;
      target?: string | null;
      expiresAt?: number;
      code?: string;
    },
  ): Promise<string> {
    const message = newMessage({ trackingId: uuidIds.tracking(), kind: "MMS_MT", content });
    const { account, trackingId, acceptedAt } = message;
    const link = { code, kind, account, trackingId, target, createdAt: acceptedAt, expiresAt };
    await jobs.store.messages.accept(message, null, { links: [link] });
    return code;
  }

  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    jobs,
    reads,
    time,
    message: (content, expiresAt, code) =>
      give("page", { content: { ...VASP_CONTENT, ...content }, expiresAt, code }),
    click: (target, expiresAt, code) => give("click", { target, expiresAt, code }),
    async remove(trackingId) {
      const sql = postgres(urlOf(jobs.env.config.DATABASE_URL!), { max: 1 });
      await sql`delete from message where tracking_id = ${trackingId}`;
      await sql.end();
    },
    link: async (code) => (await jobs.store.links.byCode(code))!,
    async media(kind, type, content, fields = {}) {
      const { hash, bytes } = await blobs.put(content);
      const size = { width: null, height: null, durationMs: null };
      const rendition = { name: "rich" as const, blob: hash, type, bytes, ...size, ...fields };
      return { kind, url: `https://cdn.example.com/${kind}`, renditions: [rendition] };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export function slide(text: string | null, ...media: SlideMedia[]): MessageSlide {
  return { text, media };
}
