/**
 * State of leased work: its items wait for the turn of their key and of their owner, and for a slot.
 * It has no effects of its own; each transition tells what the engine has to start and to release.
 */
import { createFairQueue, shareOf } from "../../lib/fair_queue.ts";
import type { KeyOrder, Policies } from "./policies.ts";

/** Items whose turn has come. */
export interface Turns<T> {
  /** Each holds a slot from now on, unless it needs none. */
  start: readonly T[];
  /** Their leases leave no time for the work; they are not scheduled any more. */
  release: readonly T[];
}

export class Schedule<T> {
  readonly #policies: Policies<T>;
  readonly #order: KeyOrder<T>;
  /** Items whose turn is next within their key. */
  readonly #waiting = createFairQueue<T>();
  /** Items whose turn is next, and that need no slot. */
  readonly #slotless: T[] = [];
  /** Started items that hold a slot. */
  readonly #holders = new Set<T>();
  #isClosed = false;
  readonly #isAdmitted = (owner: string) => this.#policies.slots.admits(owner);

  constructor(policies: Policies<T>) {
    this.#policies = policies;
    this.#order = policies.order;
  }

  /** Number of items that wait for their owner's turn and a slot. */
  get size(): number {
    return this.#waiting.size;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  sizeOf(owner: string): number {
    return this.#waiting.sizeOf(owner);
  }

  /** Owners that have items waiting, in the order of their turns. */
  owners(): IterableIterator<string> {
    return this.#waiting.owners();
  }

  /** Adds a leased item; false: it may not be processed now, and is not scheduled. */
  add(item: T): boolean {
    if (this.#isClosed) return false;
    const position = this.#order.add(item);
    if (position === "first") this.#enqueue(item);
    return position !== "stray";
  }

  /** Takes the items whose turn has come. */
  advance(): Turns<T> {
    const start = this.#slotless.splice(0);
    const release: T[] = [];
    const { slots, isExpired } = this.#policies;
    while (this.#waiting.size > 0 && !slots.isFull) {
      const item = this.#waiting.shift(this.#isAdmitted);
      if (item === undefined) break;
      this.#leaveMemory(item);
      if (isExpired?.(item)) {
        release.push(item, ...this.#order.drop(item));
        continue;
      }
      slots.hold(this.#policies.ownerOf(item));
      this.#holders.add(item);
      start.push(item);
    }
    return { start, release };
  }

  /** Holds a slot for an item to come; false: it would have to wait. */
  reserve(owner: string): boolean {
    const { slots } = this.#policies;
    if (this.#isClosed || this.#waiting.sizeOf(owner) > 0 || !slots.admits(owner)) return false;
    slots.hold(owner);
    return true;
  }

  /** Gives a reserved slot to its item, which starts. */
  fill(item: T): void {
    this.#order.add(item);
    this.#holders.add(item);
  }

  /** Frees a reserved slot. */
  cancel(owner: string): void {
    this.#policies.slots.release(owner);
  }

  /** Frees the slot of an item, unless that is done. */
  vacate(item: T): void {
    if (this.#holders.delete(item)) this.#policies.slots.release(this.#policies.ownerOf(item));
  }

  /**
   * Ends the turn of a started item.
   * @param isDone Whether the next of its key may start; else they are dropped.
   * @returns Those dropped, to be released.
   */
  end(item: T, isDone: boolean): readonly T[] {
    this.vacate(item);
    if (!isDone) return this.#order.drop(item);
    const next = this.#order.next(item);
    if (next === undefined) return [];
    if (this.#isClosed) return [next, ...this.#order.drop(next)];
    this.#enqueue(next);
    return [];
  }

  /** Removes the waiting items of an owner and those behind them, to be released. */
  withdraw(owner: string): T[] {
    return this.#dropped(this.#waiting.removeAll(owner));
  }

  /** Removes all waiting items and those behind them, to be released; takes no more. */
  close(): T[] {
    this.#isClosed = true;
    return this.#dropped(this.#waiting.clear());
  }

  #enqueue(item: T): void {
    const { isSlotless, memory, ownerOf, priorityOf } = this.#policies;
    if (isSlotless?.(item)) return void this.#slotless.push(item);
    const owner = ownerOf(item);
    const priority = priorityOf?.(item);
    memory?.share.hold(shareOf(owner, priority), memory.weightOf(item));
    this.#waiting.push(owner, item, priority);
  }

  #leaveMemory(item: T): void {
    const { memory, ownerOf, priorityOf } = this.#policies;
    memory?.share.release(shareOf(ownerOf(item), priorityOf?.(item)), memory.weightOf(item));
  }

  #dropped(items: readonly T[]): T[] {
    for (const item of items) this.#leaveMemory(item);
    return items.flatMap((item) => [item, ...this.#order.drop(item)]);
  }
}
