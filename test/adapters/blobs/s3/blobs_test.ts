/** Blobs in a bucket: the common suite of blobs, and the objects behind them. */
import assert from "node:assert/strict";
import { BLOB_PARTITIONS } from "../../../../src/ports/mod.ts";
import { ABC, LONG_AGO, testBlobs, text, utf8 } from "../suite.ts";
import { startBucket } from "./fixture.ts";

testBlobs("a bucket", () => startBucket());
testBlobs(
  "a bucket in pages, below a prefix",
  () => startBucket("M%C3%BCll%20%2B%20mehr/%E7%85%A7%E7%89%87", { pageSize: 3 }),
);

const LATER = Date.now() + 3_600_000;

Deno.test("each write of a blob creates a new object; the one it replaces is deleted", async () => {
  await using fixture = await startBucket("files");
  const { blobs, keys } = fixture;
  await blobs.put(utf8("abc"));
  const [first] = keys();
  assert.match(first!, new RegExp(`^ba/${ABC}\\.[0-9a-f-]{36}$`));
  await blobs.put(utf8("abc"));
  const [second, ...more] = keys();
  assert.notEqual(second, first);
  assert.deepEqual(more, []);
});

Deno.test("a new blob takes one request, a known one another, an unknown one of another machine two", async () => {
  await using fixture = await startBucket();
  const requestsOf = async (work: () => Promise<unknown>) => {
    fixture.s3.requests.length = 0;
    await work();
    return fixture.s3.requests.map((request) => request.split(/[ ?]/)[0]).join(" ");
  };
  assert.equal(await requestsOf(() => fixture.blobs.put(utf8("abc"))), "PUT");
  assert.equal(await requestsOf(() => fixture.blobs.bytes(ABC)), "GET");
  assert.equal(await requestsOf(() => fixture.blobs.size(ABC)), "HEAD");
  const other = fixture.neighbour();
  assert.equal(await requestsOf(() => other.bytes(ABC)), "GET GET");
  assert.equal(await requestsOf(() => other.bytes(ABC)), "GET");
});

Deno.test("a blob put by two machines at once is one object again after garbage collection", async () => {
  await using fixture = await startBucket();
  const [own, other] = fixture.machines();
  for (const machine of [own!, other!]) await machine.put(utf8("abc"));
  await fixture.age(ABC, LONG_AGO);
  await fixture.neighbour().put(utf8("abc"));
  assert.equal(fixture.keys().length, 3);
  assert.deepEqual(await own!.listPartition(0xba, LONG_AGO.getTime() + 5000), []);
  assert.equal(fixture.keys().length, 1);
  for (const machine of [own!, other!]) assert.equal(text(await machine.bytes(ABC)), "abc");
});

Deno.test("a removal that was in flight when its process died removes no newer object", async () => {
  await using fixture = await startBucket();
  const { blobs, s3 } = fixture;
  await blobs.put(utf8("abc"));
  await fixture.age(ABC, LONG_AGO);
  // Garbage collection's HEAD, and its DELETE, which the network delays for an hour.
  const late = [...s3.objects.keys()];
  await fixture.neighbour().put(utf8("abc"));
  for (const key of late) s3.objects.delete(key);
  for (const machine of [blobs, fixture.neighbour()]) {
    assert.equal(text(await machine.bytes(ABC)), "abc");
  }
});

