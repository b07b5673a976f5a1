/** Slow, numerous, large or ambiguous requests: other clients are not affected. */
import assert from "node:assert/strict";
import { rawClient, statusesOf } from "../support/raw_client.ts";
import { type Customer, newCustomer } from "../support/customer.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { basic } from "../support/vasp.ts";
import { ask, faultOf } from "./door.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
const BODY_BYTES = 128 * 1024;

let test: TestService;
/** Service that gives bodies up after a second; at the others' they may take minutes. */
let hasty: TestService;
let other: Customer;

Deno.test.beforeAll(async () => {
  test = await startService({
    config: {
      REQUEST_BODY_TIMEOUT: "10m",
      JSON_BODY_MAX_BYTES: `${BODY_BYTES}B`,
      MM7_BODY_MAX_BYTES: `${BODY_BYTES}B`,
      REQUEST_BODIES_MAX_BYTES: `${4 * BODY_BYTES}B`,
      SHUTDOWN_TIMEOUT: "1s",
    },
  });
  hasty = await startService({ config: { REQUEST_BODY_TIMEOUT: "1s" } });
  other = await newCustomer(test);
  const relay = { "relay-username": "mmsc", "relay-password": "secret" };
  const created = await test.admin("POST", "/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: "http://127.0.0.1:9/",
    vaspid: "us",
    ...relay,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
});

Deno.test.afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await test.stop();
  await hasty.stop();
});

const head = (path: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: localhost", ...more, "", ""].join("\r\n");
const jsonTo = ({ apiKey }: TestService, ...more: string[]) =>
  head("/api/v2", "Content-Type: application/json", `X-Api-Key: ${apiKey}`, ...more);
const json = (...more: string[]) => jsonTo(test, ...more);
const mm7 = (...more: string[]) =>
  head(
    "/mm7/v1",
    "Content-Type: text/xml",
    `Authorization: ${basic(test.account, test.apiKey)}`,
    ...more,
  );
/** Header of a body of the maximum length, of which only the beginning is sent. */
const BEGUN = `Content-Length: ${BODY_BYTES}`;
const HEALTH = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

async function assertWell(): Promise<void> {
  const response = await other.post(SMS);
  assert.equal(response.status, 200, await response.text());
}

for (const [title, framing] of [["a length", BEGUN], ["chunks", "Transfer-Encoding: chunked"]]) {
  Deno.test(`a body with ${title} that stands still gets 400`, async () => {
    using client = await rawClient(hasty.url);
    await client.say(jsonTo(hasty, framing!) + "5\r\n{");
    assert.match(await client.receives(/\}$/), /^HTTP\/1\.1 400 [^]*took longer than 1 seconds/);
  });
}

Deno.test("a body at a byte at a time is not waited for either", async () => {
  using client = await rawClient(hasty.url);
  await client.say(jsonTo(hasty, BEGUN));
  let response: string | undefined;
  const received = client.receives(/\}$/).then((text) => response = text);
  // The whole body would take hours.
  await until(() => client.say(" "), () => response !== undefined);
  assert.deepEqual(statusesOf(await received), [400]);
});

Deno.test("bodies of one account hold half of the memory at most, and the others' are read", async () => {
  using connected = await clients(3);
  const [first, second, third] = connected;
  await first!.say(json(BEGUN) + "x".repeat(BODY_BYTES - 1));
  await second!.say(json(BEGUN) + "x".repeat(BODY_BYTES - 1));
  const refused = await second!.receives(/\}$/);
  assert.match(refused, /^HTTP\/1\.1 503 [^]*retry-after: 1\r\n[^]*"error-code":"E504"/);

  await third!.say(mm7(BEGUN) + "x".repeat(BODY_BYTES - 1));
  const fault = await third!.receives(/Envelope>$/);
  assert.match(fault, /^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/);
  assert.equal((await test.admin("PATCH", `/accounts/${other.account}`, {})).status, 200);
  await assertWell();

  first![Symbol.dispose]();
  await untilTaken();
});

Deno.test("bodies of unknown length count by the bytes that have arrived", async () => {
  using connected = await clients(3);
  const chunk = "x".repeat(BODY_BYTES - 1);
  for (const client of connected) {
    await client.say(json("Transfer-Encoding: chunked"));
    await client.say(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  // There is room for one; their order is not defined.
  const refused = await Promise.any(connected.map((client) => client.receives(/\}$/)));
  assert.match(refused, /^HTTP\/1\.1 503 /);
  await assertWell();
  connected[Symbol.dispose]();
  await untilTaken();
});

Deno.test("the memory of bodies is free again once their responses are sent", async () => {
  const large = { ...SMS, more: "x".repeat(BODY_BYTES - 200) };
  for (let i = 0; i < 20; i++) assert.equal((await test.post(large)).status, 200);
  for (let i = 0; i < 20; i++) assert.equal((await test.post("x".repeat(BODY_BYTES))).status, 400);
  for (let i = 0; i < 20; i++) {
    assert.equal((await test.post("x".repeat(BODY_BYTES + 1))).status, 413);
  }
  await assertWell();
});

Deno.test("a length that is declared twice does not bypass the limit", async () => {
  using client = await rawClient(test.url);
  const length = `Content-Length: ${BODY_BYTES + 1}`;
  await client.say(json(length, length) + "x".repeat(BODY_BYTES + 1));
  assert.match(await client.receives(/\}$/), /^HTTP\/1\.1 413 /);
});

Deno.test("the relay reads the bodies of its MMSC only", async () => {
  using client = await rawClient(test.url);
  await client.say(head("/mm7/relay/mmsc", "Content-Type: text/xml", "Content-Length: 1000"));
  assert.match(await client.receives(/Envelope>$/), /^HTTP\/1\.1 401 /);
});

