/**
 * The effects that actions and jobs may have, as types only. Adapters and connectors implement
 * them; `mod.ts` puts them together. Nothing here imports an implementation.
 */
import type { Account, Originator } from "./core/account.ts";
import type { HistoryEntry, NewEvent, PendingPostback, PostbackView } from "./core/event.ts";
import type { MessageRecord, NewMessage, Outcome } from "./core/message.ts";
import type { MessageState } from "./core/message_state.ts";
import type { MessagePart } from "./core/compose.ts";
import type { MediaKind } from "./core/media_types.ts";
import type { RenditionName } from "./core/renditions.ts";
import type { NewTemplate, TemplateMedia, TemplateRecord } from "./core/template.ts";

/** Milliseconds since the epoch, with a fraction down to the microsecond. The only clock there is. */
export interface Clock {
  now(): number;
}

/** Identifiers. Time-ordered where they are keys; all unguessable. */
export interface Ids {
  /** Of a message, its postbacks and a template's postbacks. */
  tracking(): string;
  /** Of a template. */
  mms(): string;
  /** Of an account that was given none. */
  account(): string;
  /** Of an event: the `webhook-id` of its postback. */
  event(): string;
}

/** Things that must not be guessed, and how API keys are kept. */
export interface Secrets {
  apiKey(): string;
  /** `whsec_…` (Standard Webhooks). */
  webhookSecret(): string;
  /** What is stored of an API key. */
  hash(apiKey: string): string;
}

/** A stored file: its content's SHA-256 in hex is its name. */
export interface BlobRef {
  hash: string;
  bytes: number;
}

/** Content-addressed files. Writing the same bytes twice stores them once. */
export interface Blobs {
  put(content: Uint8Array | ReadableStream<Uint8Array>): Promise<BlobRef>;
  /** Takes over a finished file (moved, not copied, where the file system allows). */
  adopt(path: string): Promise<BlobRef>;
  bytes(hash: string): Promise<Uint8Array>;
  stream(hash: string): Promise<ReadableStream<Uint8Array>>;
  /** Where the file is, for programs that read files. */
  path(hash: string): string;
}

/** What a download gave: a file in `directory` of the request, and what the server said of it. */
export interface Download {
  path: string;
  bytes: number;
  /** MIME type without parameters, lower case. */
  type: string;
  /** URL that answered in the end (after a redirect). */
  url: string;
}

/** Why an outbound request was not made or its answer not taken. `reason` is fit for a customer. */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  constructor(readonly rule: FetchRule, readonly reason: string) {
    super(reason);
  }
}

/** Spec 2.3 fetching rules, and our guard's. */
export type FetchRule =
  | "url"
  | "address"
  | "status"
  | "redirects"
  | "content-type"
  | "content-length"
  | "too-big"
  | "timeout"
  | "connection";

export interface PostAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** At most `maxResponseBytes` of it. */
  body: Uint8Array;
}

/** The only way out over HTTP. Connects to no address but one it has checked, on every hop. */
export interface Fetch {
  /** Fails at once when the URL itself can never be fetched (scheme, form, literal address). */
  check(url: string): void;
  /** GET into a file (spec 2.3 fetching rules). Throws FetchRefused. */
  download(
    url: string,
    options: { directory: string; maxBytes: number; signal?: AbortSignal },
  ): Promise<Download>;
  /** POST; redirects are answers, not followed. Throws FetchRefused when there is no answer. */
  post(
    url: string,
    options: {
      headers: Record<string, string>;
      body: Uint8Array | string;
      timeoutMs: number;
      maxResponseBytes: number;
    },
  ): Promise<PostAnswer>;
  close(): Promise<void>;
}

/** A file to be turned into renditions. */
export interface TranscodeSource {
  path: string;
  kind: MediaKind;
  /** The type its bytes were declared as, after content validation. */
  type: string;
}

/** A file that is one rendition of a source, in the directory given. */
export interface TranscodedFile {
  rendition: RenditionName;
  path: string;
  type: string;
  bytes: number;
  width?: number;
  height?: number;
  durationMs?: number;
}

/** Why a file could not be transcoded. `reason` is fit for a customer: no paths, no stack. */
export class TranscodeFailed extends Error {
  override readonly name = "TranscodeFailed";
  constructor(readonly reason: string) {
    super(reason);
  }
}