Deno.test("objects of foreign names in a listing are no blobs, and stay", async () => {
  await using fixture = await startBucket("x");
  const { blobs, s3 } = fixture;
  await blobs.put(utf8("abc"));
  const uuid = crypto.randomUUID();
  const odd = [
    `x/ba/${ABC}`,
    `x/ba/${ABC}.`,
    `x/ba/${ABC}.${uuid}.part`,
    `x/ba/${ABC.toUpperCase()}.${uuid}`,
    `x/ba/${"f".repeat(64)}.${uuid}`,
    `x/ba/ba/${ABC}.${uuid}`,
    `x/ba/../${ABC}.${uuid}`,
    `x/ba/\u0001\u000b<&>"'%41+ ü\u2028.${uuid}`,
    `x/bay`,
    `x/installation`,
    `other/ba/${ABC}.${uuid}`,
  ];
  for (const key of odd) s3.objects.set(key, { bytes: utf8("x"), at: 0 });
  await fixture.age(ABC, LONG_AGO);
  assert.deepEqual(await blobs.listPartition(0xba, LATER), [ABC]);
  const partitions = await Promise.all(
    Array.from(
      { length: BLOB_PARTITIONS },
      (_, partition) => blobs.listPartition(partition, LATER),
    ),
  );
  assert.deepEqual(partitions.flat(), [ABC]);
  assert.equal(await blobs.remove("f".repeat(64), LATER), false);
  assert.equal(await blobs.remove(ABC, LATER), true);
  assert.deepEqual([...s3.objects.keys()].sort(), odd.toSorted());
});

for (const aheadMs of [-3_600_000, -40_000, 0, 40_000, 3_600_000]) {
  Deno.test(`ages are by the server's clock, which is ${aheadMs / 1000} s ahead`, async () => {
    await using fixture = await startBucket("", { aheadMs });
    const begun = Date.now();
    await fixture.blobs.put(utf8("abc"));
    const machine = fixture.neighbour();
    assert.equal(await machine.remove(ABC, begun), false);
    // If our clock is behind, it is deleted later.
    assert.equal(await machine.remove(ABC, begun + 5000 + Math.max(0, aheadMs)), true);
  });
}

Deno.test("a bucket belongs to one database also where the server knows no conditions", async () => {
  for (const isConditional of [true, false]) {
    await using fixture = await startBucket("x", { isConditional });
    const ids = await Promise.all(
      ["one", "two", "one"].map((name) => fixture.neighbour().belongTo(name)),
    );
    const stored = text(fixture.s3.objects.get("x/installation")!.bytes).trim();
    assert.ok(ids.some(Boolean), `${ids}`);
    assert.equal(await fixture.blobs.belongTo(stored), true);
    assert.equal(await fixture.blobs.belongTo(stored === "one" ? "two" : "one"), false);
  }
});

Deno.test("local copies are evicted, least recently used first, but never while in use", async () => {
  await using fixture = await startBucket();
  const contents = [1, 2, 3].map((number) => new Uint8Array(1000).fill(number));
  const hashes = await Promise.all(
    contents.map(async (content) => (await fixture.blobs.put(content)).hash),
  );
  const machine = fixture.machine({ copiesMaxBytes: 2000 });
  const countReads = () =>
    fixture.s3.requests.filter((request) => /^GET [0-9a-f]{2}\//.test(request)).length;
  const use = async (index: number) => {
    using file = await machine.local(hashes[index]!);
    assert.deepEqual(await Deno.readFile(file.path), contents[index]);
  };
  for (const index of [0, 1, 0]) await use(index);
  assert.equal(countReads(), 2);
  await use(2); // in the place of 1
  await use(0);
  assert.equal(countReads(), 3);
  using held = await machine.local(hashes[0]!);
  for (const index of [1, 2, 1]) await use(index);
  assert.deepEqual(await Deno.readFile(held.path), contents[0]);
  const readers = await Promise.all([2, 2, 2].map((index) => machine.local(hashes[index]!)));
  assert.equal(new Set(readers.map(({ path }) => path)).size, 1);
  for (const reader of readers) reader[Symbol.dispose]();
  assert.equal(text(await Deno.readFile(held.path)), text(contents[0]!));
});

Deno.test("a copy that could not be fetched is requested again", async () => {
  await using fixture = await startBucket();
  const { hash } = await fixture.blobs.put(utf8("abc"));
  const machine = fixture.machine();
  fixture.s3.fail("GET", { status: 403, code: "AccessDenied" });
  await assert.rejects(machine.local(hash), /access to the bucket .* is denied/);
  using file = await machine.local(hash);
  assert.equal(await Deno.readTextFile(file.path), "abc");
});
