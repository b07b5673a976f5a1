/**
 * Reassembles concatenated messages from handsets. Parts arrive in any order, repeatedly, or never.
 * They are in memory only, and therefore bounded in number and time.
 */
import type { Clock, InboundSms } from "../../ports/mod.ts";
import { isSameAlphabet, type Part, type UserData } from "../../smpp/user_data.ts";

export type Addresses = Pick<InboundSms, "from" | "to" | "senderType">;

/** A message as far as its parts have arrived. */
export interface CollectedMessage {
  addresses: Addresses;
  /** Deduplication key, the same for every attempt to deliver the message. */
  key: string;
  /** Parts in order; null for a missing one. */
  parts: readonly (UserData | null)[];
}

export interface ReassemblyOptions {
  clock: Clock;
  /** Maximum number of buffered parts; beyond it the oldest message is delivered incomplete. */
  maxParts?: number;
  /** Maximum wait for the parts of a message, in milliseconds. */
  waitMs?: number;
  /** Delay before the failed delivery of an expired message is retried, in milliseconds. */
  retryMs?: number;
  /**
   * Resolves when the message is stored, with false if no account owns the recipient; rejects if it
   * is to be retried.
   */
  deliver(message: CollectedMessage): Promise<boolean>;
}

export interface Reassembly {
  /**
   * Buffers a part. Resolves once its message is delivered, with false if no account owns the
   * recipient, and rejects when that fails; the part stays buffered either way. Rejects too when
   * there is no room for the part.
   */
  add(addresses: Addresses, data: UserData & { part: Part }): Promise<boolean>;
  /** Delivers the incomplete messages. Resolves with the number of those that failed. */
  stop(): Promise<number>;
}

/** Maximum number of parts: with 140 octets each and as much overhead, a few megabytes. */
const MAX_PARTS = 10_000;
/**
 * Maximum wait for parts: an SMSC retries a part within minutes. A text with a lost part is delayed
 * by this time, and a killed process loses the parts of this time.
 */
const WAIT_MS = 10 * 60_000;
const RETRY_MS = 10_000;

interface Message extends CollectedMessage {
  /** Key in `collecting`, common to the parts of the message. */
  slot: string;
  parts: (UserData | null)[];
  since: number;
  isDelivering: boolean;
  isDelivered: boolean;
  /** Settled with the delivery in progress, or the next one. */
  delivery: PromiseWithResolvers<boolean>;
}

export function createReassembly(
  { clock, maxParts = MAX_PARTS, waitMs = WAIT_MS, retryMs = RETRY_MS, deliver }: ReassemblyOptions,
): Reassembly {
  /** Messages by slot, oldest first. Delivered ones stay, to recognise repeated parts. */
  const collecting = new Map<string, Message>();
  /** Expired messages that are still to be delivered. */
  const undelivered = new Set<Message>();
  const deliveries = new Set<Promise<void>>();
  /** Parts in `collecting`. */
  let partCount = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(slot: string, addresses: Addresses, total: number): Message {
    const message: Message = {
      addresses,
      slot,
      key: crypto.randomUUID(),
      parts: Array<null>(total).fill(null),
      since: clock.now(),
      isDelivering: false,
      isDelivered: false,
      delivery: newDelivery(),
    };
    collecting.set(slot, message);
    return message;
  }

  /** Delivers a message, and settles the promises of its parts. */
  function send(message: Message): void {
    if (message.isDelivering || message.isDelivered) return;
    message.isDelivering = true;
    const delivery = deliver(message).then((isOwned) => {
      message.isDelivered = true;
      undelivered.delete(message);
      message.delivery.resolve(isOwned);
    }, (error) => {
      const failed = message.delivery;
      message.delivery = newDelivery();
      failed.reject(error);
    }).finally(() => {
      message.isDelivering = false;
      deliveries.delete(delivery);
    });
    deliveries.add(delivery);
  }

  /** Stops collecting: delivers the parts there are, and frees the slot for another message. */
  function expire(message: Message): void {
    collecting.delete(message.slot);
    partCount -= countOf(message);
    if (message.isDelivered) return;
    undelivered.add(message);
    send(message);
  }

  /** Schedules the expiry of the oldest message and the retry of failed deliveries. */
  function schedule(): void {
    if (timer !== undefined || stopped) return;
    const oldest = collecting.values().next().value;
    const delays = [
      ...oldest === undefined ? [] : [Math.max(0, oldest.since + waitMs - clock.now())],
      ...undelivered.size === 0 ? [] : [retryMs],
    ];
    if (delays.length > 0) timer = setTimeout(onTimer, Math.min(...delays));
  }

  function onTimer(): void {
    timer = undefined;
    for (const message of undelivered) send(message);
    const now = clock.now();
    for (const message of collecting.values()) {
      if (message.since + waitMs > now) break;
      expire(message);
    }
    schedule();
  }

  function makeRoom(): void {
    for (const message of collecting.values()) {
      if (partCount < maxParts) break;
      expire(message);
    }
    let total = partCount;
    for (const message of undelivered) total += countOf(message);
    if (total >= 2 * maxParts) throw new Error("too many incomplete messages");
  }

  function messageOf(addresses: Addresses, data: UserData & { part: Part }): Message {
    const { message: reference, total, number } = data.part;
    const slot = `${addresses.from} ${addresses.to} ${reference}/${total}`;
    const message = collecting.get(slot);
    const existing = message?.parts[number - 1] ?? null;
    if (message !== undefined && (existing === null || isSame(existing, data))) return message;
    // The sender has reused the reference for another message.
    if (message !== undefined) expire(message);
    return begin(slot, addresses, total);
  }

  return {
    add(addresses, data) {
      try {
        makeRoom();
      } catch (error) {
        return Promise.reject(error);
      }
      const message = messageOf(addresses, data);
      const at = data.part.number - 1;
      if (message.parts[at] === null) {
        // Copied, so that the part does not pin the chunk it arrived in.
        message.parts[at] = { ...data, octets: Uint8Array.from(data.octets) };
        partCount++;
      }
      const { promise } = message.delivery;
      if (message.parts.every((part) => part !== null)) send(message);
      schedule();
      return promise;
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const message of undelivered) send(message);
      for (const message of collecting.values()) expire(message);
      await Promise.all(deliveries);
      return undelivered.size;
    },
  };
}

/** Creates the promise of a delivery. A rejection that no caller awaits is not an error. */
function newDelivery(): PromiseWithResolvers<boolean> {
  const delivery = Promise.withResolvers<boolean>();
  delivery.promise.catch(() => {});
  return delivery;
}

function countOf({ parts }: Message): number {
  return parts.filter((part) => part !== null).length;
}

function isSame(a: UserData, b: UserData): boolean {
  return isSameAlphabet(a, b) && a.octets.length === b.octets.length &&
    a.octets.every((octet, at) => octet === b.octets[at]);
}
