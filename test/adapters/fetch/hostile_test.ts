/**
 * Servers that stall, flood, break off or lie: each request ends within the limits, and leaves
 * nothing behind.
 */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import type { FetchRule } from "../../../src/ports/mod.ts";
import { ok, rawResponse, type Respond } from "../../support/raw_server.ts";
import { until } from "../../support/until.ts";
import { files, refused, withServer } from "../fetching.ts";

/** Sends the text every millisecond until the client is gone. */
const flood = (head: string, text: string): Respond => (_path, socket) => {
  socket.write(head);
  const more = setInterval(() => socket.write(text), 1);
  socket.on("close", () => clearInterval(more));
};
const ENDLESS: [string, Respond, FetchRule][] = [
  ["headers without end", flood("HTTP/1.1 200 OK\r\n", "a: b\r\n".repeat(5_000)), "connection"],
  ["one header without end", flood("HTTP/1.1 200 OK\r\na: ", "b".repeat(30_000)), "connection"],
  ["headers byte by byte", flood("HTTP/1.1 200 OK\r\na: ", "b"), "timeout"],
  ["a status line without end", flood("HTTP/1.1 200 ", "b"), "timeout"],
  ["early hints without end", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n"), "timeout"],
  [
    "a redirect whose body has no end, to itself",
    flood(
      "HTTP/1.1 302 Found\r\nlocation: /\r\ntransfer-encoding: chunked\r\n\r\n",
      "1\r\nx\r\n",
    ),
    "redirects",
  ],
];

for (const [name, respond, rule] of ENDLESS) {
  Deno.test(`a server that stalls or floods is given up within the limits: ${name}`, () =>
    withServer(respond, async ({ get, directory, sockets }) => {
      await assert.rejects(get("/x"), refused(rule));
      assert.deepEqual(files(directory), []);
      await until(() => sockets.size, (open) => open === 0);
    }, rule === "timeout" ? { downloadTimeoutMs: 300 } : {}));
}

Deno.test(
  "a server that stalls or floods is given up within the limits: a handshake that never completes",
  () =>
    withServer(() => {}, async ({ url, directory, sockets }) => {
      const fetch = createGuardedFetch({ allow: ["127.0.0.1"], connectTimeoutMs: 100 });
      const get = fetch.download(url.replace("http:", "https:"), { directory, maxBytes: 1 });
      await assert.rejects(get, refused("timeout", "no connection to the server in time"));
      await until(() => sockets.size, (open) => open === 0);
      await fetch.close();
    }),
);

const INTERIM = [
  rawResponse("100 Continue"),
  rawResponse("102 Processing"),
  rawResponse("103 Early Hints\r\nlink: </a>\r\ncontent-length: 7"),
  rawResponse("100 Continue") + rawResponse("103 Early Hints") + rawResponse("199 Odd"),
];

for (const before of INTERIM) {
  Deno.test(`an interim response is skipped: ${before.split("\r\n", 1)[0]!}`, () =>
    withServer(
      (_path, socket) =>
        socket.write(before + ok("content-type: image/png\r\ncontent-length: 1", "x")),
      async ({ get }) => assert.equal((await get("/x")).bytes, 1),
    ));
}

const WHOLE = ok("content-type: image/png\r\ncontent-length: 9", "xxx");

for (const bytes of [0, 5, 12, 17, 30, WHOLE.length - 4, WHOLE.length - 3, WHOLE.length]) {
  Deno.test(
    `a connection that closes early gives no response: after ${bytes} bytes`,
    () =>
      withServer((_path, socket) => socket.end(WHOLE.slice(0, bytes)), async (at) => {
        const rule = bytes < WHOLE.length - 3 ? "connection" : "content-length";
        await assert.rejects(at.get("/x"), refused(rule));
        assert.deepEqual(files(at.directory), []);
      }),
  );
}

Deno.test("bytes after the content are neither stored nor read as the next response", () =>
  withServer((path, socket) => {
    const headers = `content-type: image/${path.slice(1)}\r\ncontent-length: 3`;
    socket.write(ok(headers, "one") + ok("content-type: image/evil\r\ncontent-length: 3", "two"));
  }, async ({ get }) => {
    for (const type of ["png", "gif", "jpeg"]) {
      const found = await get(`/${type}`);
      assert.equal(found.type, `image/${type}`);
      assert.equal(await Deno.readTextFile(found.path), "one");
    }
  }));

Deno.test("many at once, good and bad, leave no file and no connection behind", () =>
  withServer((path, socket) => {
    const [, kind] = path.split("/");
    if (kind === "good") socket.write(ok("content-type: image/png\r\ncontent-length: 4", "good"));
    else if (kind === "short") {
      socket.end(ok("content-type: image/png\r\ncontent-length: 4", "sh"));
    } else {
      const next = kind === "once" ? "/good" : kind === "twice" ? "/once" : "http://10.0.0.1/";
      socket.write(rawResponse(`302 Found\r\nlocation: ${next}\r\ncontent-length: 2`, "go"));
    }
  }, async ({ get, directory, sockets }) => {
    const kinds = ["good", "once", "twice", "gone", "inside", "short"];
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => get(`/${kinds[n % kinds.length]}/${n}`)),
    );
    const found = results.flatMap((result) =>
      result.status === "fulfilled" ? [result.value.path] : []
    );
    assert.equal(found.length, 68);
    assert.deepEqual(
      new Set(files(directory).map((name) => `${directory}/${name}`)),
      new Set(found),
    );
    await until(() => sockets.size, (open) => open === 0);
  }, { keepAliveMs: 50, maxConnectionsPerHost: 16 }));
