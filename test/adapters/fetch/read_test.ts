/** Reading into memory: by the rules of downloads, with conditional requests for known content. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Socket } from "node:net";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import type { GuardedFetchOptions } from "../../../src/adapters/fetch/options.ts";
import { Refusal } from "../../../src/core/errors.ts";
import {
  FetchRefused,
  type FetchRule,
  type ReadRequest,
  type ReadResponse,
} from "../../../src/ports/mod.ts";
import { ok, rawResponse, type Respond, startRawServer } from "../../support/raw_server.ts";
import { until } from "../../support/until.ts";
import { refused } from "../fetching.ts";
import { ADDRESSES, HOSTS, URLS } from "../inside_addresses.ts";

interface Reading {
  url: string;
  sockets: Set<Socket>;
  read(path: string, more?: Partial<ReadRequest>): Promise<ReadResponse>;
}

async function withReader(
  respond: Respond,
  use: (at: Reading) => Promise<void>,
  options: GuardedFetchOptions = {},
) {
  await using server = await startRawServer(respond);
  const fetch = createGuardedFetch({ allow: ["127.0.0.0/8"], ...options });
  try {
    await use({
      url: server.url,
      sockets: server.sockets,
      read: (path, more = {}) => fetch.read(server.url + path, { maxBytes: 1_000, ...more }),
    });
  } finally {
    await fetch.close();
  }
}

const TYPE = "content-type: image/jpeg";
const ETAG = '"v1"';
const MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";

/** Describes known content of a URL. */
const cached = (url: string, etag: string | null = ETAG, lastModified: string | null = null) => ({
  cached: { url, validators: { etag, lastModified } },
});

function content(found: ReadResponse): string {
  assert.equal(found.status, "fresh");
  return new TextDecoder().decode(found.bytes);
}

Deno.test("a good response has its bytes, type, URL and cache headers", () =>
  withReader((_path, socket, request) => {
    assert.match(request, /^GET \/a%20b\.jpg\?x=1 HTTP\/1\.1\r\n/);
    assert.match(request, /\r\nuser-agent: slidepost\r\n/i);
    assert.match(request, /\r\naccept: image\/jpeg\r\n/i);
    assert.match(request, /\r\naccept-encoding: identity\r\n/i);
    assert.doesNotMatch(request, /\r\nif-/i);
    const caching = "Age: 3\r\nCache-Control: max-age=60\r\ncache-control: public\r\n" +
      `Date: ${MODIFIED}\r\nETag: W/"v1"\r\nVary: Origin\r\nX-Other: 1\r\n`;
    socket.write(ok(`${caching}content-type: Image/JPEG; a=b\r\ncontent-length: 5`, "12345"));
  }, async ({ read, url }) => {
    const found = await read("/a b.jpg?x=1#fragment", { accept: "image/jpeg" });
    assert.equal(content(found), "12345");
    assert.deepEqual({ ...found, bytes: null }, {
      status: "fresh",
      bytes: null,
      type: "image/jpeg",
      url: `${url}/a%20b.jpg?x=1#fragment`,
      headers: {
        "cache-control": "max-age=60, public",
        "etag": 'W/"v1"',
        "vary": "Origin",
      },
    });
  }));

Deno.test("content in many pieces is put together", () =>
  withReader((_path, socket) => {
    socket.write(ok(`${TYPE}\r\ncontent-length: 300000`, ""));
    for (let piece = 0; piece < 30; piece++) socket.write(String(piece % 10).repeat(10_000));
  }, async ({ read }) => {
    const pieces = Array.from({ length: 30 }, (_, piece) => String(piece % 10).repeat(10_000));
    assert.equal(content(await read("/x", { maxBytes: 300_000 })), pieces.join(""));
  }));

