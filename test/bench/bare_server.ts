/** A bare Deno.serve as the ceiling of start-up. */
Deno.serve({
  port: Number(Deno.env.get("PORT")),
  hostname: "127.0.0.1",
  onListen: () => {},
}, () => new Response("ok"));
