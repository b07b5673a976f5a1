/**
 * Sessions: a signed cookie that names the holder of an admin token until a time. Nothing is stored,
 * so that each of several processes knows it; a token that is changed or revoked ends its sessions.
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { AdminTokens, Holder, Principal } from "../http/admin/principal.ts";
import type { Clock } from "../ports/mod.ts";

export interface Sessions {
  /** Returns the cookie's value for a new session. */
  issue(holder: Holder): string;
  /** Returns the principal of a cookie. Null: it is not ours, has expired, or its token is gone. */
  read(cookie: string): Promise<Principal | null>;
}

export interface SessionOptions {
  tokens: Pick<AdminTokens, "byId">;
  clock: Clock;
  /** Duration of a session, in milliseconds. */
  ttlMs: number;
}

const PURPOSE = "slidepost console session";

export function createSessions({ tokens, clock, ttlMs }: SessionOptions): Sessions {
  return {
    issue({ principal: { name, tokenId = name }, secret }) {
      const claim = `${tokenId}.${Math.floor(clock.now() + ttlMs)}`;
      return `${claim}.${signatureOf(claim, secret)}`;
    },

    async read(cookie) {
      const match = /^((\w+)\.(\d{1,15}))\.([\w-]{43})$/.exec(cookie);
      if (match === null) return null;
      const [, claim, id, expiresAt, signature] = match as unknown as string[];
      if (Number(expiresAt) <= clock.now()) return null;
      const holder = await tokens.byId(id!);
      if (holder === null) return null;
      const expected = Buffer.from(signatureOf(claim!, holder.secret));
      return timingSafeEqual(Buffer.from(signature!), expected) ? holder.principal : null;
    },
  };
}

function signatureOf(claim: string, secret: string): string {
  return createHmac("sha256", secret).update(`${PURPOSE}\0${claim}`).digest("base64url");
}
