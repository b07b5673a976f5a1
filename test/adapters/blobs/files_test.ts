/** Blobs that are files. */
import assert from "node:assert/strict";
import { createBlobs, type FileBlobs } from "../../../src/adapters/blobs/files/mod.ts";
import { scratchDirectory } from "../../support/scratch.ts";
import { ABC, LONG_AGO, testBlobs, text, utf8 } from "./suite.ts";

async function withBlobs(use: (blobs: FileBlobs, directory: string) => Promise<void>) {
  const directory = await Deno.makeTempDir();
  try {
    await use(createBlobs(directory), directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const incoming = (directory: string) => [...Deno.readDirSync(`${directory}/incoming`)];

testBlobs("a directory", async () => {
  const directory = await Deno.makeTempDir({ dir: scratchDirectory() });
  const blobs = createBlobs(directory);
  return {
    blobs,
    directory,
    neighbour: () => createBlobs(directory),
    // A file that another machine removes is missing until it is recognised as new.
    machines: () => [blobs],
    age: (hash, at) => Deno.utime(blobs.path(hash), at, at),
    settle() {},
    leftOver: () => incoming(directory).map(({ name }) => name),
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
});

Deno.test("a blob's path is its SHA-256, two levels deep", () =>
  withBlobs(async (blobs, directory) => {
    await Promise.all([blobs.put(utf8("abc")), blobs.put(utf8("abc"))]);
    assert.equal(blobs.path(ABC), `${directory}/ba/78/${ABC}`);
    assert.deepEqual([...Deno.readDirSync(`${directory}/ba/78`)].map(({ name }) => name), [ABC]);
    assert.throws(() => blobs.path(`../../${ABC}`), TypeError);
  }));

Deno.test("adopt moves a file in, within a file system and across two", () =>
  withBlobs(async (blobs, directory) => {
    const outside = [`${directory}/outside`];
    const shared = "/dev/shm"; // another file system, if it exists
    if (await Deno.stat(shared).then((stat) => stat.isDirectory, () => false)) {
      outside.push(await Deno.makeTempFile({ dir: shared }));
    }
    for (const path of outside) {
      await Deno.writeTextFile(path, "abc");
      await Deno.utime(path, LONG_AGO, LONG_AGO);
      const begun = Date.now();
      assert.deepEqual(await blobs.adopt(path), { hash: ABC, bytes: 3 });
      assert.equal(text(await blobs.bytes(ABC)), "abc");
      assert.equal(await blobs.remove(ABC, begun), false); // as recent as the rest
      await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    }
    assert.deepEqual(incoming(directory), []);
  }));

Deno.test("files that a crash left in incoming are deleted after a day, and not before", () =>
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

Deno.test("files that are no blobs are in no partition, and are never deleted", () =>
  withBlobs(async (blobs, directory) => {
    await blobs.put(utf8("abc"));
    const other = "f".repeat(64);
    await Deno.writeTextFile(`${directory}/ba/78/notes.txt`, "x");
    await Deno.writeTextFile(`${directory}/ba/78/${ABC}.part`, "x");
    await Deno.writeTextFile(`${directory}/ba/78/${other}`, "in another's place");
    await Deno.writeTextFile(`${directory}/ba/stray`, "x");
    await Deno.mkdir(`${directory}/ff/ff/${other}`, { recursive: true });
    await Deno.writeTextFile(`${directory}/fe`, "x");
    const later = Date.now() + 60_000;
    assert.deepEqual(await blobs.listPartition(0xba, later), [ABC]);
    assert.deepEqual(await blobs.listPartition(0xff, later), []);
    assert.deepEqual(await blobs.listPartition(0xfe, later), []);
    assert.equal(await blobs.remove(other, later), false);
    assert.ok((await Deno.stat(`${directory}/ff/ff/${other}`)).isDirectory);
  }));

Deno.test("a file's time of writing counts to the millisecond", () =>
  withBlobs(async (blobs) => {
    await blobs.put(utf8("abc"));
    const written = (await Deno.stat(blobs.path(ABC))).mtime!.getTime();
    assert.equal(await blobs.remove(ABC, written), false);
    assert.equal(await blobs.remove(ABC, written + 1), true);
  }));

Deno.test("of two concurrent removals of a blob one succeeds", () =>
  withBlobs(async (blobs, directory) => {
    const neighbour = createBlobs(directory);
    await neighbour.put(utf8("abc")); // a new instance repairs what a crash left
    for (let round = 0; round < 50; round++) {
      await blobs.put(utf8("abc"));
      await Deno.utime(blobs.path(ABC), LONG_AGO, LONG_AGO);
      const removed = await Promise.all(
        [blobs, blobs, neighbour, neighbour].map((store) => store.remove(ABC, Date.now())),
      );
      assert.equal(removed.filter(Boolean).length, 1);
      assert.deepEqual(incoming(directory), []);
    }
  }));

Deno.test("a blob that another process writes during its deletion is not lost", () =>
  withBlobs(async (blobs, directory) => {
    await blobs.put(utf8("abc"));
    const theirs = `${directory}/theirs`;
    for (let round = 0; round < 400; round++) {
      await Deno.utime(blobs.path(ABC), LONG_AGO, LONG_AGO);
      const before = Date.now();
      await Deno.writeTextFile(theirs, "abc");
      await Deno.utime(theirs, new Date(), new Date());
      const arrive = async () => {
        for (let wait = 0; wait < round % 4; wait++) await Deno.lstat(directory);
        await Deno.rename(theirs, blobs.path(ABC));
      };
      await Promise.all([blobs.remove(ABC, before), arrive()]);
      assert.equal(text(await blobs.bytes(ABC)), "abc");
    }
    assert.deepEqual(incoming(directory), []);
  }));

Deno.test("a blob whose deletion a crash interrupted is restored, as if written now", () =>
  withBlobs(async (blobs, directory) => {
    await Deno.mkdir(`${directory}/incoming`);
    const left = `${directory}/incoming/${ABC}-leaving-${crypto.randomUUID()}`;
    await Deno.writeTextFile(left, "abc");
    await Deno.utime(left, LONG_AGO, LONG_AGO);
    const before = Date.now();
    assert.equal(await blobs.remove("f".repeat(64), before), false); // any work will do
    assert.equal(text(await blobs.bytes(ABC)), "abc");
    assert.equal(await blobs.remove(ABC, before), false);
    assert.deepEqual(incoming(directory), []);
  }));

Deno.test("an installation file that a crash left empty is ignored", () =>
  withBlobs(async (blobs, directory) => {
    assert.equal(await blobs.belongTo("one"), true);
    await Deno.writeTextFile(`${directory}/installation`, ""); // a crash
    assert.equal(await blobs.belongTo("other"), true);
    assert.equal(await blobs.belongTo("one"), false);
  }));
