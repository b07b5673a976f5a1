/** Sign-in codes that work once: the sandbox prints a link with one. */
import type { Holder } from "../../http/admin/principal.ts";
import { createLru } from "../../lib/lru.ts";
import { type MonotonicTime, PROCESS_TIME } from "../../lib/monotonic_time.ts";

export interface OneTimeLinks {
  /** Issues a code for the holder of a token. */
  issue(holder: Holder): string;
  /** Uses a code up. Null: it is unknown, used or expired. */
  redeem(code: string): Holder | null;
  /** Forgets the codes. */
  close(): void;
}

export interface OneTimeLinksOptions {
  /** Time for which a code can be used, in milliseconds. */
  ttlMs: number;
  /** Default: the process's. */
  time?: MonotonicTime;
}

/** Maximum codes in memory: a further one takes the place of the oldest. */
const CODES_MAX = 100;

/** A code that can be used. */
interface Code {
  holder: Holder;
  /** Cancels its expiry. */
  cancel(): void;
}

export function createOneTimeLinks(
  { ttlMs, time = PROCESS_TIME }: OneTimeLinksOptions,
): OneTimeLinks {
  // What is in it can be used: a code leaves with its use, or when its time has come.
  const codes = createLru<string, Code>(CODES_MAX);

  return {
    issue(holder) {
      const code = crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url" });
      const cancel = time.after(ttlMs, () => codes.delete(code));
      for (const [, evicted] of codes.set(code, { holder, cancel })) evicted.cancel();
      return code;
    },

    redeem(code) {
      const found = codes.peek(code);
      if (found === undefined) return null;
      codes.delete(code);
      found.cancel();
      return found.holder;
    },

    close() {
      for (const [, { cancel }] of codes.entries()) cancel();
      codes.clear();
    },
  };
}
