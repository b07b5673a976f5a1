/** Client for TypeScript against a server on loopback. */
import assert from "node:assert/strict";
import { Client, type ClientOptions, SlidepostError } from "../../src/client/mod.ts";

interface Seen {
  url: URL;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Runs `use` with a client of a server that responds to every request with `response`. */
async function withServer(
  respond: (seen: Seen) => Response | Promise<Response>,
  use: (client: Client, seen: Seen[]) => Promise<void>,
  options: Partial<ClientOptions> = {},
): Promise<void> {
  const seen: Seen[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { url, headers } = request;
    const received = { url: new URL(url), headers, body: await request.json() };
    seen.push(received);
    return respond(received);
  });
  const baseUrl = `http://127.0.0.1:${server.addr.port}/`;
  try {
    await use(new Client({ baseUrl, apiKey: "key1", retries: 0, ...options }), seen);
  } finally {
    await server.shutdown();
  }
}

const sms = { messageText: "Hi", to: "14085550100", from: "28444" };
const wireSms = { "message-text": "Hi", to: "14085550100", from: "28444" };

Deno.test("a call is one POST with key, action and fields", async () => {
  const sent = {
    status: "Success",
    "tracking-id": "t1",
    to: sms.to,
    from: sms.from,
    "status-details": "queued",
  };
  await withServer(() => Response.json(sent), async (client, seen) => {
    const response = await client.sendsms(sms, { idempotencyKey: "k1", operatorId: "0001470" });
    assert.deepEqual(response, {
      status: "Success",
      trackingId: "t1",
      to: sms.to,
      from: sms.from,
      statusDetails: "queued",
    });
    const [{ url, headers, body }] = seen as [Seen];
    assert.equal(url.pathname, "/api/v2");
    assert.deepEqual(body, { ...wireSms, action: "sendsms" });
    assert.equal(headers.get("x-api-key"), "key1");
    assert.equal(headers.get("content-type"), "application/json");
    assert.equal(headers.get("idempotency-key"), "k1");
    assert.equal(headers.get("x-service-carrier-id"), "0001470");
  });
});

Deno.test("every action has its method", async () => {
  await withServer(({ body }) => Response.json(body), async (client, seen) => {
    await client.savemms({ name: "n", slide: [{ messageText: "x" }] });
    await client.sendsavedmms({ mmsId: "m", to: "1", from: "2" });
    await client.sendsms(sms);
    await client.createimage({ barcode: { id: "1" } });
    await client.createcontact({ name: { firstName: "Ana" } });
    await client.createcalendar({
      eventTitle: "t",
      eventDescription: "d",
      eventLocation: "l",
      eventStartDatetime: "2026-07-04",
      eventEndDatetime: "2026-07-04",
      eventTimezone: "UTC",
    });
    assert.deepEqual(seen.map(({ body }) => body.action), [
      "savemms",
      "sendsavedmms",
      "sendsms",
      "createimage",
      "createcontact",
      "createcalendar",
    ]);
  });
});

Deno.test("a file comes with its type and name", async () => {
  const vcard = new TextEncoder().encode("BEGIN:VCARD\r\nEND:VCARD\r\n");
  const headers = {
    "content-type": "text/vcard; charset=utf-8",
    "content-disposition": "inline; filename=contact.vcf",
  };
  await withServer(() => new Response(vcard, { headers }), async (client) => {
    const file = await client.createcontact({ name: { firstName: "Ana" } });
    assert.deepEqual(file, { bytes: vcard, type: "text/vcard", filename: "contact.vcf" });
  });
});

Deno.test("a failure is thrown with all that the service reported", async () => {
  const failure = { status: "Failure", "error-code": "E113", "error-info": "Too fast", to: sms.to };
  const headers = { "retry-after": "2", link: '<http://localhost/docs/codes#E113>; rel="help"' };
  const respond = () => Response.json(failure, { status: 429, headers });
  await withServer(respond, async (client) => {
    const error = await client.sendsms(sms).catch((thrown) => thrown);
    assert.ok(error instanceof SlidepostError);
    const { status, code, info, to, retryAfter, link, message } = error;
    assert.deepEqual({ status, code, info, to, retryAfter, link, message }, {
      status: 429,
      code: "E113",
      info: "Too fast",
      to: sms.to,
      retryAfter: 2,
      link: "http://localhost/docs/codes#E113",
      message: "E113: Too fast",
    });
  });
});

Deno.test("a failure that is not the service's has no code", async () => {
  const respond = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  await withServer(respond, async (client) => {
    await assert.rejects(client.sendsms(sms), {
      name: "SlidepostError",
      status: 502,
      code: null,
      info: "HTTP status 502",
    });
  });
});

Deno.test("a call is given up after the timeout, or by its signal", async () => {
  const never = Promise.withResolvers<Response>();
  await withServer(() => never.promise, async (client) => {
    await assert.rejects(client.sendsms(sms), { name: "TimeoutError" });
    await assert.rejects(client.sendsms(sms, { signal: AbortSignal.abort() }), {
      name: "AbortError",
    });
    never.resolve(new Response());
  }, { timeout: 50 });
});

Deno.test("fetch can be replaced", async () => {
  const urls: string[] = [];
  const client = new Client({
    baseUrl: "https://mms.example.com/base",
    apiKey: "key1",
    fetch: (input) => {
      urls.push(String(input));
      return Promise.resolve(Response.json({ status: "success" }));
    },
  });
  await client.savemms({ name: "n", slide: [{}] });
  assert.deepEqual(urls, ["https://mms.example.com/base/api/v2"]);
});
