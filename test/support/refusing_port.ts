/** Port that refuses connections for as long as a test needs it. */

export interface RefusingPort extends Disposable {
  port: number;
}

/**
 * Takes a port of 127.0.0.1 on which nothing can listen: it is the near end of a connection. A port
 * that was only free a moment ago may be the next server's.
 */
export async function refusingPort(): Promise<RefusingPort> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const [near, far] = await Promise.all([
    Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port }),
    listener.accept(),
  ]);
  return {
    port: (near.localAddr as Deno.NetAddr).port,
    [Symbol.dispose]() {
      near.close();
      far.close();
    },
  };
}