/** Requests whose end is ambiguous, each followed by a request that must not be read. */
const AMBIGUOUS: [what: string, headers: string[], body: string][] = [
  ["a length and chunks", ["Content-Length: 3", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: 99"], "0\r\n\r\n"],
  ["two lengths", ["Content-Length: 2", "Content-Length: 60"], "{}"],
  ["two lengths in one line", ["Content-Length: 2, 60"], "{}"],
  ["a length with a sign", ["Content-Length: +2"], "{}"],
  ["a length in hexadecimal", ["Content-Length: 0x2"], "{}"],
  ["a coding nobody knows", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
  ["chunks that are not last", ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"],
  ["chunks and another coding", [
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: identity",
  ], "0\r\n\r\n"],
  ["a space before the colon", ["Transfer-Encoding : chunked"], "0\r\n\r\n"],
  ["a folded line", ["Transfer-Encoding:\r\n chunked"], "0\r\n\r\n"],
  ["a control sign", ["Transfer-Encoding: \x0bchunked"], "0\r\n\r\n"],
  ["a carriage return in a line", ["A: b\rContent-Length: 60", "Content-Length: 2"], "{}"],
];

for (const [title, headers, body] of AMBIGUOUS) {
  Deno.test(`${title}: 400, and the bytes that follow are not read as a request`, async () => {
    using client = await rawClient(test.url);
    await client.say(json(...headers) + body + HEALTH);
    assert.deepEqual(statusesOf(await client.hungUp()), [400]);
  });
}

for (
  const [title, size] of [["negative", "-3"], ["beyond all numbers", "f".repeat(17)], ["odd", "x"]]
) {
  Deno.test(`a chunk of ${title} size ends the connection, and is not accepted`, async () => {
    using client = await rawClient(test.url);
    await client.say(json("Transfer-Encoding: chunked") + `${size}\r\n{}\r\n0\r\n\r\n${HEALTH}`);
    const statuses = statusesOf(await client.hungUp());
    assert.ok(statuses.every((status) => status === 400), String(statuses));
  });
}

Deno.test("pipelined requests get responses in their order", async () => {
  using client = await rawClient(test.url);
  const ids = Array.from({ length: 100 }, (_, i) => `pipelined-${i}`);
  const body = JSON.stringify(SMS);
  const length = `Content-Length: ${body.length}`;
  await client.say(ids.map((id) => json(length, `X-Request-Id: ${id}`) + body).join(""));
  const received = await client.receives(/pipelined-99\r\n[^]*\}$/);
  assert.deepEqual([...received.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id), ids);
  assert.deepEqual(new Set(statusesOf(received)), new Set([200]));
});

/** Requests that no client sends, and the responses to them. */
const OVERGROWN: [what: string, request: () => string][] = [
  ["a header of 1 MB", () => json(`X-Long: ${"x".repeat(1 << 20)}`)],
  ["5,000 headers", () => json(...Array.from({ length: 5000 }, (_, i) => `H${i}: v`))],
  ["an address of 1 MB", () => `GET /${"x".repeat(1 << 20)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ["a NUL in a header", () => json("A: b\0c")],
  ["two hosts", () => "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["HTTP/0.9", () => "GET /healthz\r\n\r\n"],
  ["TLS", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
];

for (const [title, request] of OVERGROWN) {
  Deno.test(`${title}: 400, and the connection ends`, async () => {
    using client = await rawClient(test.url);
    await client.say(request()).catch(() => {});
    assert.match(await client.hungUp(), /^HTTP\/1\.1 400 |^$/);
    await assertWell();
  });
}

for (
  const host of ["localhost/healthz?", "localhost/x", "a@b", "a b", "[", "a:99999", "a#b", "é"]
) {
  Deno.test(`a host that is invalid (${host}) gets 400, without repeating it`, async () => {
    using client = await rawClient(test.url);
    await client.say(`GET /m/none HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.match(await client.hungUp(), /^HTTP\/1\.1 400 [^]*malformed address/);
  });
}

for (
  const host of ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "my_host.test", ""]
) {
  Deno.test(`a host that is valid (${host}) is accepted`, async () => {
    using client = await rawClient(test.url);
    await client.say(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.match(await client.hungUp(), /^HTTP\/1\.1 200 /);
  });
}

Deno.test("1,000 silent or unfinished connections delay no request", async () => {
  using idle = await clients(1000);
  for (const [at, connection] of idle.entries()) {
    if (at % 2 === 0) await connection.say("POST /api/v2 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  }
  await assertWell();
});

Deno.test("silent and unfinished connections do not keep the service from stopping", async () => {
  using idle = await clients(3);
  await idle[0]!.say("POST /api/v2 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  await idle[1]!.say(json(BEGUN));
  await test.stop();
});

/** Sends an SMS, which may be refused before its action is known. */
const send = () => ask(test, SMS, { early: true });

/** Waits until memory is free: the server notices closed connections a little later. */
async function untilTaken(): Promise<void> {
  await until(send, (response) => {
    if (response.status !== 200) assert.equal(faultOf(response), "E504 503");
    return response.status === 200;
  });
}

type Clients = Awaited<ReturnType<typeof rawClient>>[] & Disposable;

async function clients(count: number): Promise<Clients> {
  const all = await Promise.all(Array.from({ length: count }, () => rawClient(test.url)));
  return Object.assign(all, {
    [Symbol.dispose]() {
      for (const response of all) response[Symbol.dispose]();
    },
  });
}
