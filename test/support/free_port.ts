/** Finds a TCP port of 127.0.0.1 on which nothing listens now. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
