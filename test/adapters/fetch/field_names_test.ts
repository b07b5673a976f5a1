/** Names of header fields on the wire, as the examples of their specifications spell them. */
import assert from "node:assert/strict";
import { createOutbound } from "../../../src/adapters/fetch/outbound.ts";
import { ok, startRawServer } from "../../support/raw_server.ts";

const NAMES: Record<string, string> = {
  authorization: "Authorization",
  "content-type": "Content-Type",
  soapaction: "SOAPAction",
  "mime-version": "MIME-Version",
  "x-service-carrier-id": "X-Service-Carrier-Id",
  accept: "Accept",
  "idempotency-key": "Idempotency-Key",
  "if-none-match": "If-None-Match",
  // In lower case in Standard Webhooks and in W3C Trace Context.
  "webhook-id": "webhook-id",
  "webhook-signature": "webhook-signature",
  traceparent: "traceparent",
  // As its caller spells it.
  "X-aBC": "X-aBC",
  "3gpp-x": "3gpp-X",
  constructor: "Constructor",
};

/** Names of the fields of a request, in order. */
const namesIn = (request: string) =>
  request.split("\r\n\r\n", 1)[0]!.split("\r\n").slice(1).map((line) => line.split(":", 1)[0]!);

Deno.test("header names of requests are spelled as in their specifications", async () => {
  const requests: string[] = [];
  await using server = await startRawServer((_path, socket, request) => {
    requests.push(request);
    socket.write(ok("content-type: image/png\r\ncontent-length: 2", "ok"));
  });
  const outbound = createOutbound({ names: {}, allow: ["127.0.0.1"] });
  try {
    const headers = Object.fromEntries(Object.keys(NAMES).map((name) => [name, "x"]));
    const request = { headers, timeoutMs: 600_000, maxResponseBytes: 100 };
    const endpoint = outbound.endpoint(server.url);
    await endpoint.post(server.url, { ...request, body: "x" });
    await endpoint.get(server.url, request);
    await outbound.fetch.post(server.url, { ...request, body: "x" });
    await outbound.fetch.read(server.url, { maxBytes: 100, authorization: "x" });
  } finally {
    await outbound.close();
  }
  const ours = ["Host", "User-Agent"];
  const [post, get, postback, read] = requests.map(namesIn);
  assert.deepEqual(post, [...ours, ...Object.values(NAMES), "Content-Length"]);
  assert.deepEqual(get, [...ours, ...Object.values(NAMES)]);
  assert.deepEqual(postback, post);
  assert.deepEqual(read, ["Host", "Authorization", "Accept", "Accept-Encoding", "User-Agent"]);
});
