/** HTTP server of a provider on loopback: records requests, and misbehaves as the test says. */
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Request as it was on the wire. */
export interface ApiCall {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  text: string;
}

export interface ApiReply {
  status: number;
  headers?: Record<string, string>;
  /** Body as JSON. */
  json?: unknown;
  body?: string | Uint8Array;
}

/** `drop` closes the connection without a response; `silence` never responds. */
export type Reply = ApiReply | "drop" | "silence";

export interface ProviderServer extends AsyncDisposable {
  url: string;
  calls: ApiCall[];
  /** Maximum number of requests that waited for their responses at once. */
  most: number;
  /** Number of connections so far. */
  connections: number;
  /** Replaces the response to calls; undefined: the provider's own. Default: never. */
  intercept: (call: ApiCall) => Reply | undefined | Promise<Reply | undefined>;
  /** Replaces a response after the provider has acted. Default: never. */
  afterResponse: (call: ApiCall) => Reply | undefined;
  /** Responses that were sent, for validation by the provider's document. */
  replies: { call: ApiCall; reply: ApiReply }[];
  /** Resolves after this many calls. */
  until(count: number): Promise<void>;
  /** Closes all connections. */
  breakOff(): void;
}

/** @param respond The provider's own behaviour. */
export async function startProviderServer(
  respond: (call: ApiCall) => Reply | Promise<Reply>,
): Promise<ProviderServer> {
  const waiting = new Set<() => void>();
  let open = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    server.calls.push(call);
    server.most = Math.max(server.most, ++open);
    for (const look of waiting) look();
    try {
      const own = await server.intercept(call) ?? await respond(call);
      const reply = server.afterResponse(call) ?? own;
      if (reply === "drop") return void request.socket.destroy();
      if (reply === "silence") return;
      server.replies.push({ call, reply });
      const { status, headers = {}, json, body = json === undefined ? "" : JSON.stringify(json) } =
        reply;
      const type = json === undefined ? "text/plain" : "application/json";
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(body);
    } finally {
      open--;
    }
  }

  const http = createServer((request, response) =>
    void handle(request, response).catch((error) => response.writeHead(599).end(String(error)))
  );
  http.on("connection", () => server.connections++);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  let closed: Promise<void> | undefined;

  const server: ProviderServer = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    most: 0,
    connections: 0,
    intercept: () => undefined,
    afterResponse: () => undefined,
    replies: [],
    async until(count) {
      if (server.calls.length >= count) return;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (server.calls.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
    breakOff: () => http.closeAllConnections(),
    [Symbol.asyncDispose]() {
      closed ??= new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
      return closed;
    },
  };
  return server;
}

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url!, "http://provider");
  const headers = new Headers(
    Object.entries(request.headers).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return {
    method: request.method!,
    path: url.pathname,
    query: url.searchParams,
    headers,
    text: Buffer.concat(chunks).toString(),
  };
}
