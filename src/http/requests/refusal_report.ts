/** Rate-limited log lines of refused credentials, by source. */
import type { Log } from "../../log/mod.ts";

/** Interval between log lines of a source, in milliseconds; refusals in between are counted. */
const REPORT_MS = 60_000;

/** A refused credential. */
export interface Refused {
  /** Client address. */
  client: string;
  /** Path of the door. */
  door: string;
  connector?: string;
}

/** Refusals of a source. */
export interface SourceReport {
  /** Logs a refusal, or counts it within `REPORT_MS` of the last line. True: it was counted. */
  add(refused: Refused, message: string): boolean;
  /** Logs the count and resets it; nothing where it is 0. */
  flush(): void;
}

/** @param source Address or range that the counts are logged under. */
export function createSourceReport(log: Log, source: string): SourceReport {
  let reportedAt = -Infinity;
  let count = 0;
  return {
    add(refused, message) {
      const now = performance.now();
      if (now < reportedAt + REPORT_MS) return ++count > 0;
      reportedAt = now;
      log.info({ ...refused }, message);
      return false;
    },
    flush() {
      if (count === 0) return;
      log.info({ client: source, count }, "further credentials refused");
      reportedAt = performance.now();
      count = 0;
    },
  };
}

/** Creates a timer that flushes `REPORT_MS` after the first `start`. */
export function createReportTimer(flush: () => void): { start(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined;
        flush();
      }, REPORT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
