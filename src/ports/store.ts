/** The store: the truth, and what is asked of it. */
import type { NewEvent } from "../core/message/event.ts";
import type { ConnectorRecord, ConnectorSettings } from "../core/routing/connector.ts";
import type { InboundMmsRecord, InboundRecord } from "../core/message/inbound.ts";
import type { Keyword } from "../core/message/keyword.ts";
import type { ReplyKind } from "../core/message/keyword_reply.ts";
import type { LinkRecord, NewLink } from "../core/sms/link.ts";
import type { MediaKind } from "../core/media/media_types.ts";
import type { MessageRecord, NewMessage, Outcome, RenditionRef } from "../core/message/message.ts";
import type { MessageState } from "../core/message/message_state.ts";
import type { NewTemplate, TemplateMedia, TemplateRecord } from "../core/template/template.ts";
import type { AccountStore, BlockStore } from "./accounts.ts";
import type { SentSegment, Submission } from "./carrier.ts";
import type { IdempotencyStore, KeptResponse } from "./idempotency.ts";
import type { EventStore, PostbackStore } from "./outbox.ts";
import type { Expire } from "./retention.ts";
import type { NumberOperatorStore, OperatorStore, RouteStore } from "./routing.ts";

/** Who works on a message, template or postback, and until when nobody else may. */
export interface Lease {
  owner: string;
  until: number;
}

/** How much due work may be claimed at once. */
export interface ClaimRoom {
  /** Most items. */
  limit: number;
  /** Most items of one account. Default `limit`. */
  perAccount?: number;
  /** Accounts that get nothing now. Default none. */
  except?: readonly string[];
}

