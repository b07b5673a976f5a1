/** A provider of operator lookups over HTTP, with valid and invalid responses. */
import assert from "node:assert/strict";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createOutbound } from "../../src/adapters/fetch/outbound.ts";
import { createHttpProvider } from "../../src/adapters/operator_lookup/mod.ts";
import type { HttpProviderOptions } from "../../src/adapters/operator_lookup/http.ts";
import { LookupFailed } from "../../src/ports/mod.ts";
import { type LookupServer, startLookupServer } from "../support/provider.ts";

const NUMBER = "16175550101";

type Given = Partial<HttpProviderOptions>;

/** Runs a test with a server, and a function that creates providers with its URL. */
async function withServer(
  run: (
    server: LookupServer,
    provider: (options?: Given) => ReturnType<typeof createHttpProvider>,
  ) => Promise<void>,
): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(startLookupServer());
  await run(server, (options = {}) => {
    const { endpoint, close } = createOutbound({ names: {} });
    parts.defer(close);
    return createHttpProvider({
      endpoint: endpoint(options.url ?? server.url),
      clock: systemClock,
      url: server.url,
      headers: {},
      path: "operator-id",
      timeoutMs: 10_000,
      concurrency: 16,
      ...options,
    });
  });
}

const FOUND: [what: string, path: string, response: unknown, id: string | null][] = [
  ["a member", "operator-id", { "operator-id": "0001470" }, "0001470"],
  ["a member further in", "data.carrier.id", { data: { carrier: { id: "x_Y-1" } } }, "x_Y-1"],
  ["an item of a list", "results.1.id", { results: [{ id: "a" }, { id: "b" }] }, "b"],
  ["a number", "mccmnc", { mccmnc: 310410 }, "310410"],
  ["null: not known", "operator-id", { "operator-id": null }, null],
  ["an empty text: not known", "operator-id", { "operator-id": "" }, null],
];

for (const [title, path, response, id] of FOUND) {
  Deno.test(`a response's id is ${title}`, () =>
    withServer(async (server, provider) => {
      server.respond = () => Response.json(response);
      assert.equal(await provider({ path }).operatorOf(NUMBER, "acme"), id);
    }));
}

Deno.test("the number goes into the URL, and the headers with it", () =>
  withServer(async (server, provider) => {
    const headers = { "x-api-key": "s3cret" };
    const url = `${server.url}?again={number}`;
    assert.equal(await provider({ headers, url }).operatorOf(NUMBER, "acme"), "0001470");
    const [request] = server.requests;
    assert.equal(request!.number, NUMBER);
    assert.equal(request!.headers.get("x-api-key"), "s3cret");
    assert.equal(request!.headers.get("accept"), "application/json");
  }));

Deno.test("a response may come in chunks, without a length", () =>
  withServer(async (server, provider) => {
    server.respond = () => new Response(new Blob(['{"operator-id":', '"7"}']).stream());
    assert.equal(await provider().operatorOf(NUMBER, "acme"), "7");
  }));

Deno.test("404 says that the number is not known", () =>
  withServer(async (server, provider) => {
    server.respond = () => new Response("no such number", { status: 404 });
    assert.equal(await provider().operatorOf(NUMBER, "acme"), null);
  }));

const HOSTILE: [what: string, response: (server: LookupServer) => Response, reason: RegExp][] = [
  ["a fault", () => new Response("oh no", { status: 500 }), /status 500/],
  [
    "a redirect, which is not followed",
    (server) => Response.redirect(server.url.replace("{number}", "elsewhere")),
    /status 302/,
  ],
  ["204", () => new Response(null, { status: 204 }), /status 204/],
  ["no JSON", () => new Response("<html>"), /not JSON/],
  ["half of a JSON", () => new Response('{"operator-id":"0001'), /not JSON/],
  ["bytes that are no UTF-8", () => new Response(new Uint8Array([0x22, 0xff, 0x22])), /not JSON/],
  ["nothing", () => new Response(""), /not JSON/],
  ["JSON that is no object", () => Response.json("0001470"), /no id at operator-id/],
  ["an object without the member", () => Response.json({ id: "7" }), /no id at operator-id/],
  ["an object for the id", () => Response.json({ "operator-id": {} }), /no id at operator-id/],
  ["an id with other characters", () => Response.json({ "operator-id": "a\nb" }), /no id/],
  ["an id that is too long", () => Response.json({ "operator-id": "a".repeat(41) }), /no id/],
  ["a long response", () => Response.json({ more: "x".repeat(100_000) }), /too long/],
  [
    "a response without an end",
    () =>
      new Response(
        new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(16_384).fill(0x20)) }),
      ),
    /too long/,
  ],
];

for (const [title, respond, reason] of HOSTILE) {
  Deno.test(`a provider that responds with ${title} has failed`, () =>
    withServer(async (server, provider) => {
      server.respond = () => respond(server);
      await assert.rejects(provider().operatorOf(NUMBER, "acme"), (error: Error) => {
        assert.ok(error instanceof LookupFailed, String(error));
        assert.match(error.message, reason);
        assert.equal(error.retryAfterMs, 5_000);
        return true;
      });
      assert.equal(server.requests.length, 1);
    }));
}

Deno.test("a path does not lead out of the response", () =>
  withServer(async (_server, provider) => {
    for (const path of ["constructor.name", "__proto__", "operator-id.length"]) {
      await assert.rejects(provider({ path }).operatorOf(NUMBER, "acme"), /no id at/);
    }
  }));

Deno.test("a provider that does not respond in time has failed, and so has a lookup queued behind it", () =>
  withServer(async (server, provider) => {
    const held = Promise.withResolvers<void>();
    server.respond = async () => {
      await held.promise;
      return Response.json({});
    };
    const { operatorOf } = provider({ timeoutMs: 200, concurrency: 1 });
    const lookups = ["1", "2", "3"].map((number) => operatorOf(number, "acme"));
    const results = await Promise.allSettled(lookups);
    held.resolve();
    const reasons = results.map((result) =>
      result.status === "rejected" && result.reason instanceof LookupFailed
        ? result.reason.message
        : ""
    );
    assert.match(reasons[0]!, /in time/);
    for (const reason of reasons.slice(1)) assert.match(reason, /in time|too many/);
  }));

Deno.test("concurrent requests are limited", () =>
  withServer(async (server, provider) => {
    const held = Promise.withResolvers<void>();
    server.respond = async () => {
      await held.promise;
      return Response.json({ "operator-id": "7" });
    };
    const { operatorOf } = provider({ concurrency: 4 });
    const lookups = Array.from(
      { length: 40 },
      (_, i) => operatorOf(`161755501${i}`, `account-${i}`),
    );
    await server.until(4);
    held.resolve();
    assert.deepEqual(new Set(await Promise.all(lookups)), new Set(["7"]));
    assert.deepEqual([server.requests.length, server.most], [40, 4]);
  }));

Deno.test("a provider that cannot be reached has failed", async () => {
  const { url, [Symbol.asyncDispose]: stop } = startLookupServer();
  await stop();
  await withServer(async (_server, provider) => {
    await assert.rejects(provider({ url }).operatorOf(NUMBER, "acme"), LookupFailed);
  });
});
