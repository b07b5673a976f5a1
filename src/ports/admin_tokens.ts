/** Storage of admin tokens: names with scopes. Only the hashes of the tokens are stored. */
import type { AdminScope } from "../schema/admin_scope.ts";

export interface AdminTokenRecord {
  id: string;
  /** Name of its holder; one token at a time with this name is not revoked. */
  name: string;
  scopes: readonly AdminScope[];
  /** Last characters of the token. */
  hint: string;
  createdAt: number;
  /** Name of the principal that created it. */
  createdBy: string;
  /** Milliseconds since the epoch; null: it does not expire. */
  expiresAt: number | null;
  revokedAt: number | null;
}

/** Token that is neither revoked nor expired, with its hash. */
export interface ValidAdminToken extends AdminTokenRecord {
  hash: string;
}

export interface AdminTokenStore {
  /** @throws {AlreadyExists} if a token of this name is not revoked. */
  create(token: AdminTokenRecord & { hash: string }): Promise<void>;
  /** Returns the token with this hash or id that is valid at `now`; null: there is none. */
  valid(by: { hash: string } | { id: string }, now: number): Promise<ValidAdminToken | null>;
  /** Lists the hashes of the tokens that are valid at `now`. */
  hashes(now: number): Promise<string[]>;
  /** Lists all tokens, the newest first. */
  list(): Promise<AdminTokenRecord[]>;
  /** @returns False if there is none of this id that is not revoked. */
  revoke(id: string, at: number): Promise<boolean>;
}
