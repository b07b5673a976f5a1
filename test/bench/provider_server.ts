/**
 * A provider in Twilio's form in a process of its own for the benchmark: takes every message, and
 * responds after so many milliseconds. Its counts can be read over HTTP. A text that begins with a
 * time (milliseconds) measures its latency.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Time in which the end of a connection is noticed, in milliseconds. */
const CLOSING_MS = 50;

const answerMs = Number(Deno.args[0]);
/** Times of arrival of the requests, in milliseconds since the epoch. */
let arrivals: number[] = [];
let delays: number[] = [];
let open = 0;
let most = 0;
let ids = 0;

const provider = createServer(async (request, response) => {
  const now = performance.timeOrigin + performance.now();
  arrivals.push(now);
  let form = "";
  for await (const chunk of request) form += chunk;
  const text = new URLSearchParams(form).get("Body") ?? "";
  const sentAt = Number(text.split(" ")[0]);
  if (sentAt > 0) delays.push(now - sentAt);
  if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
  const sid = `SM${String(++ids).padStart(32, "0")}`;
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify({ sid, status: "queued", num_segments: "1" }));
});
provider.on("connection", (socket) => {
  open++;
  socket.on("close", () => open--);
  // The end of a connection that the client has closed before may be read after this beginning.
  setTimeout(() => most = Math.max(most, open), CLOSING_MS);
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));

const stats = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  const seen = { arrivals, delays, most };
  if (new URL(request.url).pathname === "/forget") [arrivals, delays] = [[], []];
  return Response.json(seen);
});
const { port } = provider.address() as AddressInfo;
console.log(JSON.stringify({ port, stats: stats.addr.port }));