export interface Transcoder {
  /** All renditions of one source, in one run. Throws TranscodeFailed. */
  transcode(
    source: TranscodeSource,
    plan: readonly { rendition: RenditionName; maxBytes: number }[],
    directory: string,
    signal?: AbortSignal,
  ): Promise<TranscodedFile[]>;
  /** How long audio or video runs, for `splitBudget`. Throws TranscodeFailed. */
  durationMs(source: TranscodeSource, signal?: AbortSignal): Promise<number>;
  /** Null when it can work, else what is missing and how to get it. */
  health(): Promise<string | null>;
}

export type SubmissionContent =
  | { kind: "SMS"; text: string }
  | { kind: "MMS"; subject: string | null; parts: MessagePart[] };

/** What a connector is given. Addresses are digits (or an alphanumeric originator). */
export type Submission = SubmissionContent & {
  trackingId: string;
  from: string;
  to: string;
  operatorId: string | null;
  /** 1 for the first try. */
  attempt: number;
  /** Milliseconds since the epoch; no delivery attempts after it. */
  expiresAt: number;
  deliveryReport: boolean;
};

/** What a connector answers to a submission. Only `accepted` may be followed by a report. */
export type SubmissionAnswer =
  | { answer: "accepted"; carrierId: string }
  | { answer: "throttled" | "temporary"; reason: string; retryAfterMs?: number }
  | { answer: "permanent"; outcome: Outcome };

/** What a carrier says about a message it accepted earlier. */
export interface CarrierReport {
  connector: string;
  carrierId: string;
  outcome: Outcome;
  at: number;
}

/** What a connector may use, given at creation. `report` resolves once the report is durable. */
export interface ConnectorHost {
  clock: Clock;
  report(report: CarrierReport): Promise<void>;
}

