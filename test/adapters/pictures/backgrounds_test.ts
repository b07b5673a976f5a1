/** RFC 9111 at work: backgrounds of a real server, through the guarded fetch. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createBackgrounds } from "../../../src/adapters/pictures/backgrounds.ts";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import type { FetchRule } from "../../../src/ports/mod.ts";
import {
  fieldOf,
  jpeg,
  type Page,
  page,
  redirect,
  textOf,
  times,
  withCachingServer,
} from "../../support/caching.ts";
import { refused } from "../fetching.ts";
import { TURN } from "../../support/turn.ts";
import { until } from "../../support/until.ts";

const MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";

Deno.test("a background comes with its bytes and their SHA-256, asked for as a JPEG", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one");
    const { hash, jpeg: bytes } = await at.of("/a");
    assert.deepEqual(bytes, jpeg("one"));
    assert.equal(bytes.buffer.byteLength, 6);
    assert.equal(hash, createHash("sha256").update(jpeg("one")).digest("hex"));
    assert.match(fieldOf(at.requests["/a"]![0]!, "accept")!, /^image\/jpeg\b/);
  }));

// ── validation ──

const VALIDATED_FIELDS: string[][] = [
  [],
  ["cache-control: max-age=60"],
  ["cache-control: public", "cache-control: max-age=60, must-revalidate"],
  ["cache-control: no-cache, max-age=60"],
  ["expires: Fri, 20 Nov 3026 13:00:00 GMT"],
  ["cache-control: max-age=60", "vary: Origin"],
];

for (const fields of VALIDATED_FIELDS) {
  Deno.test(`it is validated before each use: ${fields.join(", ") || "without a word"}`, () =>
    withCachingServer(async (at) => {
      at.pages["/a"] = page("one", 'etag: "1"', ...fields);
      for (let time = 0; time < 3; time++) assert.equal(await textOf(at, "/a"), "one");
      assert.deepEqual(
        at.requests["/a"]!.map((request) => fieldOf(request, "if-none-match")),
        [null, '"1"', '"1"'],
      );
    }));
}

const NOT_CACHED: [what: string, fields: string[]][] = [
  ["no-store", ["cache-control: no-store, max-age=60"]],
  ["private", ["cache-control: private, max-age=60"]],
  ["malformed Cache-Control", ["cache-control: max-age=60; no-store"]],
  ["Vary: *", ["cache-control: max-age=60", "vary: *"]],
];

for (const [title, fields] of NOT_CACHED) {
  Deno.test(`it is not cached, and so fetched in full every time: ${title}`, () =>
    withCachingServer(async (at) => {
      for (const text of ["one", "two", "three"]) {
        at.pages["/a"] = page(text, 'etag: "1"', ...fields);
        assert.equal(await textOf(at, "/a"), text);
      }
      assert.equal(times(at, "/a"), 3);
      for (const request of at.requests["/a"]!) {
        assert.equal(fieldOf(request, "if-none-match"), null);
      }
    }));
}

const VALIDATED: [fields: string[], etag: string | null, modified: string | null][] = [
  [['etag: "1"'], '"1"', null],
  [['etag: W/"1"'], 'W/"1"', null],
  [[`last-modified: ${MODIFIED}`], null, MODIFIED],
  [['etag: "1"', `last-modified: ${MODIFIED}`], '"1"', MODIFIED],
];

for (const [fields, etag, modified] of VALIDATED) {
  Deno.test(`content is validated with ${fields.join(", ")}, and a 304 keeps it`, () =>
    withCachingServer(async (at) => {
      at.pages["/a"] = page("one", "cache-control: max-age=60", ...fields);
      const first = await at.of("/a");
      for (let time = 0; time < 3; time++) assert.equal(await at.of("/a"), first);
      const [unknown, ...conditional] = at.requests["/a"]!;
      assert.equal(fieldOf(unknown!, "if-none-match"), null);
      assert.equal(fieldOf(unknown!, "if-modified-since"), null);
      for (const request of conditional) {
        assert.equal(fieldOf(request, "if-none-match"), etag);
        assert.equal(fieldOf(request, "if-modified-since"), modified);
      }
    }));
}

Deno.test("after a 304 with no-store a background is used once, and evicted", () =>
  withCachingServer(async (at) => {
    const unchanged = ["cache-control: no-store"];
    at.pages["/a"] = { ...page("one", "cache-control: no-cache", 'etag: "1"'), unchanged };
    for (let time = 0; time < 3; time++) assert.equal(await textOf(at, "/a"), "one");
    assert.deepEqual(
      at.requests["/a"]!.map((request) => fieldOf(request, "if-none-match")),
      [null, '"1"', null],
    );
  }));

Deno.test("changed content replaces the old", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one", "cache-control: max-age=60", 'etag: "1"');
    await at.of("/a");
    at.pages["/a"] = page("two", "cache-control: max-age=60", 'etag: "2"');
    assert.equal(await textOf(at, "/a"), "two");
    assert.equal(await textOf(at, "/a"), "two");
    assert.deepEqual(
      at.requests["/a"]!.map((request) => fieldOf(request, "if-none-match")),
      [null, '"1"', '"2"'],
    );
  }));

Deno.test("new content is used even under its old entity tag", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one", "cache-control: no-cache", 'etag: "1"');
    const { hash } = await at.of("/a");
    const changed = page("two", "cache-control: no-cache", 'etag: "1"');
    at.pages["/a"] = { ...changed, heedsConditions: false };
    assert.equal(await textOf(at, "/a"), "two");
    assert.notEqual((await at.of("/a")).hash, hash);
  }));

Deno.test("a 304 with another entity tag is not trusted: the content is fetched", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one", "cache-control: no-cache", 'etag: "1"');
    await at.of("/a");
    at.pages["/a"] = { ...page("two", 'etag: "1"'), unchanged: ['etag: "2"'] };
    assert.equal(await textOf(at, "/a"), "two");
    assert.deepEqual(
      at.requests["/a"]!.map((request) => fieldOf(request, "if-none-match")),
      [null, '"1"', null],
    );
  }));

Deno.test("content without a validator is fetched in full", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one", "cache-control: max-age=60");
    await at.of("/a");
    at.pages["/a"] = page("two", "cache-control: max-age=60");
    assert.equal(await textOf(at, "/a"), "two");
    assert.doesNotMatch(at.requests["/a"]![1]!, /\r\nif-/i);
  }));

const INVALID: [what: string, page: Page, rule: FetchRule][] = [
  ["a failing server", { status: "500 Internal Server Error" }, "status"],
  ["it is gone", { status: "404 Not Found" }, "status"],
  ["it is no JPEG any more", { type: "image/png" }, "content-type"],
  ["it is empty now", { body: new Uint8Array() }, "content-length"],
];

for (const [title, bad, rule] of INVALID) {
  Deno.test(`content that cannot be validated is not used, but may be validated later: ${title}`, () =>
    withCachingServer(async (at) => {
      const good = page("one", "cache-control: max-age=60, stale-if-error=600", 'etag: "1"');
      at.pages["/a"] = good;
      const first = await at.of("/a");
      at.pages["/a"] = bad;
      await assert.rejects(at.of("/a"), refused(rule));
      at.pages["/a"] = good;
      assert.equal(await at.of("/a"), first);
      assert.equal(fieldOf(at.requests["/a"]![2]!, "if-none-match"), '"1"');
    }));
}

// ── redirects ──

Deno.test("a redirect is followed every time, and its target validated", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = redirect("/b", 'etag: "redirect"');
    at.pages["/b"] = page("one", "cache-control: max-age=60", 'etag: "1"');
    const first = await at.of("/a");
    assert.equal(await at.of("/a"), first);
    assert.equal(times(at, "/a"), 2);
    for (const request of at.requests["/a"]!) assert.equal(fieldOf(request, "if-none-match"), null);
    const conditions = at.requests["/b"]!.map((request) => fieldOf(request, "if-none-match"));
    assert.deepEqual(conditions, [null, '"1"']);
  }));

Deno.test("a redirect to a new target fetches the target in full", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = redirect("/b");
    at.pages["/b"] = page("one", "cache-control: max-age=60", 'etag: "1"');
    at.pages["/c"] = page("two", "cache-control: max-age=60", 'etag: "1"');
    assert.equal(await textOf(at, "/a"), "one");
    at.pages["/a"] = redirect("/c");
    assert.equal(await textOf(at, "/a"), "two");
    assert.equal(fieldOf(at.requests["/c"]![0]!, "if-none-match"), null);
  }));

Deno.test("a second redirect, and one to an inside address, are refused", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = redirect("/b");
    at.pages["/b"] = redirect("/c");
    at.pages["/c"] = page("one");
    await assert.rejects(at.of("/a"), refused("redirects"));
    assert.equal(times(at, "/c"), 0);
    at.pages["/a"] = redirect("http://10.0.0.1/");
    await assert.rejects(at.of("/a"), refused("address"));
  }));

// ── what is no JPEG ──

const TYPES: [path: string, type: string, reason: string | null][] = [
  ["/a", "image/jpeg", null],
  ["/a", "image/jpg", null],
  ["/a", "Image/JPEG; q=1", null],
  ["/a.png", "image/jpeg", null],
  ["/a.jpg", "application/octet-stream", null],
  ["/a.JPEG?b=c.png", "application/octet-stream", null],
  ["/a.jpg", "binary/octet-stream", null],
  [
    "/a",
    "application/octet-stream",
    "content type application/octet-stream needs the file extension .jpg or .jpeg",
  ],
  [
    "/a.png",
    "application/octet-stream",
    "content type application/octet-stream needs the file extension .jpg or .jpeg",
  ],
  ["/a.jpg", "image/png", "content type image/png is not that of a JPEG"],
  ["/a.jpg", "video/mp4", "content type video/mp4 is not that of a JPEG"],
  ["/a.jpg", "text/html", "content type text/html is not that of a JPEG"],
  ["/a.jpg", "image/jpegs", "content type image/jpegs is not that of a JPEG"],
];

for (const [path, type, reason] of TYPES) {
  Deno.test(`${type} at ${path} is ${reason === null ? "taken" : "refused"}`, () =>
    withCachingServer(async (at) => {
      at.pages[path] = { ...page("one"), type };
      if (reason === null) assert.equal(await textOf(at, path), "one");
      else await assert.rejects(at.of(path), refused("content-type", reason));
    }));
}

for (const bytes of [[0xff], [0xff, 0xd8], [0xff, 0xd8, 0xfe, 0xff], [0x89, 0x50, 0x4e, 0x47]]) {
  Deno.test(`bytes that begin with ${bytes} are refused, whatever their type says`, () =>
    withCachingServer(async (at) => {
      at.pages["/a"] = { ...page(""), body: new Uint8Array(bytes) };
      const reason = "the content is not a JPEG, whatever its type says";
      await assert.rejects(at.of("/a"), refused("content-type", reason));
    }));
}

Deno.test("the extension that counts is that of the URL in the request", () =>
  withCachingServer(async (at) => {
    at.pages["/a.jpg"] = redirect("/b");
    at.pages["/b"] = { ...page("one"), type: "application/octet-stream" };
    assert.equal(await textOf(at, "/a.jpg"), "one");
    at.pages["/c"] = redirect("/a.jpg");
    await assert.rejects(at.of("/c"), refused("redirects"));
    await assert.rejects(at.of("/b"), refused("content-type"));
  }));

// ── many at once ──

Deno.test("a hundred requests at once are one fetch, and get the one background", () =>
  withCachingServer(async (at) => {
    for (const field of ["cache-control: max-age=60", "cache-control: no-store"]) {
      at.requests["/a"] = [];
      at.pages["/a"] = page(field, field);
      const found = await Promise.all(Array.from({ length: 100 }, () => at.of("/a")));
      assert.equal(times(at, "/a"), 1, field);
      assert.equal(new Set(found).size, 1);
    }
  }));

Deno.test("requests during a validation share its result", () =>
  withCachingServer(async (at) => {
    at.pages["/a"] = page("one", "cache-control: no-cache", 'etag: "1"');
    const first = await at.of("/a");
    const { promise: after, resolve: respond } = Promise.withResolvers<void>();
    const { promise: requested, resolve: onAsked } = Promise.withResolvers<void>();
    at.pages["/a"] = { ...at.pages["/a"], after, onAsked };
    const early = at.of("/a");
    await requested;
    const late = at.of("/a");
    respond();
    assert.deepEqual(await Promise.all([early, late]), [first, first]);
    assert.equal(times(at, "/a"), 2);
  }));

Deno.test("a failed fetch is shared by its waiters, and not cached", () =>
  withCachingServer(async (at) => {
    const failed = await Promise.allSettled(Array.from({ length: 100 }, () => at.of("/a")));
    assert.equal(times(at, "/a"), 1);
    const reasons = failed.map((result) => result.status === "rejected" ? result.reason : null);
    assert.equal(new Set(reasons).size, 1);
    refused("status", "the server responded with status 404")(reasons[0]);
    at.pages["/a"] = page("one");
    assert.equal(await textOf(at, "/a"), "one");
  }));

Deno.test("many URLs at once do not wait for each other", () =>
  withCachingServer(async (at) => {
    const slow = Promise.withResolvers<void>();
    at.pages["/slow"] = { ...page("slow"), after: slow.promise };
    const waiting = textOf(at, "/slow");
    for (let n = 0; n < 50; n++) at.pages[`/${n}`] = page(String(n));
    const found = await Promise.all(Array.from({ length: 50 }, (_, n) => textOf(at, `/${n}`)));
    assert.deepEqual(found, Array.from({ length: 50 }, (_, n) => String(n)));
    slow.resolve();
    assert.equal(await waiting, "slow");
  }));

Deno.test("a request to a slow server is given up, and repeated the next time", () => {
  const slow = Promise.withResolvers<void>();
  return withCachingServer(async (at) => {
    at.pages["/b"] = { ...page("one"), after: slow.promise };
    at.pages["/a"] = redirect("/b");
    const reason = "the server did not respond completely in time";
    const both = await Promise.allSettled([at.of("/a"), at.of("/a")]);
    for (const result of both) {
      assert.equal(result.status, "rejected");
      refused("timeout", reason)(result.reason);
    }
    slow.resolve();
    // On a busy machine the server is slow once more.
    await until(() => textOf(at, "/a").catch(String), (text) => text === "one");
  }, { timeoutMs: 200 });
});

// ── the guard ──

Deno.test("backgrounds are fetched over http and https only, and from no inside address", async () => {
  const fetch = createGuardedFetch({ resolve: () => Promise.resolve(["10.0.0.1"]) });
  const backgrounds = createBackgrounds({ fetch });
  const cases: [url: string, rule: FetchRule][] = [
    ["http://127.0.0.1:9/a.jpg", "address"],
    ["http://[::ffff:10.0.0.1]/a.jpg", "address"],
    ["http://169.254.169.254/a.jpg", "address"],
    ["http://localhost/a.jpg", "address"],
    ["http://media.example.com/a.jpg", "address"],
    ["file:///etc/passwd.jpg", "url"],
    ["data:image/jpeg;base64,/9j/", "url"],
    ["/a.jpg", "url"],
    ["", "url"],
  ];
  for (const [url, rule] of cases) {
    await assert.rejects(backgrounds.of(url, TURN), refused(rule), url);
  }
  await fetch.close();
});
