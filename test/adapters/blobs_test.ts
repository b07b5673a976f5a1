import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { createBlobs, type FileBlobs } from "../../src/adapters/blobs.ts";
import { BLOB_SHELVES } from "../../src/env.ts";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

async function withBlobs(use: (blobs: FileBlobs, directory: string) => Promise<void>) {
  const directory = await Deno.makeTempDir();
  try {
    await use(createBlobs(directory), directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const LONG_AGO = new Date("2020-01-01T00:00:00Z");

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
      await Deno.utime(path, LONG_AGO, LONG_AGO);
      const begun = Date.now();
      assert.deepEqual(await blobs.adopt(path), { hash: ABC, bytes: 3 });
      assert.equal(text(await blobs.bytes(ABC)), "abc");
      assert.equal(await blobs.remove(ABC, begun), false); // as new as any
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
    await assert.rejects(blobs.remove("..", Date.now()), TypeError);
    assert.equal(await blobs.remove(ABC, Date.now()), false);
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

Deno.test("a shelf holds the blobs of one first byte that were written before a time", () =>
  withBlobs(async (blobs) => {
    assert.deepEqual(await blobs.shelf(0xba, Date.now()), []);
    const contents = Array.from({ length: 100 }, (_, n) => utf8(`blob ${n}`));
    const stored = await Promise.all(contents.map((one) => blobs.put(one)));
    const hashes = stored.map(({ hash }) => hash);
    for (const hash of hashes) await Deno.utime(blobs.path(hash), LONG_AGO, LONG_AGO);
    await blobs.put(contents[7]!);
    await blobs.put(utf8("abc"));

    const before = LONG_AGO.getTime() + 1;
    const shelves = await Promise.all(
      Array.from({ length: BLOB_SHELVES }, (_, shelf) => blobs.shelf(shelf, before)),
    );
    assert.deepEqual(
      shelves.flat().toSorted(),
      hashes.filter((hash) => hash !== hashes[7]).toSorted(),
    );
    for (const [shelf, found] of shelves.entries()) {
      for (const hash of found) assert.equal(parseInt(hash.slice(0, 2), 16), shelf);
    }
    const later = Date.now() + 60_000;
    assert.deepEqual(new Set(await blobs.shelf(0xba, later)), new Set([...shelves[0xba]!, ABC]));
    for (const shelf of shelves.keys()) {
      assert.deepEqual(await blobs.shelf(shelf, LONG_AGO.getTime()), []);
    }
    for (const shelf of [-1, BLOB_SHELVES, 0.5, NaN]) {
      await assert.rejects(blobs.shelf(shelf, before), RangeError);
    }
  }));

Deno.test("what is no blob is on no shelf, and is never removed", () =>
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
    assert.deepEqual(await blobs.shelf(0xba, later), [ABC]);
    assert.deepEqual(await blobs.shelf(0xff, later), []);
    assert.deepEqual(await blobs.shelf(0xfe, later), []);
    assert.equal(await blobs.remove(other, later), false);
    assert.ok((await Deno.stat(`${directory}/ff/ff/${other}`)).isDirectory);
  }));

Deno.test("a blob is removed unless it was written at or after a time", () =>
  withBlobs(async (blobs, directory) => {
    const begun = Date.now();
    await blobs.put(utf8("abc"));
    assert.equal(await blobs.remove(ABC, begun), false);
    assert.equal(await blobs.remove(ABC, begun + 0.999), false);
    const written = (await Deno.stat(blobs.path(ABC))).mtime!.getTime();
    assert.equal(await blobs.remove(ABC, written), false);
    assert.equal(await blobs.remove(ABC, -Infinity), false);

    const reader = await blobs.stream(ABC);
    assert.equal(await blobs.remove(ABC, written + 1), true);
    assert.equal(await new Response(reader).text(), "abc"); // whoever has it open keeps it
    await assert.rejects(blobs.bytes(ABC), Deno.errors.NotFound);
    assert.equal(await blobs.remove(ABC, written + 1), false);
    assert.deepEqual(incoming(directory), []);

    await blobs.put(utf8("abc"));
    await Deno.utime(blobs.path(ABC), LONG_AGO, LONG_AGO);
    await blobs.put(utf8("abc"));
    assert.equal(await blobs.remove(ABC, begun), false);
    assert.equal(text(await blobs.bytes(ABC)), "abc");
  }));

Deno.test("two who remove the same blob at once agree on one", () =>
  withBlobs(async (blobs, directory) => {
    const neighbour = createBlobs(directory);
    await neighbour.put(utf8("abc")); // whoever is new here looks for what a crash left
    for (let round = 0; round < 50; round++) {
      await blobs.put(utf8("abc"));
      await Deno.utime(blobs.path(ABC), LONG_AGO, LONG_AGO);
      const removed = await Promise.all(
        [blobs, blobs, neighbour, neighbour].map((one) => one.remove(ABC, Date.now())),
      );
      assert.equal(removed.filter(Boolean).length, 1);
      assert.deepEqual(incoming(directory), []);
    }
  }));

Deno.test("in a storm of writing and removing, what was written since is always there", () =>
  withBlobs(async (blobs, directory) => {
    const contents = ["a", "b", "c"].map((letter) => utf8(letter.repeat(1000)));
    let edge = 0;
    let writing = true;
    const seen = { checked: 0, removed: 0 };

    const writers = [...contents, ...contents].map(async (content) => {
      // As long as it takes to have seen enough, on a busy machine too.
      for (let times = 0; times < 100 || seen.checked <= 100 || seen.removed <= 10; times++) {
        const begun = Date.now();
        const { hash } = await blobs.put(content);
        for (let looks = 0; looks < 3; looks++) {
          const found = await blobs.bytes(hash).catch((error) => {
            if (!(error instanceof Deno.errors.NotFound)) throw error;
            return null;
          });
          // A later edge makes even this writing an old one.
          if (edge > begun) break;
          assert.deepEqual(found, content);
          seen.checked++;
        }
      }
    });
    const stored = await Promise.all(contents.map((one) => blobs.put(one)));
    const hashes = stored.map(({ hash }) => hash);
    const removers = hashes.map(async (hash) => {
      while (writing) {
        if (await blobs.remove(hash, edge)) seen.removed++;
        await setImmediate(); // a remove that need not look at the disk lets nobody else in
      }
    });
    const bumping = setInterval(() => edge = Date.now(), 10);
    try {
      await Promise.all(writers);
    } finally {
      clearInterval(bumping);
      writing = false;
      await Promise.all(removers);
    }
    assert.deepEqual(incoming(directory), []);
  }));

Deno.test("what another process writes while a blob is removed is never lost", () =>
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

Deno.test("what a crash left on its way out goes back to its place, as if written now", () =>
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

Deno.test("blobs belong to the database that marked them first", () =>
  withBlobs(async (blobs, directory) => {
    assert.equal(await blobs.belongTo("one"), true);
    assert.equal(await createBlobs(directory).belongTo("one"), true);
    assert.equal(await createBlobs(directory).belongTo("other"), false);
    await Deno.writeTextFile(`${directory}/installation`, ""); // a crash
    assert.equal(await blobs.belongTo("other"), true);
    assert.equal(await blobs.belongTo("one"), false);
  }));
