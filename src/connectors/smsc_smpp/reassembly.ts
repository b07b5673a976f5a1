/**
 * Reassembles concatenated messages of an SMSC. Parts arrive in any order, repeatedly, or never. They
 * are in memory only, and therefore bounded in number and time.
 */
import type { Clock, InboundSms } from "../../ports/mod.ts";
import { readAddress } from "../../smpp/addresses.ts";
import type { Pdu } from "../../smpp/pdu.ts";
import { isSameAlphabet, type Part, type UserData } from "../../smpp/user_data.ts";

export type Addresses = Pick<InboundSms, "from" | "to" | "senderType">;

/** Returns the addresses of a delivery. */
export function addressesOf(pdu: Pdu): Addresses {
  const { source_addr_ton: ton = 0, source_addr_npi: npi = 0 } = pdu;
  return {
    from: readAddress(pdu.source_addr, ton),
    to: readAddress(pdu.destination_addr, pdu.dest_addr_ton),
    senderType: { ton, npi },
  };
}

/** A message as far as its parts have arrived. */
export interface CollectedMessage<Data extends UserData = UserData> {
  addresses: Addresses;
  /** Deduplication key, the same for every attempt to deliver the message. */
  key: string;
  /** Parts in order; null for a missing one. */
  parts: readonly (Data | null)[];
}

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

/** Data of a part, with its place in the message. */
export type PartData<Data extends UserData> = Data & { part: Part };

export interface Reassembly<Data extends UserData> {
  /**
   * Buffers a part. Resolves once its message is delivered, with false if no account owns the
   * recipient, and rejects when that fails; the part stays buffered either way. Rejects too when
   * there is no room for the part.
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

interface Message<Data extends UserData> extends CollectedMessage<Data> {
  /** Key in `bySlot`, common to the parts of the message. */
  slot: string;
  parts: (Data | null)[];
  /** Keys of the parts. */
  partKeys: Set<string>;
  /** Whether an earlier message that was incomplete then has all of its parts, too. */
  isCopy: boolean;
  since: number;
  isDelivering: boolean;
  isDelivered: boolean;
  /** Settled with the delivery in progress, or the next one. */
  delivery: PromiseWithResolvers<boolean>;
}

export function createReassembly<Data extends UserData = UserData>(
  options: ReassemblyOptions<Data>,
): Reassembly<Data> {
  const { clock, maxParts = MAX_PARTS, waitMs = WAIT_MS, retryMs = RETRY_MS, deliver } = options;
  /** Messages, oldest first. Delivered ones stay, to recognise repeated parts. */
  const collecting = new Set<Message<Data>>();
  /** Messages of `collecting` by addresses, reference and number of parts, oldest first. */
  const bySlot = new Map<string, Message<Data>[]>();
  /** Expired messages that are still to be delivered. */
  const undelivered = new Set<Message<Data>>();
  const deliveries = new Set<Promise<void>>();
  /** Parts in `collecting`. */
  let partCount = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(slot: string, addresses: Addresses, total: number): Message<Data> {
    const message: Message<Data> = {
      addresses,
      slot,
      key: crypto.randomUUID(),
      parts: Array<null>(total).fill(null),
      partKeys: new Set(),
      isCopy: true,
      since: clock.now(),
      isDelivering: false,
      isDelivered: false,
      delivery: newDelivery(),
    };
    collecting.add(message);
    bySlot.set(slot, [...bySlot.get(slot) ?? [], message]);
    return message;
  }

  /** Delivers a message, and settles the promises of its parts. */
  function send(message: Message<Data>): void {
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

  /** Stops collecting: delivers the parts there are, but for those that came twice. */
  function expire(message: Message<Data>): void {
    const { slot } = message;
    collecting.delete(message);
    const others = bySlot.get(slot)!.filter((other) => other !== message);
    if (others.length > 0) bySlot.set(slot, others);
    else bySlot.delete(slot);
    partCount -= countOf(message);
    if (message.isDelivered) return;
    if (message.isCopy && isOpen(message)) return message.delivery.resolve(true);
    undelivered.add(message);
    send(message);
  }

  /** Schedules the expiry of the oldest message and the retry of failed deliveries. */
  function schedule(): void {
    if (timer !== undefined || stopped) return;
    const [oldest] = collecting;
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
    for (const message of collecting) {
      if (message.since + waitMs > now) break;
      expire(message);
    }
    schedule();
  }

  function makeRoom(): void {
    for (const message of collecting) {
      if (partCount < maxParts) break;
      expire(message);
    }
    let total = partCount;
    for (const message of undelivered) total += countOf(message);
    if (total >= 2 * maxParts) throw new Error("too many incomplete messages");
  }

  /** Places a part in the oldest message that lacks it, else in a new one; returns the message. */
  function place(addresses: Addresses, data: PartData<Data>, key: string): Message<Data> {
    const { message: reference, total, number } = data.part;
    const slot = `${addresses.from} ${addresses.to} ${reference}/${total}`;
    const messages = bySlot.get(slot) ?? [];
    const repeated = messages.find(({ partKeys }) => partKeys.has(key));
    if (repeated !== undefined) return repeated;
    const at = number - 1;
    const having = messages.filter((message) => isOpen(message) && message.parts[at] !== null);
    const isCopy = having.some(({ parts }) => isSame(parts[at]!, data));
    // The sender has reused the reference for another message.
    if (!isCopy) having.forEach(expire);
    const lacking = bySlot.get(slot)?.find(({ parts }) => parts[at] === null);
    const message = lacking ?? begin(slot, addresses, total);
    // Copied, so that the part does not pin the chunk it arrived in.
    message.parts[at] = { ...data, octets: Uint8Array.from(data.octets) };
    message.partKeys.add(key);
    message.isCopy &&= isCopy;
    partCount++;
    return message;
  }

  return {
    add(addresses, data, key) {
      try {
        makeRoom();
      } catch (error) {
        return Promise.reject(error);
      }
      const message = place(addresses, data, key);
      const { promise } = message.delivery;
      if (!isOpen(message)) send(message);
      schedule();
      return promise;
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const message of undelivered) send(message);
      for (const message of collecting) expire(message);
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

function countOf({ parts }: CollectedMessage): number {
  return parts.filter((part) => part !== null).length;
}

/** Tells whether a message lacks a part. */
function isOpen({ parts }: CollectedMessage): boolean {
  return parts.includes(null);
}

function isSame(a: UserData, b: UserData): boolean {
  return isSameAlphabet(a, b) && a.octets.length === b.octets.length &&
    a.octets.every((octet, at) => octet === b.octets[at]);
}
