/** Uploaded files: found by their token, and removed once they expire. */
import assert from "node:assert/strict";
import type { Upload } from "../../../src/ports/mod.ts";
import { nextId, NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const newUpload = (changes: Partial<Upload> = {}): Upload => ({
  token: nextId("token"),
  name: `ü "' \\.jpg`,
  type: "image/jpeg",
  blob: nextId("blob"),
  bytes: 5_000_000_000,
  expiresAt: NOON,
  ...changes,
});

export const uploads: Record<string, Case> = {
  async "are found as they were added, together"({ store, statements }) {
    const all = [newUpload(), newUpload()];
    statements.length = 0;
    await store.uploads.add(all);
    assert.equal(statements.length, 1);
    for (const upload of all) {
      assert.deepEqual(await store.uploads.byToken(upload.token), upload);
    }
    assert.equal(await store.uploads.byToken("none"), null);
  },

  async "end with their time, and keep their blob until then"({ store }) {
    const [old, young] = [newUpload({ expiresAt: NOON - 1 }), newUpload()];
    await store.uploads.add([old, young]);
    const blobs = [old.blob, young.blob];
    assert.deepEqual(await store.unusedBlobs(blobs), []);
    const expiry = { now: NOON, before: NOON, after: null, limit: 10 };
    assert.deepEqual(await store.expire("uploads", expiry), { removed: 1, next: null });
    assert.equal(await store.uploads.byToken(old.token), null);
    assert.deepEqual(await store.uploads.byToken(young.token), young);
    assert.deepEqual(await store.unusedBlobs(blobs), [old.blob]);
  },
};
