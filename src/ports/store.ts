/** Store: the database behind the service. */
import type { NewEvent } from "../core/message/event.ts";
import type { ConnectorRecord, ConnectorSettings } from "../core/routing/connector.ts";
import type { InboundMmsRecord, InboundRecord } from "../core/message/inbound.ts";
import type { Keyword } from "../core/keyword/keyword.ts";
import type { ReplyKind } from "../core/keyword/keyword_reply.ts";
import type { LinkRecord, Opener } from "../core/sms/link.ts";
import type { Rendition } from "../core/media/media_file.ts";
import type { MediaKind } from "../core/media/media_types.ts";
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import type { NewTemplate, TemplateMedia, TemplateRecord } from "../core/template/template.ts";
import type { AccountStore, BlockStore } from "./accounts.ts";
import type { AdminTokenStore } from "./admin_tokens.ts";
import type { CampaignStore, SubscriptionEffects, SubscriptionStore } from "./campaigns.ts";
import type { EndedSessionStore } from "./ended_sessions.ts";
import type { EarlyReportStore } from "./early_reports.ts";
import type { SegmentStore } from "./segments.ts";
import type { LoopbackStore } from "./loopback.ts";
import type { ExchangeStore } from "./exchanges.ts";
import type { IdempotencyStore, ResponseRecord } from "./idempotency.ts";
import type { EventStore, PostbackStore } from "./outbox.ts";
import type { ClaimCapacity, Lease } from "./lease.ts";
import type { Page, PageRequest } from "./page.ts";
import type { Expire, RetentionBoundaries } from "./retention.ts";
import type { UploadStore } from "./uploads.ts";
import type { SearchStore } from "./search.ts";
import type { PeopleStore } from "./people.ts";
import type { NumberOperatorStore, OperatorStore, RouteStore } from "./routing.ts";
import type { WaitingMessages } from "./waiting_messages.ts";
import type { MessageStatusStore } from "./message_statuses.ts";
import type { MessageStore } from "./messages.ts";
import type { TrafficStore } from "./traffic.ts";

/** Stages at which accepted work waits. */
export type Stage = "delivery" | "preparation" | "template" | "postback";

/** Work that waits, by its stage. */
export type Backlog = Readonly<Record<Stage, Waiting>>;

export interface Waiting {
  count: number;
  /** Earliest due time, in milliseconds since the epoch; null: nothing waits. */
  oldestDueAt: number | null;
}

export interface DatabaseFacts {
  /** Version of the server, such as `15.8`. */
  version: string;
  /** Size on disk, in bytes, without the write-ahead log. */
  bytes: number;
}

/**
 * System of record. A promise that resolves has been committed; one that rejects with StoreDown has
 * not.
 */
export interface Store {
  accounts: AccountStore;
  adminTokens: AdminTokenStore;
  endedSessions: EndedSessionStore;
  blocks: BlockStore;
  campaigns: CampaignStore;
  subscriptions: SubscriptionStore;
  messages: MessageStore;
  messageStatuses: MessageStatusStore;
  templates: TemplateStore;
  events: EventStore;
  postbacks: PostbackStore;
  /** Messages to and from handsets, together. */
  search: SearchStore;
  inbound: InboundStore;
  connectors: ConnectorStore;
  operators: OperatorStore;
  routes: RouteStore;
  numberOperators: NumberOperatorStore;
  loopback: LoopbackStore;
  segments: SegmentStore;
  earlyReports: EarlyReportStore;
  links: LinkStore;
  renditions: RenditionStore;
  handsets: HandsetStore;
  uploads: UploadStore;
  idempotency: IdempotencyStore;
  exchanges: ExchangeStore;
  people: PeopleStore;
  /** Counters of what happened to messages. */
  traffic: TrafficStore;
  /** Returns the database's unique id, which moves with it. */
  installation(): Promise<string>;
  /** Derives a secret key of the installation for one purpose; the same on every machine. */
  deriveKey(purpose: string): Promise<Uint8Array>;
  /** Returns those of the blobs that nothing refers to. */
  unusedBlobs(hashes: readonly string[]): Promise<string[]>;
  expire: Expire;
  boundaries: RetentionBoundaries;
  /** Returns the time of the database's clock, in milliseconds since the epoch. */
  time(): Promise<number>;
  /**
   * Counts the work that waits, by its stage: what is due by a time, and messages only where no
   * carrier has them. Counts end at `atMost`, and with the first `atMost` of each account.
   */
  backlog(dueBy: number, atMost: number): Promise<Backlog>;
  /**
   * Finds the messages and templates that wait longest among those that are due by a time: the first
   * `atMost` of all accounts together, but some of each.
   */
  waitingMessages(dueBy: number, atMost: number): Promise<WaitingMessages>;
  /**
   * Releases the leases that an earlier run of this owner left, so that the work is due at once.
   */
  recover(owner: string): Promise<void>;
  /** Makes due what the ended leases of processes have left that did not come to its end. */
  releaseLeases(now: number): Promise<void>;
  /** Describes the database. */
  describe(): Promise<DatabaseFacts>;
  /**
   * Checks the database.
   * @returns Null if it works, else what is wrong.
   */
  health(): Promise<string | null>;
  close(): Promise<void>;
}

