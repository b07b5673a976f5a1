/** HTTP responses parsed from bytes, however those are split, and their connections. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { connect } from "node:net";
import fc from "npm:fast-check@4.10.2";
import { createConnection } from "../../../src/adapters/fetch/wire/connection.ts";
import { CollectingReader } from "../../../src/adapters/fetch/wire/collected_response.ts";
import { NotHttp } from "../../../src/adapters/fetch/wire/head.ts";
import { ok, rawResponse, startRawServer } from "../../support/raw_server.ts";
import { FetchRefused } from "../../../src/ports/mod.ts";
import { pause } from "../../support/until.ts";
import { refused, withServer } from "../fetching.ts";

const MAX_BYTES = 20;

/** Reads bytes that arrive in these pieces; null: they are no complete response. */
function read(pieces: readonly Buffer[], thenEnds = false) {
  const reader = new CollectingReader(MAX_BYTES);
  let isWhole = false;
  for (const piece of pieces) isWhole = reader.push(piece) || isWhole;
  if (thenEnds) isWhole = reader.end() || isWhole;
  if (!isWhole) return null;
  const { status, headers, body } = reader.collected()!;
  return [status, headers, Buffer.from(body).toString("latin1"), reader.keepsAlive];
}

const bytesOf = (text: string) =>
  [...Buffer.from(text, "latin1")].map((byte) => Buffer.from([byte]));

type Expected = ReturnType<typeof read>;
const CHUNKED = "transfer-encoding: chunked";

const RESPONSES: Record<string, [text: string, expected: Expected, thenEnds?: true]> = {
  "without content": [rawResponse("204 No Content"), [204, {}, "", true]],
  "not modified, whatever its length": [
    rawResponse("304 Not Modified\r\ncontent-length: 9"),
    [304, { "content-length": "9" }, "", true],
  ],
  "of a length": [ok("Content-Length: 5", "hello"), [
    200,
    { "content-length": "5" },
    "hello",
    true,
  ]],
  "of no length at all": [ok("content-length: 0", ""), [200, { "content-length": "0" }, "", true]],
  "of one length stated twice": [
    ok("content-length: 2\r\ncontent-length: 2", "hi"),
    [200, { "content-length": "2, 2" }, "hi", true],
  ],
  "in chunks": [
    ok(CHUNKED, "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"),
    [200, { "transfer-encoding": "chunked" }, "abc0123456789", true],
  ],
  "in chunks, with trailers": [
    ok(CHUNKED, "1\r\na\r\n000\r\nx: 1\r\ny: 2\r\n\r\n"),
    [200, { "transfer-encoding": "chunked" }, "a", true],
  ],
  "up to the end of its connection": [ok("x: y", "abc"), [200, { x: "y" }, "abc", false], true],
  "that says it is the last": [
    ok("connection: Keep-Alive, Close\r\ncontent-length: 1", "a"),
    [200, { "connection": "Keep-Alive, Close", "content-length": "1" }, "a", false],
  ],
  "of HTTP/1.0": [
    "HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na",
    [200, { "content-length": "1" }, "a", false],
  ],
  "without a reason phrase": ["HTTP/1.1 204\r\n\r\n", [204, {}, "", true]],
  "after interim ones": [
    `${rawResponse("100 Continue")}${rawResponse("103 Early Hints\r\nlink: x")}${
      rawResponse("204 No Content")
    }`,
    [204, {}, "", true],
  ],
  "with values of one name, spaces and high octets": [
    rawResponse("204 No\r\nA:1\r\na:\t 2 \r\nempty:\r\nb: \xe9"),
    [204, { a: "1, 2", empty: "", b: "\xe9" }, "", true],
  ],
  "with a value twice that is single": [
    rawResponse("204 No\r\nContent-Type: a/b\r\ncontent-type: c/d\r\nLocation: /x\r\nlocation: /y"),
    [204, { "content-type": "a/b", location: "/x" }, "", true],
  ],
  "with names that objects have": [
    rawResponse("204 No\r\nconstructor: 1\r\ntoString: 2"),
    [204, { constructor: "1", tostring: "2" }, "", true],
  ],
  "longer than is wanted": [
    ok("content-length: 25", "x".repeat(25)),
    [200, { "content-length": "25" }, "x".repeat(MAX_BYTES), false],
  ],
  "in more chunks than are wanted": [
    ok(CHUNKED, `F\r\n${"x".repeat(15)}\r\nF\r\n${"y".repeat(15)}\r\n`),
    [200, { "transfer-encoding": "chunked" }, "x".repeat(15) + "y".repeat(5), false],
  ],
  "exactly as long as is wanted": [
    ok("content-length: 20", "x".repeat(20)),
    [200, { "content-length": "20" }, "x".repeat(20), true],
  ],
  "with something behind it": [
    `${ok("content-length: 1", "a")}HTTP/1.1 200 OK`,
    [200, { "content-length": "1" }, "a", false],
  ],
};

