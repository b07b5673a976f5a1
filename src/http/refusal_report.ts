/** Log lines on refused credentials, at a bounded rate for each source. */
import type { Log } from "../log/mod.ts";

/** After a line of a source further refusals are counted, and the count is logged as often as this. */
const REPORT_MS = 60_000;

/** A refused credential. */
export interface Refused {
  /** The client's address. */
  client: string;
  /** The path of the door. */
  door: string;
  connector?: string;
}

/** The refusals of one source. */
export interface SourceReport {
  /** Logs a refusal, or counts it where the source was logged just now. True: it is counted. */
  add(refused: Refused, message: string): boolean;
  /** Logs the count, if there is one. */
  flush(): void;
}

/** @param source As counts name it: an address, or a range. */
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

/** Flushes reports `REPORT_MS` after the first that asks for it. */
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
