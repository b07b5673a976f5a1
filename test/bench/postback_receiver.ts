/** A receiver of postbacks in a process of its own, which counts them and reports the count. */
let received = 0;
let lastAt = 0;
const HERE = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
const receiver = Deno.serve(HERE, async (request) => {
  await request.body?.cancel();
  received++;
  lastAt = performance.timeOrigin + performance.now();
  return new Response(null, { status: 204 });
});
const stats = Deno.serve(HERE, () => Response.json({ received, lastAt }));
console.log(JSON.stringify({ port: receiver.addr.port, stats: stats.addr.port }));