for (const [title, [text, expected, thenEnds]] of Object.entries(RESPONSES)) {
  Deno.test(`a response ${title} is read, in one piece, in two and byte by byte`, () => {
    const whole = Buffer.from(text, "latin1");
    assert.deepEqual(read([whole], thenEnds), expected);
    assert.deepEqual(read(bytesOf(text), thenEnds), expected);
    for (let at = 1; at < whole.length; at++) {
      const pieces = [whole.subarray(0, at), whole.subarray(at)];
      assert.deepEqual(read(pieces, thenEnds), expected, `cut at ${at}`);
    }
  });
}

const BROKEN: Record<string, string> = {
  "another protocol": "SSH-2.0-OpenSSH\r\n\r\n",
  "HTTP/2": "HTTP/2 200\r\n\r\n",
  "a status of two digits": "HTTP/1.1 20 OK\r\n\r\n",
  "a status of four digits": "HTTP/1.1 2000 OK\r\n\r\n",
  "switching protocols": rawResponse("101 Switching Protocols\r\nupgrade: x"),
  "a header without a colon": rawResponse("200 OK\r\nx"),
  "a header without a name": rawResponse("200 OK\r\n: x"),
  "a name with a space": rawResponse("200 OK\r\nx : y"),
  "a folded header": rawResponse("200 OK\r\nx: y\r\n z"),
  "a control character": rawResponse("200 OK\r\nx: \x01"),
  "a bare line feed": "HTTP/1.1 200 OK\nx: y\r\n\r\n",
  "a length that is no number": ok("content-length: 1e3", ""),
  "a negative length": ok("content-length: -1", ""),
  "an empty length": ok("content-length:", ""),
  "two lengths": ok("content-length: 1\r\ncontent-length: 2", "a"),
  "a length and chunks": ok(`content-length: 1\r\n${CHUNKED}`, "a"),
  "another transfer coding": ok("transfer-encoding: gzip, chunked", ""),
  "a chunk without a size": ok(CHUNKED, ";x\r\n"),
  "a negative size": ok(CHUNKED, "-1\r\n"),
  "a size beyond all measure": ok(CHUNKED, "fffffffffffff\r\n"),
  "a chunk that is longer than it says": ok(CHUNKED, "1\r\nab\r\n"),
  "a size without end": ok(CHUNKED, "1;".padEnd(5000, "x")),
  "trailers without end": ok(CHUNKED, `0\r\n${"a: b\r\n".repeat(200)}`),
  "a head without end": `HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}`,
  "interim responses without end": rawResponse("103 Early Hints").repeat(4000),
  "too many headers": rawResponse(`200 OK${"\r\na: b".repeat(201)}`),
};

for (const [title, text] of Object.entries(BROKEN)) {
  Deno.test(`no HTTP response: ${title}`, () => {
    assert.throws(() => read([Buffer.from(text, "latin1")]), NotHttp);
    assert.throws(() => read(bytesOf(text)), NotHttp);
  });
}

Deno.test("a response that breaks off is none, at whatever byte it does", () => {
  for (const text of [ok("content-length: 5", "hello"), ok(CHUNKED, "3\r\nabc\r\n0\r\n\r\n")]) {
    const whole = Buffer.from(text);
    for (let at = 0; at < whole.length; at++) {
      assert.equal(read([whole.subarray(0, at)], true), null, `cut at ${at}`);
    }
  }
});

