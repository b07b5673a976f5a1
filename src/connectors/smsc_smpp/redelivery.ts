/**
 * Which deliveries of an SMSC are ones that came before. SMPP gives a message from a handset no
 * name; but an SMSC that has our answer does not send it again, so the same words after that were
 * written again.
 */
import type { Clock } from "../../ports/mod.ts";

/** A message as an SMSC delivers it, perhaps not for the first time. */
export interface Delivery {
  /** The same for the same message. */
  readonly key: string;
  /** The SMSC is told that it is kept. */
  kept(): void;
  /** The SMSC is told to try again. */
  failed(): void;
}

export interface Redelivery {
  /** `words`: all that is known of the message. */
  begin(words: string, session: { readonly endedAt: number | null }): Delivery;
}

/** An SMSC that got no answer has tried again by then. */
const REMEMBERED_MS = 60 * 60_000;
const MAX_REMEMBERED = 10_000;
/**
 * An answer that a session had so long to carry has arrived; and so long an SMSC waits for one,
 * before it tries again in an open session.
 */
const ARRIVES_MS = 10_000;

interface Former {
  key: string;
  at: number;
  session: { readonly endedAt: number | null };
  keptAt: number | null;
  hasFailed: boolean;
}

export function createRedelivery(clock: Clock): Redelivery {
  /** The oldest first. */
  const memoize = new Map<string, Former>();

  function forgetOld(): void {
    const since = clock.now() - REMEMBERED_MS;
    for (const [words, { at }] of memoize) {
      if (at > since && memoize.size < MAX_REMEMBERED) break;
      memoize.delete(words);
    }
  }

  return {
    begin(words, session) {
      forgetOld();
      const at = clock.now();
      const former = memoize.get(words);
      const key = former !== undefined && comesAgain(former, at) ? former.key : crypto.randomUUID();
      const own: Former = { key, at, session, keptAt: null, hasFailed: false };
      memoize.delete(words);
      memoize.set(words, own);
      return {
        key,
        kept() {
          own.keptAt = clock.now();
        },
        failed() {
          own.hasFailed = true;
        },
      };
    },
  };
}

/** Whether the SMSC cannot have our answer that the message is kept. */
function comesAgain({ at, session: { endedAt }, keptAt, hasFailed }: Former, now: number): boolean {
  if (hasFailed) return true;
  if (keptAt !== null) return endedAt !== null && endedAt - keptAt <= ARRIVES_MS;
  // Still in hand here: of two that come at once each is a message.
  return endedAt !== null || now - at > ARRIVES_MS;
}
