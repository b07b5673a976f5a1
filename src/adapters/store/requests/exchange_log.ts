/**
 * Exchange log: a bounded queue in memory, written in batches in the background. Entries are dropped
 * where the queue is full or the store is down, since what they describe must not wait for them.
 */
import { type Exchange, exchangeOf } from "../../../core/exchange/exchange.ts";
import { delay } from "../../../lib/delay.ts";
import type { Log } from "../../../log/mod.ts";
import type { Clock, Exchanges, ExchangeStore } from "../../../ports/mod.ts";

export interface ExchangeLogOptions {
  store: Pick<ExchangeStore, "add">;
  clock: Clock;
  log: Log;
  /** Maximum content of an entry, in bytes; further content is cut. */
  maxBytes: number;
  /** Content, in bytes, from which on the queue takes no further entry. */
  queueMaxBytes: number;
}

export interface ExchangeLog extends Exchanges {
  /** Writes what is queued; further entries are ignored. */
  stop(): Promise<void>;
}

/** Time to gather a batch, in milliseconds. */
const GATHER_MS = 100;
/** Maximum number of entries, and content from which on a statement takes no further one. */
const BATCH_MAX = 200;
const BATCH_BYTES = 1 << 20;
/** Minimum time between warnings of dropped entries, in milliseconds. */
const WARNING_MS = 60_000;

/** Log that records nothing. */
export const NO_EXCHANGES: ExchangeLog = {
  isOn: false,
  record: () => {},
  stop: () => Promise.resolve(),
};

export function createExchangeLog(
  { store, clock, log, maxBytes, queueMaxBytes }: ExchangeLogOptions,
): ExchangeLog {
  let queue: Exchange[] = [];
  /** Content of the queue, and of the batch being written, in characters. */
  let queued = 0;
  let dropped = 0;
  let warnedAt = -Infinity;
  let isFailing = false;
  let writing: Promise<void> | null = null;
  const stopping = new AbortController();

  async function write(): Promise<void> {
    await delay(GATHER_MS, stopping.signal);
    while (queue.length > 0) {
      const batch = nextBatch();
      await store.add(batch).then(() => isFailing = false, onFailure);
      queued -= sizeOf(batch);
      warnOfDropped();
    }
    writing = null;
  }

  function nextBatch(): Exchange[] {
    let size = 0;
    let count = 0;
    while (count < Math.min(queue.length, BATCH_MAX) && size < BATCH_BYTES) {
      size += queue[count++]!.content.length;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  function onFailure(error: unknown): void {
    if (!isFailing) {
      log.warn({ err: String(error) }, "the exchange log cannot be written; its entries are lost");
    }
    isFailing = true;
  }

  function warnOfDropped(): void {
    const now = clock.now();
    if (dropped === 0 || now - warnedAt < WARNING_MS && !stopping.signal.aborted) return;
    log.warn(
      { dropped, do: "raise EXCHANGE_QUEUE_MAX_BYTES, or turn EXCHANGE_LOG off" },
      "the queue of the exchange log was full; entries were dropped",
    );
    warnedAt = now;
    dropped = 0;
  }

  return {
    isOn: true,
    record(make) {
      if (stopping.signal.aborted) return;
      if (queued >= queueMaxBytes) return void dropped++;
      try {
        const limits = { maxBytes, now: clock.now() };
        const exchanges = make().map((exchange) => exchangeOf(exchange, limits));
        queue.push(...exchanges);
        queued += sizeOf(exchanges);
      } catch (error) {
        // The exchange itself must not fail for its record.
        log.error({ err: String(error) }, "an exchange could not be recorded");
      }
      writing ??= write();
    },
    async stop() {
      stopping.abort();
      await writing;
      warnOfDropped();
    },
  };
}

function sizeOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { content, title }) => sum + content.length + title.length, 0);
}
