/** Cases of admin tokens. */
import assert from "node:assert/strict";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import { NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const TOKEN = {
  id: "token_1",
  name: "alice",
  scopes: ["support", "provision"],
  hash: "h1",
  hint: "aaaa",
  createdAt: NOON,
  createdBy: "admin",
  expiresAt: null,
  revokedAt: null,
} as const;

export const adminTokens: Record<string, Case> = {
  async "are found by hash and id, until they are revoked"({ store: { adminTokens } }) {
    await adminTokens.create(TOKEN);
    assert.deepEqual(await adminTokens.valid({ hash: "h1" }, NOON), TOKEN);
    assert.deepEqual(await adminTokens.valid({ id: "token_1" }, NOON), TOKEN);
    assert.equal(await adminTokens.valid({ hash: "token_1" }, NOON), null);
    assert.deepEqual(await adminTokens.hashes(NOON), ["h1"]);
    assert.equal(await adminTokens.revoke("token_1", NOON + 1), true);
    assert.deepEqual(await adminTokens.hashes(NOON), []);
    assert.equal(await adminTokens.revoke("token_1", NOON + 2), false);
    assert.equal(await adminTokens.valid({ hash: "h1" }, NOON), null);
  },

  async "are valid until they expire"({ store: { adminTokens } }) {
    await adminTokens.create({ ...TOKEN, expiresAt: NOON + 10 });
    assert.notEqual(await adminTokens.valid({ hash: "h1" }, NOON + 9), null);
    assert.equal(await adminTokens.valid({ hash: "h1" }, NOON + 10), null);
  },

  async "have a name of their own, which is free once they are revoked"(
    { store: { adminTokens } },
  ) {
    await adminTokens.create(TOKEN);
    const namesake = { ...TOKEN, id: "token_2", hash: "h2", createdAt: NOON + 1 };
    await assert.rejects(adminTokens.create(namesake), AlreadyExists);
    await adminTokens.revoke("token_1", NOON + 1);
    await adminTokens.create(namesake);
    const listed = await adminTokens.list();
    assert.deepEqual(listed.map(({ id, revokedAt }) => [id, revokedAt]), [
      ["token_2", null],
      ["token_1", NOON + 1],
    ]);
    assert.equal("hash" in listed[0]!, false);
  },
};
