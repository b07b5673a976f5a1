/**
 * Requests without a response: whether the server may have received one decides if repeating it is
 * safe.
 */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import { FetchRefused, type FetchRule } from "../../../src/ports/mod.ts";
import { ok, rawResponse, type Respond, startRawServer } from "../../support/raw_server.ts";
import { until } from "../../support/until.ts";

type Guarded = ReturnType<typeof createGuardedFetch>;

const post = (fetch: Guarded, url: string, timeoutMs = 600_000, isRepeatable = false) =>
  fetch.post(url, {
    headers: {},
    body: "a message",
    timeoutMs,
    maxResponseBytes: 100,
    isRepeatable,
  });

/** Returns the rule that a failed request broke, and whether it was sent. */
async function refusalOf(request: Promise<unknown>): Promise<[FetchRule, sent: boolean]> {
  try {
    await request;
  } catch (error) {
    if (error instanceof FetchRefused) return [error.rule, error.sent];
    throw error;
  }
  return assert.fail("it got a response");
}

const fetchTo = (connectTimeoutMs = 600_000) =>
  createGuardedFetch({ allow: ["127.0.0.0/8"], connectTimeoutMs, maxConnectionsPerHost: 1 });

async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

Deno.test("without a connection nothing is sent", async () => {
  const fetch = createGuardedFetch({
    allow: ["127.0.0.0/8"],
    resolve: () => Promise.reject(new Error("no such name")),
  });
  const cases: [url: string, rule: FetchRule][] = [
    ["http://10.1.2.3/", "address"],
    ["http://nowhere.example.com/", "connection"],
    [`http://127.0.0.1:${await deadPort()}/`, "connection"],
    [`https://127.0.0.1:${await deadPort()}/`, "connection"],
  ];
  for (const [url, rule] of cases) {
    assert.deepEqual(await refusalOf(post(fetch, url)), [rule, false], url);
  }
  await fetch.close();
});

Deno.test("without TLS nothing is sent", async () => {
  await using mute = await startRawServer(() => {});
  const silent = fetchTo(100);
  const tls = (url: string) => url.replace("http:", "https:");
  assert.deepEqual(await refusalOf(post(silent, tls(mute.url))), ["timeout", false]);
  await silent.close();

  for (const response of ["HTTP/1.1 400 Bad Request\r\n\r\n", ""]) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const fetch = fetchTo();
    const refusal = await refusalOf(post(fetch, `https://127.0.0.1:${port}/`));
    assert.deepEqual(refusal, ["connection", false], response);
    await fetch.close();
    await new Promise((resolve) => server.close(resolve));
  }
});

Deno.test("a request that times out waiting for a connection is not sent", async () => {
  const responding = Promise.withResolvers<void>();
  let requests = 0;
  await using server = await startRawServer(async (_path, socket) => {
    requests++;
    await responding.promise;
    socket.write(ok("content-length: 2", "ok"));
  });
  const fetch = fetchTo();
  const first = post(fetch, server.url);
  assert.deepEqual(await refusalOf(post(fetch, server.url, 100)), ["timeout", false]);
  responding.resolve();
  assert.equal((await first).status, 200);
  assert.equal(requests, 1);
  await fetch.close();
});

/** Time limits of requests, in milliseconds, by the rule that ends them. */
const LIMITS: { readonly [rule in FetchRule]?: number } = { timeout: 300 };

const SENT: Record<string, [Respond, FetchRule]> = {
  "a server that is silent": [() => {}, "timeout"],
  "a connection that is reset": [(_path, socket) => void socket.resetAndDestroy(), "connection"],
  "a connection that is closed": [(_path, socket) => void socket.end(), "connection"],
  "a response that is no HTTP": [(_path, socket) => void socket.end("What?\r\n\r\n"), "connection"],
  "a response that breaks off": [
    (_path, socket) => void socket.end(ok("content-length: 50", "half of it")),
    "connection",
  ],
  "a response without end": [
    (_path, socket) => void socket.write(ok("content-length: 50", "half of it")),
    "timeout",
  ],
  "a response with two lengths": [
    (_path, socket) =>
      void socket.end(rawResponse("200 OK\r\ncontent-length: 1\r\ncontent-length: 2")),
    "content-length",
  ],
};

for (const [title, [respond, rule]] of Object.entries(SENT)) {
  Deno.test(`a request may have arrived after ${title}`, async () => {
    await using server = await startRawServer(respond);
    const fetch = fetchTo();
    const refusal = await until(
      () => refusalOf(post(fetch, server.url, LIMITS[rule])),
      ([, sent]) => sent, // on a busy machine the time may be up before
    );
    assert.deepEqual(refusal, [rule, true]);
    await fetch.close();
  });
}

/**
 * Starts a server that responds to the first request, so that its connection stays open, and then responds
 * by `next`.
 */
