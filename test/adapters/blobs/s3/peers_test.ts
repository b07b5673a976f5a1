/** Blobs in a bucket of s3rver, a third-party test server. */
import assert from "node:assert/strict";
import { createBucketBlobs } from "../../../../src/adapters/blobs/s3/mod.ts";
import { checkBucket } from "../../../../src/adapters/blobs/s3/check.ts";
import { utf8 } from "../suite.ts";
import { clientOf } from "./fixture.ts";
import { startS3rver } from "../../../support/s3rver.ts";

Deno.test("s3rver: files are stored, read in parts, listed and removed", async () => {
  await using server = await startS3rver();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const client = clientOf(server.url, { environment: server.environment });
  try {
    await checkBucket(client);
    const machine = (name: string) =>
      createBucketBlobs({ client, directory: `${directory}/${name}`, copiesMaxBytes: 1e6 });
    const [first, other] = [machine("one"), machine("other")];
    const film = Uint8Array.from({ length: 900_000 }, (_, i) => i * 7 + (i >> 8) & 255);
    const { hash, bytes } = await first.put(ReadableStream.from([film]));
    assert.equal(bytes, film.length);
    assert.deepEqual(await first.put(film), { hash, bytes });
    assert.deepEqual(await other.bytes(hash), film);
    const part = await other.stream(hash, { first: 10, last: 800_000 });
    assert.deepEqual(await new Response(part).bytes(), film.subarray(10, 800_001));
    using file = await other.local(hash);
    assert.deepEqual(await Deno.readFile(file.path), film);

    const small = await first.put(utf8("abc"));
    assert.equal(await first.belongTo("a"), true);
    assert.equal(await other.belongTo("b"), false);
    const later = Date.now() + 60_000;
    assert.deepEqual(await other.listPartition(parseInt(hash.slice(0, 2), 16), later), [hash]);
    assert.equal(await other.remove(hash, later), true);
    assert.equal(await first.size(hash), null);
    await assert.rejects(first.bytes(hash), Deno.errors.NotFound);
    assert.equal(await first.size(small.hash), small.bytes);
  } finally {
    client.close();
    await Deno.remove(directory, { recursive: true });
  }
});
