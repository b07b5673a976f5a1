/**
 * Parts of messages from handsets, until they are whole: they come in any order, some twice, some
 * never. They are in memory only, so they are bounded in number and time.
 */
import type { Clock } from "../../ports/mod.ts";
import { isSameAlphabet, type Part, type UserData } from "../../smpp/user_data.ts";

export interface Addresses {
  from: string;
  to: string;
}

/** A message with its parts in order; null where one is missing. */
export interface Gathered extends Addresses {
  /** Its own, however often it is delivered. */
  key: string;
  parts: readonly (UserData | null)[];
}

export interface ReassemblyOptions {
  clock: Clock;
  /** Parts to gather at once; beyond that the oldest message goes on with what there is. */
  maxParts?: number;
  /** Milliseconds to wait for the parts of a message. */
  waitMs?: number;
  /** Milliseconds after which a message whose time is over is delivered again, if that failed. */
  againMs?: number;
  /** Resolves when the message is kept elsewhere; rejects: it is to be tried again. */
  deliver(message: Gathered): Promise<void>;
}

export interface Reassembly {
  /**
   * Resolves once the message that the part belongs to is delivered; rejects as that does. The part
   * is kept either way, unless there is no room.
   */
  take(addresses: Addresses, data: UserData & { part: Part }): Promise<void>;
  /** Delivers what there is. Resolves with the number of messages that could not be. */
  stop(): Promise<number>;
}

/** 140 octets each, and as much again around them: a few megabytes. */
const MAX_PARTS = 10_000;
/**
 * An SMSC tries a part again after minutes. A reader waits so long for a text whose end got lost,
 * and a process that is killed loses the parts of so long.
 */
const WAIT_MS = 10 * 60_000;
const AGAIN_MS = 10_000;

interface Message extends Gathered {
  /** By what the next part finds it. */
  place: string;
  parts: (UserData | null)[];
  since: number;
  isDelivering: boolean;
  isDelivered: boolean;
  /** Of those who wait for its delivery. */
  whole: PromiseWithResolvers<void>;
}

export function createReassembly(
  { clock, maxParts = MAX_PARTS, waitMs = WAIT_MS, againMs = AGAIN_MS, deliver }: ReassemblyOptions,
): Reassembly {
  /** The oldest first. One that is delivered stays, so that a part that comes again is known. */
  const gathering = new Map<string, Message>();
  /** Their time is over, and they could not be delivered yet. */
  const owed = new Set<Message>();
  const deliveries = new Set<Promise<void>>();
  let gathered = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(place: string, addresses: Addresses, total: number): Message {
    const message: Message = {
      ...addresses,
      place,
      key: crypto.randomUUID(),
      parts: Array<null>(total).fill(null),
      since: clock.now(),
      isDelivering: false,
      isDelivered: false,
      whole: awaited(),
    };
    gathering.set(place, message);
    return message;
  }

  /** All that wait hear of it. */
  function send(message: Message): void {
    if (message.isDelivering || message.isDelivered) return;
    message.isDelivering = true;
    const delivery = deliver(message).then(() => {
      message.isDelivered = true;
      owed.delete(message);
      message.whole.resolve();
    }, (error) => {
      const { whole } = message;
      message.whole = awaited();
      whole.reject(error);
    }).finally(() => {
      message.isDelivering = false;
      deliveries.delete(delivery);
    });
    deliveries.add(delivery);
  }

  /** It goes on with what there is; the next part in its place is another message's. */
  function giveUp(message: Message): void {
    gathering.delete(message.place);
    gathered -= countOf(message);
    if (message.isDelivered) return;
    owed.add(message);
    send(message);
  }

  /** Looks when the oldest message is due, and again as long as something is owed. */
  function schedule(): void {
    if (timer !== undefined || stopped) return;
    const oldest = gathering.values().next().value;
    const waits = [
      ...oldest === undefined ? [] : [Math.max(0, oldest.since + waitMs - clock.now())],
      ...owed.size === 0 ? [] : [againMs],
    ];
    if (waits.length > 0) timer = setTimeout(look, Math.min(...waits));
  }

  function look(): void {
    timer = undefined;
    for (const message of owed) send(message);
    const now = clock.now();
    for (const message of gathering.values()) {
      if (message.since + waitMs > now) break;
      giveUp(message);
    }
    schedule();
  }

  function makeRoom(): void {
    for (const message of gathering.values()) {
      if (gathered < maxParts) break;
      giveUp(message);
    }
    let parts = gathered;
    for (const message of owed) parts += countOf(message);
    if (parts >= 2 * maxParts) throw new Error("no room for parts of messages");
  }

  function messageOf(addresses: Addresses, data: UserData & { part: Part }): Message {
    const { message: reference, total, number } = data.part;
    const place = `${addresses.from} ${addresses.to} ${reference}/${total}`;
    const message = gathering.get(place);
    const former = message?.parts[number - 1] ?? null;
    if (message !== undefined && (former === null || isSame(former, data))) return message;
    // The reference has come round to another message.
    if (message !== undefined) giveUp(message);
    return begin(place, addresses, total);
  }

  return {
    take(addresses, data) {
      try {
        makeRoom();
      } catch (error) {
        return Promise.reject(error);
      }
      const message = messageOf(addresses, data);
      const at = data.part.number - 1;
      if (message.parts[at] === null) {
        // A copy: what came with the part in one chunk is not to be kept with it.
        message.parts[at] = { ...data, octets: Uint8Array.from(data.octets) };
        gathered++;
      }
      const { promise } = message.whole;
      if (message.parts.every((part) => part !== null)) send(message);
      schedule();
      return promise;
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const message of owed) send(message);
      for (const message of gathering.values()) giveUp(message);
      await Promise.all(deliveries);
      return owed.size;
    },
  };
}

/** Nobody has to wait for it. */
function awaited(): PromiseWithResolvers<void> {
  const whole = Promise.withResolvers<void>();
  whole.promise.catch(() => {});
  return whole;
}

function countOf({ parts }: Message): number {
  return parts.filter((part) => part !== null).length;
}

function isSame(one: UserData, other: UserData): boolean {
  return isSameAlphabet(one, other) && one.octets.length === other.octets.length &&
    one.octets.every((octet, at) => octet === other.octets[at]);
}
