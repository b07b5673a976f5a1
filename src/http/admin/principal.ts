/** Principals of the admin API: who a token stands for, and what it may do. */
import { Buffer } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../core/errors.ts";
import type { AdminTokenStore, Clock } from "../../ports/mod.ts";
import type { AdminScope } from "../../schema/admin_scope.ts";

/** Holder of an admin token. */
export interface Principal {
  /** Name in the audit log. */
  readonly name: string;
  readonly scopes: readonly AdminScope[];
  /** Id of the stored token; absent: the token is of the configuration. */
  readonly tokenId?: string;
}

/** Holder of a token, with a secret that changes with the token: it signs sessions. */
export interface Holder {
  readonly principal: Principal;
  readonly secret: string;
}

/** Valid admin tokens, of the configuration and of the store. */
export interface AdminTokens {
  /** Finds the holder of a token. Null: the token is not valid. */
  byToken(presented: string): Promise<Holder | null>;
  /**
   * Tells whether a token was valid some seconds ago, by its digest, so that guesses cost the store
   * nothing.
   */
  isKnown(presented: string): Promise<boolean>;
  /** Finds the holder by the name of a configured token or the id of a stored one. */
  byId(id: string): Promise<Holder | null>;
}

/** Hono's types of the admin API. */
export interface AdminTypes {
  /**
   * Second argument of `fetch`, which only this process can pass: a principal that has signed in
   * elsewhere.
   */
  Bindings: { principal?: Principal };
  Variables: { principal: Principal };
}

/** Names of the configured tokens, which no stored token may have. */
export const CONFIGURED = { admin: "admin", reader: "reader" } as const;

interface TokenConfig {
  ADMIN_TOKEN: string | null;
  ADMIN_READ_TOKEN: string | null;
}

/** Lists the holders of the configured tokens; none: the admin API is off. */
export function configuredHolders(
  { ADMIN_TOKEN, ADMIN_READ_TOKEN }: TokenConfig,
): (Holder & { token: string })[] {
  const all = [
    { token: ADMIN_TOKEN, name: CONFIGURED.admin, scopes: ["all"] },
    { token: ADMIN_READ_TOKEN, name: CONFIGURED.reader, scopes: ["read"] },
  ] as const;
  return all.flatMap(({ token, name, scopes }) =>
    token === null ? [] : [{ token, secret: token, principal: { name, scopes } }]
  );
}

/** Age from which the digests of stored tokens are read again, in milliseconds. */
const KNOWN_MS = 10_000;

export function createAdminTokens(
  config: TokenConfig,
  { clock, store }: { clock: Clock; store: Pick<AdminTokenStore, "hashes" | "valid"> },
): AdminTokens {
  const configured = configuredHolders(config);
  let digests: { hashes: Promise<ReadonlySet<string>>; at: number } | null = null;

  function knownHashes(): Promise<ReadonlySet<string>> {
    const now = clock.now();
    if (digests === null || Math.abs(now - digests.at) >= KNOWN_MS) {
      const read = { hashes: store.hashes(now).then((hashes) => new Set(hashes)), at: now };
      digests = read;
      // A failure is not cached.
      read.hashes.catch(() => digests = digests === read ? null : digests);
    }
    return digests.hashes;
  }

  const configuredHolder = (presented: string) =>
    configured.find(({ token }) => isEqual(presented, token));

  async function stored(by: Parameters<AdminTokenStore["valid"]>[0]): Promise<Holder | null> {
    const [first] = configured;
    const found = first === undefined ? null : await store.valid(by, clock.now());
    if (found === null) return null;
    const { hash, id: tokenId, name, scopes } = found;
    // Whoever reads the database or a backup has the hash, and must not be able to sign sessions.
    const secret = createHmac("sha256", first!.token).update(hash).digest("base64url");
    return { principal: { name, scopes, tokenId }, secret };
  }

  return {
    async byToken(presented) {
      const holder = configuredHolder(presented);
      if (holder !== undefined || !isStoredToken(presented)) return holder ?? null;
      const hash = hashOf(presented);
      const found = await stored({ hash });
      // One that is known has been revoked since.
      if (found === null && (await digests?.hashes)?.has(hash)) digests = null;
      return found;
    },
    async isKnown(presented) {
      if (configuredHolder(presented) !== undefined) return true;
      if (configured.length === 0 || !isStoredToken(presented)) return false;
      return (await knownHashes()).has(hashOf(presented));
    },
    async byId(id) {
      const holder = configured.find(({ principal }) => principal.name === id);
      return holder ?? (isTokenId(id) ? await stored({ id }) : null);
    },
  };
}

/** Creates a token to store: 32 random bytes in hex, with its id and hash. */
export function newStoredToken(): { id: string; token: string; hash: string; hint: string } {
  const token = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const hash = hashOf(token);
  // The id derives from the hash: unique, and it reveals nothing of the token.
  return { id: `${ID_PREFIX}${hash.slice(0, 16)}`, token, hash, hint: token.slice(-4) };
}

const ID_PREFIX = "token_";

const isTokenId = (text: string) => /^token_[\da-f]{16}$/.test(text);

/** Tells whether a text has the form of a stored token; others cost no query. */
const isStoredToken = (text: string) => /^[\da-f]{64}$/.test(text);

/** Hashes a token (SHA-256, hex). Tokens have 256 random bits, so they need no slow hash at rest. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Reads the token of an `Authorization` header (RFC 6750 section 2.1); empty where it has none. */
export function bearerOf(header: string | null): string {
  return /^Bearer +(.+)$/i.exec(header ?? "")?.[1] ?? "";
}

/** Tells whether a principal has a scope. Every one may read. */
export function hasScope({ scopes }: Principal, scope: AdminScope): boolean {
  return scope === "read" || scopes.includes("all") || scopes.includes(scope);
}

/** @throws {Refusal} `adminScopeMissing` */
export function requireScope(principal: Principal, scope: AdminScope): void {
  if (hasScope(principal, scope)) return;
  throw new Refusal("adminScopeMissing", `this admin token lacks the scope ${scope}`);
}

/** Compares digests, so that timing reveals neither the content nor the length of the token. */
export function isEqual(presented: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(presented)), Buffer.from(hashOf(token)));
}
