/** Time limits of requests, cheap enough for thousands a second: one timer per duration. */
import { FetchRefused } from "../../../ports/mod.ts";

/** A time limit over several steps. */
export interface Deadline {
  /** Aborts the current step; each step sets its own function. */
  abort(error: Error): void;
}

export interface ActiveDeadline extends Deadline {
  readonly queue: Queue;
}

export interface Deadlines {
  /** Starts a deadline that aborts its step with FetchRefused after `timeoutMs`. */
  begin(timeoutMs: number): ActiveDeadline;
  /** Cancels a deadline. */
  end(deadline: ActiveDeadline): void;
  /** Cancels all deadlines. */
  close(): void;
}

/** Deadlines of one duration: they expire in the order of their start and share a timer. */
interface Queue {
  /** Expiry of each deadline, in milliseconds of `performance.now()`. */
  running: Map<ActiveDeadline, number>;
  timer: ReturnType<typeof setTimeout>;
}

export function createDeadlines(): Deadlines {
  const queues = new Map<number, Queue>();

  function expire(timeoutMs: number, queue: Queue): void {
    const now = performance.now();
    for (const [deadline, expiresAt] of queue.running) {
      if (expiresAt > now) {
        queue.timer = setTimeout(() => expire(timeoutMs, queue), Math.ceil(expiresAt - now));
        return;
      }
      queue.running.delete(deadline);
      deadline.abort(
        new FetchRefused("timeout", "the server did not respond completely in time"),
      );
    }
    queues.delete(timeoutMs);
  }

  return {
    begin(timeoutMs) {
      let queue = queues.get(timeoutMs);
      if (queue === undefined) {
        const created: Queue = {
          running: new Map(),
          timer: setTimeout(() => expire(timeoutMs, created), timeoutMs),
        };
        queues.set(timeoutMs, queue = created);
      }
      const deadline = { queue, abort: () => {} };
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
