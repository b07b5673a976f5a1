/**
 * Sessions: a signed cookie that names the holder of an admin token until a time. Only those that
 * end before their time are stored, so that each of several processes knows them; a token that is
 * changed or revoked ends its sessions.
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { AdminTokens, Holder, Principal } from "../../http/admin/principal.ts";
import { createLru } from "../../lib/lru.ts";
import { type Clock, type EndedSessionStore, StoreDown } from "../../ports/mod.ts";

export interface Sessions {
  /** Returns the cookie's value for a new session. */
  issue(holder: Holder): string;
  /** Returns the principal of a cookie. Null: it is not ours, has ended, or its token is gone. */
  read(cookie: string): Promise<Principal | null>;
  /** Ends the session of a cookie on all machines; one that is not ours has no effect. */
  end(cookie: string): Promise<void>;
}

export interface SessionOptions {
  tokens: Pick<AdminTokens, "byId">;
  ended: EndedSessionStore;
  clock: Clock;
  /** Duration of a session, in milliseconds. */
  ttlMs: number;
}

/** Session of a cookie whose signature is ours and whose time has not come. */
interface Signed {
  id: string;
  expiresAt: number;
  principal: Principal;
}

const PURPOSE = "slidepost console session";

/** Maximum sessions that are remembered for the time when the store is down. */
const GOING_MAX = 1000;

export function createSessions({ tokens, ended, clock, ttlMs }: SessionOptions): Sessions {
  /** Ids of sessions that had not ended when they were last looked up. */
  const going = createLru<string, true>(GOING_MAX);

  async function signedOf(cookie: string): Promise<Signed | null> {
    const match = /^((\w+)\.(\d{1,15})\.([\w-]{22}))\.([\w-]{43})$/.exec(cookie);
    if (match === null) return null;
    const [, claim, tokenId, time, id, signature] = match as unknown as string[];
    const expiresAt = Number(time);
    if (expiresAt <= clock.now()) return null;
    const holder = await tokens.byId(tokenId!);
    if (holder === null) return null;
    const expected = Buffer.from(signatureOf(claim!, holder.secret));
    if (!timingSafeEqual(Buffer.from(signature!), expected)) return null;
    return { id: id!, expiresAt, principal: holder.principal };
  }

  /** While the store is down, a session is as it was: the status page is needed then. */
  async function hasEnded(id: string): Promise<boolean> {
    try {
      const has = await ended.has(id);
      if (has) going.delete(id);
      else going.set(id, true);
      return has;
    } catch (error) {
      if (error instanceof StoreDown && going.get(id)) return false;
      throw error;
    }
  }

  return {
    issue({ principal: { name, tokenId = name }, secret }) {
      const id = crypto.getRandomValues(new Uint8Array(16))
        .toBase64({ alphabet: "base64url", omitPadding: true });
      const claim = `${tokenId}.${Math.floor(clock.now() + ttlMs)}.${id}`;
      return `${claim}.${signatureOf(claim, secret)}`;
    },

    async read(cookie) {
      const session = await signedOf(cookie);
      return session === null || await hasEnded(session.id) ? null : session.principal;
    },

    async end(cookie) {
      const session = await signedOf(cookie);
      if (session === null) return;
      going.delete(session.id);
      await ended.add(session.id, session.expiresAt);
    },
  };
}

function signatureOf(claim: string, secret: string): string {
  return createHmac("sha256", secret).update(`${PURPOSE}\0${claim}`).digest("base64url");
}
