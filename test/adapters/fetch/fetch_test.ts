/** Spec 2.3, fetching rules 1 to 3, and the limits around them, against servers on loopback. */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import type { FetchRule } from "../../../src/ports/mod.ts";
import { ok, rawResponse } from "../../support/raw_server.ts";
import { until } from "../../support/until.ts";
import { files, refused, withServer } from "../fetching.ts";

Deno.test("a good response becomes a file; the request names us and asks for no compression", () =>
  withServer((_path, socket, request) => {
    assert.match(request, /^GET \/a%20b\.jpg\?x=1 HTTP\/1\.1\r\n/);
    assert.match(request, /\r\nuser-agent: slidepost\r\n/i);
    assert.match(request, /\r\naccept-encoding: identity\r\n/i);
    socket.write(ok("content-type: Image/JPEG; a=b\r\ncontent-length: 5", "12345"));
  }, async ({ get, url, directory }) => {
    const found = await get("/a b.jpg?x=1#fragment");
    assert.equal(found.type, "image/jpeg");
    assert.equal(found.bytes, 5);
    assert.equal(found.url, `${url}/a%20b.jpg?x=1#fragment`);
    assert.equal(await Deno.readTextFile(found.path), "12345");
    assert.equal(files(directory).length, 1);
  }));

const TYPE = "content-type: image/png";
const FAULTS: [string, string, FetchRule, string?][] = [
  [
    "404",
    rawResponse("404 Not Found\r\ncontent-length: 0"),
    "status",
    "the server responded with status 404",
  ],
  ["206", rawResponse(`206 Partial\r\n${TYPE}\r\ncontent-length: 1`, "x"), "status"],
  ["204", rawResponse("204 No Content"), "status"],
  ["304", rawResponse("304 Not Modified"), "status"],
  ["300", rawResponse("300 Multiple\r\nlocation: /ok\r\ncontent-length: 0"), "status"],
  ["no type", ok("content-length: 1", "x"), "content-type"],
  ["bad type", ok("content-type: png\r\ncontent-length: 1", "x"), "content-type"],
  ["gzip", ok(`${TYPE}\r\ncontent-encoding: gzip\r\ncontent-length: 1`, "x"), "content-type"],
  [
    "length 0",
    ok(`${TYPE}\r\ncontent-length: 0`, ""),
    "content-length",
    "the response has no Content-Length above 0",
  ],
  [
    "chunked",
    ok(`${TYPE}\r\ntransfer-encoding: chunked`, "1\r\nx\r\n0\r\n\r\n"),
    "content-length",
  ],
  [
    "too big",
    ok(`${TYPE}\r\ncontent-length: 1001`, "x"),
    "too-big",
    "the content has 1001 bytes, more than the 1000 allowed",
  ],
  ["negative", ok(`${TYPE}\r\ncontent-length: -1`, "x"), "content-length"],
  [
    "two lengths",
    ok(`${TYPE}\r\ncontent-length: 1\r\ncontent-length: 2`, "xx"),
    "content-length",
  ],
  [
    "length and chunks",
    ok(`${TYPE}\r\ncontent-length: 1\r\ntransfer-encoding: chunked`, "1\r\nx\r\n0\r\n\r\n"),
    "connection",
  ],
  [
    "another protocol",
    rawResponse("101 Switching\r\nconnection: upgrade\r\nupgrade: x"),
    "connection",
  ],
  [
    "not HTTP",
    "SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "connection",
    "the server's response is not valid HTTP",
  ],
  ["huge header", ok(`x: ${"y".repeat(100_000)}`, ""), "connection"],
];

for (const [name, bytes, rule, reason] of FAULTS) {
  Deno.test(
    `a fault of a response is reported, and leaves no file: ${name}`,
    () =>
      withServer((_path, socket) => socket.write(bytes), async ({ get, directory }) => {
        await assert.rejects(get("/x"), refused(rule, reason));
        assert.deepEqual(files(directory), []);
      }),
  );
}

Deno.test("a body that ends early is refused", () =>
  withServer((_path, socket) => {
    socket.end(ok("content-type: image/png\r\ncontent-length: 900", "x".repeat(500)));
  }, async ({ get, directory }) => {
    const reason = "the content ended before its Content-Length";
    await assert.rejects(get("/x"), refused("content-length", reason));
    assert.deepEqual(files(directory), []);
  }));

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`a redirect is followed, a second one is not: ${status}`, () =>
    withServer((path, socket) => {
      socket.write(
        path === "/final" ? ok("content-type: image/png\r\ncontent-length: 1", "x") : rawResponse(
          `${status} Moved\r\nlocation: ${path === "/two" ? "one" : "final"}\r\n` +
            "content-length: 3",
          "hop",
        ),
      );
    }, async ({ get, url, directory }) => {
      assert.equal((await get("/one")).url, `${url}/final`);
      await assert.rejects(
        get("/two"),
        refused("redirects", "the URL redirects more than once"),
      );
      assert.equal(files(directory).length, 1);
    }));
}

