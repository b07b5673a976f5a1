/** RFC 9111, section by section. */
import assert from "node:assert/strict";
import {
  type CacheHeaders,
  confirms,
  currentAge,
  freshnessLifetime,
  freshnessOf,
  mayBeStored,
  reuseOf,
  type TimedResponse,
  updated,
  validatorsOf,
} from "../../src/lib/http_cache.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-20T12:00:00Z");

const httpDate = (ms: number) => new Date(ms).toUTCString();
const cc = (value: string): CacheHeaders => ({ "cache-control": value });

/** Builds a response requested and received at `NOW` by default. */
const answered = (headers: CacheHeaders, more: Partial<TimedResponse> = {}): TimedResponse => ({
  status: 200,
  headers,
  requestedAt: NOW,
  receivedAt: NOW,
  ...more,
});

// ── section 3: storing ──

const STORED: [status: number, headers: CacheHeaders, may: boolean][] = [
  [200, {}, true],
  [200, cc("max-age=60"), true],
  [200, cc("no-cache"), true],
  [200, cc("must-revalidate, proxy-revalidate"), true],
  [200, cc("no-store"), false],
  [200, cc("max-age=60, no-store"), false],
  [200, cc("No-Store"), false],
  [200, cc("private"), false],
  [200, cc('private="set-cookie"'), false],
  [200, cc("private, max-age=60"), false],
  [200, cc("public, no-store"), false],
  [200, cc('ext="no-store"'), true],
  [200, cc('ext="a, no-store, b"'), true],
  [200, cc('ext="a\\", no-store, b"'), true],
  [200, cc("x-no-store"), true],
  [200, cc(""), true],
  [200, cc(" , ,max-age=60,, "), true],
  // An unreadable field might contain no-store.
  [200, cc("max-age=60; no-store"), false],
  [200, cc('ext="open, no-store'), false],
  [200, cc("no store"), false],
  [200, cc("=60"), false],
  [200, { vary: "*" }, false],
  [200, { vary: "accept, *" }, false],
  [200, { vary: "Accept-Encoding" }, true],
  [200, { vary: "Origin, Cookie, User-Agent" }, true],
  [301, {}, true],
  [308, {}, true],
  [301, cc("no-store"), false],
  [302, {}, false],
  [303, { "last-modified": httpDate(NOW - DAY) }, false],
  [307, {}, false],
  [302, cc("max-age=60"), true],
  [303, cc("s-maxage=60"), true],
  [307, { expires: httpDate(NOW + HOUR) }, true],
  [302, cc("public"), true],
];

for (const [status, headers, may] of STORED) {
  Deno.test(`${may ? "may" : "may not"} be stored: ${status} ${JSON.stringify(headers)}`, () => {
    assert.equal(mayBeStored({ status, headers }), may);
  });
}

// ── section 4.2.1: lifetime ──

