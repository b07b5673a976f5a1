/** Texts whose message_payload an SMSC refuses: they go in segments, as the connector says. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Log } from "../../log/mod.ts";
import type { Clock } from "../../ports/mod.ts";
import type { Concatenation } from "./submission.ts";
import type { SmsSubmission } from "./types.ts";

export interface PayloadOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  clock: Clock;
  log: Log;
}

export interface Payload {
  /** Concatenation of the segments where a message_payload is refused; null: the text fails. */
  readonly fallback: Concatenation | null;
  /** Returns the concatenation of a text. */
  concatenationOf(submission: SmsSubmission): Concatenation;
  /** Has long texts go in segments for a while. */
  refused(reason: string): void;
}

/**
 * Time until a message_payload is tried again, in milliseconds: rare enough not to count, and soon
 * enough after the SMSC has been set up for it.
 */
const REFUSED_MS = 3_600_000;

/** Action for the operator where a message_payload is refused. */
export const PAYLOAD_ADVICE = "set the connector's --concatenation to udh8, or ask the SMSC's " +
  "operator to accept message_payload";

export function createPayload({ name, settings, clock, log }: PayloadOptions): Payload {
  const { concatenation, payloadRefused = "segments" } = settings;
  const fallback = concatenation === "payload" && payloadRefused === "segments" ? "udh8" : null;
  let refusedUntil = -Infinity;

  return {
    fallback,

    concatenationOf({ isInSegments = false }) {
      // One that the SMSC has a part of goes on as it began.
      const isRefused = isInSegments || clock.now() < refusedUntil;
      return fallback !== null && isRefused ? fallback : concatenation;
    },

    refused(reason) {
      const isNew = clock.now() >= refusedUntil;
      refusedUntil = clock.now() + REFUSED_MS;
      if (!isNew) return;
      log.warn(
        { connector: name, err: reason, do: PAYLOAD_ADVICE },
        "the SMSC refuses message_payload; long texts go in segments for an hour",
      );
    },
  };
}