Deno.test("a redirect is followed, a second one is not: without a location", () =>
  withServer(
    (_path, socket) => socket.write(rawResponse("302 Found\r\ncontent-length: 0")),
    ({ get }) => assert.rejects(get("/x"), refused("redirects")),
  ));

const HEAD = "content-type: image/png\r\ncontent-length: 900";

Deno.test("a download is given up: no connection", async () => {
  const fetch = createGuardedFetch({
    connectTimeoutMs: 100,
    resolve: () => new Promise(() => {}),
  });
  const timeoutReason = "no connection to the server in time";
  const get = fetch.download("http://a.example.com/", { directory: ".", maxBytes: 1 });
  await assert.rejects(get, refused("timeout", timeoutReason));
  await fetch.close();
});

Deno.test("a download is given up: no response", () =>
  withServer(() => {}, async ({ get, post }) => {
    await assert.rejects(get("/x"), refused("timeout"));
    await assert.rejects(post("/x", { timeoutMs: 100 }), refused("timeout"));
  }, { downloadTimeoutMs: 300 }));

Deno.test(
  "a download is given up: a pause",
  () =>
    withServer((_path, socket) => socket.write(ok(HEAD, "x")), async ({ get, directory }) => {
      await assert.rejects(get("/x"), refused("timeout", "the server stopped sending"));
      assert.deepEqual(files(directory), []);
    }, { idleTimeoutMs: 150 }),
);

Deno.test("a download is given up: a drip", () => {
  let drip: ReturnType<typeof setInterval>;
  return withServer((_path, socket) => {
    socket.write(ok(HEAD, "x"));
    drip = setInterval(() => socket.write("x"), 50);
  }, async ({ get }) => {
    await assert.rejects(
      get("/x"),
      refused("timeout", "the server did not respond completely in time"),
    );
    clearInterval(drip);
  }, { downloadTimeoutMs: 400 });
});

Deno.test("a download is given up: an abort", () => {
  const abort = new AbortController();
  return withServer((_path, socket) => {
    socket.write(ok(HEAD, "x"));
    abort.abort(new Error("enough"));
  }, async ({ get, directory }) => {
    await assert.rejects(get("/x", 1_000, abort.signal), /^Error: enough$/);
    await assert.rejects(get("/x", 1_000, AbortSignal.abort()), { name: "AbortError" });
    assert.deepEqual(files(directory), []);
  });
});

Deno.test("a post sends its body once and takes any status, redirects too", () =>
  withServer((path, socket, request) => {
    assert.match(request, /^POST /);
    assert.match(request, /\r\ncontent-length: 10\r\n/i);
    assert.match(request, /\r\n\r\n\{"a":"é"\}$/);
    const status = path.slice(1);
    socket.write(
      rawResponse(`${status} X\r\nlocation: /200\r\nretry-after: 7\r\ncontent-length: 2`, "ok"),
    );
  }, async ({ post, sockets }) => {
    for (const status of [200, 202, 302, 308, 404, 410, 429, 500, 503]) {
      const { status: got, headers, body } = await post(`/${status}`);
      assert.equal(got, status);
      assert.equal(headers["retry-after"], "7");
      assert.equal(new TextDecoder().decode(body), "ok");
    }
    assert.equal(sockets.size, 1); // one connection, kept alive
  }));

Deno.test("a post reads a response up to its limit, then hangs up", () =>
  withServer((_path, socket) => {
    socket.write(rawResponse("200 OK\r\ntransfer-encoding: chunked"));
    const flood = setInterval(() => socket.write(`400\r\n${"x".repeat(0x400)}\r\n`), 1);
    socket.on("close", () => clearInterval(flood));
  }, async ({ post, sockets }) => {
    const { status, body } = await post("/x");
    assert.equal(status, 200);
    assert.equal(body.byteLength, 100);
    await until(() => sockets.size, (open) => open === 0);
  }));

Deno.test("an unused connection is dropped before the server drops it", () =>
  withServer(
    (_path, socket) => socket.write(rawResponse("200 OK\r\ncontent-length: 0")),
    async (at) => {
      await at.post("/x");
      await until(() => at.sockets.size, (open) => open === 0);
    },
    { keepAliveMs: 50 },
  ));
