/** A provider of operator look-ups on loopback: a real HTTP server that answers what it is told to. */
export interface LookupServer extends AsyncDisposable {
  /** With `{number}` in it. */
  url: string;
  /** Numbers that were asked for, in order, and with which headers. */
  requests: { number: string; headers: Headers }[];
  /** Most requests that were without an answer at once. */
  most: number;
  answer(number: string): Response | Promise<Response>;
  /** Resolves when so many requests have come. */
  until(count: number): Promise<void>;
}

/** Says that AT&T serves every number, unless changed. */
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
        return await provider.answer(number);
      } finally {
        open--;
      }
    },
  );
  const provider: LookupServer = {
    url: `http://127.0.0.1:${server.addr.port}/numbers/{number}`,
    requests: [],
    most: 0,
    answer: () => Response.json({ "operator-id": "0001470" }),
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
