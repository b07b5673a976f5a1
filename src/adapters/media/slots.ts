/** A number of slots, given out in the order they were asked for. */
export interface Slots {
  /** Runs `work` in a slot. An abort while waiting gives up the place in the queue. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  function take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal!.reason);
      };
      waiting.push(enter);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next(); // the slot passes on; it is never free in between
    else free++;
  }

  return {
    async run(work, signal) {
      await take(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
