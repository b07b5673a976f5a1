/** Principals of the admin API: who a token stands for, and what it may do. */
import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../core/errors.ts";

/** Holder of an admin token. */
export interface Principal {
  /** Name in the audit log. */
  readonly name: string;
  /** Whether it may change anything; else it reads only. */
  readonly mayChange: boolean;
}

export interface AdminToken {
  readonly principal: Principal;
  readonly token: string;
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

/** Lists the tokens of a configuration; none: the admin API is off. */
export function adminTokens(
  { ADMIN_TOKEN, ADMIN_READ_TOKEN }: {
    ADMIN_TOKEN: string | null;
    ADMIN_READ_TOKEN: string | null;
  },
): AdminToken[] {
  const tokens: AdminToken[] = [];
  const add = (token: string | null, principal: Principal) => {
    if (token !== null) tokens.push({ token, principal });
  };
  add(ADMIN_TOKEN, { name: "admin", mayChange: true });
  add(ADMIN_READ_TOKEN, { name: "reader", mayChange: false });
  return tokens;
}

/** Reads the token of an `Authorization` header (RFC 6750 section 2.1); empty where it has none. */
export function bearerOf(header: string | null): string {
  return /^Bearer +(.+)$/i.exec(header ?? "")?.[1] ?? "";
}

/** Finds the principal of a token. Null: no principal has it. */
export function principalOf(tokens: readonly AdminToken[], presented: string): Principal | null {
  return tokens.find(({ token }) => isEqual(presented, token))?.principal ?? null;
}

/**
 * Requires that a principal may send a request of this method.
 * @throws {Refusal} `adminTokenReadOnly`
 */
export function requireRight({ mayChange }: Principal, method: string): void {
  if (!mayChange && method !== "GET" && method !== "HEAD") throw new Refusal("adminTokenReadOnly");
}

/** Compares digests, so that timing reveals neither the content nor the length of the token. */
function isEqual(presented: string, token: string): boolean {
  return timingSafeEqual(digest(presented), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