/** The store is unreachable or cannot commit now; the same call may succeed later. */
export class StoreDown extends Error {
  override readonly name = "StoreDown";
}

/** The object to create exists already. The message is for the admin API. */
export class AlreadyExists extends Error {
  override readonly name = "AlreadyExists";
}

export interface TemplateStore {
  /**
   * Writes a template and its first event, and stores the `response` to its request, if given.
   * @param event Null: a draft has none.
   * @throws {ClaimLost}
   */
  create(
    template: NewTemplate,
    event: NewEvent | null,
    lease: Lease,
    response?: ResponseRecord,
  ): Promise<void>;
  /** Finds a template of an account; drafts are not found. */
  byId(account: string, mmsId: string): Promise<TemplateRecord | null>;
  /** Finds a template or draft of any account, for administrators. */
  find(mmsId: string): Promise<TemplateRecord | null>;
  list(
    filter: TemplateFilter,
    page: PageRequest,
  ): Promise<Page<TemplateRecord>>;
  /** Lists an account's templates by the numbers of pages, newest first. */
  page(account: string, page: TemplatePageRequest): Promise<TemplatePage>;
  /** Changes the name of a template; null: there is none. */
  rename(mmsId: string, name: string): Promise<TemplateRecord | null>;
  /**
   * Removes a template of an account, or of any. Its files stay while messages need them.
   * @returns False if there is none.
   */
  remove(mmsId: string, account: string | null, now: number): Promise<boolean>;
  /**
   * Releases the files of removed templates that no message needs any more; looks at up to `limit`
   * templates.
   * @returns Number of templates that it has looked at.
   */
  releaseRemoved(now: number, limit: number): Promise<number>;
  /**
   * Makes a draft a template, with its events, and stores the `response`, if given. Slides and files
   * stay.
   * @returns False if it is no draft any more, or no longer in the state of `template`.
   * @throws {ClaimLost}
   */
  saveDraft(
    template: TemplateRecord,
    events: NewEvent[],
    response?: ResponseRecord,
  ): Promise<boolean>;
  /** Ends a draft, which is removed with its files soon. @returns False if there is none. */
  endDraft(mmsId: string): Promise<boolean>;
  /** Removes drafts that have ended, up to `limit`. @returns Their number. */
  removeEndedDrafts(now: number, limit: number): Promise<number>;
  /** Leases due templates: the oldest of each account, in equal numbers. */
  claimDue(lease: Lease, now: number, capacity: ClaimCapacity): Promise<TemplateRecord[]>;
  /**
   * Locks a failed template again, under a lease, and writes the event.
   * @returns Null if it is not failed any more.
   */
  retry(
    mmsId: string,
    event: NewEvent & { code: null },
    lease: Lease,
  ): Promise<TemplateRecord | null>;
  /** Counts the account's locked templates, at most up to `atMost`. */
  locked(account: string, atMost: number): Promise<number>;
  /** Extends the lease of a running job; false: another process has it. */
  extend(mmsId: string, lease: Lease): Promise<boolean>;
  /** Stores the progress of its files; no effect unless `owner` has the lease. */
  progress(mmsId: string, owner: string, media: readonly TemplateMedia[]): Promise<void>;
  /**
   * Ends transcoding in one commit; the blobs of its renditions are in use from then on.
   * @param isDraft Whether it is a draft, whose events follow when it is saved. Default: no.
   * @returns False if it was not locked any more, or the draft has been saved.
   */
  settle(
    mmsId: string,
    to: "ready" | "failed",
    media: readonly TemplateMedia[],
    events: NewEvent[],
    isDraft?: boolean,
  ): Promise<boolean>;
}

export interface TemplateFilter {
  account?: string;
  state?: TemplateRecord["state"];
  /** Part of the name, in any case, or start of the mms-id. */
  text?: string;
}

export interface TemplatePageRequest {
  /** Only templates created after this time, in milliseconds since the epoch; null: all. */
  createdAfter: number | null;
  /** Number of the page, from 1. */
  number: number;
  /** Templates a page. Those removed within the last hour leave a gap: no other moves up. */
  size: number;
}

