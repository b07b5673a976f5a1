/** Bodies of strangers and of customers that cost more than they are: refused, or within limits. */
import assert from "node:assert/strict";
import { type AttackedService, startAttacked } from "../../support/attacked.ts";
import { postTo } from "../../support/outside.ts";
import { type RawClient, rawClient } from "../../support/raw_client.ts";

let service: AttackedService;

Deno.test.beforeAll(async () => {
  service = await startAttacked();
});

Deno.test.afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Writes a request, and reads the response up to a pattern; it may come before the end. */
async function say(client: RawClient, text: string, pattern: RegExp): Promise<string> {
  client.say(text).catch(() => {});
  return await client.receives(pattern);
}

function chunkedRequest(path: string, bytes: number, headers: Record<string, string>): string {
  const fields = Object.entries({ host: "localhost", "transfer-encoding": "chunked", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `POST ${path} HTTP/1.1\r\n${fields}\r\n${"1\r\nx\r\n".repeat(bytes)}0\r\n\r\n`;
}

Deno.test("chunks of one byte from a stranger", async () => {
  await service.attack(() =>
    times(40, async () => {
      using client = await rawClient(service.url);
      const response = await say(client, chunkedRequest("/mm7/v1", 60_000, {}), /\r\n\r\n/);
      assert.match(response, /^HTTP\/1\.1 [45]\d\d /);
    })
  );
});

Deno.test("chunks of one byte from a customer", async () => {
  const headers = { "x-api-key": service.apiKey, "content-type": "application/json" };
  const basic = { authorization: `Basic ${btoa(`acme:${service.apiKey}`)}` };
  await service.attack(() =>
    times(8, async (index) => {
      using client = await rawClient(service.url);
      const request = index % 2 === 0
        ? chunkedRequest("/api/v2", 900_000, headers)
        : chunkedRequest("/mm7/v1", 3_600_000, basic);
      await say(client, request, /chunks are shorter than 64 bytes/);
    })
  );
});

Deno.test("forms of many names at the callbacks of connectors", async () => {
  const { operator, url } = service;
  const auth = { "auth-token": "0123456789abcdef0123456789abcdef" };
  await operator("/connectors", {
    name: "t",
    kind: "twilio",
    "account-sid": `AC${"0".repeat(32)}`,
    ...auth,
    url: "https://provider.example",
  });
  await operator("/connectors", {
    name: "p",
    kind: "plivo",
    "auth-id": `MA${"A".repeat(18)}`,
    ...auth,
    url: "https://provider.example",
  });
  const body = Array.from({ length: 40_000 }, (_, index) => `n${index}=`).join("&");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-twilio-signature": "x",
    "x-plivo-signature-v3": "x",
    "x-plivo-signature-v3-nonce": "x",
  };
  await service.attack(() =>
    times(30, async (index) => {
      const path = ["t", "p", "unknown"][index % 3];
      for (const length of [body.length, 65_000]) {
        const response = await fetch(`${url}/carriers/${path}/status`, {
          method: "POST",
          headers,
          body: body.slice(0, length),
        });
        await response.body?.cancel();
        assert.ok(response.status >= 400, String(response.status));
      }
    })
  );
});

Deno.test("forms of 50 MB at the sign-in of the console", async () => {
  await service.attack(() =>
    times(6, async () => {
      const form = new FormData();
      form.set("token", new Blob([new Uint8Array(50_000_000)]));
      const response = await fetch(`${service.url}/console/sign-in`, {
        method: "POST",
        body: form,
        headers: { origin: service.url },
      }).catch(() => null);
      assert.ok(response === null || response.status >= 400);
      await response?.body?.cancel().catch(() => {});
    })
  );
});

Deno.test("unfinished bodies at the addresses of connectors that do not exist", async () => {
  using clients = new DisposableStack();
  await service.attack(async () => {
    await times(300, async (index) => {
      const client = clients.use(await rawClient(service.url));
      const head = `POST /carriers/c${index}/status HTTP/1.1\r\nHost: localhost\r\n` +
        `X-Signature: ${"0".repeat(64)}\r\nX-Timestamp: 0\r\nContent-Length: 4000000\r\n\r\n`;
      await client.say(head + "x".repeat(3_900_000)).catch(() => {});
    });
    // A customer's large body has its share still.
    const text = "x".repeat(900_000);
    const response = await postTo(service.url, service.apiKey, { action: "sendsms", text });
    assert.notEqual(response.status, 503, await response.text());
  });
});
