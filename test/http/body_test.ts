/** Bodies as the doors read them: whole, or abandoned with their memory freed. */
import assert from "node:assert/strict";
import { Refusal } from "../../src/core/errors.ts";
import { type BodyReader, createBodyReader } from "../../src/http/requests/body.ts";
import { rawClient } from "../support/raw_client.ts";
import { until } from "../support/until.ts";

const MB = 1 << 20;

interface Fixture extends AsyncDisposable {
  url: string;
}

/**
 * Starts a server that responds with the length and the last byte of a body, or the refusal's
 * fault.
 */
function serve(bodies: BodyReader): Fixture {
  const controller = new AbortController();
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve({ ...options, signal: controller.signal }, async (request) => {
    try {
      using body = await bodies.read(request, { owner: request.headers.get("x-owner") });
      return new Response(`${body.bytes.length} ${body.bytes.at(-1)}`);
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
      return new Response(`${error.fault}: ${error.info}`, { status: 400 });
    }
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    async [Symbol.asyncDispose]() {
      bodies.close();
      // A refused client may still be sending its body, which is not awaited.
      controller.abort();
      await server.finished;
    },
  };
}

/** Posts a body of declared length, or in chunks. */
async function post(url: string, bytes: number, chunked: boolean, owner = "me"): Promise<string> {
  const content = new Uint8Array(bytes).fill(7);
  const body = chunked ? new Blob([content]).stream() : content;
  return await (await fetch(url, { method: "POST", headers: { "x-owner": owner }, body })).text();
}

const LIMITS = {
  maxBytes: 3 * MB,
  totalMaxBytes: 20 * MB,
  timeoutMs: 600_000,
  sourceOf: (headers: Headers) => headers.get("x-source") ?? "somewhere",
};

for (const chunked of [false, true]) {
  const how = chunked ? "in chunks" : "of declared length";
  Deno.test(`a body ${how} is read whole, and no byte beyond the limit`, async () => {
    await using fixture = serve(createBodyReader(LIMITS));
    for (const bytes of [1, 1000, MB, MB + 1, 3 * MB]) {
      assert.equal(await post(fixture.url, bytes, chunked), `${bytes} 7`);
    }
    assert.match(await post(fixture.url, 3 * MB + 1, chunked), /^bodyTooLarge: /);
  });
}

Deno.test("an empty body is read too", async () => {
  await using fixture = serve(createBodyReader(LIMITS));
  assert.equal(await post(fixture.url, 0, false), "0 undefined");
});

Deno.test("a large body counts by the bytes that have arrived, not by its declared length", async () => {
  await using fixture = serve(createBodyReader({ ...LIMITS, totalMaxBytes: 6 * MB }));
  using large = await rawClient(fixture.url);
  const declared = `Content-Length: ${3 * MB}\r\nExpect: 100-continue\r\n\r\n`;
  await large.say(`POST / HTTP/1.1\r\nHost: localhost\r\nX-Owner: me\r\n${declared}`);
  await large.receives(/100 Continue/);
  // Nothing has arrived, so there is room for another.
  assert.equal(await post(fixture.url, 2 * MB, false), `${2 * MB} 7`);
  await large.say("x".repeat(3 * MB - 1));
  await large.receives(/unavailable: too many large bodies at once/);
  assert.equal(await post(fixture.url, 2 * MB, false), `${2 * MB} 7`);
});

/** Begins bodies of declared length, and sends this number of bytes of each. */
async function begin(
  { url }: Fixture,
  count: number,
  { declared, sent, owner }: { declared: number; sent: number; owner: string | null },
): Promise<Disposable> {
  const clients = new DisposableStack();
  const from = owner === null ? "" : `X-Owner: ${owner}\r\n`;
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${from}Content-Length: ${declared}\r\n\r\n`;
  await Promise.all(Array.from({ length: count }, async () => {
    const client = clients.use(await rawClient(url));
    await client.say(head + "x".repeat(sent));
  }));
  return clients;
}

Deno.test("declared lengths whose bytes do not arrive keep no other body out", async () => {
  await using fixture = serve(createBodyReader({ ...LIMITS, totalMaxBytes: 8 * MB }));
  using _strangers = await begin(fixture, 300, { declared: 64 << 10, sent: 1, owner: null });
  using _mine = await begin(fixture, 30, { declared: MB, sent: 1, owner: "me" });
  assert.equal(await post(fixture.url, MB, false, "another"), `${MB} 7`);
  assert.equal(await post(fixture.url, MB, false), `${MB} 7`);
});

Deno.test("strangers' bodies leave nearly all of the memory to others", async () => {
  await using fixture = serve(createBodyReader({ ...LIMITS, totalMaxBytes: 8 * MB }));
  // As much as strangers may hold, and more.
  using _strangers = await begin(fixture, 20, { declared: 60_001, sent: 60_000, owner: null });
  assert.equal(await post(fixture.url, 3 * MB, false), `${3 * MB} 7`);
});

Deno.test("owners at their limit leave room for another, and always for a small body", async () => {
  await using fixture = serve(createBodyReader({ ...LIMITS, totalMaxBytes: 8 * MB }));
  const all = await Promise.all(
    ["a", "b", "c", "d", "e", "f"].map((owner) =>
      begin(fixture, 8, { declared: MB + 1, sent: MB, owner })
    ),
  );
  assert.match(await post(fixture.url, 3 * MB, false, "a"), /^unavailable: /);
  for (const owner of ["g", "h", "i"]) {
    assert.equal(await post(fixture.url, 60_000, false, owner), "60000 7");
  }
  for (const response of all) response[Symbol.dispose]();
});

/** Writes a body in chunks of this length; the last chunk, which ends it, is extra. */
function chunked(length: number, chunkLength: number): string {
  const content = "x".repeat(chunkLength);
  return `${chunkLength.toString(16)}\r\n${content}\r\n`.repeat(length / chunkLength);
}

const CHUNKED = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n";

Deno.test("a body in lines of base64, each a chunk, is read whole", async () => {
  await using fixture = serve(createBodyReader(LIMITS));
  using client = await rawClient(fixture.url);
  await client.say(`${CHUNKED}X-Owner: me\r\n\r\n${chunked(76 * 10_000, 76)}0\r\n\r\n`);
  await client.receives(/760000 120/);
});

Deno.test("a body in chunks of one byte is charged for what it holds, and ends early", async () => {
  await using fixture = serve(createBodyReader(LIMITS));
  using client = await rawClient(fixture.url);
  // Not the end of the body: the refusal does not wait for it.
  await client.say(`${CHUNKED}X-Owner: me\r\n\r\n${chunked(2000, 1)}`);
  await client.receives(/invalidRequest: the body's chunks are shorter than 64 bytes on average/);
  using short = await rawClient(fixture.url);
  await short.say(`${CHUNKED}X-Owner: me\r\n\r\n${chunked(1000, 1)}0\r\n\r\n`);
  await short.receives(/1000 120/);
});

Deno.test("strangers of one source leave room for those of another", async () => {
  await using fixture = serve(createBodyReader({ ...LIMITS, totalMaxBytes: 16 * MB }));
  // Half of a sixteenth is 512 KB.
  using _strangers = await begin(fixture, 30, { declared: 60_001, sent: 60_000, owner: null });
  const post = (source: string) =>
    fetch(fixture.url, {
      method: "POST",
      headers: { "x-source": source },
      body: new Uint8Array(60_000).fill(7),
    }).then((response) => response.text());
  await until(() => post("somewhere"), (response) => /^unavailable: /.test(response));
  assert.equal(await post("elsewhere"), "60000 7");
});

Deno.test("a body that is assigned to an owner is no stranger's any more", async () => {
  const bodies = createBodyReader({ ...LIMITS, totalMaxBytes: 16 * MB });
  const stranger = () =>
    bodies.read(new Request("http://x", { method: "POST", body: new Uint8Array(60_000) }));
  using stack = new DisposableStack();
  // More than strangers may hold together.
  for (let count = 0; count < 40; count++) stack.use(await stranger()).assign("me");
  stack.use(await stranger());
  stack.dispose();
  bodies.close();
});

Deno.test("a body that its owner's share does not hold is refused, and frees the stranger's", async () => {
  const bodies = createBodyReader({ ...LIMITS, totalMaxBytes: MB });
  const read = (owner: string | null) => {
    const body = new Uint8Array(60_000);
    return bodies.read(new Request("http://x", { method: "POST", body }), { owner });
  };
  using stack = new DisposableStack();
  for (let count = 0; count < 7; count++) stack.use(await read("me"));
  using stranger = await read(null);
  assert.throws(() => stranger.assign("me"), /too many large bodies at once/);
  stack.use(await read(null));
  bodies.close();
});

Deno.test("an abandoned body is freed, large or small", async () => {
  const limits = { ...LIMITS, totalMaxBytes: 8 * MB, timeoutMs: 500 };
  await using fixture = serve(createBodyReader(limits));
  // A body of another client may itself take too long.
  const untilFree = () =>
    until(() => post(fixture.url, 3 * MB, false), (response) => response === `${3 * MB} 7`);
  for (const bytes of [MB, 3 * MB]) {
    using slow = await rawClient(fixture.url);
    const declared = `Content-Length: ${bytes}\r\n\r\n`;
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\nX-Owner: me\r\n${declared}`;
    await slow.say(head + "x".repeat(bytes - 1));
    await slow.receives(/invalidRequest: the body took longer than 0.5 seconds/);
    await untilFree();
    // The rest arrives, and is ignored.
    await slow.say("x");
    await untilFree();
  }
});
