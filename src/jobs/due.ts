/** Taking over what is due in the store, as far as there is room. */

export interface DueWork<T> {
  /** How many more can be worked on; the rest are safer in the store. */
  room(): number;
  claim(room: number): Promise<T[]>;
  take(one: T): void;
  isOver(): boolean;
}

export interface DueTaker {
  /** One round at a time; who asks during one gets one more. */
  takeDue(): Promise<void>;
  /** The store holds more than was taken, for want of room here. */
  hasMore(): boolean;
  /** It holds something that nobody here was told of. */
  expectMore(): void;
}

export function createDueTaker<T>({ room, claim, take, isOver }: DueWork<T>): DueTaker {
  let more = false;
  let taking = false;
  return {
    hasMore: () => more,
    expectMore: () => void (more = true),
    async takeDue() {
      more = true;
      if (taking) return;
      taking = true;
      try {
        while (more && !isOver()) {
          const places = room();
          if (places <= 0) return;
          more = false;
          const due = await claim(places);
          if (due.length === places) more = true;
          for (const one of due) take(one);
        }
      } finally {
        taking = false;
      }
    },
  };
}