const LIFETIMES: [what: string, headers: CacheHeaders, ms: number, status?: number][] = [
  ["max-age", cc("max-age=60"), 60 * SECOND],
  ["max-age in quotes", cc('max-age="60"'), 60 * SECOND],
  ["max-age in any letter case", cc("Max-Age=60"), 60 * SECOND],
  ["max-age of 0", cc("max-age=0"), 0],
  ["s-maxage over max-age", cc("max-age=60, s-maxage=30"), 30 * SECOND],
  ["s-maxage over a smaller max-age", cc("max-age=10, s-maxage=30"), 30 * SECOND],
  ["no-cache over all", cc("no-cache, max-age=60"), 0],
  ["no-cache of some fields", cc('no-cache="set-cookie", max-age=60'), 0],
  ["must-revalidate takes nothing from it", cc("max-age=60, must-revalidate"), 60 * SECOND],
  ["directives nobody knows", cc('a, b=c, d="e, f", max-age=60, immutable'), 60 * SECOND],
  ["seconds beyond all measure", cc(`max-age=${"9".repeat(400)}`), 2 ** 31 * SECOND],
  ["the same twice", cc("max-age=60, max-age=60"), 60 * SECOND],
  ["contradictions", cc("max-age=60, max-age=30"), 0],
  ["contradictions, one of them in quotes", cc('max-age="60", max-age=30'), 0],
  ["a negative number", cc("max-age=-60"), 0],
  ["a fraction", cc("max-age=60.5"), 0],
  ["no number", cc("max-age=hour"), 0],
  ["an empty argument", cc("max-age="), 0],
  ["no argument", cc("max-age"), 0],
  ["a bad s-maxage is not made good by max-age", cc("s-maxage=x, max-age=60"), 0],
  ["malformed directives", cc("max-age=60; public"), 0],
  ["Expires", { date: httpDate(NOW), expires: httpDate(NOW + HOUR) }, HOUR],
  ["Expires counts from Date", { date: httpDate(NOW - HOUR), expires: httpDate(NOW) }, HOUR],
  ["Expires without Date", { expires: httpDate(NOW + HOUR) }, HOUR],
  ["Expires with a Date that is none", { date: "now", expires: httpDate(NOW + HOUR) }, HOUR],
  ["Expires before Date", { date: httpDate(NOW), expires: httpDate(NOW - HOUR) }, 0],
  ["Expires: 0", { expires: "0", "last-modified": httpDate(NOW - DAY) }, 0],
  ["Expires: -1", { expires: "-1", "last-modified": httpDate(NOW - DAY) }, 0],
  ["Expires: a far year alone", { expires: "3000" }, 0],
  ["Expires of another zone", { expires: "Fri, 20 Nov 2026 13:00:00 CET" }, 0],
  ["max-age over Expires", { ...cc("max-age=60"), expires: httpDate(NOW + HOUR) }, 60 * SECOND],
  ["bad max-age over Expires", { ...cc("max-age=x"), expires: httpDate(NOW + HOUR) }, 0],
  ["public says nothing of time", cc("public"), 0],
  ["nothing at all", {}, 0],
  ["a tenth of the time unchanged", { "last-modified": httpDate(NOW - 10 * HOUR) }, HOUR],
  [
    "a tenth of the time unchanged at Date",
    { date: httpDate(NOW - HOUR), "last-modified": httpDate(NOW - 11 * HOUR) },
    HOUR,
  ],
  ["a day at most", { "last-modified": httpDate(NOW - 1_000 * DAY) }, DAY],
  ["changed in the future", { "last-modified": httpDate(NOW + HOUR) }, 0],
  ["changed nobody knows when", { "last-modified": "yesterday" }, 0],
  [
    "no guess where max-age is said",
    { ...cc("max-age=0"), "last-modified": httpDate(NOW - DAY) },
    0,
  ],
  ["no guess at a 302", { "last-modified": httpDate(NOW - 10 * HOUR) }, 0, 302],
  ["a guess at a 301", { "last-modified": httpDate(NOW - 10 * HOUR) }, HOUR, 301],
  [
    "a guess at a 302 that is public",
    { ...cc("public"), "last-modified": httpDate(NOW - 10 * HOUR) },
    HOUR,
    302,
  ],
];

for (const [title, headers, ms, status = 200] of LIFETIMES) {
  Deno.test(`fresh for ${ms} ms: ${title}`, () => {
    assert.equal(freshnessLifetime(answered(headers, { status })), ms);
  });
}

// ── section 4.2.3: age ──

const AGES: [what: string, answer: TimedResponse, ms: number][] = [
  ["an answer just received", answered({ date: httpDate(NOW) }), 0],
  ["since Date", answered({ date: httpDate(NOW - HOUR) }), HOUR],
  ["a Date ahead of our clock", answered({ date: httpDate(NOW + HOUR) }), 0],
  ["no Date", answered({}), 0],
  ["Age", answered({ age: "60", date: httpDate(NOW) }), 60 * SECOND],
  ["the older of Age and Date", answered({ age: "60", date: httpDate(NOW - HOUR) }), HOUR],
  ["the older of Date and Age", answered({ age: "7200", date: httpDate(NOW - HOUR) }), 2 * HOUR],
  ["the first of several Ages", answered({ age: "60, 7200" }), 60 * SECOND],
  ["an Age that is none", answered({ age: "old" }), 0],
  ["a negative Age", answered({ age: "-60" }), 0],
  ["an Age beyond all measure", answered({ age: "9".repeat(400) }), 2 ** 31 * SECOND],
  [
    "the time it took, on top of Age",
    answered({ age: "60" }, { requestedAt: NOW - 5 * SECOND }),
    65 * SECOND,
  ],
  [
    "a clock set back meanwhile",
    answered({ age: "60" }, { requestedAt: NOW + HOUR }),
    60 * SECOND,
  ],
];

for (const [title, response, ms] of AGES) {
  Deno.test(`${ms} ms old at arrival: ${title}`, () => {
    assert.equal(currentAge(response, NOW), ms);
    assert.equal(currentAge(response, NOW + HOUR), ms + HOUR);
  });
}