Deno.test("any bytes are a response, the beginning of one, or none", () => {
  const real = Object.values(RESPONSES).map(([text]) => Buffer.from(text, "latin1"));
  const mutated = fc.tuple(
    fc.constantFrom(...real),
    fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }),
    fc.array(fc.nat(200), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(mutated, ([bytes, changes, cuts]) => {
      const copy = Buffer.from(bytes);
      for (const [at, value] of changes) copy[at % copy.length] = value;
      const at = [0, ...cuts.map((cut) => cut % copy.length).sort((a, b) => a - b), copy.length];
      const pieces = at.slice(1).map((end, index) => copy.subarray(at[index], end));
      const outcome = (parts: readonly Buffer[]) => {
        try {
          return read(parts, true);
        } catch (error) {
          assert.ok(error instanceof NotHttp, String(error));
          return "none";
        }
      };
      assert.deepEqual(outcome(pieces), outcome([copy]));
    }),
    { numRuns: 3000, seed: 7 },
  );
});

Deno.test("a connection carries many requests, one at a time; others wait", () =>
  withServer(async (_path, socket) => {
    await pause(2);
    socket.write(ok("content-length: 2", "ok"));
  }, async ({ post, sockets }) => {
    let most = 0;
    await Promise.all(Array.from({ length: 40 }, async () => {
      const { status, body } = await post("/");
      assert.deepEqual([status, new TextDecoder().decode(body)], [200, "ok"]);
      most = Math.max(most, sockets.size);
    }));
    assert.equal(most, 3);
  }, { maxConnectionsPerHost: 3 }));

Deno.test("a request waits for a connection until its time limit, and keeps the order of the others", () => {
  const responding = Promise.withResolvers<void>();
  return withServer(async (path, socket) => {
    if (path === "/slow") await responding.promise;
    socket.write(rawResponse("204 No"));
  }, async ({ post }) => {
    const slow = post("/slow");
    const late = post("/late", { timeoutMs: 50 });
    const patient = post("/patient");
    await assert.rejects(late, refused("timeout"));
    responding.resolve();
    assert.deepEqual([(await slow).status, (await patient).status], [204, 204]);
  }, { maxConnectionsPerHost: 1 });
});

Deno.test("a response that arrives before all is sent counts, and ends its connection", () =>
  withServer((_path, socket) => {
    socket.write(rawResponse("413 Too Large\r\ncontent-length: 0"));
  }, async ({ post, sockets }) => {
    const body = new Uint8Array(20 << 20);
    assert.equal((await post("/", { body })).status, 413);
    assert.equal((await post("/")).status, 413);
    assert.ok(sockets.size <= 2);
  }));

Deno.test("a value that cannot be in a header is not sent", () =>
  withServer((_path, socket) => {
    socket.write(rawResponse("204 No"));
  }, async ({ post }) => {
    for (const value of ["a\r\nb: c", "a\nb", "a\0", "é", "\x7f"]) {
      await assert.rejects(post("/", { headers: { "x-name": value } }), /x-name/);
    }
  }));

Deno.test("a response that is given up has what came of it, once its head is whole", async () => {
  const responses = {
    "/head": "HTTP/1.1 200 OK\r\ncontent-le",
    "/body": ok("content-length: 9", "abc"),
  };
  await using server = await startRawServer((path, socket) =>
    void socket.write(responses[path as keyof typeof responses])
  );
  for (const [path, body] of [["/head", null], ["/body", "abc"]] as const) {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    const connection = createConnection(socket, { onIdle() {}, onClosed() {} });
    const reader = new CollectingReader(MAX_BYTES);
    connection.send([`GET ${path} HTTP/1.1\r\n\r\n`], reader);
    await once(socket, "data");
    connection.destroy(new FetchRefused("timeout", "too late"));
    const error = await reader.response.then(() => null, (error: FetchRefused) => error);
    assert.deepEqual([error?.rule, error?.sent], ["timeout", true]);
    assert.equal(error?.partial && Buffer.from(error.partial.body).toString(), body);
  }
});
