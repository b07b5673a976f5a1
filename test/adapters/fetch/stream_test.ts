/** Downloads over connections that carry further requests: backpressure, reuse and cancellation. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { createConnection } from "../../../src/adapters/fetch/wire/connection.ts";
import { CollectingReader } from "../../../src/adapters/fetch/wire/collected_response.ts";
import { StreamingReader } from "../../../src/adapters/fetch/wire/streamed_response.ts";
import { ok, rawResponse, type Respond, startRawServer } from "../../support/raw_server.ts";
import { until } from "../../support/until.ts";

const GET = ["GET /x HTTP/1.1\r\n\r\n"];
const MEGABYTES = 64;
/** Content that neither the sockets' buffers nor the reader's hold as a whole. */
const LARGE = "x".repeat(MEGABYTES << 20);

/** Runs a test with a connection to a server. */
async function withConnection(
  respond: Respond,
  run: (connection: ReturnType<typeof createConnection>) => Promise<void>,
): Promise<void> {
  await using server = await startRawServer(respond);
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  const connection = createConnection(socket, { onIdle() {}, onClosed() {} });
  await run(connection);
  connection.destroy();
}

/** Sends a request, and returns the status of its response. */
async function statusOf(connection: ReturnType<typeof createConnection>): Promise<number> {
  const reader = new CollectingReader(100);
  connection.send(GET, reader);
  return (await reader.response).status;
}

Deno.test("a slow consumer slows the server down, and gets all of the body", async () => {
  let written = 0;
  await withConnection((_path, socket) => {
    socket.write(ok(`content-length: ${LARGE.length}`, ""));
    const send = () => {
      while (written < LARGE.length && socket.write(LARGE.slice(written, written + 65_536))) {
        written += 65_536;
      }
    };
    socket.on("drain", () => {
      written += 65_536;
      send();
    });
    send();
  }, async (connection) => {
    const reader = new StreamingReader(connection);
    connection.send(GET, reader);
    const { body } = await reader.response;
    const chunks = body[Symbol.asyncIterator]();
    let bytes = (await chunks.next()).value!.byteLength;
    let before = -1;
    await until(() => {
      const stands = written === before;
      before = written;
      return stands;
    }, (stands) => stands);
    assert.ok(written < LARGE.length, `${written} bytes were sent`);
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) bytes += chunk.byteLength;
    assert.equal(bytes, LARGE.length);
  });
});

Deno.test("a connection whose response was received but not read carries the next request", () => {
  let requests = 0;
  return withConnection((_path, socket) => {
    const pieces = "x".repeat(100);
    socket.write(++requests === 1 ? ok("content-length: 100", pieces) : rawResponse("204 No"));
  }, async (connection) => {
    const reader = new StreamingReader(connection);
    connection.send(GET, reader);
    const { body } = await reader.response;
    await until(() => reader.isComplete, (isComplete) => isComplete);
    const next = statusOf(connection);
    reader.cancel(new Error("too late"));
    assert.equal(await next, 204);
    await assert.rejects(Array.fromAsync(body), /too late/);
  });
});

Deno.test("a response that is cancelled before its end closes the connection", () =>
  withConnection((_path, socket) => {
    socket.write(ok("content-length: 9", "abc"));
  }, async (connection) => {
    const reader = new StreamingReader(connection);
    connection.send(GET, reader);
    for await (const chunk of (await reader.response).body) {
      assert.equal(new TextDecoder().decode(chunk), "abc");
      break;
    }
    assert.ok(!connection.isOpen);
  }));
