/** Documented responses to carriers and to supervisors: each produced through its door. */
import assert from "node:assert/strict";
import { assertMatchesContract, assertMm7Responses, assertResponse } from "../contract/validate.ts";
import {
  CONTENT,
  CREDENTIALS,
  deliver,
  FROM,
  type Post,
  reportReq,
} from "../connectors/mmsc_posts.ts";
import { REFUSED, SINGLE } from "../connectors/mmsc_relay_requests.ts";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { recordResponse } from "../support/produced_responses.ts";
import { rawClient } from "../support/raw_client.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";

const TOKEN = "a-token-of-callbacks";
const RELAY_MAX_BYTES = 4 << 20;

let test: TestService;
/** Service that loses its database, and waits a second for a body. */
let fragile: TestService;
let line: BreakingLine;

Deno.test.beforeAll(async () => {
  line = startBreakingLine(await migratedDatabase());
  [test, fragile] = await Promise.all([
    startService({
      config: {
        CREDENTIAL_FAILURE_BURST: "1",
        TRUSTED_PROXIES: "127.0.0.1",
        MM7_BODY_MAX_BYTES: "4MiB",
        MM7_PARTS_MAX: "20",
      },
    }),
    startService({ config: { DATABASE_URL: line.url, REQUEST_BODY_TIMEOUT: "1s" } }),
  ]);
  for (const service of [test, fragile]) {
    await adminBody(service, 201, "POST", "/connectors", {
      name: "mmsc",
      kind: "mmsc_mm7",
      url: "https://mmsc.example.net/mm7",
      vaspid: "us",
      "relay-username": "relay",
      "relay-password": "relay pass:ü",
    });
    await adminBody(service, 201, "POST", "/connectors", {
      name: "hosted",
      kind: "http",
      url: "https://provider.example/send",
      "id-path": "id",
      body: '{"to": "{to}", "text": "{text}"}',
      "callback-token": TOKEN,
      "status-path": "status",
      "status-id-path": "id",
      statuses: "gone=failed",
      "inbound-from-path": "from",
      "inbound-to-path": "to",
      "inbound-text-path": "text",
    });
  }
});

Deno.test.afterAll(async () => {
  await Promise.all([test.stop(), fragile.stop()]);
  await line.cut();
});

/** Posts a request of the MMSC, and asserts the status and the StatusCode of the response. */
async function assertRelayed(
  expected: [status: number, code: number],
  { body, contentType = "text/xml", authorization = CREDENTIALS }: Post,
  { url }: TestService = test,
): Promise<void> {
  const response = await fetch(`${url}/mm7/relay/mmsc`, {
    method: "POST",
    headers: {
      ...contentType === null ? {} : { "content-type": contentType },
      ...authorization === null ? {} : { authorization },
    },
    body: typeof body === "string" ? new TextEncoder().encode(body) : body as BodyInit,
  });
  const bytes = await response.bytes();
  const xml = new TextDecoder().decode(bytes);
  assert.deepEqual([response.status, Number(/<StatusCode>(\d+)</.exec(xml)?.[1])], expected, xml);
  await assertMm7Responses([{ response, bytes }]);
}

const to = (shortCode: string) =>
  `<Recipients><To><ShortCode>${shortCode}</ShortCode></To></Recipients>`;

const RELAYED: [title: string, request: Post, expected: [status: number, code: number]][] = [
  ["a message to a sender", deliver(FROM + to("111122") + CONTENT, SINGLE), [200, 1000]],
  ["a message to no sender", deliver(FROM + to("999999") + CONTENT, SINGLE), [200, 2002]],
  ["a report on no message", { body: reportReq("Retrieved") }, [200, 2005]],
  ["no credentials", { body: reportReq("Retrieved"), authorization: null }, [401, 2568]],
  ["a body that is too large", { body: new Uint8Array(RELAY_MAX_BYTES + 1) }, [413, 2560]],
  // A body with more bytes than are read is refused before, as the one above.
  ...REFUSED.filter(([title]) => title !== "more bytes than are read").map((
    [title, request, code],
  ): typeof RELAYED[number] => [
    title,
    request,
    [200, code],
  ]),
];

for (const [title, request, expected] of RELAYED) {
  Deno.test(`relay: ${title}: ${expected.join(" ")}`, () => assertRelayed(expected, request));
}

/** Posts a callback of the provider, and asserts the status of the response and its code, if any. */
async function assertTaken(
  path: string,
  expected: string,
  {
    body = `{"from": "16175550111", "to": "999999", "text": "Hello", "status": "new", "id": "1"}`,
    client,
  }: { body?: BodyInit; client?: string } = {},
  { url }: TestService = test,
): Promise<void> {
  const headers = client === undefined ? undefined : { "x-forwarded-for": client };
  const response = await fetch(url + path, { method: "POST", body, headers });
  const content = await assertResponse("POST", path, response);
  const code = (content as { "error-code"?: string })?.["error-code"];
  await response.body?.cancel();
  assert.equal([response.status, code].filter(Boolean).join(" "), expected, path);
}

const form = (fields: number) =>
  Array.from({ length: fields }, (_, index) => `n${index}=1`).join("&");

/** Addresses of callbacks: of the connector, and of one message. */
const CALLBACKS = ["/carriers/hosted/inbound", "/carriers/hosted/status/some-message"];

for (const [index, path] of CALLBACKS.entries()) {
  const address = `${path}?token=${TOKEN}`;
  const wrong = `${path}?token=wrong`;
  const client = `192.0.2.${index + 1}`;

  Deno.test(`callbacks at ${path} are taken, or refused`, async () => {
    await assertTaken(address, "200");
    await assertTaken(address, "400", { body: form(201) });
    await assertTaken(wrong, "401", { client });
    await assertTaken(`${wrong}er`, "429 E104", { client });
    await assertTaken(wrong, "413 E100", { body: "x".repeat((64 << 10) + 1) });
  });

  Deno.test(`a callback at ${path} whose body does not come is refused`, async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
    });
    await assertTaken(address, "400 E100", { body }, fragile);
  });
}

Deno.test("the service is alive, and ready", async () => {
  for (const path of ["/healthz", "/readyz"]) {
    const response = await fetch(test.url + path);
    await assertResponse("GET", path, response);
    await response.body?.cancel();
  }
});

for (const [path, operation] of [["/healthz", "readHealth"], ["/readyz", "readReadiness"]]) {
  Deno.test(`GET ${path} of a malformed host is refused`, async () => {
    using client = await rawClient(test.url);
    await client.say(`GET ${path} HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`);
    const [head, body] = (await client.hungUp()).split("\r\n\r\n");
    assert.match(head!, /^HTTP\/1\.1 400 /);
    const [, type] = /^content-type: (.*)$/im.exec(head!)!;
    assertMatchesContract("GET", path!, 400, type!, new TextEncoder().encode(body));
    recordResponse(operation!, 400);
  });
}

Deno.test("while the database is away, carriers are asked to try again", async () => {
  await line.cut();
  await assertRelayed([503, 3000], deliver(FROM + to("111122") + CONTENT, SINGLE), fragile);
  for (const path of CALLBACKS) {
    await assertTaken(`${path}?token=${TOKEN}`, "503", {}, fragile);
    await assertTaken(`${path}?token=wrong`, "503 E504", {}, fragile);
  }
  const response = await fetch(`${fragile.url}/readyz`);
  assert.equal(response.status, 503);
  await assertResponse("GET", "/readyz", response);
  await response.body?.cancel();
});
