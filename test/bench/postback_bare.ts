/**
 * Cost of posting alone: sends signed bodies to a receiver (URL, count, concurrency) by the
 * platform's fetch, from memory, without a record of the responses.
 */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { BODY, SECRET } from "./postback_sample.ts";

const [url, count, atOnce] = [Deno.args[0]!, Number(Deno.args[1]), Number(Deno.args[2])];
const body = JSON.stringify(BODY);

async function post(n: number): Promise<void> {
  const id = `msg-${n}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", Buffer.from(SECRET.slice("whsec_".length), "base64"))
    .update(`${id}.${timestamp}.${body}`).digest("base64");
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

async function run(posts: number): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (next < posts) await post(next++);
  }));
  return 1000 * posts / (performance.now() - started);
}

await run(count / 10);
console.log(JSON.stringify({ rate: await run(count) }));
