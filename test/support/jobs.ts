/** Jobs behind carriers, assembled as in `mod.ts` from real parts, without doors and carriers. */
import { createAccountDirectory } from "../../src/adapters/cache/accounts.ts";
import { createBlobs, type FileBlobs } from "../../src/adapters/blobs/files/mod.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded_fetch.ts";
import { uuidIds } from "../../src/adapters/system/ids.ts";
import { openQueue } from "../../src/adapters/queue/mod.ts";
import { createStore } from "../../src/adapters/store/mod.ts";
import { openDatabase } from "../../src/adapters/store/open.ts";
import { readConfig } from "../../src/config/mod.ts";
import type { Account, Originator } from "../../src/core/account/account.ts";
import type { InboundFile } from "../../src/core/message/inbound.ts";
import type { NewMessage } from "../../src/core/message/message.ts";
import type { MmsContent } from "../../src/core/composition/content.ts";
import { createAcceptances } from "../../src/jobs/shared/acceptances.ts";
import { createInterruptions } from "../../src/jobs/engine/interruptions.ts";
import { createScratch } from "../../src/adapters/system/directory_watch.ts";
import type {
  CarrierReport,
  Clock,
  InboundMms,
  InboundSms,
  Scratch,
  Store,
} from "../../src/ports/mod.ts";
import { createRecentSubmissions } from "../../src/jobs/shared/recent_submissions.ts";
import type { JobPorts } from "../../src/jobs/shared/ports.ts";
import { createInbound } from "../../src/jobs/report/inbound.ts";
import { notifiedOf, transitionOf } from "../../src/jobs/shared/transition.ts";
import {
  createPostbacks,
  type PostbackJob,
  type PostbackSent,
} from "../../src/jobs/postbacks/mod.ts";
import { createReport } from "../../src/jobs/report/mod.ts";
import { createUnmatchedReports } from "../../src/jobs/shared/unmatched_reports.ts";
import { type Log, silentLog } from "../../src/log/mod.ts";
import { createMetrics } from "../../src/metrics/mod.ts";
import { NO_TRACER } from "../../src/tracing/mod.ts";
import { lendDatabase } from "./migrated.ts";
import { scratchDirectory } from "./scratch.ts";
import { BATCHER, newAccount, newMessage, newOriginator } from "./store.ts";

export const BASE_URL = "https://mms.example.com";

export interface TestJobs extends AsyncDisposable {
  store: Store;
  blobs: FileBlobs;
  env: JobPorts;
  notify: PostbackJob;
  /** Delivered postbacks, in order. */
  sent: PostbackSent[];
  /** Reports as the carrier CONNECTOR, or another one. */
  report(
    report: Omit<CarrierReport, "connector" | "at"> & { connector?: string },
  ): Promise<boolean>;
  inbound(message?: Partial<InboundMms>): Promise<boolean>;
  inboundSms(message?: Partial<InboundSms>): Promise<boolean>;
  /** Creates an account, which owns `address` where there is one. */
  account(
    fields?: Partial<Account> & { postbackUrl?: string | null },
    originator?: Partial<Originator>,
  ): Promise<Account>;
  /** Creates a message that a carrier knows by this id; null: no response brought one. */
  submitted(carrierId: string | null, fields?: Partial<NewMessage>): Promise<string>;
  /** Stores a file. */
  file(name: string, type: string, content: Uint8Array, contentId?: string): Promise<InboundFile>;
}

export interface TestJobsOptions {
  config?: Record<string, string>;
  clock?: Clock;
  log?: Log;
}

export const CONNECTOR = "mmsc";

const RECENT_MS = 600_000;

/** Content of a message that came over MM7. */
export const VASP_CONTENT: MmsContent = {
  kind: "MMS",
  subject: null,
  slides: [{ text: "Hello", media: [] }],
  fallback: { text: null, disabled: false, linkDisabled: true, linkExpiresAt: 0 },
  forceSms: false,
  displayOnly: [],
  vasp: { parts: null, adaptable: true, prepared: false, passThrough: {} },
};

let last = 0;

