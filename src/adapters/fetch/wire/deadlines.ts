/** Time limits of requests: thousands a second, hardly one of which is ever reached. */
import { FetchRefused } from "../../../ports/mod.ts";

/** A time limit over several steps; each says how it is given up. */
export interface Deadline {
  giveUp(error: Error): void;
}

export interface Begun extends Deadline {
  readonly queue: Queue;
}

export interface Deadlines {
  /** Milliseconds until it is given up as too slow. */
  begin(timeoutMs: number): Begun;
  /** It has come to its end in time. */
  end(deadline: Begun): void;
  close(): void;
}

/** Those of one length end in the order in which they have begun: they need one timer. */
interface Queue {
  /** Until when each has time, milliseconds of `performance.now()`. */
  running: Map<Begun, number>;
  timer: ReturnType<typeof setTimeout>;
}

export function createDeadlines(): Deadlines {
  const queues = new Map<number, Queue>();

  function wake(timeoutMs: number, queue: Queue): void {
    const now = performance.now();
    for (const [deadline, until] of queue.running) {
      if (until > now) {
        queue.timer = setTimeout(() => wake(timeoutMs, queue), Math.ceil(until - now));
        return;
      }
      queue.running.delete(deadline);
      deadline.giveUp(
        new FetchRefused("timeout", "the server did not answer completely in time"),
      );
    }
    queues.delete(timeoutMs);
  }

  return {
    begin(timeoutMs) {
      let queue = queues.get(timeoutMs);
      if (queue === undefined) {
        const made: Queue = {
          running: new Map(),
          timer: setTimeout(() => wake(timeoutMs, made), timeoutMs),
        };
        queues.set(timeoutMs, queue = made);
      }
      const deadline = { queue, giveUp: () => {} };
      queue.running.set(deadline, performance.now() + timeoutMs);
      return deadline;
    },
    end(deadline) {
      deadline.queue.running.delete(deadline);
    },
    close() {
      for (const { timer } of queues.values()) clearTimeout(timer);
      queues.clear();
    },
  };
}
