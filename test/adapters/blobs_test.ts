import assert from "node:assert/strict";
import { createBlobs } from "../../src/adapters/blobs.ts";
import type { Blobs } from "../../src/env.ts";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

async function withBlobs(use: (blobs: Blobs, directory: string) => Promise<void>) {
  const directory = await Deno.makeTempDir();
  try {
    await use(createBlobs(directory), directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const utf8 = (content: string) => new TextEncoder().encode(content);
const incoming = (directory: string) => [...Deno.readDirSync(`${directory}/incoming`)];

Deno.test("a blob's name is its SHA-256, two levels down", () =>
  withBlobs(async (blobs, directory) => {
    assert.deepEqual(await blobs.put(utf8("abc")), { hash: ABC, bytes: 3 });
    assert.equal(blobs.path(ABC), `${directory}/ba/78/${ABC}`);
    assert.equal(text(await blobs.bytes(ABC)), "abc");
    assert.equal(await new Response(await blobs.stream(ABC)).text(), "abc");
    assert.deepEqual(incoming(directory), []);
  }));

Deno.test("a stream is stored as it comes, and the same bytes once", () =>
  withBlobs(async (blobs, directory) => {
    const [a, b] = await Promise.all([
      blobs.put(ReadableStream.from([utf8("a"), utf8(""), utf8("bc")])),
      blobs.put(utf8("abc")),
    ]);
    assert.deepEqual(a, b);
    assert.deepEqual([...Deno.readDirSync(`${directory}/ba/78`)].map(({ name }) => name), [ABC]);

    const large = new Uint8Array(3_000_000).map((_, i) => i * 31);
    const { hash, bytes } = await blobs.put(ReadableStream.from([large, large]));
    assert.equal(bytes, 6_000_000);
    assert.deepEqual((await blobs.bytes(hash)).subarray(3_000_000), large);
  }));

Deno.test("a stream that fails leaves nothing", () =>
  withBlobs(async (blobs, directory) => {
    const broken = ReadableStream.from((function* () {
      yield utf8("abc");
      throw new Error("the source failed");
    })());
    await assert.rejects(blobs.put(broken), /the source failed/);
    assert.deepEqual(incoming(directory), []);
    assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["incoming"]);
  }));

Deno.test("adopt moves a file in, within a file system and across two", () =>
  withBlobs(async (blobs, directory) => {
    const outside = [`${directory}/outside`];
    const shared = "/dev/shm"; // another file system, where there is one
    if (await Deno.stat(shared).then((stat) => stat.isDirectory, () => false)) {
      outside.push(await Deno.makeTempFile({ dir: shared }));
    }
    for (const path of outside) {
      await Deno.writeTextFile(path, "abc");
      assert.deepEqual(await blobs.adopt(path), { hash: ABC, bytes: 3 });
      assert.equal(text(await blobs.bytes(ABC)), "abc");
      await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    }
    assert.deepEqual(incoming(directory), []);
  }));

Deno.test("a name that is no hash leads nowhere; one that is not there is not found", () =>
  withBlobs(async (blobs) => {
    for (const name of ["", "..", `../../${ABC}`, ABC.toUpperCase(), `${ABC}\n`, ABC.slice(1)]) {
      assert.throws(() => blobs.path(name), TypeError);
    }
    await assert.rejects(blobs.bytes(ABC), Deno.errors.NotFound);
    await assert.rejects(blobs.stream(ABC), Deno.errors.NotFound);
  }));

Deno.test("what a crash left in incoming goes after a day, and not before", () =>
  withBlobs(async (blobs, directory) => {
    await Deno.mkdir(`${directory}/incoming`);
    for (const [name, hours] of [["old", 25], ["young", 23]] as const) {
      const at = (Date.now() - hours * 3_600_000) / 1000;
      await Deno.writeTextFile(`${directory}/incoming/${name}`, "x");
      await Deno.utime(`${directory}/incoming/${name}`, at, at);
    }
    await blobs.put(utf8("abc"));
    assert.deepEqual(incoming(directory).map(({ name }) => name), ["young"]);
  }));
