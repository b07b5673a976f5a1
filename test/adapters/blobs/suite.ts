/** Requirements on blobs in any storage. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { BLOB_PARTITIONS, type Blobs } from "../../../src/ports/mod.ts";

export const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
export const LONG_AGO = new Date("2020-01-01T00:00:00Z");

/** Storage of blobs. */
export interface BlobsFixture extends AsyncDisposable {
  blobs: Blobs;
  /** Local directory. */
  directory: string;
  /** Opens the same blobs as another machine would. */
  neighbour(): Blobs;
  /** Opens machines that may each remove a blob while another writes it, unnoticed by readers. */
  machines(): Blobs[];
  /** Sets a blob's time of writing. */
  age(hash: string, at: Date): Promise<void>;
  /**
   * Ages everything written before a time, so that the storage's clock resolution does not matter.
   */
  settle(time: number): void;
  /** Lists the names of other files or objects. */
  leftOver(): string[];
}

export type StartFixture = () => Promise<BlobsFixture>;

export const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
export const utf8 = (content: string) => new TextEncoder().encode(content);

/** Returns a time after that of any write of these tests. */
const later = () => Date.now() + 60_000;

const CASES: Record<string, (fixture: BlobsFixture) => Promise<void>> = {
  "a blob's name is its SHA-256": async ({ blobs, leftOver }) => {
    assert.deepEqual(await blobs.put(utf8("abc")), { hash: ABC, bytes: 3 });
    assert.equal(text(await blobs.bytes(ABC)), "abc");
    assert.equal(await new Response(await blobs.stream(ABC)).text(), "abc");
    assert.equal(await blobs.size(ABC), 3);
    assert.deepEqual(leftOver(), []);
  },

  "an empty blob is valid": async ({ blobs }) => {
    for (const content of [new Uint8Array(), ReadableStream.from([])]) {
      const { hash, bytes } = await blobs.put(content);
      assert.equal(bytes, 0);
      assert.equal((await blobs.bytes(hash)).length, 0);
      assert.equal((await new Response(await blobs.stream(hash, { first: 0 })).bytes()).length, 0);
    }
  },

  "a stream is stored as it comes, and the same bytes are one blob": async (
    { blobs, neighbour },
  ) => {
    const [a, b, c] = await Promise.all([
      blobs.put(ReadableStream.from([utf8("a"), utf8(""), utf8("bc")])),
      blobs.put(utf8("abc")),
      neighbour().put(utf8("abc")),
    ]);
    assert.deepEqual(a, b);
    assert.deepEqual(a, c);
    assert.deepEqual(await blobs.listPartition(0xba, later()), [ABC]);

    const large = new Uint8Array(3_000_000).map((_, i) => i * 31);
    const { hash, bytes } = await blobs.put(ReadableStream.from([large, large]));
    assert.equal(bytes, 6_000_000);
    assert.deepEqual((await neighbour().bytes(hash)).subarray(3_000_000), large);
  },

  "a part is just its bytes": async ({ blobs, neighbour }) => {
    const content = Uint8Array.from({ length: 1_000_000 }, (_, i) => i * 7 + (i >> 8) & 255);
    const { hash } = await blobs.put(content);
    const parts = [
      { first: 0 },
      { first: 10 },
      { first: 0, last: 0 },
      { first: 0, last: 999_999 },
      { first: 262_144, last: 524_287 },
      { first: 999_999, last: 999_999 },
    ];
    for (const part of parts) {
      for (const store of [blobs, neighbour()]) {
        const got = await new Response(await store.stream(hash, part)).bytes();
        const { first, last = 999_999 } = part;
        assert.deepEqual(got, content.subarray(first, last + 1), JSON.stringify(part));
      }
    }
  },

  "a stream that is not read to its end is closed": async ({ blobs }) => {
    const { hash } = await blobs.put(new Uint8Array(5_000_000));
    const reader = (await blobs.stream(hash)).getReader();
    assert.ok((await reader.read()).value!.length > 0);
    await reader.cancel();
    await (await blobs.stream(hash, { first: 5, last: 4_000_000 })).cancel();
  },

  "a failed stream leaves nothing behind": async ({ blobs, leftOver }) => {
    const broken = ReadableStream.from((function* () {
      yield utf8("abc");
      throw new Error("the source failed");
    })());
    await assert.rejects(blobs.put(broken), /the source failed/);
    assert.deepEqual(leftOver(), []);
    assert.deepEqual(await blobs.listPartition(0xba, later()), []);
  },

  "adopt moves a file in": async ({ blobs, neighbour, directory, leftOver }) => {
    const path = `${directory}/outside`;
    await Deno.writeTextFile(path, "abc");
    await Deno.utime(path, LONG_AGO, LONG_AGO);
    const begun = Date.now();
    assert.deepEqual(await blobs.adopt(path), { hash: ABC, bytes: 3 });
    assert.equal(text(await neighbour().bytes(ABC)), "abc");
    assert.equal(await blobs.remove(ABC, begun), false); // as recent as the rest
    await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    assert.deepEqual(leftOver(), []);
  },

  "a blob is a local file for as long as it is held": async (
    { blobs, neighbour },
  ) => {
    const content = crypto.getRandomValues(new Uint8Array(60_000));
    const { hash } = await blobs.put(ReadableStream.from([content, content]));
    for (const store of [blobs, neighbour()]) {
      using file = await store.local(hash);
      using same = await store.local(hash);
      assert.equal(file.path, same.path);
      const read = await Deno.readFile(file.path);
      assert.deepEqual([read.subarray(0, 60_000), read.subarray(60_000)], [content, content]);
    }
  },

  "an invalid name is refused; an unknown one is not found": async ({ blobs }) => {
    const odd = ["", "../..", `../../${ABC}`, ABC.toUpperCase(), `${ABC}\n`, ABC.slice(1)];
    for (const name of odd) {
      const works = [
        () => blobs.bytes(name),
        () => blobs.stream(name),
        () => blobs.size(name),
        () => blobs.local(name),
        () => blobs.remove(name, Date.now()),
      ];
      for (const work of works) await assert.rejects(async () => await work(), TypeError, name);
    }
    await assert.rejects(blobs.bytes(ABC), Deno.errors.NotFound);
    await assert.rejects(blobs.stream(ABC), Deno.errors.NotFound);
    await assert.rejects(blobs.local(ABC), Deno.errors.NotFound);
    assert.equal(await blobs.size(ABC), null);
    assert.equal(await blobs.remove(ABC, later()), false);
  },

  "a partition holds the blobs of one first byte that were written before a time": async (
    { blobs, age },
  ) => {
    assert.deepEqual(await blobs.listPartition(0xba, later()), []);
    const contents = Array.from({ length: 100 }, (_, n) => utf8(`blob ${n}`));
    const stored = await Promise.all(contents.map((content) => blobs.put(content)));
    const hashes = stored.map(({ hash }) => hash);
    for (const hash of hashes) await age(hash, LONG_AGO);
    await blobs.put(contents[7]!);
    await blobs.put(utf8("abc"));

    const before = LONG_AGO.getTime() + 60_000; // an object store adds a safety margin
    const partitions = await Promise.all(
      Array.from(
        { length: BLOB_PARTITIONS },
        (_, partition) => blobs.listPartition(partition, before),
      ),
    );
    assert.deepEqual(
      partitions.flat().toSorted(),
      hashes.filter((hash) => hash !== hashes[7]).toSorted(),
    );
    for (const [partition, found] of partitions.entries()) {
      for (const hash of found) assert.equal(parseInt(hash.slice(0, 2), 16), partition);
    }
    assert.deepEqual(
      new Set(await blobs.listPartition(0xba, later())),
      new Set([...partitions[0xba]!, ABC]),
    );
    for (const [partition, found] of partitions.entries()) {
      if (found.length === 0) continue;
      assert.deepEqual(await blobs.listPartition(partition, LONG_AGO.getTime()), []);
    }
    for (const partition of [-1, BLOB_PARTITIONS, 0.5, NaN]) {
      await assert.rejects(blobs.listPartition(partition, before), RangeError);
    }
  },

  "a blob is removed unless it was written at or after a time": async (
    { blobs, neighbour, age, leftOver },
  ) => {
    const other = neighbour();
    const begun = Date.now();
    await blobs.put(utf8("abc"));
    assert.equal(text(await other.bytes(ABC)), "abc");
    assert.equal(await blobs.remove(ABC, begun), false);
    assert.equal(await other.remove(ABC, begun + 0.999), false);
    assert.equal(await blobs.remove(ABC, -Infinity), false);

    const reader = await blobs.stream(ABC);
    assert.equal(await other.remove(ABC, later()), true);
    assert.equal(await new Response(reader).text(), "abc"); // an open stream remains readable
    for (const store of [blobs, other]) {
      await assert.rejects(store.bytes(ABC), Deno.errors.NotFound);
      assert.equal(await store.size(ABC), null);
      assert.equal(await store.remove(ABC, later()), false);
    }
    assert.deepEqual(leftOver(), []);

    await blobs.put(utf8("abc"));
    await age(ABC, LONG_AGO);
    await other.put(utf8("abc"));
    assert.equal(await blobs.remove(ABC, begun), false);
    assert.equal(text(await blobs.bytes(ABC)), "abc");
  },

  "with many concurrent writes and removals, a blob written since the limit always exists": async (
    { blobs, settle, leftOver, ...fixture },
  ) => {
    const machines = fixture.machines();
    const machineOf = (index: number) => machines[index % machines.length]!;
    const contents = ["a", "b", "c"].map((letter) => utf8(letter.repeat(1000)));
    let edge = 0;
    let written = 0;
    let writing = true;
    const counts = { checked: 0, removed: 0 };

    const writers = [...contents, ...contents].map(async (content, index) => {
      // Until enough was removed, too; the number of rounds depends on the storage's speed.
      for (let times = 0; times < 25 || counts.removed <= 10 && times < 1000; times++) {
        const begun = Date.now();
        const { hash } = await machineOf(index).put(content);
        for (let looks = 0; looks < 3; looks++) {
          const found = await machineOf(looks).bytes(hash).catch((error) => {
            if (!(error instanceof Deno.errors.NotFound)) throw error;
            return null;
          });
          // With a later limit even this write is an old one.
          if (edge > begun) break;
          assert.deepEqual(found, content);
          counts.checked++;
        }
        if (++written % 10 > 0) continue;
        edge = Date.now();
        settle(edge);
      }
    });
    const stored = await Promise.all(contents.map((content) => blobs.put(content)));
    const removers = stored.map(async ({ hash }, index) => {
      while (writing) {
        if (await machineOf(index).remove(hash, edge)) counts.removed++;
        await setImmediate(); // a removal without disk access does not yield
      }
    });
    try {
      await Promise.all(writers);
    } finally {
      writing = false;
      await Promise.all(removers);
    }

    assert.ok(counts.checked > 100, `${counts.checked} looks`);
    assert.ok(counts.removed > 10, `${counts.removed} removed`);
    assert.deepEqual(leftOver(), []);
  },

  "a storage of blobs belongs to the database that marked it first": async (
    { blobs, neighbour },
  ) => {
    assert.equal(await blobs.belongTo("one"), true);
    assert.equal(await neighbour().belongTo("one"), true);
    assert.equal(await neighbour().belongTo("other"), false);
    assert.equal(await blobs.belongTo("one"), true);
  },
};

/** Registers the tests of blobs in a storage. */
export function testBlobs(kind: string, start: StartFixture): void {
  for (const [name, run] of Object.entries(CASES)) {
    Deno.test(`${kind}: ${name}`, async () => {
      await using fixture = await start();
      await run(fixture);
    });
  }
}
