/** Asks an SMSC from time to time whether it is there (enquire_link, SMPP 3.4, 4.11). */
import type { MonotonicTime } from "../../lib/monotonic_time.ts";

export interface KeepAliveOptions {
  /** Silence in either direction after which the SMSC is asked. */
  enquireLinkSeconds: number;
  /** Time limit of an enquiry. */
  timeoutSeconds: number;
  time: MonotonicTime;
  /** Sends an enquire_link. Resolves with its response, or after the time limit. Never rejects. */
  ask(): Promise<unknown>;
  /** Called when the SMSC is taken to be gone. */
  onGone(reason: string): void;
}

export interface KeepAlive {
  /** Records that a PDU has arrived, at a time of the monotonic clock. */
  heard(at: number): void;
  /** Records that PDUs have been sent. */
  sent(): void;
  /** Asks at once; one enquiry at a time. */
  enquire(): Promise<void>;
  stop(): void;
}

/** Number of enquire_link in a row, with nothing heard, after which the SMSC is taken to be gone. */
const ENQUIRIES_MAX = 2;

export function startKeepAlive(
  { enquireLinkSeconds, timeoutSeconds, time, ask, onGone }: KeepAliveOptions,
): KeepAlive {
  /** Times of the last PDU in each direction, by the monotonic clock. */
  let heardAt = time.now();
  let sentAt = heardAt;
  /** Enquiry in progress. */
  let enquiry: Promise<void> | null = null;
  let stopped = false;
  let stopTimer = time.after(enquireLinkSeconds * 1000, checkSilence);

  function enquire(): Promise<void> {
    return enquiry ??= askRepeatedly().finally(() => enquiry = null);
  }

  async function askRepeatedly(): Promise<void> {
    for (let unanswered = 0; unanswered < ENQUIRIES_MAX; unanswered++) {
      const askedAt = time.now();
      await ask();
      if (heardAt >= askedAt) return;
    }
    onGone(`no response to ${ENQUIRIES_MAX} enquire_link, within ${timeoutSeconds} s each`);
  }

  /** Returns the milliseconds until the link has been silent, in either direction, for too long. */
  function leftMs(): number {
    return enquireLinkSeconds * 1000 - (time.now() - Math.min(heardAt, sentAt));
  }

  async function checkSilence(): Promise<void> {
    if (leftMs() <= 0) await enquire();
    if (!stopped) stopTimer = time.after(Math.max(1, leftMs()), checkSilence);
  }

  return {
    heard(at) {
      heardAt = at;
    },
    sent() {
      sentAt = time.now();
    },
    enquire,
    stop() {
      stopped = true;
      stopTimer();
    },
  };
}
