/**
 * Sessions: a signed cookie that names a principal until a time. Nothing is stored, so that each of
 * several processes knows it; a changed token ends the sessions of its principal.
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { AdminToken, Principal } from "../http/admin/principal.ts";
import type { Clock } from "../ports/mod.ts";

export interface Sessions {
  /** Returns the cookie's value for a new session. */
  issue(principal: Principal): string;
  /** Returns the principal of a cookie. Null: it is not ours, has expired, or its token is gone. */
  read(cookie: string): Principal | null;
}

export interface SessionOptions {
  tokens: readonly AdminToken[];
  clock: Clock;
  /** Duration of a session, in milliseconds. */
  ttlMs: number;
}

const PURPOSE = "slidepost console session";

export function createSessions({ tokens, clock, ttlMs }: SessionOptions): Sessions {
  const byName = new Map(tokens.map((token) => [token.principal.name, token]));

  return {
    issue({ name }) {
      const claim = `${name}.${Math.floor(clock.now() + ttlMs)}`;
      return `${claim}.${signatureOf(claim, byName.get(name)!.token)}`;
    },

    read(cookie) {
      const match = /^(([a-z]+)\.(\d{1,15}))\.([\w-]{43})$/.exec(cookie);
      if (match === null) return null;
      const [, claim, name, expiresAt, signature] = match as unknown as string[];
      const holder = byName.get(name!);
      if (holder === undefined || Number(expiresAt) <= clock.now()) return null;
      const expected = Buffer.from(signatureOf(claim!, holder.token));
      return timingSafeEqual(Buffer.from(signature!), expected) ? holder.principal : null;
    },
  };
}

function signatureOf(claim: string, token: string): string {
  return createHmac("sha256", token).update(`${PURPOSE}\0${claim}`).digest("base64url");
}
