/**
 * The effects that actions and jobs may have, as types only. Adapters and connectors implement
 * them; `mod.ts` puts them together. Nothing here imports an implementation.
 */
import type { PostbackRef } from "../core/message/event.ts";
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import type { TemplateRecord } from "../core/template/template.ts";
import type { AccountAccess } from "./accounts.ts";
import type { Lease } from "./store.ts";

export * from "./accounts.ts";
export * from "./carrier.ts";
export * from "./idempotency.ts";
export * from "./injection.ts";
export * from "./media.ts";
export * from "./outbox.ts";
export * from "./picture.ts";
export * from "./retention.ts";
export * from "./routing.ts";
export * from "./store.ts";

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
  /** Secret in the addresses of a message's page and files: 128 random bits, 22 characters. */
  page(): string;
  /** Of a link whose clicks are counted: 72 random bits, 12 characters. */
  link(): string;
}

/** Things that must not be guessed, and how API keys are kept. */
export interface Secrets {
  apiKey(): string;
  /** `whsec_…` (Standard Webhooks). */
  webhookSecret(): string;
  /** What is stored of an API key. */
  hash(apiKey: string): string;
}

/**
 * Postbacks that are to be sent, now or after a delay. What gets lost here is found in the outbox by
 * the sweep.
 */
export interface Queue {
  enqueue(postbacks: readonly PostbackRef[], delayMs?: number): Promise<void>;
  /** Starts handing items over, several at a time. */
  listen(handler: (postbacks: PostbackRef[]) => void): void;
  /** Null when it works, else what is wrong. */
  health(): Promise<string | null>;
  close(): Promise<void>;
}

/** Accounts as the doors and jobs see them: kept in memory for a few seconds. */
export interface AccountDirectory {
  /** By an API key as the customer sent it. */
  byApiKey(key: string): Promise<AccountAccess | null>;
  /** The same of a key that was right a moment ago; undefined for any other, without a look-up. */
  byKnownKey(key: string): Promise<AccountAccess | null> | undefined;
  byId(id: string): Promise<AccountAccess | null>;
  /** After a change on this machine. */
  forget(id: string): void;
}

/** Where accepted messages go next. */
export interface Deliveries {
  /**
   * A lease for a message about to be accepted; null: the account has its share of the backlog, and
   * the store keeps the message.
   */
  reserve(message: NewMessage, now: number): Lease | null;
  /** Takes a committed message whose lease was reserved. */
  offer(message: MessageRecord): void;
  /** Gives back a lease whose message was not committed. */
  release(message: NewMessage): void;
}

/** Where new templates go next. */
export interface Transcodings {
  lease(now: number): Lease;
  offer(template: TemplateRecord): void;
}