export interface TemplatePage {
  items: TemplateRecord[];
  /** Number of templates on all pages. */
  total: number;
}

export interface InboundFilter {
  account?: string;
  from?: string;
  to?: string;
}

/** Reply to a keyword of a handset. */
export interface KeywordReply {
  message: NewMessage;
  kind: ReplyKind;
  /**
   * A handset that got a reply of this kind from the same originator after this time gets none.
   */
  since: number;
  /** Events of the inbound message and of the reply, written only if the reply is sent. */
  events: NewEvent[];
}

export interface InboundStore {
  /**
   * Writes the message and its events, applies its keyword to the blocks of its sender, and accepts
   * the reply if that changed a block or help was requested; all in one commit. With `effects`, an
   * opt-out also ends the subscriptions that it is for, and a confirmation makes one.
   * @returns False if the connector has delivered a message with this key before; then nothing is
   * written.
   */
  receive(
    message: InboundRecord,
    events: NewEvent[],
    keyword?: Keyword | null,
    reply?: KeywordReply | null,
    effects?: SubscriptionEffects,
  ): Promise<boolean>;
  byTrackingId(trackingId: string): Promise<InboundRecord | null>;
  byKey(connector: string, key: string): Promise<InboundRecord | null>;
  /** Finds an MMS by the secret in its file URLs. */
  byToken(token: string): Promise<InboundMmsRecord | null>;
  /** Newest first. */
  list(filter: InboundFilter, page: PageRequest): Promise<Page<InboundRecord>>;
}

export interface LinkFilter {
  account?: string;
  trackingId?: string;
}

export interface LinkStore {
  byCode(code: string): Promise<LinkRecord | null>;
  /**
   * Counts a click or a robot's preview, unless the link has expired. Concurrent calls share one
   * commit.
   * @param report Makes the events of a click that is to be reported (`core/postback/clicks.ts`);
   * they are written in the commit of the count, unless the message is gone. Default: it is not
   * reported.
   * @returns The link afterwards; null if there is none.
   */
  open(
    code: string,
    at: number,
    by: Opener,
    report?: (link: LinkRecord, message: MessageRecord) => NewEvent[],
  ): Promise<LinkRecord | null>;
  /** Newest first. */
  list(filter: LinkFilter, page: PageRequest): Promise<Page<LinkRecord>>;
}

/** Cached rendition of a source. */
export interface CachedRendition {
  /** SHA-256 of the source, in hex. */
  readonly source: string;
  readonly kind: MediaKind;
  /** Version of the recipe (`RECIPE` in `core/media/renditions.ts`) that made it. */
  readonly recipe: number;
  /** Byte limit that it was made for. */
  readonly maxBytes: number;
  readonly file: Rendition;
  /** Warnings of the run that made it, as in `Rendered`. */
  readonly warnings?: readonly string[];
}

export interface RenditionStore {
  /**
   * Returns the cached renditions of a source by a recipe, for any byte limit, and marks them as
   * used at `at`.
   */
  of(source: string, kind: MediaKind, recipe: number, at: number): Promise<CachedRendition[]>;
  /**
   * Stores renditions, replacing those with the same key. Their blobs are in use while they are
   * stored.
   */
  save(renditions: readonly CachedRendition[], at: number): Promise<void>;
  /**
   * Deletes up to `limit` renditions not used since a time.
   * @returns Number of deleted renditions.
   */
  deleteUnused(before: number, limit: number): Promise<number>;
}

/** Handsets by number, as carriers reported them. */
export interface HandsetStore {
  /** Returns the last handset seen at or after a time, or null. */
  of(number: string, since: number): Promise<string | null>;
}

export interface ConnectorStore {
  /** Ordered by name. */
  list(): Promise<ConnectorRecord[]>;
  byName(name: string): Promise<ConnectorRecord | null>;
  /** @throws {AlreadyExists} */
  add(connector: ConnectorRecord): Promise<void>;
  /**
   * Replaces a connector's settings.
   * @returns False if they have changed since `previous` was read, or the connector does not exist.
   */
  change(
    connector: Omit<ConnectorRecord, "createdAt">,
    previous: ConnectorSettings,
  ): Promise<boolean>;
  /**
   * Deletes a connector.
   * @returns False if no connector of this kind has the name.
   */
  remove(name: string, kind: ConnectorSettings["kind"]): Promise<boolean>;
  /** Lists the senders and the routes that name a connector, in their order. */
  users(name: string): Promise<ConnectorUsers>;
}

/** Settings that name a connector. */
export interface ConnectorUsers {
  senders: { account: string; address: string }[];
  /** Ids of routes. */
  routes: number[];
}