/** A way to a carrier. */
export interface Connector {
  readonly name: string;
  submit(submission: Submission): Promise<SubmissionAnswer>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Who serves a number. Null: not known. */
export interface OperatorLookup {
  operatorOf(number: string): Promise<string | null>;
}

/** Ids of events with a postback to send, put back until a handler has dealt with them. */
export interface Queue {
  enqueue(eventIds: readonly string[], delayMs?: number): Promise<void>;
  /** Starts handing items over, several at a time. A handler that throws gets its item again. */
  listen(handler: (eventIds: string[]) => Promise<void>): void;
  /** Null when it works, else what is wrong. */
  health(): Promise<string | null>;
  close(): Promise<void>;
}

/** Who works on a message, template or postback, and until when nobody else may. */
export interface Lease {
  owner: string;
  until: number;
}

/** A message that moves: its new values, and the events of the move, committed together. */
export interface MessageMove {
  trackingId: string;
  /** The move is dropped unless the message is still in this state. */
  from: MessageState;
  to: MessageState;
  /** The move is dropped too when this owner no longer holds the message. */
  holder?: string;
  at: number;
  /** Values that are not given stay as they are. */
  change: Partial<
    Pick<
      MessageRecord,
      "sentAs" | "operatorId" | "connector" | "carrierId" | "handset" | "statusDetails" | "attempts"
    >
  >;
  /** Next work: held under a lease, due at a time, or none. */
  next: { lease: Lease } | { dueAt: number } | null;
  events: NewEvent[];
}

/** A page of a listing. `nextCursor` is null on the last. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface PageRequest {
  cursor: string | null;
  limit: number;
}

/** What a customer's request is authorised with: the account and what it may send from. */
export interface AccountAccess {
  account: Account;
  originators: Originator[];
}

/** Accounts as the doors and jobs see them: kept in memory for a few seconds. */
export interface AccountDirectory {
  /** By an API key as the customer sent it. */
  byApiKey(key: string): Promise<AccountAccess | null>;
  byId(id: string): Promise<AccountAccess | null>;
  /** After a change on this machine. */
  forget(id: string): void;
}

/** Where accepted messages go next. */
export interface Deliveries {
  /** A lease for a message about to be accepted; null: the backlog is full, the store keeps it. */
  reserve(now: number): Lease | null;
  /** Takes a committed message whose lease was reserved. */
  offer(message: MessageRecord): void;
  /** Gives back a lease whose message was not committed. */
  release(): void;
}

/** Where new templates go next. */
export interface Transcodings {
  lease(now: number): Lease;
  offer(template: TemplateRecord): void;
}

/** The truth. A promise that resolves has been committed; one that rejects with StoreDown has not. */
export interface Store {
  accounts: AccountStore;
  messages: MessageStore;
  templates: TemplateStore;
  events: EventStore;
  loopback: LoopbackStore;
  /** Frees what a former life of this owner held, to be done again at once. */
  recover(owner: string): Promise<void>;
  /** Null when it works, else what is wrong. */
  health(): Promise<string | null>;
  close(): Promise<void>;
}

/** The store cannot be reached or cannot commit now; the same call may work later. */
export class StoreDown extends Error {
  override readonly name = "StoreDown";
}

/** What the admin API says when a thing to be made is there already. */
export class AlreadyThere extends Error {
  override readonly name = "AlreadyThere";
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
  addKey(
    account: string,
    key: { id: string; hash: string; hint: string; at: number },
  ): Promise<void>;
  keys(account: string): Promise<ApiKeyView[]>;
  revokeKey(account: string, id: string, at: number): Promise<boolean>;
  originators(account: string): Promise<Originator[]>;
  /** Throws AlreadyThere. */
  addOriginator(account: string, originator: Originator): Promise<void>;
  removeOriginator(account: string, address: string): Promise<boolean>;
  isSubscribed(account: string, subscription: Subscription): Promise<boolean>;
  subscriptions(account: string, page: PageRequest): Promise<Page<Subscription>>;
  subscribe(account: string, subscription: Subscription): Promise<void>;
  unsubscribe(account: string, subscription: Subscription): Promise<boolean>;
}

export interface MessageFilter {
  account?: string;
  recipient?: string;
  trackingId?: string;
  state?: MessageState;
}

export interface MessageStore {
  /** Writes the message and its first event in one commit, shared with whoever else is waiting. */
  accept(message: NewMessage, event: NewEvent, lease: Lease | null): Promise<void>;
  /** Moves, in one commit shared with others. False: it was not in `from`, or not held. */
  move(move: MessageMove): Promise<boolean>;
  byTrackingId(trackingId: string): Promise<MessageRecord | null>;
  byCarrierId(connector: string, carrierId: string): Promise<MessageRecord | null>;
  /** Takes over messages that are due, oldest first. */
  claimDue(lease: Lease, now: number, limit: number): Promise<MessageRecord[]>;
  list(filter: MessageFilter, page: PageRequest): Promise<Page<MessageRecord>>;
}

export interface TemplateStore {
  create(template: NewTemplate, event: NewEvent, lease: Lease): Promise<void>;
  byId(account: string, mmsId: string): Promise<TemplateRecord | null>;
  /** Of any account: for operators. */
  find(mmsId: string): Promise<TemplateRecord | null>;
  list(
    filter: { account?: string; state?: TemplateRecord["state"] },
    page: PageRequest,
  ): Promise<Page<TemplateRecord>>;
  claimDue(lease: Lease, now: number, limit: number): Promise<TemplateRecord[]>;
  /** Keeps a job's lease alive while it works. False: somebody else has it. */
  extend(mmsId: string, lease: Lease): Promise<boolean>;
  /** The end of transcoding, in one commit. False: it was no longer locked. */
  settle(
    mmsId: string,
    to: "ready" | "failed",
    media: TemplateMedia[],
    events: NewEvent[],
  ): Promise<boolean>;
}

export interface EventStore {
  /**
   * Of `ids`, takes those that are due and not behind an earlier one of their tracking-id; in one
   * commit shared with others.
   */
  claim(ids: readonly string[], lease: Lease, now: number): Promise<PendingPostback[]>;
  /** What became of a try, in one commit shared with others. Answers ids that may go now. */
  settle(result: PostbackResult): Promise<string[]>;
  /** Those of unsent postbacks that could be claimed now, and that since before `before`. */
  due(now: number, before: number, limit: number): Promise<string[]>;
  history(trackingId: string): Promise<HistoryEntry[]>;
  postbacks(trackingId: string): Promise<PostbackView[]>;
}

/** `held`: the account has no URL; it is kept. */
export interface PostbackResult {
  eventId: string;
  trackingId: string;
  at: number;
  result: "sent" | "retry" | "dead" | "held";
  /** For `retry`: when. */
  nextAt?: number;
  /** What the receiver or the network said. */
  error?: string;
}

/** What the loopback carrier was given, and when it will report (null: never). */
export interface LoopbackMessage {
  carrierId: string;
  submission: Submission;
  receivedAt: number;
  reportAt: number | null;
  report: Outcome | null;
}

export interface LoopbackStore {
  /** In one commit shared with others. */
  receive(message: LoopbackMessage): Promise<void>;
  /** Those to report on now, earliest first. */
  dueReports(now: number, limit: number): Promise<LoopbackMessage[]>;
  reported(carrierIds: readonly string[]): Promise<void>;
  list(
    filter: { to?: string; trackingId?: string },
    page: PageRequest,
  ): Promise<Page<LoopbackMessage>>;
  byCarrierId(carrierId: string): Promise<LoopbackMessage | null>;
}
