/** Stores on real databases, and records to put into them. */
import { v7 } from "npm:uuid@13.0.0";
import {
  DEFAULT_RECEIVER,
  type PostbackReceiver,
  RECEIVER_DEFAULTS,
} from "../../src/core/account/receiver.ts";
import { ACCOUNT_DEFAULTS } from "../../src/actions/provision.ts";
import type { Account, Originator } from "../../src/core/account/account.ts";
import type { ConnectorRecord, MmscMm7Settings } from "../../src/core/routing/connector.ts";
import type { NewEvent } from "../../src/core/message/event.ts";
import type { Rendition } from "../../src/core/media/media_file.ts";
import type { InboundMmsRecord, InboundSmsRecord } from "../../src/core/message/inbound.ts";
import type { NewLink } from "../../src/core/sms/link.ts";
import type { MessageRecord, NewMessage } from "../../src/core/message/message.ts";
import type { MmsContent, SlideMedia } from "../../src/core/composition/content.ts";
import type { NewTemplate } from "../../src/core/template/template.ts";
import type {
  CachedRendition,
  ChangeFacts,
  LoopbackMessage,
  MessageTransition,
  PostbackHandover,
  Store,
  SubscribeRequest,
  SubscribeResult,
  SubscriptionKey,
} from "../../src/ports/mod.ts";
import type { Database, Row } from "../../src/adapters/store/engine/database.ts";
import type { BatcherOptions } from "../../src/adapters/store/engine/batcher.ts";
import { createStore } from "../../src/adapters/store/mod.ts";
import { type EventKey, postbackId } from "../../src/adapters/store/postbacks/postback_id.ts";
import { until } from "./until.ts";
import { COMMON_SETTINGS } from "./connector_settings.ts";

/** Store with its database, and the calls on either side of it. */
export interface OpenStore {
  store: Store;
  /** Its database, for statements that are not counted. */
  database: Database;
  /** Statements of the store, in order. */
  statements: string[];
  /** Ids of the postbacks that the store announced, in order. */
  announced: string[];
}