/** A message that moves: its new values, and the events of the move, committed together. */
export interface MessageTransition {
  trackingId: string;
  /** The move is dropped unless the message is still in this state. */
  from: MessageState;
  to: MessageState;
  /** The move is dropped too unless the end that it overturns is still presumed. */
  fromPresumed?: boolean;
  /** The move is dropped too when this owner no longer holds the message. */
  leaseOwner?: string;
  at: number;
  /** Values that are not given stay as they are, but for details and reason: they are the step's. */
  change: Partial<
    Pick<
      MessageRecord,
      | "sentAs"
      | "operatorId"
      | "connector"
      | "carrierId"
      | "handset"
      | "statusDetails"
      | "statusReason"
      | "attempts"
      | "content"
      | "segments"
      | "unconfirmed"
      | "presumed"
    >
  >;
  /** Next work: held under a lease, due at a time, or none. */
  next: { lease: Lease } | { dueAt: number } | null;
  events: NewEvent[];
  /** Given out with it; those that are there already stay as they are. Default none. */
  links?: NewLink[];
  /** Taken by a carrier; those that are there already stay as they are. Default none. */
  segments?: { connector: string; sent: readonly SentSegment[] };
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

/** The truth. A promise that resolves has been committed; one that rejects with StoreDown has not. */
export interface Store {
  accounts: AccountStore;
  blocks: BlockStore;
  messages: MessageStore;
  templates: TemplateStore;
  events: EventStore;
  postbacks: PostbackStore;
  inbound: InboundStore;
  connectors: ConnectorStore;
  operators: OperatorStore;
  routes: RouteStore;
  numberOperators: NumberOperatorStore;
  loopback: LoopbackStore;
  segments: SegmentStore;
  links: LinkStore;
  renditions: RenditionStore;
  handsets: HandsetStore;
  idempotency: IdempotencyStore;
  /** Which database this is, wherever it is moved to. */
  installation(): Promise<string>;
  /** Of blobs by their names, those that nothing refers to. */
  unusedBlobs(hashes: readonly string[]): Promise<string[]>;
  expire: Expire;
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

export interface MessageFilter {
  account?: string;
  recipient?: string;
  trackingId?: string;
  state?: MessageState;
}

/** What tells a repeated submission: the same digest, at or after `since`. */
export interface Once {
  digest: string;
  since: number;
}

/** What is committed with a message. */
export interface Accompaniment {
  once?: Once;
  /** What its request is answered; not with `once`. */
  kept?: KeptResponse;
  /** Given out in its text. */
  links?: NewLink[];
  /** Told in its history: what of the request it is sent without. */
  warnings?: readonly string[];
}

/** What a message is due for. */
export type DueFor = "delivery" | "preparation";

export interface MessageStore {
  /**
   * Writes the message and its first event in one commit, shared with whoever else is waiting. The
   * blobs that are the message's own (`ownBlobs`) are in use from then on.
   * Answers its tracking-id; or that of the message accepted `once` before, and nothing is written.
   * Throws ClaimLost.
   */
  accept(message: NewMessage, lease: Lease | null, beside?: Accompaniment): Promise<string>;
  /** Forgets digests from before a time, at most so many, in any order. Answers how many. */
  forgetDigests(before: number, limit: number): Promise<number>;
  /**
   * Moves, in one commit shared with others. False: it was not in `from`, or not held. A handset
   * that it brings is memoize for the recipient's number; blobs of a new content are in use.
   */
  move(move: MessageTransition): Promise<boolean>;
  byTrackingId(trackingId: string): Promise<MessageRecord | null>;
  /** By the carrier's id of it, or of one of its segments. */
  byCarrierId(connector: string, carrierId: string): Promise<MessageRecord | null>;
  /** Takes over messages that are due: of each account as many, the oldest first. */
  claimDue(lease: Lease, now: number, room: ClaimRoom, dueFor: DueFor): Promise<MessageRecord[]>;
  /** The account that last sent from an address to a number since a time; null: nobody. */
  lastSender(pair: { from: string; to: string }, since: number): Promise<string | null>;
  list(filter: MessageFilter, page: PageRequest): Promise<Page<MessageRecord>>;
}

export interface TemplateStore {
  /** With what its request is answered, where that is `kept`. Throws ClaimLost. */
  create(template: NewTemplate, event: NewEvent, lease: Lease, kept?: KeptResponse): Promise<void>;
  byId(account: string, mmsId: string): Promise<TemplateRecord | null>;
  /** Of any account: for operators. */
  find(mmsId: string): Promise<TemplateRecord | null>;
  list(
    filter: { account?: string; state?: TemplateRecord["state"] },
    page: PageRequest,
  ): Promise<Page<TemplateRecord>>;
  /** Takes over templates that are due: of each account as many, the oldest first. */
  claimDue(lease: Lease, now: number, room: ClaimRoom): Promise<TemplateRecord[]>;
  /** Counts the account's locked templates, up to so many. */
  locked(account: string, atMost: number): Promise<number>;
  /** Keeps a job's lease alive while it works. False: somebody else has it. */
  extend(mmsId: string, lease: Lease): Promise<boolean>;
  /** How far its files are, while `owner` holds it; nothing happens when he does not. */
  progress(mmsId: string, owner: string, media: TemplateMedia[]): Promise<void>;
  /**
   * The end of transcoding, in one commit: the blobs of its renditions are in use from then on.
   * False: it was no longer locked.
   */
  settle(
    mmsId: string,
    to: "ready" | "failed",
    media: TemplateMedia[],
    events: NewEvent[],
  ): Promise<boolean>;
}

export interface InboundFilter {
  account?: string;
  from?: string;
  to?: string;
}

/** Answer to a keyword. */
export interface KeywordReply {
  message: NewMessage;
  kind: ReplyKind;
  /** A handset that was answered since, by the same sender and in this kind, is not answered again. */
  since: number;
  /** Events of both messages, where it is answered. */
  events: NewEvent[];
}

export interface InboundStore {
  /**
   * Writes the message and its events, does what its keyword says between its sender and its
   * recipient, and accepts the reply, if that has changed something or help is asked for, in one
   * commit. False: its connector has delivered one with this key before, and nothing is written.
   */
  receive(
    message: InboundRecord,
    events: NewEvent[],
    keyword?: Keyword | null,
    reply?: KeywordReply | null,
  ): Promise<boolean>;
  byTrackingId(trackingId: string): Promise<InboundRecord | null>;
  byKey(connector: string, key: string): Promise<InboundRecord | null>;
  /** By the secret of its files' addresses. */
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
   * Counts an opening, in one commit shared with others, unless the link has expired by then.
   * Answers the link as it is afterwards; null: there is none.
   */
  open(code: string, at: number): Promise<LinkRecord | null>;
  /** Newest first. */
  list(filter: LinkFilter, page: PageRequest): Promise<Page<LinkRecord>>;
}

/** A rendition that was made once and may serve again. */
export interface MadeRendition {
  /** SHA-256 of the source, in hex. */
  source: string;
  kind: MediaKind;
  /** Which recipe (`core/renditions.ts`) it was made by. */
  recipe: number;
  /** The most bytes it might have had. */
  maxBytes: number;
  file: RenditionRef;
}

export interface RenditionStore {
  /** All of a source by a recipe, whatever their size; they are kept from `at` on as if new. */
  of(source: string, kind: MediaKind, recipe: number, at: number): Promise<MadeRendition[]>;
  /** The same again replaces what there was. Their blobs are in use while they are kept. */
  keep(made: readonly MadeRendition[], at: number): Promise<void>;
  /** Forgets those not asked for since a time, at most so many. Answers how many. */
  forget(before: number, limit: number): Promise<number>;
}

/** Segments that carriers have taken, of messages that have several. */
export interface SegmentStore {
  /** In their order. */
  of(trackingId: string): Promise<SentSegment[]>;
  /**
   * Keeps that it was delivered. Answers how many segments its message has, and how many of them
   * are not delivered; null: there is no such segment.
   */
  delivered(
    connector: string,
    carrierId: string,
    at: number,
  ): Promise<{ open: number; total: number } | null>;
}

/** What carriers have said of handsets, by number. */
export interface HandsetStore {
  /** The last one seen at or after a time; null: none. */
  of(number: string, since: number): Promise<string | null>;
}

export interface ConnectorStore {
  /** In alphabetical order. */
  list(): Promise<ConnectorRecord[]>;
  byName(name: string): Promise<ConnectorRecord | null>;
  /** Throws AlreadyThere. */
  add(connector: ConnectorRecord): Promise<void>;
  /** False: its settings are not `former` any more, or it is not there. */
  change(
    connector: Omit<ConnectorRecord, "createdAt">,
    former: ConnectorSettings,
  ): Promise<boolean>;
  /** False: none of this kind has the name. */
  remove(name: string, kind: ConnectorSettings["kind"]): Promise<boolean>;
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
