/** Clients of servers that the operator configured: in any network, and of that server only. */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import { createOutbound, type Outbound } from "../../../src/adapters/fetch/outbound.ts";
import { ok, type RawServer, startRawServer } from "../../support/raw_server.ts";
import { until } from "../../support/until.ts";

const FOUND = ok("content-length: 2", "ok");
const request = { headers: {}, timeoutMs: 600_000, maxResponseBytes: 100 };

/** Runs a test with a connection pool that allows customers no inside address. */
async function withOutbound(
  respond: string,
  run: (server: RawServer, outbound: Outbound) => Promise<void>,
): Promise<void> {
  await using server = await startRawServer((_path, socket) => void socket.write(respond));
  const outbound = createOutbound({ names: {} });
  try {
    await run(server, outbound);
  } finally {
    await outbound.close();
  }
}

Deno.test("an endpoint reaches its server in a private network, by address and by name", () =>
  withOutbound(FOUND, async ({ url, port }, { endpoint, fetch }) => {
    for (const configured of [url, `http://localhost:${port}/mm7`]) {
      const server = endpoint(configured);
      assert.equal((await server.post(configured, { ...request, body: "x" })).status, 200);
      assert.equal((await server.get(`${configured}/numbers/1`, request)).status, 200);
      // The operator's configuration does not allow customers anything.
      await assert.rejects(fetch.post(configured, { ...request, body: "x" }), { rule: "address" });
    }
  }));

Deno.test("an endpoint sends no request to another server, whatever its name or port", () =>
  withOutbound(FOUND, async ({ url, port, sockets }, { endpoint }) => {
    const server = endpoint(`http://mmsc.example:${port}/`);
    for (
      const other of [
        url,
        `http://localhost:${port}/`,
        "http://mmsc.example/",
        `https://mmsc.example:${port}/`,
        `http://mmsc.example.:${port}/`,
      ]
    ) {
      await assert.rejects(server.get(other, request), { rule: "address" }, other);
    }
    await assert.rejects(server.get(`http://a:b@mmsc.example:${port}/`, request), { rule: "url" });
    assert.equal(sockets.size, 0);
  }));

Deno.test("an endpoint's redirect is returned as a response, not followed", () =>
  withOutbound(
    "HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n",
    async ({ url }, { endpoint }) => {
      const { status, headers } = await endpoint(url).get(url, request);
      assert.deepEqual([status, headers["location"]], [302, "/elsewhere"]);
    },
  ));

Deno.test("no two endpoints share a connection, and closing one ends its own", () =>
  withOutbound(FOUND, async ({ url, sockets }, { endpoint }) => {
    const [first, other] = [endpoint(url), endpoint(url)];
    for (let n = 0; n < 3; n++) {
      await first.get(url, request);
      await other.get(url, request);
    }
    assert.equal(sockets.size, 2);
    await first.close();
    await until(() => sockets.size, (open) => open === 1);
    assert.equal((await other.get(url, request)).status, 200);
  }));

Deno.test("an invalid entry of OUTBOUND_ALLOW is reported with the key", () => {
  for (const entry of ["10.0.0.0/33", "a b", "host:70000", "http://host/"]) {
    assert.throws(
      () => createGuardedFetch({ allow: [entry] }),
      {
        message: "OUTBOUND_ALLOW must be a list of CIDRs, addresses and hosts such as " +
          `\`10.0.0.0/8, files.internal:8080\`, not ${JSON.stringify(entry)}`,
      },
    );
  }
});
