/** Provider of operator lookups on loopback: an HTTP server that responds as the test says. */
export interface LookupServer extends AsyncDisposable {
  /** URL with `{number}` in it. */
  url: string;
  /** Requested numbers with their headers, in order. */
  requests: { number: string; headers: Headers }[];
  /** Maximum number of requests that waited for their responses at once. */
  most: number;
  respond(number: string): Response | Promise<Response>;
  /** Resolves after this many requests. */
  until(count: number): Promise<void>;
}

/** Starts a provider that names AT&T for every number, until a test changes it. */
export function startLookupServer(): LookupServer {
  const waiting = new Set<() => void>();
  let open = 0;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const number = new URL(request.url).pathname.split("/").at(-1)!;
      provider.most = Math.max(provider.most, ++open);
      provider.requests.push({ number, headers: request.headers });
      for (const look of waiting) look();
      try {
        return await provider.respond(number);
      } finally {
        open--;
      }
    },
  );
  const provider: LookupServer = {
    url: `http://127.0.0.1:${server.addr.port}/numbers/{number}`,
    requests: [],
    most: 0,
    respond: () => Response.json({ "operator-id": "0001470" }),
    until(count) {
      return new Promise((resolve) => {
        const look = () => {
          if (provider.requests.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return provider;
}