/** Resolves once a statement in this database has waited for a lock for at least this long. */
export async function someoneWaits({ query }: Database, interval = "0"): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and clock_timestamp() - query_start >= $1::text::interval`;
  await until(() => query(waiting, [interval]), ({ length }) => length > 0);
}

export const BATCHER: BatcherOptions = { batchMax: 256, concurrency: 1 };

export interface WatchedStoreOptions {
  handover?: PostbackHandover;
  /** Default: no look-up is slow, however busy the machine, as the cases have no accounts stored. */
  slowLookupMs?: number;
}

/** Opens a store on a migrated database that records its statements and postbacks. */
export function watchedStore(
  database: Database,
  options: BatcherOptions = BATCHER,
  { handover, slowLookupMs = Infinity }: WatchedStoreOptions = {},
): OpenStore {
  const statements: string[] = [];
  const announced: string[] = [];
  const watched: Database = {
    ...database,
    query(sql, parameters) {
      statements.push(sql);
      return database.query(sql, parameters);
    },
    batch(batch, after = []) {
      statements.push(...[...batch, ...after].map(({ sql }) => sql));
      return database.batch(batch, after);
    },
  };
  const store = createStore(watched, {
    batcher: options,
    slowLookupMs,
    ...handover && { handover },
    onPostbacks: (postbacks) => announced.push(...postbacks.map(({ id }) => id)),
  });
  return { store, database, statements, announced };
}

/** Reference time of records. */
export const NOON = Date.UTC(2026, 6, 1, 12);

/** Number of the last id, above those that cases choose themselves. */
let last = 1_000_000;

/** Returns a tracking-id that sorts behind those before it, as real ones do; with a prefix, a name. */
export function nextId(prefix?: string): string {
  return prefix === undefined ? uuidOf(++last) : `${prefix}-${String(++last).padStart(8, "0")}`;
}

/** Writes SQL of the UUID of a number, as `uuidOf` returns it. */
export function uuidSql(number: string): string {
  return `('${uuidOf(0).slice(0, -12)}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

/** Returns a tracking-id that was made at a time. */
export const idOf = (msecs: number) => v7({ msecs });

/** Returns the UUID of a number, as one that is made long after all times of the tests. */
export function uuidOf(number: number): string {
  return `f0000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

export function newMessage(fields: Partial<NewMessage> = {}): NewMessage {
  return {
    trackingId: nextId(),
    account: "acme",
    kind: "SMS_MT",
    from: "111122",
    to: "16175550101",
    operatorId: null,
    mmsId: null,
    clientReference: null,
    campaignRef: null,
    content: { kind: "SMS", text: "Hello" },
    deliveryReport: true,
    acceptedAt: NOON,
    expiresAt: NOON + 3_600_000,
    ...fields,
  };
}

/** Creates a message as the store has it after its acceptance. */
export function newMessageRecord(fields: Partial<MessageRecord> = {}): MessageRecord {
  return {
    ...newMessage(),
    state: "accepted",
    sentAs: null,
    connector: null,
    carrierId: null,
    handset: null,
    statusDetails: null,
    statusReason: null,
    submittedAt: null,
    attempts: 0,
    segments: null,
    unconfirmed: false,
    presumed: false,
    updatedAt: NOON,
    ...fields,
  };
}

/** Creates the content of an MMS with these files on one slide. */
export function newMms(media: SlideMedia[] = [], fields: Partial<MmsContent> = {}): MmsContent {
  return {
    kind: "MMS",
    subject: null,
    slides: [{ text: "Hello", media }],
    fallback: { text: null, disabled: true, linkDisabled: false, linkExpiresAt: NOON },
    forceSms: false,
    displayOnly: [],
    ...fields,
  };
}

/** Creates an image of these renditions; with `source`, one that came with its message. */
export function newImage(
  { source, renditions = [] }: { source?: string; renditions?: string[] },
): SlideMedia {
  return {
    kind: "image",
    url: "cid:image",
    ...source === undefined ? {} : { source: { blob: source, type: "image/png", bytes: 20 } },
    renditions: renditions.map((blob) => newRendition({ blob })),
  };
}

export function newRendition(fields: Partial<Rendition> = {}): Rendition {
  return {
    name: "standard",
    blob: nextId("blob"),
    type: "image/jpeg",
    bytes: 10,
    width: 640,
    height: 480,
    durationMs: null,
    ...fields,
  };
}

export function newCachedRendition(
  { file, ...fields }: Partial<Omit<CachedRendition, "file">> & { file?: Partial<Rendition> } = {},
): CachedRendition {
  return {
    source: nextId("source"),
    kind: "image",
    recipe: 1,
    maxBytes: 300_000,
    file: newRendition(file),
    ...fields,
  };
}

export function newLink(fields: Partial<NewLink> = {}): NewLink {
  return {
    code: nextId("code"),
    kind: "click",
    account: "acme",
    trackingId: nextId(),
    target: "https://example.com/",
    createdAt: NOON,
    expiresAt: NOON + 3_600_000,
    ...fields,
  };
}

/** Creates an event without a postback, unless `code` says otherwise. */
export function newEvent(fields: Partial<NewEvent> & { trackingId: string }): NewEvent {
  return {
    account: "acme",
    at: NOON,
    name: "begin",
    state: "sent",
    details: null,
    code: null,
    body: fields.code ? JSON.stringify({ code: fields.code }) : null,
    operatorId: null,
    ...fields,
  };
}

/** Accepts a message and returns it. */
export async function accepted(
  { store }: OpenStore,
  fields: Partial<NewMessage> = {},
  lease: { owner: string; until: number } | null = null,
): Promise<NewMessage> {
  const message = newMessage(fields);
  await store.messages.accept(message, lease);
  return message;
}

/** Creates the transition that begins an accepted message, unless the fields say otherwise. */
export function newTransition(
  trackingId: string,
  fields: Partial<MessageTransition> = {},
): MessageTransition {
  return {
    trackingId,
    from: "accepted",
    to: "sent",
    at: NOON + 1,
    change: {},
    next: null,
    events: [],
    ...fields,
  };
}

/** Accepts a message with pending postbacks of these codes, and returns their ids in order. */
export async function withPostbacks(
  open: OpenStore,
  codes: readonly NonNullable<NewEvent["code"]>[],
  fields: Partial<NewMessage> = {},
): Promise<{ trackingId: string; ids: string[] }> {
  const { trackingId, account } = await accepted(open, fields);
  const events = codes.map((code) => newEvent({ trackingId, account, code }));
  await open.store.messages.transition(newTransition(trackingId, { events }));
  return { trackingId, ids: await postbackIds(open, trackingId) };
}

/** Lists the ids of the postbacks of a message or template, in order. */
export async function postbackIds(
  { database }: Pick<OpenStore, "database">,
  trackingId: string,
): Promise<string[]> {
  const rows = await database.query<EventKey & Row>(
    `select tracking_id, seq::text as seq from event where tracking_id = $1 and code is not null
     order by event.seq`,
    [trackingId],
  );
  return rows.map(postbackId);
}

/** Lists the ids of postbacks that could be claimed. */
export async function dueIds(
  store: Store,
  ...when: Parameters<Store["events"]["due"]>
): Promise<string[]> {
  return (await store.events.due(...when)).map(({ id }) => id);
}

export function newTemplate(fields: Partial<NewTemplate> = {}): NewTemplate {
  return {
    mmsId: nextId(),
    account: "acme",
    trackingId: nextId(),
    name: "Spring",
    subject: null,
    fallbackText: null,
    disableFallbackSms: false,
    disableFallbackSmsLink: false,
    clientReference: null,
    slides: [{ text: "Hello", media: [{ kind: "image", url: "https://example.com/a.jpg" }] }],
    createdAt: NOON,
    ...fields,
  };
}

/** Makes an account; `postbackUrl` is that of its default receiver. */
export function newAccount(
  { postbackUrl = null, ...fields }: Partial<Account> & { postbackUrl?: string | null } = {},
): Account {
  return {
    ...ACCOUNT_DEFAULTS,
    id: nextId("account"),
    name: "Acme",
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
    keywordReplies: "none",
    receivers: [newReceiver({ url: postbackUrl })],
    createdAt: NOON,
    ...fields,
  };
}

export function newReceiver(fields: Partial<PostbackReceiver> = {}): PostbackReceiver {
  return {
    ...RECEIVER_DEFAULTS,
    name: DEFAULT_RECEIVER,
    webhookSecrets: [{ secret: "whsec_one", until: null }],
    createdAt: NOON,
    ...fields,
  };
}

/** Account that is notified by its default receiver alone. */
export const NOTIFIED = {
  extendedPostbacks: false,
  mm7Url: null,
  receivers: [newReceiver()],
} as const;

export function newOriginator(fields: Partial<Originator> = {}): Originator {
  return {
    address: "111122",
    kind: "short-code",
    country: "US",
    countries: ["US"],
    vasid: null,
    shared: true,
    mmsConnector: null,
    smsConnector: null,
    ...fields,
  };
}

/** Subscribes a recipient to a campaign, which is made where there is none. */
export function subscribed(
  { subscriptions }: Pick<Store, "subscriptions">,
  account: string,
  key: SubscriptionKey,
  fields: Partial<SubscribeRequest> = {},
): Promise<SubscribeResult> {
  return subscriptions.subscribe(account, {
    ...key,
    ...newChange(),
    makesCampaign: true,
    ...fields,
  });
}

/** Makes the facts of a change of a subscription. */
export const newChange = (): ChangeFacts => ({
  trackingId: nextId(),
  source: "MANAGER",
  at: NOON,
  receivers: NOTIFIED.receivers,
});

export function newInbound(fields: Partial<InboundMmsRecord> = {}): InboundMmsRecord {
  return {
    trackingId: nextId(),
    account: "acme",
    kind: "MMS_MO",
    connector: "mmsc",
    key: nextId("key"),
    from: "16175550101",
    to: "111122",
    subject: null,
    operatorId: null,
    files: [],
    token: nextId("token"),
    receivedAt: NOON,
    ...fields,
  };
}

export function newInboundSms(fields: Partial<InboundSmsRecord> = {}): InboundSmsRecord {
  return {
    trackingId: nextId(),
    account: "acme",
    kind: "SMS_MO",
    connector: "smsc",
    key: nextId("key"),
    from: "16175550101",
    to: "111122",
    text: "Hello",
    operatorId: null,
    receivedAt: NOON,
    ...fields,
  };
}

/** Creates a connector to an MMSC. */
export function newConnector(
  fields: Partial<ConnectorRecord<MmscMm7Settings>> = {},
): ConnectorRecord<MmscMm7Settings> {
  return {
    name: nextId("mmsc"),
    settings: {
      kind: "mmsc_mm7",
      ...COMMON_SETTINGS,
      url: "https://mmsc.example/mm7",
      username: "slidepost",
      password: "s3cret",
      vaspid: "slidepost",
      vasid: null,
      serviceCode: null,
      version: "6.8.0",
      namespace: "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4",
      transferEncoding: "binary",
      window: 10,
      rate: null,
      timeoutSeconds: 30,
      relayUsername: null,
      relayPassword: null,
    },
    createdAt: NOON,
    changedAt: NOON,
    ...fields,
  };
}

export function newLoopbackMessage(
  { trackingId = nextId(), to = "16175550101", ...fields }:
    & Partial<LoopbackMessage>
    & { trackingId?: string; to?: string } = {},
): LoopbackMessage {
  return {
    carrierId: nextId("carrier"),
    submission: {
      kind: "SMS",
      text: "Hello",
      trackingId,
      account: "acme",
      from: "111122",
      to,
      operatorId: null,
      acceptedAt: NOON,
      attempt: 1,
      expiresAt: NOON,
      deliveryReport: true,
    },
    receivedAt: NOON,
    reportAt: NOON + 100,
    report: { outcome: "delivered" },
    ...fields,
  };
}
