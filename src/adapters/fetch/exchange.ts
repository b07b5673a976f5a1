/** One GET of content and its answer, within time limits. */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { FetchRefused } from "../../ports/mod.ts";
import { inCustomersWords } from "./failures.ts";
import type { Passage } from "./passage.ts";

export interface ExchangeOptions {
  headers: Record<string, string>;
  /** Milliseconds until the socket is connected: name, TCP and TLS together. */
  connectTimeoutMs: number;
  /** Milliseconds for all of it, the answer's body included. */
  totalTimeoutMs: number;
  signal?: AbortSignal;
}

/** Ends the exchange with this error, whatever it was doing. */
export type Abandon = (error: unknown) => void;

export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

/**
 * Sends the request and gives the answer to `take`. When `take` is done the connection goes back
 * to the agent if the answer has come to its end, read or not, and is destroyed if not.
 */
export async function exchange<T>(
  agents: Agents,
  { url, lookup }: Passage,
  options: ExchangeOptions,
  take: (answer: IncomingMessage, abandon: Abandon) => Promise<T>,
): Promise<T> {
  options.signal?.throwIfAborted();
  const isTls = url.protocol === "https:";
  const request = (isTls ? https : http).request(url, {
    headers: options.headers,
    agent: isTls ? agents.https : agents.http,
    lookup,
  });

  let cause: unknown;
  const abandon: Abandon = (error) => {
    cause ??= error;
    drop(request);
  };
  const onAbort = () => abandon(options.signal!.reason);
  options.signal?.addEventListener("abort", onAbort);
  const deadline = setTimeout(
    () => abandon(new FetchRefused("timeout", "the server did not answer completely in time")),
    options.totalTimeoutMs,
  );
  limitConnect(request, isTls, options.connectTimeoutMs, abandon);

  let answer: IncomingMessage | undefined;
  try {
    answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.on("error", reject);
      // An abandoned request may close without an error.
      request.once("close", () => reject(new Error("closed")));
      request.end();
    });
    answer.on("error", () => {}); // whoever reads it hears of it; after that nobody has to
    return await take(answer, abandon);
  } catch (error) {
    throw cause ?? inCustomersWords(error);
  } finally {
    clearTimeout(deadline);
    options.signal?.removeEventListener("abort", onAbort);
    // One that is all here but not all read would keep its connection for good.
    if (answer?.complete) answer.resume();
    else drop(request);
  }
}

/**
 * Where a connection that was kept alive is lost, Deno makes another and sends the request again, even
 * if it was destroyed here (denoland/deno#36786): what is given up would never end.
 */
function drop(request: http.ClientRequest): void {
  request.reusedSocket = false;
  request.destroy();
}

function limitConnect(
  request: http.ClientRequest,
  isTls: boolean,
  timeoutMs: number,
  abandon: Abandon,
): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return; // kept alive from an earlier request
    const timer = setTimeout(
      () => abandon(new FetchRefused("timeout", "no connection to the server in time")),
      timeoutMs,
    );
    socket.once(isTls ? "secureConnect" : "connect", () => clearTimeout(timer));
    request.once("close", () => clearTimeout(timer));
  });
}
