/** Servers that ask the operator's clients for a certificate. */
import assert from "node:assert/strict";
import { createEndpoints } from "../../../src/adapters/fetch/endpoint.ts";
import { makeAuthority } from "../../support/certificates.ts";
import { newDirectory } from "../../support/scratch.ts";
import { startTlsFront } from "../../support/tls_front.ts";

const REQUEST = { headers: {}, body: "message", timeoutMs: 600_000, maxResponseBytes: 100 };

Deno.test("a request that a server refuses for want of a certificate counts as not sent", async () => {
  const authority = await makeAuthority(await newDirectory());
  const server = await authority.issue("localhost", "DNS:localhost");
  const ours = await authority.issue("slidepost", "DNS:slidepost");
  const received: string[] = [];
  await using plain = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      received.push(await request.text());
      return new Response();
    },
  );
  await using front = await startTlsFront(plain.addr.port, {
    ...server,
    clientCa: authority.cert,
  });
  const url = `https://localhost:${front.port}/`;
  const endpoints = createEndpoints({
    resolve: () => Promise.resolve(["127.0.0.1"]),
    trustedCertificates: [authority.cert],
  });
  const without = endpoints.create(url);
  await assert.rejects(without.post(url, REQUEST), {
    name: "FetchRefused",
    reason: "the server asks for a TLS certificate, or refuses ours (tls-certificate)",
    sent: false,
  });
  assert.deepEqual(received, []);
  const tls = { ca: null, certificate: ours.cert, key: ours.key };
  const { status } = await endpoints.create(url, tls).post(url, REQUEST);
  assert.equal(status, 200);
  assert.deepEqual(received, ["message"]);
  await endpoints.close();
});
