/** Bounds of the background cache: bytes of one background, bytes in total, eviction order. */
import assert from "node:assert/strict";
import { conditional, page, textOf, withCachingServer } from "../../support/caching.ts";
import { refused } from "../fetching.ts";

const pageOfBytes = (bytes: number, letter: string) =>
  page(letter.repeat(bytes - 3), `etag: "${letter}"`);

Deno.test("a background beyond the size limit is refused, one at it is not", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = pageOfBytes(1_001, "a");
    const reason = "the content has 1001 bytes, more than the 1000 allowed";
    await assert.rejects(at.of("/a"), refused("too-big", reason));
    at.pages["/a"] = pageOfBytes(1_000, "a");
    assert.equal((await at.of("/a")).jpeg.byteLength, 1_000);
  }, { maxBytes: 1_000 }));

Deno.test("over the byte bound the least recently used entry is evicted", () =>
  withCachingServer(async (at) => {
    for (const letter of "abcd") at.pages[`/${letter}`] = pageOfBytes(100_000, letter);
    for (const letter of "abc") await at.of(`/${letter}`);
    await at.of("/a"); // so b is the least recently used
    await at.of("/d");
    const areCached = async (letters: string) => {
      for (const letter of letters) await at.of(`/${letter}`);
      return [...letters].map((letter) => conditional(at, `/${letter}`).at(-1));
    };
    assert.deepEqual(await areCached("acd"), [true, true, true]);
    assert.deepEqual(await areCached("b"), [false]); // and now a is evicted
    assert.deepEqual(await areCached("bcd"), [true, true, true]);
    assert.deepEqual(await areCached("a"), [false]);
  }, { cacheMaxBytes: 310_000 }));

Deno.test("the same content of several URLs is cached once, until the last of them is evicted", () =>
  withCachingServer(async (at) => {
    for (let n = 0; n < 10; n++) at.pages[`/${n}`] = pageOfBytes(100_000, "x");
    const found: Uint8Array[] = [];
    for (let n = 0; n < 10; n++) found.push((await at.of(`/${n}`)).jpeg);
    assert.equal(new Set(found).size, 1);
    for (let n = 0; n < 10; n++) await at.of(`/${n}`);
    for (let n = 0; n < 10; n++) assert.deepEqual(conditional(at, `/${n}`), [false, true]);
    at.pages["/other"] = pageOfBytes(110_000, "y");
    await at.of("/other"); // leaves no room for both
    await at.of("/other");
    assert.deepEqual(conditional(at, "/other"), [false, true]);
    await at.of("/9");
    assert.equal(conditional(at, "/9").at(-1), false);
  }, { cacheMaxBytes: 140_000 }));

Deno.test("URLs and header fields count against the bound, however small the content", () =>
  withCachingServer(async (at) => {
    const long = "x".repeat(5_000);
    for (let n = 0; n < 10; n++) {
      at.pages[`/${n}?${long}`] = page("one", `etag: "${long}"`);
      await at.of(`/${n}?${long}`);
    }
    await at.of(`/9?${long}`);
    assert.deepEqual(conditional(at, `/9?${long}`), [false, true]);
    await at.of(`/0?${long}`);
    assert.deepEqual(conditional(at, `/0?${long}`), [false, false]);
  }, { cacheMaxBytes: 100_000 }));

Deno.test("content too big for the cache evicts nothing", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = pageOfBytes(1_000, "a");
    at.pages["/big"] = pageOfBytes(10_000, "b");
    await at.of("/a");
    assert.equal((await at.of("/big")).jpeg.byteLength, 10_000);
    await at.of("/big");
    assert.deepEqual(conditional(at, "/big"), [false, false]);
    await at.of("/a");
    assert.deepEqual(conditional(at, "/a"), [false, true]);
  }, { cacheMaxBytes: 10_000 }));

Deno.test("content that has grown too big for the cache replaces the old entry by none", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one", "cache-control: no-cache", 'etag: "1"');
    await at.of("/a");
    at.pages["/a"] = pageOfBytes(10_000, "b");
    assert.equal((await at.of("/a")).jpeg.byteLength, 10_000);
    at.pages["/a"] = page("one", "cache-control: no-cache", 'etag: "1"');
    assert.equal(await textOf(at, "/a"), "one");
    assert.equal(conditional(at, "/a")[2], false);
  }, { cacheMaxBytes: 10_000 }));

Deno.test("an entry evicted during its validation is cached again with the response", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = pageOfBytes(6_000, "a");
    at.pages["/b"] = pageOfBytes(6_000, "b");
    const first = await at.of("/a");
    const { promise: after, resolve: respond } = Promise.withResolvers<void>();
    at.pages["/a"] = { ...at.pages["/a"], after };
    const asking = at.of("/a");
    await at.of("/b");
    respond();
    assert.equal(await asking, first);
    assert.equal(await at.of("/a"), first);
    assert.deepEqual(conditional(at, "/a"), [false, true, true]);
    await at.of("/b"); // which was evicted for it
    assert.deepEqual(conditional(at, "/b"), [false, false]);
  }, { cacheMaxBytes: 10_000 }));

Deno.test("validations do not increase an entry's size", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = pageOfBytes(6_000, "a");
    at.pages["/b"] = pageOfBytes(6_000, "b");
    for (let time = 0; time < 10; time++) await at.of("/a");
    await at.of("/b"); // leaves no room for both
    await at.of("/b");
    assert.deepEqual(conditional(at, "/b"), [false, true]);
    await at.of("/a");
    assert.deepEqual(conditional(at, "/a").slice(-2), [true, false]);
  }, { cacheMaxBytes: 10_000 }));
