/** Parts of concatenated messages, put together as far as they have arrived: state without effects. */
import type { InboundSms } from "../../ports/mod.ts";
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

/** Data of a part, with its position in the message. */
export type PartData<Data extends UserData> = Data & { part: Part };

/** A message of a collection. */
export interface Message<Data extends UserData> extends CollectedMessage<Data> {
  /** Addresses, reference and number of parts, which parts of one message have in common. */
  readonly slot: string;
  readonly parts: (Data | null)[];
  /** Keys of the parts. */
  readonly partKeys: Set<string>;
  /** Whether an earlier message that was incomplete then has all of its parts, too. */
  isCopy: boolean;
  /** Time of its first part, in milliseconds since the epoch. */
  readonly since: number;
}

/** Message that a part belongs to. */
export interface Placement<Data extends UserData> {
  message: Message<Data>;
  /** Messages that the part has ended, no longer in the collection. */
  ended: readonly Message<Data>[];
}

export interface Collection<Data extends UserData> {
  /** Number of parts. */
  readonly partCount: number;
  /** Lists the messages, oldest first. Complete ones stay, to recognise repeated parts. */
  messages(): Iterable<Message<Data>>;
  /**
   * Adds a part to the oldest message that lacks it, else to a new one.
   *
   * @param key The same for repeated deliveries of a part, and for no other part.
   */
  add(addresses: Addresses, data: PartData<Data>, key: string, now: number): Placement<Data>;
  remove(message: Message<Data>): void;
}

export function createCollection<Data extends UserData>(): Collection<Data> {
  /** Messages, oldest first. */
  const messages = new Set<Message<Data>>();
  /** The same by slot, oldest first. */
  const bySlot = new Map<string, Message<Data>[]>();
  let partCount = 0;

  function begin(message: Message<Data>): Message<Data> {
    messages.add(message);
    bySlot.set(message.slot, [...bySlot.get(message.slot) ?? [], message]);
    return message;
  }

  function remove(message: Message<Data>): void {
    const { slot } = message;
    messages.delete(message);
    const others = bySlot.get(slot)!.filter((other) => other !== message);
    if (others.length > 0) bySlot.set(slot, others);
    else bySlot.delete(slot);
    partCount -= countOf(message);
  }

  return {
    get partCount() {
      return partCount;
    },

    messages: () => messages,

    add(addresses, data, key, now) {
      const { message: reference, total, number } = data.part;
      const slot = `${addresses.from} ${addresses.to} ${reference}/${total}`;
      const inSlot = bySlot.get(slot) ?? [];
      const repeated = inSlot.find(({ partKeys }) => partKeys.has(key));
      if (repeated !== undefined) return { message: repeated, ended: [] };
      const at = number - 1;
      const having = inSlot.filter((message) => isOpen(message) && message.parts[at] !== null);
      const isCopy = having.some(({ parts }) => isSame(parts[at]!, data));
      // The sender has reused the reference for another message.
      const ended = isCopy ? [] : having;
      ended.forEach(remove);
      const lacking = bySlot.get(slot)?.find(({ parts }) => parts[at] === null);
      const message = lacking ?? begin(newMessage(slot, addresses, total, now));
      // Copied, so that the part does not pin the chunk it arrived in.
      message.parts[at] = { ...data, octets: Uint8Array.from(data.octets) };
      message.partKeys.add(key);
      message.isCopy &&= isCopy;
      partCount++;
      return { message, ended };
    },

    remove,
  };
}

function newMessage<Data extends UserData>(
  slot: string,
  addresses: Addresses,
  total: number,
  since: number,
): Message<Data> {
  return {
    addresses,
    slot,
    key: crypto.randomUUID(),
    parts: Array<null>(total).fill(null),
    partKeys: new Set(),
    isCopy: true,
    since,
  };
}

/** Counts the parts of a message that have arrived. */
export function countOf({ parts }: CollectedMessage): number {
  return parts.filter((part) => part !== null).length;
}

/** Tells whether a message lacks a part. */
export function isOpen({ parts }: CollectedMessage): boolean {
  return parts.includes(null);
}

function isSame(a: UserData, b: UserData): boolean {
  return isSameAlphabet(a, b) && a.octets.length === b.octets.length &&
    a.octets.every((octet, at) => octet === b.octets[at]);
}
