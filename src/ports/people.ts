/** Personal data: all that is stored about a number, counted, read and erased. */
import type { Block } from "../core/account/block.ts";
import type { EventLog } from "../core/message/event.ts";
import type { InboundRecord } from "../core/message/inbound.ts";
import type { MessageRecord } from "../core/message/message.ts";
import type { LinkRecord } from "../core/sms/link.ts";
import type { Subscription, SubscriptionChange } from "../core/subscription/subscription.ts";
import type { ExchangeRecord } from "./exchanges.ts";
import type { LoopbackHandset, LoopbackMessage } from "./loopback.ts";

/**
 * Person by number, in whatever form it is stored (`equalForms`). With an account, only what belongs to that account: not what is known of the
 * number's handset and operator.
 */
export interface Person {
  /** Digits. */
  number: string;
  account: string | null;
}

/** Amounts of stored data, by kind. */
export interface PersonCounts {
  /** Messages to the number. */
  messages: number;
  /** Messages to the number that have not ended. */
  underWay: number;
  /** Messages from the number. */
  inbound: number;
  /** Postbacks of both, in any state. */
  postbacks: number;
  /** Postbacks that are still to be sent. */
  pendingPostbacks: number;
  links: number;
  /** Entries of the exchange log. */
  exchanges: number;
  /** Stored files of these messages. */
  files: number;
  /** Messages to others that show the number as a further recipient. */
  shownIn: number;
  /** Responses to Idempotency-Keys with the number in the response or the key. */
  responses: number;
  subscriptions: number;
  /** Beginnings and ends of subscriptions. */
  subscriptionChanges: number;
  /** Times of replies to keywords. */
  keywordReplies: number;
  /** Blocks that have the number; those that have its digest are not counted. */
  blocks: number;
  /** Messages that the loopback carrier accepted. */
  loopbackMessages: number;
  /** Facts of the handset: its model, its operator, the handset that loopback simulates. */
  handsetFacts: number;
}

export interface PersonSummary {
  counts: PersonCounts;
  /** Accounts whose messages are among them, sorted. */
  accounts: string[];
  /** Blocks that have the number's digest. */
  erasedBlocks: number;
  /** Earlier erasures of the number; account null: of every account. */
  erasures: { account: string | null; at: number }[];
}

/** Message to a person, with all that refers to it. */
export interface PersonMessage extends EventLog {
  message: MessageRecord;
  links: LinkRecord[];
  exchanges: ExchangeRecord[];
}

/** Message from a person, with all that refers to it. */
export type PersonInbound =
  & Omit<PersonMessage, "links" | "message">
  & { message: InboundRecord };

/** Message to another number that shows the person's number. */
export interface ShownIn {
  trackingId: string;
  account: string;
  acceptedAt: number;
}

/** Stored response to a request with an Idempotency-Key. */
export interface PersonResponse {
  account: string;
  key: string;
  claimedAt: number;
  /** Body of the response; null: the request is in progress, or the body is no text. */
  text: string | null;
}

/** Change of a subscription of the person. */
export type PersonSubscriptionChange =
  & Omit<SubscriptionChange, "campaign" | "recipient" | "trace">
  & Pick<Subscription, "campaignRef">;

/** Data that is of a bounded amount, or small. */
export interface PersonFacts {
  subscriptions: (Subscription & { account: string })[];
  /** The oldest first of each form. */
  subscriptionChanges: PersonSubscriptionChange[];
  blocks: (Block & { account: string })[];
  keywordReplies: { account: string; originator: string; kind: string; at: number }[];
  /** Facts of the number itself: at most one of each kind and form, none for an account. */
  handsets: { handset: string; seenAt: number }[];
  operators: { operatorId: string; seenAt: number }[];
  loopbackHandsets: LoopbackHandset[];
}

/** Lists read in pages: `after` is the last id of the previous page. */
export interface PersonPages {
  messages: PersonMessage;
  inbound: PersonInbound;
  loopback: LoopbackMessage;
  shownIn: ShownIn;
  responses: PersonResponse;
}

/** Page of a list; `next` is null at its end. A page in the middle may be empty. */
export interface PersonPage<T> {
  items: T[];
  next: string | null;
}

/** Lists of which an erasure removes a batch at a time. */
export type ErasedList = keyof PersonPages;

export interface ErasureStep {
  /** Only what was stored by this time, in milliseconds since the epoch. */
  until: number;
  now: number;
  /** `next` of the last step; null for the start. */
  after: string | null;
  /** Maximum number of rows examined. */
  limit: number;
  /** Last use that the renditions of its files are given; a later one stays. */
  renditionsUsedAt: number;
}

export interface ErasedBatch {
  /** Rows that remain because they are in work: to be tried again. */
  remaining: number;
  next: string | null;
}

export interface PeopleStore {
  /** Counts what is stored about a person, in several statements. */
  summary(person: Person): Promise<PersonSummary>;
  /** Reads a page of a list, the oldest first. */
  page<L extends keyof PersonPages>(
    list: L,
    person: Person,
    after: string | null,
    limit: number,
  ): Promise<PersonPage<PersonPages[L]>>;
  facts(person: Person): Promise<PersonFacts>;
  /**
   * Erases a batch of a list in one commit. A message that is being handed to a carrier, or that
   * has just changed, remains; so do rows that another process has locked.
   */
  erase(list: ErasedList, person: Person, step: ErasureStep): Promise<ErasedBatch>;
  /**
   * Erases the facts of a person. Blocks stay with the digest of the number in its place, and hold;
   * the erasure is recorded.
   */
  eraseFacts(person: Person, at: number): Promise<void>;
}