const FAULTS: [string, string, FetchRule, string?][] = [
  ["404", rawResponse("404 Not Found\r\ncontent-length: 0"), "status"],
  ["206", rawResponse(`206 Partial\r\n${TYPE}\r\ncontent-length: 1`, "x"), "status"],
  [
    "304, unasked",
    rawResponse(`304 Not Modified\r\netag: ${ETAG}`),
    "status",
    "the server responded with status 304",
  ],
  ["no type", ok("content-length: 1", "x"), "content-type"],
  [
    "gzip, unasked",
    ok(`${TYPE}\r\ncontent-encoding: gzip\r\ncontent-length: 1`, "x"),
    "content-type",
    "the server compressed the content without a request for it",
  ],
  ["length 0", ok(`${TYPE}\r\ncontent-length: 0`, ""), "content-length"],
  [
    "chunked",
    ok(`${TYPE}\r\ntransfer-encoding: chunked`, "1\r\nx\r\n0\r\n\r\n"),
    "content-length",
  ],
  [
    "two lengths",
    ok(`${TYPE}\r\ncontent-length: 1\r\ncontent-length: 2`, "xx"),
    "content-length",
  ],
  [
    "too big",
    ok(`${TYPE}\r\ncontent-length: 1001`, "x"),
    "too-big",
    "the content has 1001 bytes, more than the 1000 allowed",
  ],
  ["bigger than memory", ok(`${TYPE}\r\ncontent-length: ${"9".repeat(15)}`, "x"), "too-big"],
  ["not HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n", "connection"],
  ["redirected nowhere", rawResponse("302 Found\r\ncontent-length: 0"), "redirects"],
];

for (const [name, bytes, rule, reason] of FAULTS) {
  Deno.test(`a fault of a response to a read is reported as for a download: ${name}`, () =>
    withReader(
      (_path, socket) => socket.write(bytes),
      ({ read }) => assert.rejects(read("/x"), refused(rule, reason)),
    ));
}

Deno.test("a fault of a response to a read is reported as for a download: cut off", () =>
  withReader(
    (_path, socket) => socket.end(ok(`${TYPE}\r\ncontent-length: 900`, "x".repeat(500))),
    ({ read }) =>
      assert.rejects(
        read("/x"),
        refused("content-length", "the content ended before its Content-Length"),
      ),
  ));

Deno.test("bytes after the content are not part of it", () =>
  withReader(
    (_path, socket) => socket.write(ok(`${TYPE}\r\ncontent-length: 3`, "onetwo")),
    async ({ read }) => assert.equal(content(await read("/x")), "one"),
  ));

const HEAD = ok(`${TYPE}\r\ncontent-length: 900`, "x");
const IMPATIENT = { idleTimeoutMs: 150 };

Deno.test("a read is given up: no response", () =>
  withReader(
    () => {},
    ({ read }) => assert.rejects(read("/x"), refused("timeout")),
    { downloadTimeoutMs: 300 },
  ));

Deno.test("a read is given up: a pause", () =>
  withReader(
    (_path, socket) => socket.write(HEAD),
    ({ read }) => assert.rejects(read("/x"), refused("timeout", "the server stopped sending")),
    IMPATIENT,
  ));

Deno.test("a read is given up: a pause before the first byte", () =>
  withReader(
    (_path, socket) => socket.write(ok(`${TYPE}\r\ncontent-length: 900`, "")),
    ({ read }) => assert.rejects(read("/x"), refused("timeout", "the server stopped sending")),
    IMPATIENT,
  ));

Deno.test("a read is given up: a drip", () =>
  withReader((_path, socket) => {
    socket.write(HEAD);
    const drip = setInterval(() => socket.write("x"), 50);
    socket.on("close", () => clearInterval(drip));
  }, async ({ read, sockets }) => {
    const reason = "the server did not respond completely in time";
    await assert.rejects(read("/x"), refused("timeout", reason));
    await until(() => sockets.size, (open) => open === 0);
  }, { downloadTimeoutMs: 400 }));

Deno.test("a read is given up: an abort", () => {
  const abort = new AbortController();
  return withReader((_path, socket) => {
    socket.write(HEAD);
    abort.abort(new FetchRefused("timeout", "enough"));
  }, async ({ read, sockets }) => {
    await assert.rejects(read("/x", { signal: abort.signal }), refused("timeout", "enough"));
    await until(() => sockets.size, (open) => open === 0);
    await assert.rejects(read("/x", { signal: abort.signal }), refused("timeout", "enough"));
  });
});

// ── known content ──

const VALIDATORS: [etag: string | null, lastModified: string | null][] = [
  ['"v1"', null],
  ['W/"v1"', null],
  ['"é"', MODIFIED],
  [null, MODIFIED],
  [null, "Sunday, 06-Nov-94 08:49:37 GMT"],
];

