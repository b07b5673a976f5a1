/** Sign-in codes that work once: the sandbox prints a link with one. */
import type { Holder } from "../http/admin/principal.ts";
import type { Clock } from "../ports/mod.ts";

export interface OneTimeLinks {
  /** Issues a code for the holder of a token. */
  issue(holder: Holder): string;
  /** Uses a code up. Null: it is unknown, used or expired. */
  redeem(code: string): Holder | null;
}

/** @param options.ttlMs Time for which a code can be used, in milliseconds. */
export function createOneTimeLinks(
  { clock, ttlMs }: { clock: Clock; ttlMs: number },
): OneTimeLinks {
  const codes = new Map<string, { holder: Holder; expiresAt: number }>();

  return {
    issue(holder) {
      const code = crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url" });
      codes.set(code, { holder, expiresAt: clock.now() + ttlMs });
      return code;
    },

    redeem(code) {
      const found = codes.get(code);
      codes.delete(code);
      return found !== undefined && clock.now() < found.expiresAt ? found.holder : null;
    },
  };
}