// ── section 4: use of stored responses ──

Deno.test("a response is fresh while younger than its lifetime, and stale at that age", () => {
  const freshness = freshnessOf([answered({ ...cc("max-age=60"), age: "20", etag: '"a"' })]);
  assert.equal(reuseOf(freshness, NOW), "fresh");
  assert.equal(reuseOf(freshness, NOW + 40 * SECOND - 1), "fresh");
  assert.equal(reuseOf(freshness, NOW + 40 * SECOND), "revalidate");
});

Deno.test("a stale response without a validator is fetched anew", () => {
  assert.equal(reuseOf(freshnessOf([answered(cc("max-age=60"))]), NOW + HOUR), "anew");
});

Deno.test("a response older than its lifetime at arrival is stale at once", () => {
  const freshness = freshnessOf([answered({ ...cc("max-age=60"), age: "61", etag: '"a"' })]);
  assert.equal(reuseOf(freshness, NOW), "revalidate");
});

Deno.test("after the clock has been set back nothing is fresh", () => {
  const freshness = freshnessOf([answered({ ...cc("max-age=60"), etag: '"a"' })]);
  assert.equal(reuseOf(freshness, NOW - 1), "revalidate");
});

Deno.test("a redirected response is fresh while the redirect and its target are", () => {
  const redirect = (value: string) => answered(cc(value), { status: 302 });
  const content = (value: string) => answered({ ...cc(value), etag: '"a"' });
  const until = (...responses: TimedResponse[]) => freshnessOf(responses).until - NOW;
  assert.equal(until(redirect("max-age=60"), content("max-age=30")), 30 * SECOND);
  assert.equal(until(redirect("max-age=30"), content("max-age=60")), 30 * SECOND);
  assert.equal(until(redirect("max-age=60, no-store"), content("max-age=60")), 0);
  assert.equal(until(redirect(""), content("max-age=60")), 0);
});

Deno.test("the validators of a redirect's target are its own", () => {
  const redirect = answered({ etag: '"redirect"' }, { status: 302 });
  const { validators } = freshnessOf([redirect, answered({ etag: '"content"' })]);
  assert.deepEqual(validators, { etag: '"content"', lastModified: null });
  assert.equal(freshnessOf([redirect, answered({})]).validators, null);
});

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
  const [said, storedText] = [unchanged, stored].map((headers) => JSON.stringify(headers));
  Deno.test(`a 304 with ${said} ${does ? "confirms" : "does not confirm"} ${storedText}`, () => {
    assert.equal(confirms(unchanged, stored), does);
  });
}

Deno.test("fields of a 304 replace stored ones; other fields stay", () => {
  const stored = answered({
    ...cc("max-age=60"),
    age: "50",
    date: httpDate(NOW),
    etag: '"a"',
    "last-modified": MODIFIED,
  });
  const later = { status: 304, requestedAt: NOW + HOUR, receivedAt: NOW + HOUR + 1 };
  const unchanged = answered({ ...cc("max-age=30"), date: httpDate(NOW + HOUR) }, later);
  assert.deepEqual(updated(stored, unchanged), {
    status: 200,
    requestedAt: NOW + HOUR,
    receivedAt: NOW + HOUR + 1,
    headers: {
      ...cc("max-age=30"),
      date: httpDate(NOW + HOUR),
      etag: '"a"',
      "last-modified": MODIFIED,
    },
  });
});

Deno.test("a 304 without Date or Age makes content young again", () => {
  const stored = answered({ ...cc("max-age=60"), age: "50", date: httpDate(NOW) });
  const confirmed = updated(
    stored,
    answered({}, { status: 304, requestedAt: NOW + DAY, receivedAt: NOW + DAY }),
  );
  assert.equal(currentAge(confirmed, NOW + DAY), 0);
  assert.equal(freshnessLifetime(confirmed), 60 * SECOND);
});

Deno.test("fields of the maximum length are read fast", () => {
  const long = [",", '"', '\\"', '"\\', "a=", 'a="b",', " ", "a,", "é"].map((text) =>
    text.repeat(16_384)
  );
  for (const field of long) {
    const headers = { "cache-control": field, etag: field, age: field, date: field, vary: field };
    const response = answered({ ...headers, expires: field, "last-modified": field });
    assert.ok(freshnessOf([response]).until >= NOW);
  }
});
