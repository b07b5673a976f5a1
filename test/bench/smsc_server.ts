/**
 * Peers of the service in a process of their own for the benchmark: an SMSC that accepts every text
 * at once and reports it as delivered, and the receiver of postbacks. Their counts can be read over
 * HTTP. A text that begins with a time (milliseconds) measures its latency. With `silent` it reports
 * nothing.
 */
import { startSmsc } from "../support/smsc.ts";

const reports = Deno.args[0] !== "silent";
const smsc = await startSmsc();
let submissions = 0;
let received = 0;
/** Arrival of the last postback. */
let lastAt = 0;
let delays: number[] = [];
let isOpen = true;

smsc.admit = () => isOpen ? 0 : 14;
smsc.respond = ({ pdu, session }) => {
  const now = performance.timeOrigin + performance.now();
  const sentAt = Number(String(pdu.short_message.message).split(" ")[0]);
  if (sentAt > 0) delays.push(now - sentAt);
  const id = String(++submissions);
  smsc.submitted.length = 0; // it would grow throughout the benchmark
  // After the response, as SMSCs do.
  if (reports) {
    setTimeout(() => {
      void smsc.deliver({
        esm_class: 4,
        source_addr: pdu.destination_addr,
        destination_addr: pdu.source_addr,
        short_message: `id:${id} sub:001 dlvrd:001 submit date:2611211200 ` +
          `done date:2611211201 stat:DELIVRD err:000 text:`,
      }, session);
    }, 0);
  }
  return { messageId: id };
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
  if (pathname === "/close" || pathname === "/open") {
    isOpen = pathname === "/open";
    if (!isOpen) { for (const session of [...smsc.sessions]) session.destroy(); }
  }
  if (pathname === "/forget") delays = [];
  return Response.json({
    submissions,
    received,
    lastAt,
    delays: pathname === "/delays" ? delays : [],
  });
});
const { host, port } = smsc;
console.log(
  JSON.stringify({ host, port, receiver: receiver.addr.port, stats: stats.addr.port }),
);
