/** Clients that close their connection before the response. */
import assert from "node:assert/strict";
import { recordedLog } from "../support/log_lines.ts";
import { untilMetric } from "../support/metrics.ts";
import { rawClient } from "../support/raw_client.ts";
import { startService } from "../support/service.ts";

/** Number of clients, and so of pictures, that are waited for at once. */
const CLIENTS = 90;

const counted = (labels: string) => `slidepost_requests_total{door="json",${labels}}`;
const DRAWN = counted(`action="createimage",code="ok"`);
const DISCONNECTED = counted(`action="createimage",code="disconnected"`);

Deno.test("a picture whose client has disconnected is not drawn, and is no error", async () => {
  const { lines, log } = recordedLog();
  await using test = await startService({ log, config: { PICTURE_WORKERS: "1" } });
  const text = String.fromCodePoint(...Array.from({ length: 40 }, (_, n) => 0x4e00 + 20 * n));
  const body = JSON.stringify({ action: "createimage", "text-area": { "text-area-1": { text } } });
  const length = new TextEncoder().encode(body).length;
  const head = `POST /api/v2 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
    `X-Api-Key: ${test.apiKey}\r\nContent-Length: ${length}\r\n\r\n`;
  // Deno notices a closed connection only after a request that came at once, in some 500 bytes.
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => rawClient(test.url)));
  await Promise.all(clients.map((client) => client.say(head + body)));
  for (const client of clients) client[Symbol.dispose]();
  const samples = await untilMetric(test.url, DISCONNECTED, CLIENTS / 2);
  assert.ok((samples.get(DRAWN) ?? 0) <= CLIENTS / 2, "some were being drawn already");
  assert.deepEqual(lines.filter(({ level }) => level === "error" || level === "warn"), []);
  const ended = lines.filter(({ facts }) => facts.status === 499);
  assert.ok(ended.length >= CLIENTS / 2, `${ended.length} lines`);
});