for (const [etag, lastModified] of VALIDATORS) {
  Deno.test(`known content is validated with its validators, unchanged: ${etag} ${lastModified}`, () => {
    let request = "";
    return withReader((_path, socket, received) => {
      request = received;
      socket.write(rawResponse("304 Not Modified"));
    }, async ({ read, url }) => {
      await read("/x", cached(`${url}/x`, etag, lastModified));
      const header = (name: string) =>
        new RegExp(`\r\n${name}: ([^\r]*)\r\n`, "i").exec(request)?.[1] ?? null;
      // The server reads the bytes of a field as UTF-8.
      const sent = etag?.replace("é", "\ufffd") ?? null;
      assert.equal(header("if-none-match"), sent);
      assert.equal(header("if-modified-since"), lastModified);
    });
  });
}

Deno.test("a 304 says that known content is unchanged, with a new lifetime, on a reused connection", () =>
  withReader((_path, socket) => {
    const fields = `etag: ${ETAG}\r\ncache-control: max-age=60\r\ncontent-length: 900`;
    socket.write(rawResponse(`304 Not Modified\r\n${fields}`));
  }, async ({ read, url, sockets }) => {
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await read("/x", cached(`${url}/x`)), {
        status: "unchanged",
        url: `${url}/x`,
        headers: { "cache-control": "max-age=60", "etag": ETAG },
      });
      await setImmediate(); // the connection returns to the pool a turn later
    }
    assert.equal(sockets.size, 1);
  }));

Deno.test("content that has changed comes in place of a 304", () =>
  withReader((_path, socket) => {
    socket.write(ok(`${TYPE}\r\netag: "v2"\r\ncontent-length: 3`, "new"));
  }, async ({ read, url }) => {
    const found = await read("/x", cached(`${url}/x`));
    assert.equal(content(found), "new");
    assert.equal(found.headers.etag, '"v2"');
  }));

Deno.test("the rules for content hold when it comes in place of a 304", () =>
  withReader(
    (_path, socket) => socket.write(ok(`${TYPE}\r\ncontent-length: 1001`, "x")),
    ({ read, url }) => assert.rejects(read("/x", cached(`${url}/x`)), refused("too-big")),
  ));

// ── redirects ──

/** Responds with a redirect from `/first` to `/last`, which supports conditional requests. */
const redirecting = (requests: string[]): Respond => (path, socket, request) => {
  requests.push(request);
  const same = /^if-none-match:/im.test(request);
  socket.write(
    path === "/first"
      ? rawResponse(
        "302 Found\r\nlocation: last\r\ncache-control: max-age=9\r\ncontent-length: 2",
        "go",
      )
      : same
      ? rawResponse(`304 Not Modified\r\netag: ${ETAG}`)
      : ok(`${TYPE}\r\netag: ${ETAG}\r\ncontent-length: 4`, "last"),
  );
};

Deno.test("a redirect is followed, and the cache headers of its target are returned", () =>
  withReader(redirecting([]), async ({ read, url }) => {
    const found = await read("/first");
    assert.equal(content(found), "last");
    assert.equal(found.url, `${url}/last`);
    assert.deepEqual(found.headers, { etag: ETAG });
  }));

Deno.test("a second redirect is not followed", () =>
  withReader((path, socket) => {
    socket.write(rawResponse(`301 Moved\r\nlocation: ${path}/next\r\ncontent-length: 0`));
  }, ({ read }) =>
    assert.rejects(read("/x"), refused("redirects", "the URL redirects more than once"))));

Deno.test("only the URL of known content is validated", () => {
  const requests: string[] = [];
  return withReader(redirecting(requests), async ({ read, url }) => {
    const found = await read("/first", cached(`${url}/last`));
    assert.equal(found.status, "unchanged");
    assert.equal(found.url, `${url}/last`);
    assert.deepEqual(requests.map((request) => /^if-none-match:/im.test(request)), [false, true]);
  });
});

for (const [name, path] of [["the first", "/"], ["after a redirect", "/first"]] as const) {
  Deno.test(`a 304 of another URL than the one that gave known content is refused: ${name}`, () =>
    withReader((path, socket, request) => {
      assert.doesNotMatch(request, /\r\nif-/i);
      socket.write(
        path === "/first"
          ? rawResponse("302 Found\r\nlocation: /\r\ncontent-length: 0")
          : rawResponse(`304 Not Modified\r\netag: ${ETAG}`),
      );
    }, async ({ read, url }) => {
      const reason = "the server responded with status 304";
      await assert.rejects(read(path, cached(`${url}/other`)), refused("status", reason));
    }));
}

// ── the guard ──

const PORT = "9";

async function rule(reading: Promise<ReadResponse>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof FetchRefused) return error.rule;
    throw error;
  }
  throw new assert.AssertionError({ message: "it was not refused" });
}

