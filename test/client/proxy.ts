/** HTTP proxy between a client and the service, which fails on purpose and records what passes. */
import type { Buffer } from "node:buffer";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";

/** Treatment of a request. */
export type Step =
  /** Passes the request on, and its response back. */
  | "pass"
  /** Ends the connection without passing the request on. */
  | "cut"
  /** Passes the request on, and ends the connection instead of responding. */
  | "lose"
  /** Passes the request on, and ends the connection within the response. */
  | "break"
  /** Never responds. */
  | "stall"
  /** Begins to respond, and never ends. */
  | "stall within"
  /** Responds by itself. */
  | { status: number; headers?: Record<string, string>; body: string; isChunked?: boolean };

export interface Exchange {
  headers: IncomingHttpHeaders;
  /** Body of the request. */
  body: string;
  /** Response of the service or of the step; undefined: there was none. */
  response?: { status: number; headers: Headers; bytes: Uint8Array };
}

export interface Proxy extends AsyncDisposable {
  url: string;
  /** Exchanges by the first two segments of their paths. */
  exchanges: Map<string, Exchange[]>;
}

/**
 * Starts a proxy of a service.
 *
 * @param stepsOf Returns the steps of the requests below a path; the last one is for all others.
 */
export async function startProxy(
  service: string,
  stepsOf: (path: string) => readonly Step[],
): Promise<Proxy> {
  const exchanges = new Map<string, Exchange[]>();

  async function pass(request: IncomingMessage, body: Buffer): Promise<Exchange["response"]> {
    const { host: _, connection: __, ...headers } = request.headers;
    const response = await fetch(`${service}/api/v2`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  async function treat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, language, name] = request.url!.split("/");
    const path = `${language}/${name}`;
    const body = await buffer(request);
    const exchange: Exchange = { headers: request.headers, body: body.toString() };
    const before = exchanges.get(path) ?? [];
    exchanges.set(path, [...before, exchange]);
    const steps = stepsOf(path);
    const step = steps[Math.min(before.length, steps.length - 1)]!;
    if (step === "cut") return void request.socket.destroy();
    if (step === "stall") return;
    exchange.response = typeof step === "object"
      ? {
        status: step.status,
        headers: new Headers(step.headers),
        bytes: new TextEncoder().encode(step.body),
      }
      : await pass(request, body);
    const { status, headers, bytes } = exchange.response!;
    if (step === "lose") return void request.socket.destroy();
    response.statusCode = status;
    for (const [name, value] of headers) {
      if (!["content-length", "transfer-encoding"].includes(name)) response.setHeader(name, value);
    }
    const isChunked = typeof step === "object" && step.isChunked === true;
    if (!isChunked) response.setHeader("content-length", bytes.length);
    if (step === "break" || step === "stall within") {
      response.write(bytes.subarray(0, bytes.length / 2), () => {
        if (step === "break") request.socket.destroy();
      });
    } else if (isChunked) {
      response.write(bytes.subarray(0, bytes.length / 2));
      response.end(bytes.subarray(bytes.length / 2));
    } else response.end(bytes);
  }

  const server = createServer((request, response) => void treat(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
