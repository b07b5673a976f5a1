/**
 * Performance isolation at the doors: one account, or a stranger, holds as many requests open as it
 * can.
 */
import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { rawClient } from "../../support/raw_client.ts";
import { startService, type TestService } from "../../support/service.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({
    account: { postbackUrl: null },
    config: {
      SHUTDOWN_TIMEOUT: "1s",
      REQUEST_BODIES_MAX_BYTES: "64MiB",
      // What is held open stays open, on a slow machine as well.
      REQUEST_BODY_TIMEOUT: "10m",
      PICTURE_QUEUE_TIMEOUT: "10m",
      PICTURE_TIMEOUT: "5m",
    },
  });
});

Deno.test.afterAll(() => test.stop());

/** Builds a picture that is slow to draw, each with content of its own. */
function busyPicture(n: number): Record<string, unknown> {
  const text = `${n} ` + "Tulpe チューリップ زنبق тюльпан 🌷 ".repeat(24);
  const area = (index: number) => ({ text, "position-y": String(index * 130), width: "600" });
  return {
    action: "createimage",
    barcode: { id: `https://example.com/${n}`, width: "600", height: "600" },
    "text-area": Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`text-area-${index + 1}`, area(index)]),
    ),
  };
}

/** Number of pictures that are asked for at once. */
const PICTURES = 95;

Deno.test("pictures keep no other account's picture waiting", async () => {
  await using neighbour = await newCustomer(test);
  const gone = new AbortController();
  let ended = 0;
  const attack = Array.from({ length: PICTURES }, (_, n) =>
    fetch(`${test.url}/api/v2`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": test.apiKey },
      body: JSON.stringify(busyPicture(n)),
      signal: gone.signal,
    }).then((response) => response.body?.cancel()).catch(() => {}).finally(() => ended++));
  const response = await neighbour.post({ action: "createimage", barcode: { id: "mine" } });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  assert.ok(ended < PICTURES / 2, `it waited for ${ended} of ${PICTURES}`);
  gone.abort();
  await Promise.all(attack);
});

Deno.test("large declared lengths that arrive slowly do not keep other requests out", async () => {
  await using neighbour = await newCustomer(test);
  await using clients = new AsyncDisposableStack();
  const open = async (head: string) => {
    const client = clients.use(await rawClient(test.url));
    await client.say(
      `POST ${head}\r\nHost: localhost\r\n\r\n`.replace("\r\n\r\n", "\r\n") + "\r\n<",
    );
  };
  const stranger = `/mm7/v1 HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: ${64 << 10}`;
  const mine = `/api/v2 HTTP/1.1\r\nContent-Type: application/json\r\n` +
    `X-Api-Key: ${test.apiKey}\r\nContent-Length: ${1 << 20}`;
  for (let n = 0; n < 2100; n += 100) {
    await Promise.all(Array.from({ length: 100 }, () => open(stranger)));
  }
  await Promise.all(Array.from({ length: 128 }, () => open(mine)));
  for (let n = 0; n < 20; n++) await neighbour.send();
  const large = "x".repeat(200_000);
  for (let n = 0; n < 5; n++) await neighbour.send(undefined, { large });
});