Deno.test("no inside address is read from, however it is written or reached", async () => {
  const resolved: string[] = [];
  const fetch = createGuardedFetch({
    resolve: (host) => {
      resolved.push(host);
      return Promise.resolve(["127.0.0.1"]);
    },
  });
  for (const host of HOSTS) {
    assert.equal(await rule(fetch.read(`http://${host}:${PORT}/x`, { maxBytes: 9 })), "address");
  }
  assert.deepEqual(resolved, []);
  for (const form of URLS) {
    const found = await rule(fetch.read(form.replace("PORT", PORT), { maxBytes: 9 }));
    assert.match(found, /^(address|url)$/, form);
  }
  await fetch.close();
});

Deno.test("no name that resolves inside, even in part, is read from", async () => {
  let addresses: readonly string[] = [];
  const fetch = createGuardedFetch({ resolve: () => Promise.resolve([...addresses]) });
  for (addresses of ADDRESSES) {
    const url = `http://media.example.com:${PORT}/`;
    assert.equal(await rule(fetch.read(url, { maxBytes: 9 })), "address", addresses.join());
  }
  await fetch.close();
});

Deno.test("a redirect of a read is checked like a first URL, known content or not", async () => {
  let location = "";
  await withReader((_path, socket) => {
    socket.write(rawResponse(`302 Found\r\nlocation: ${location}\r\ncontent-length: 0`));
  }, async ({ read }) => {
    for (location of ["http://10.0.0.1/", "//[::1]:9/", "file:///etc/passwd", "http://metadata/"]) {
      const found = await rule(read("/x", cached(location)));
      assert.match(found, /^(address|url)$/, location);
    }
  }, { allow: ["127.0.0.1"] });
});

// ── memory ──

Deno.test("reads that hold too much memory together are refused, and the memory is freed", () => {
  const finish: (() => void)[] = [];
  return withReader((path, socket) => {
    socket.write(ok(`${TYPE}\r\ncontent-length: 1000`, "x".repeat(900)));
    const rest = () => socket.write("x".repeat(100));
    if (path === "/held") finish.push(rest);
    else rest();
  }, async ({ read }) => {
    const held = [read("/held"), read("/held")];
    await assert.rejects(async () => {
      while (true) await read("/whole"); // until the stalled content is freed
    }, (error) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.equal(error.fault, "unavailable");
      assert.ok(error.retryAfter! > 0);
      return true;
    });
    for (const rest of finish) rest();
    assert.deepEqual((await Promise.all(held)).map((found) => content(found).length), [1000, 1000]);
    assert.equal(content(await read("/whole")).length, 1000);
  }, { maxBytesInReads: 2_500 });
});

Deno.test("reads that fail hold neither memory nor a connection", () =>
  withReader((path, socket) => {
    if (path === "/good") socket.write(ok(`${TYPE}\r\ncontent-length: 900`, "x".repeat(900)));
    else socket.end(ok(`${TYPE}\r\ncontent-length: 900`, "x".repeat(899)));
  }, async ({ read, sockets }) => {
    for (let time = 0; time < 20; time++) {
      await assert.rejects(read("/short"), refused("content-length"));
    }
    assert.equal(content(await read("/good")).length, 900);
    await until(() => sockets.size, (open) => open === 0);
  }, { maxBytesInReads: 900, keepAliveMs: 50 }));

Deno.test("credentials go to the origin of the URL, and not where it redirects to", async () => {
  const authorization = "Basic c2VjcmV0";
  const seen: string[] = [];
  const note = (request: string) =>
    void seen.push(/^authorization: (.*)\r$/im.exec(request)?.[1] ?? "none");
  await using elsewhere = await startRawServer((_path, socket, request) => {
    note(request);
    socket.end(ok(`${TYPE}\r\ncontent-length: 5`, "there"));
  });
  await withReader((path, socket, request) => {
    note(request);
    const to = path === "/own" ? "/here" : `${elsewhere.url}/there`;
    socket.end(
      path === "/here"
        ? ok(`${TYPE}\r\ncontent-length: 4`, "here")
        : rawResponse(`307 Temporary Redirect\r\nlocation: ${to}\r\ncontent-length: 0`),
    );
  }, async ({ read }) => {
    assert.equal(content(await read("/own", { authorization })), "here");
    assert.equal(content(await read("/other", { authorization })), "there");
    assert.equal(content(await read("/here")), "here");
  });
  assert.deepEqual(seen, [authorization, authorization, authorization, "none", "none"]);
});