export async function startJobs(options: TestJobsOptions = {}): Promise<TestJobs> {
  const { clock = systemClock, log = silentLog() } = options;
  await using parts = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-", dir: scratchDirectory() });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const lent = await lendDatabase();
  parts.defer(() => lent.release());
  const config = readConfig({
    OUTBOUND_ALLOW: "127.0.0.0/8",
    ACCOUNT_CACHE_TTL: "0s",
    DATABASE_URL: lent.url,
    DATABASE_CONNECTIONS: "2",
    ...options.config,
  });
  const database = await openDatabase(config, directory, log);
  parts.defer(() => database.close());
  const queue = await openQueue(config, directory, Promise.resolve(database), clock);
  parts.defer(() => queue.close());
  const store = createStore(database, {
    batcher: BATCHER,
    onPostbacks: (postbacks) => void queue.enqueue(postbacks).catch(() => {}),
  });
  const fetch = createGuardedFetch({ allow: config.OUTBOUND_ALLOW });
  parts.defer(() => fetch.close());
  const blobs = createBlobs(`${directory}/blobs`);
  const metrics = createMetrics();
  // What is not here is for delivery and preparation.
  const env = {
    config,
    log,
    clock,
    ids: uuidIds,
    store,
    accounts: createAccountDirectory(store.accounts, clock, config.ACCOUNT_CACHE_TTL),
    queue,
    blobs,
    fetch,
    recentSubmissions: createRecentSubmissions({
      max: config.REPORT_CACHE_MAX,
      ttlMs: config.REPORT_CACHE_TTL,
    }),
    traffic: { submitted: () => {} },
    metrics,
    unmatchedReports: createUnmatchedReports({ log, metrics }),
    acceptances: createAcceptances(clock, RECENT_MS),
    interruptions: createInterruptions({ clock, store }, RECENT_MS),
    tracer: NO_TRACER,
    baseUrl: () => BASE_URL,
    owner: "test",
  } as unknown as JobPorts;
  const sent: PostbackSent[] = [];
  const notify = createPostbacks(env, {
    defaultUrl: () => null,
    onSent: (postback) => sent.push(postback),
  });
  const report = createReport(env);
  const inbound = createInbound(env, { onReply: () => {} });
  queue.listen(notify.add);
  parts.defer(() => notify.drain());
  const running = parts.move();

  return {
    store,
    blobs,
    env,
    notify,
    sent,
    report: (fields) => report({ connector: CONNECTOR, at: clock.now(), ...fields }),
    inbound: (fields = {}) =>
      inbound.mms({
        connector: CONNECTOR,
        key: `key-${++last}`,
        from: "16175550111",
        to: "111122",
        vasid: null,
        subject: null,
        operatorId: null,
        files: [],
        at: clock.now(),
        ...fields,
      }),
    inboundSms: (fields = {}) =>
      inbound.sms({
        connector: CONNECTOR,
        key: `key-${++last}`,
        from: "16175550111",
        to: "111122",
        text: "Hello",
        operatorId: null,
        at: clock.now(),
        ...fields,
      }),
    async account(fields = {}, originator) {
      const account = newAccount({ id: `account-${++last}`, createdAt: last, ...fields });
      await store.accounts.create(account);
      if (originator !== undefined) {
        await store.accounts.addOriginator(account.id, newOriginator(originator));
      }
      return account;
    },
    async submitted(carrierId, fields = {}) {
      const now = clock.now();
      const message = newMessage({
        trackingId: uuidIds.tracking(),
        kind: "MMS_MT",
        content: VASP_CONTENT,
        acceptedAt: now,
        expiresAt: now + 3_600_000,
        ...fields,
      });
      await store.messages.accept(message, null);
      for (const event of ["begin", "taken"] as const) {
        const record = (await store.messages.byTrackingId(message.trackingId))!;
        const change = event === "taken" ? { connector: CONNECTOR, carrierId } : {};
        const move = transitionOf(env, record, event, {
          change,
          next: null,
          account: await notifiedOf(env, record),
        });
        await store.messages.transition(move!);
      }
      return message.trackingId;
    },
    async file(name, type, content, contentId) {
      const { hash, bytes } = await blobs.put(content);
      return { name, type, blob: hash, bytes, ...contentId === undefined ? {} : { contentId } };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Creates temporary files in a directory that always works. */
export function testScratch(directory: string): Scratch {
  Deno.mkdirSync(directory, { recursive: true });
  return createScratch(directory, () => Promise.resolve(null));
}
