/**
 * Time limit of request bodies, by a single timer for all: a timer per body would cost more than
 * reading it.
 */
import { Refusal } from "../../core/errors.ts";

export interface BodyTimeouts {
  /**
   * Resolves with a body.
   *
   * @throws {Refusal} 400 where that takes longer than one to two times the limit.
   */
  within(whole: Promise<Uint8Array>): Promise<Uint8Array>;
  close(): void;
}

interface Reading {
  since: number;
  fail(refusal: Refusal): void;
}

/** @param timeoutMs Time limit of a body, in milliseconds. */
export function createBodyTimeouts(timeoutMs: number): BodyTimeouts {
  const readings = new Set<Reading>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch(): void {
    timer = undefined;
    const late = performance.now() - timeoutMs;
    for (const reading of readings) {
      if (reading.since <= late) {
        reading.fail(
          new Refusal("invalidRequest", `the body took longer than ${timeoutMs / 1000} seconds`),
        );
      }
    }
    if (readings.size > 0) timer = setTimeout(watch, timeoutMs);
  }

  return {
    async within(whole) {
      const { promise: timeout, reject: fail } = Promise.withResolvers<never>();
      const reading: Reading = { since: performance.now(), fail };
      readings.add(reading);
      timer ??= setTimeout(watch, timeoutMs);
      try {
        return await Promise.race([whole, timeout]);
      } finally {
        readings.delete(reading);
      }
    },

    close() {
      clearTimeout(timer);
    },
  };
}
