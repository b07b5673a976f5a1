/**
 * Peers of the service in a process of their own for the benchmark: an SMSC that accepts every text
 * at once and reports it as delivered, and the receiver of postbacks. Their counts can be read over
 * HTTP, and the last submission as it came (`/sample`). A text that begins with a time (milliseconds)
 * measures its latency. With `silent` it reports nothing.
 */
import { startRawSmsc } from "./raw_smsc.ts";

const smsc = await startRawSmsc(Deno.args[0] !== "silent");
let received = 0;
/** Arrival of the last postback. */
let lastAt = 0;
let delays: number[] = [];

smsc.onText = (text) => {
  if (text[0]! < 0x30 || text[0]! > 0x39) return;
  const sentAt = Number(text.toString("latin1").split(" ")[0]);
  if (sentAt > 0) delays.push(performance.timeOrigin + performance.now() - sentAt);
};

const HERE = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
const receiver = Deno.serve(HERE, async (request) => {
  await request.body?.cancel();
  received++;
  lastAt = performance.timeOrigin + performance.now();
  return new Response(null, { status: 204 });
});
const stats = Deno.serve(HERE, (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/close") smsc.close();
  if (pathname === "/open") smsc.open();
  if (pathname === "/forget") delays = [];
  if (pathname === "/sample") return Response.json(smsc.last!.toString("base64"));
  return Response.json({
    submissions: smsc.submissions,
    receipts: smsc.receipts,
    received,
    lastAt,
    delays: pathname === "/delays" ? delays : [],
  });
});
const { host, port } = smsc;
console.log(
  JSON.stringify({ host, port, receiver: receiver.addr.port, stats: stats.addr.port }),
);
