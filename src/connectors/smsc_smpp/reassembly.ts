/**
 * Reassembles concatenated messages of an SMSC. Parts arrive in any order, repeatedly, or never. They
 * are in memory only, and therefore bounded in number and time.
 */
import type { Clock } from "../../ports/mod.ts";
import type { UserData } from "../../smpp/user_data.ts";
import {
  type Addresses,
  type CollectedMessage,
  countOf,
  createCollection,
  isOpen,
  type Message,
  type PartData,
} from "./collection.ts";

export interface ReassemblyOptions<Data extends UserData> {
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
  deliver(message: CollectedMessage<Data>): Promise<boolean>;
}

export interface Reassembly<Data extends UserData> {
  /**
   * Buffers a part. Resolves once its message is delivered, with false if no account owns the
   * recipient, and rejects when that fails; the part stays buffered either way. Rejects too when
   * the part exceeds the limit.
   *
   * @param key The same for repeated deliveries of a part, and for no other part.
   */
  add(addresses: Addresses, data: PartData<Data>, key: string): Promise<boolean>;
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

/** Progress of a message's delivery. */
interface Progress {
  isInProgress: boolean;
  isDone: boolean;
  /** Settled with the attempt in progress, or the next one. */
  result: PromiseWithResolvers<boolean>;
}

export function createReassembly<Data extends UserData = UserData>(
  options: ReassemblyOptions<Data>,
): Reassembly<Data> {
  const { clock, maxParts = MAX_PARTS, waitMs = WAIT_MS, retryMs = RETRY_MS, deliver } = options;
  const collection = createCollection<Data>();
  const progress = new WeakMap<Message<Data>, Progress>();
  const inProgress = new Set<Promise<void>>();
  /** Expired messages that are still to be delivered. */
  const undelivered = new Set<Message<Data>>();
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function progressOf(message: Message<Data>): Progress {
    let delivery = progress.get(message);
    if (delivery === undefined) {
      delivery = { isInProgress: false, isDone: false, result: newResult() };
      progress.set(message, delivery);
    }
    return delivery;
  }

  /** Delivers a message, and settles the promises of its parts. */
  function send(message: Message<Data>): void {
    const delivery = progressOf(message);
    if (delivery.isInProgress || delivery.isDone) return;
    delivery.isInProgress = true;
    const attempt = deliver(message).then((isOwned) => {
      delivery.isDone = true;
      undelivered.delete(message);
      delivery.result.resolve(isOwned);
    }, (error) => {
      const failed = delivery.result;
      delivery.result = newResult();
      failed.reject(error);
    }).finally(() => {
      delivery.isInProgress = false;
      inProgress.delete(attempt);
    });
    inProgress.add(attempt);
  }

  /** Delivers the parts there are of a message that is no longer collected, unless it is a copy. */
  function finish(message: Message<Data>): void {
    const { isDone, result } = progressOf(message);
    if (isDone) return;
    if (message.isCopy && isOpen(message)) return result.resolve(true);
    undelivered.add(message);
    send(message);
  }

  function expire(message: Message<Data>): void {
    collection.remove(message);
    finish(message);
  }

  /** Schedules the expiry of the oldest message and the retry of failed deliveries. */
  function schedule(): void {
    if (timer !== undefined || stopped) return;
    const [oldest] = collection.messages();
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
    for (const message of collection.messages()) {
      if (message.since + waitMs > now) break;
      expire(message);
    }
    schedule();
  }

  function expireOldest(): void {
    for (const message of collection.messages()) {
      if (collection.partCount < maxParts) break;
      expire(message);
    }
    let total = collection.partCount;
    for (const message of undelivered) total += countOf(message);
    if (total >= 2 * maxParts) throw new Error("too many incomplete messages");
  }

  return {
    add(addresses, data, key) {
      try {
        expireOldest();
      } catch (error) {
        return Promise.reject(error);
      }
      const { message, ended } = collection.add(addresses, data, key, clock.now());
      ended.forEach(finish);
      const { promise } = progressOf(message).result;
      if (!isOpen(message)) send(message);
      schedule();
      return promise;
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const message of undelivered) send(message);
      for (const message of collection.messages()) expire(message);
      await Promise.all(inProgress);
      return undelivered.size;
    },
  };
}

/** Creates the result of a delivery. A rejection that no caller awaits is not an error. */
function newResult(): PromiseWithResolvers<boolean> {
  const result = Promise.withResolvers<boolean>();
  result.promise.catch(() => {});
  return result;
}
