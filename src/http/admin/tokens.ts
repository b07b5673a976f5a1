/** Admin operations on admin tokens. */
import { list } from "../../config/values.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, Token } from "../../generated/admin.ts";
import type { AdminTokenRecord, Clock, Store } from "../../ports/mod.ts";
import type { AdminScope } from "../../schema/admin_scope.ts";
import { CONFIGURED, newStoredToken } from "./principal.ts";
import { missing } from "./refusals.ts";
import { timeOf } from "./times.ts";
import { isoOrNull } from "./views.ts";

export interface TokenPorts {
  clock: Clock;
  store: Pick<Store, "adminTokens">;
}

export function tokenHandlers({ clock, store }: TokenPorts) {
  return {
    async createToken({ body }, _raw, { name: createdBy }) {
      const { name } = body;
      if (name in CONFIGURED) {
        throw new Refusal("invalidRequest", `name ${name} is that of a token of the configuration`);
      }
      const createdAt = clock.now();
      const expiresAt = timeOf("expires-at", body["expires-at"] ?? undefined) ?? null;
      if (expiresAt !== null && expiresAt <= createdAt) {
        throw new Refusal("invalidRequest", "expires-at is in the past");
      }
      // The validator admits no other scopes.
      const scopes = [...new Set(list(body.scopes))] as AdminScope[];
      const { token, ...stored } = newStoredToken();
      const record = { ...stored, name, scopes, createdAt, createdBy, expiresAt, revokedAt: null };
      await store.adminTokens.create(record);
      return { "token-id": stored.id, name, token };
    },

    async listTokens() {
      return { items: (await store.adminTokens.list()).map(tokenView) };
    },

    async revokeToken({ params: { "token-id": id } }) {
      if (!await store.adminTokens.revoke(id, clock.now())) throw missing("token");
    },
  } satisfies Partial<AdminHandlers>;
}

function tokenView(token: AdminTokenRecord): Token {
  return {
    "token-id": token.id,
    "name": token.name,
    "scopes": token.scopes.join(", "),
    "hint": token.hint,
    "created-at": isoMicros(token.createdAt),
    "created-by": token.createdBy,
    "expires-at": isoOrNull(token.expiresAt),
    "revoked-at": isoOrNull(token.revokedAt),
  };
}