async function startPersistentServer(next: Respond) {
  let requests = 0;
  const server = await startRawServer((path, socket, request) => {
    if (++requests === 1) socket.write(ok("content-type: text/plain\r\ncontent-length: 2", "ok"));
    else next(path, socket, request);
  });
  return { server, requests: () => requests };
}

const LOST: Record<string, [Respond, FetchRule]> = {
  "is reset": [(_path, socket) => void socket.resetAndDestroy(), "connection"],
  "is closed": [(_path, socket) => void socket.end(), "connection"],
  "goes silent": [() => {}, "timeout"],
};

for (const [title, [next, rule]] of Object.entries(LOST)) {
  Deno.test(`a post over a reused connection that ${title} is sent once`, async () => {
    const { server, requests } = await startPersistentServer(next);
    await using _ = server;
    const fetch = fetchTo();
    assert.equal((await post(fetch, server.url)).status, 200);
    const [connection] = server.sockets;
    assert.deepEqual(await refusalOf(post(fetch, server.url, LIMITS[rule])), [rule, true]);
    // A repetition would arrive before this request.
    assert.equal((await refusalOf(post(fetch, server.url, LIMITS[rule])))[0], rule);
    assert.equal(requests(), 3);
    assert.ok(!server.sockets.has(connection!));
    await fetch.close();
  });
}

/** Responds to all requests but the second, which ends by `second`; notes the connection of each. */
async function startForgetfulServer(second: Respond) {
  const connections: unknown[] = [];
  const server = await startRawServer((path, socket, request) => {
    connections.push(socket);
    if (connections.length === 2) second(path, socket, request);
    else socket.write(ok("content-type: text/plain\r\ncontent-length: 2", "ok"));
  });
  return { server, connections };
}

for (const title of ["is reset", "is closed"]) {
  Deno.test(`a repeatable post over a reused connection that ${title} goes out again, once`, async () => {
    const [second] = LOST[title]!;
    const { server, connections } = await startForgetfulServer(second);
    await using _ = server;
    const fetch = fetchTo();
    assert.equal((await post(fetch, server.url, undefined, true)).status, 200);
    assert.equal((await post(fetch, server.url, undefined, true)).status, 200);
    assert.equal(connections.length, 3);
    assert.equal(connections[1], connections[0]);
    assert.notEqual(connections[2], connections[0]);
    await fetch.close();
  });
}

const NOT_REPEATED: Record<string, { respond: Respond; before: number; sent: number }> = {
  "whose connection is new": { respond: LOST["is closed"]![0], before: 0, sent: 1 },
  "of whose response a part has come": {
    respond: (_path, socket) => void socket.end("HTTP/1.1 2"),
    before: 1,
    sent: 2,
  },
  "whose new connection ends as well": { respond: LOST["is closed"]![0], before: 1, sent: 3 },
};

for (const [title, { respond, before, sent }] of Object.entries(NOT_REPEATED)) {
  Deno.test(`a repeatable post ${title} fails`, async () => {
    let requests = 0;
    await using server = await startRawServer((path, socket, request) => {
      if (++requests > before) respond(path, socket, request);
      else socket.write(ok("content-type: text/plain\r\ncontent-length: 2", "ok"));
    });
    const fetch = fetchTo();
    if (before > 0) assert.equal((await post(fetch, server.url, undefined, true)).status, 200);
    const refusal = await refusalOf(post(fetch, server.url, undefined, true));
    assert.deepEqual(refusal, ["connection", true]);
    assert.equal(requests, sent);
    await fetch.close();
  });
}

Deno.test("a GET over a reused connection ends when it is aborted", async () => {
  const abort = new AbortController();
  const end = new FetchRefused("timeout", "enough");
  const { server, requests } = await startPersistentServer(() => abort.abort(end));
  await using _ = server;
  const directory = await Deno.makeTempDir();
  const fetch = createGuardedFetch({ allow: ["127.0.0.0/8"] });
  const { signal } = abort;
  const get = () => fetch.download(server.url, { directory, maxBytes: 100, signal });
  assert.equal((await get()).bytes, 2);
  assert.equal((await refusalOf(get()))[0], "timeout");
  assert.equal(requests(), 2);
  await fetch.close();
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a GET over a reused connection that the server has closed is repeated", async () => {
  let requests = 0;
  await using server = await startRawServer((_path, socket) => {
    if (++requests === 2) socket.resetAndDestroy();
    else socket.write(ok("content-type: text/plain\r\ncontent-length: 2", "ok"));
  });
  const directory = await Deno.makeTempDir();
  const fetch = fetchTo();
  const get = () => fetch.download(server.url, { directory, maxBytes: 100 });
  assert.equal((await get()).bytes, 2);
  assert.equal((await get()).bytes, 2);
  assert.equal(requests, 3);
  await fetch.close();
  await Deno.remove(directory, { recursive: true });
});
