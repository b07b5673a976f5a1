/**
 * A receiver of postbacks in a process of its own, which counts them. Over HTTP it reports the
 * count, and the last postback as it came (`/sample`).
 */
import { Buffer } from "node:buffer";

let received = 0;
let lastAt = 0;
let last: { headers: Headers; body: Uint8Array } | null = null;
const HERE = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
const receiver = Deno.serve(HERE, async (request) => {
  const body = await request.bytes();
  received++;
  lastAt = performance.timeOrigin + performance.now();
  last = { headers: request.headers, body };
  return new Response(null, { status: 204 });
});
const stats = Deno.serve(HERE, (request) => {
  if (!request.url.endsWith("/sample")) return Response.json({ received, lastAt });
  const body = Buffer.from(last!.body).toString("base64");
  return Response.json({ headers: Object.fromEntries(last!.headers), body });
});
console.log(JSON.stringify({ port: receiver.addr.port, stats: stats.addr.port }));
