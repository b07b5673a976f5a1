/** RFC 9111, section by section. */
import assert from "node:assert/strict";
import {
  type CacheHeaders,
  confirms,
  mayBeStored,
  validatorsOf,
} from "../../src/lib/http_cache.ts";

const cc = (value: string): CacheHeaders => ({ "cache-control": value });

// ── section 3: storing ──

const STORED: [headers: CacheHeaders, may: boolean][] = [
  [{}, true],
  [cc("max-age=60"), true],
  [cc("no-cache"), true],
  [cc("must-revalidate, proxy-revalidate"), true],
  [cc("no-store"), false],
  [cc("max-age=60, no-store"), false],
  [cc("No-Store"), false],
  [cc("private"), false],
  [cc('private="set-cookie"'), false],
  [cc("private, max-age=60"), false],
  [cc("public, no-store"), false],
  [cc('ext="no-store"'), true],
  [cc('ext="a, no-store, b"'), true],
  [cc('ext="a\\", no-store, b"'), true],
  [cc("x-no-store"), true],
  [cc(""), true],
  [cc(" , ,max-age=60,, "), true],
  // An unreadable field might contain no-store.
  [cc("max-age=60; no-store"), false],
  [cc('ext="open, no-store'), false],
  [cc("no store"), false],
  [cc("=60"), false],
  [{ vary: "*" }, false],
  [{ vary: "accept, *" }, false],
  [{ vary: "Accept-Encoding" }, true],
  [{ vary: "Origin, Cookie, User-Agent" }, true],
];

for (const [headers, may] of STORED) {
  Deno.test(`${may ? "may" : "may not"} be stored: ${JSON.stringify(headers)}`, () => {
    assert.equal(mayBeStored(headers), may);
  });
}

// ── section 4.3.1: validators ──

const MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";
const ODD_MODIFIED = "Sunday, 06-Nov-94 08:49:37 GMT";

const VALIDATORS: [headers: CacheHeaders, etag: string | null, lastModified: string | null][] = [
  [{ etag: '"a"' }, '"a"', null],
  [{ etag: 'W/"a"' }, 'W/"a"', null],
  [{ etag: '""' }, '""', null],
  [{ etag: '"a,\\é"', "last-modified": MODIFIED }, '"a,\\é"', MODIFIED],
  [{ "last-modified": ODD_MODIFIED }, null, ODD_MODIFIED],
  [{ etag: "*", "last-modified": MODIFIED }, null, MODIFIED],
  [{ etag: '"a"', "last-modified": "yesterday" }, '"a"', null],
];

for (const [headers, etag, lastModified] of VALIDATORS) {
  Deno.test(`validators as received: ${JSON.stringify(headers)}`, () => {
    assert.deepEqual(validatorsOf(headers), { etag, lastModified });
  });
}

for (const etag of ["*", "a", 'w/"a"', '"a', '"a"b"', '"a", "b"', '"a\u0100"', ""]) {
  Deno.test(`no validator: ${JSON.stringify(etag)}`, () => {
    assert.equal(validatorsOf({ etag, "last-modified": "" }), null);
  });
}

// ── section 4.3.4: responses that a 304 confirms ──

const CONFIRMED: [unchanged: CacheHeaders, stored: CacheHeaders, does: boolean][] = [
  [{ etag: '"a"' }, { etag: '"a"' }, true],
  [{ etag: '"b"' }, { etag: '"a"' }, false],
  [{ etag: 'W/"a"' }, { etag: 'W/"a"' }, true],
  [{ etag: 'W/"a"' }, { etag: '"a"' }, true],
  [{ etag: '"a"' }, { etag: 'W/"a"' }, false],
  [{ etag: '"a"' }, { "last-modified": MODIFIED }, false],
  [{ etag: 'W/"a"' }, { "last-modified": MODIFIED }, false],
  [{ etag: '"a"', "last-modified": ODD_MODIFIED }, { etag: '"a"' }, true],
  [{ "last-modified": MODIFIED }, { "last-modified": MODIFIED }, true],
  [{ "last-modified": ODD_MODIFIED }, { "last-modified": MODIFIED }, false],
  [{}, { etag: '"a"' }, true],
  [{}, { "last-modified": MODIFIED }, true],
];

for (const [unchanged, stored, does] of CONFIRMED) {
  const [received, storedText] = [unchanged, stored].map((headers) => JSON.stringify(headers));
  Deno.test(`a 304 with ${received} ${does ? "confirms" : "does not confirm"} ${storedText}`, () => {
    assert.equal(confirms(unchanged, stored), does);
  });
}

Deno.test("fields of the maximum length are read fast", () => {
  const long = [",", '"', '\\"', '"\\', "a=", 'a="b",', " ", "a,", "é"].map((text) =>
    text.repeat(16_384)
  );
  for (const field of long) {
    const headers = { "cache-control": field, etag: field, vary: field, "last-modified": field };
    assert.equal(typeof mayBeStored(headers), "boolean");
    assert.equal(validatorsOf(headers), null);
  }
});
