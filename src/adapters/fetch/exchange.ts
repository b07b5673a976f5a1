/** A GET of content with time limits: one request and its response. */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { FetchRefused } from "../../ports/mod.ts";
import { toPublicError } from "./wire/failures.ts";
import { withFieldNames } from "./wire/field_names.ts";
import type { VettedUrl } from "./wire/vetted_url.ts";

export interface ExchangeOptions {
  headers: Record<string, string>;
  /** Timeout of the connection (name resolution, TCP and TLS together), in milliseconds. */
  connectTimeoutMs: number;
  /** Timeout of the whole exchange, the response's body included, in milliseconds. */
  totalTimeoutMs: number;
  signal?: AbortSignal;
}

/** Ends the exchange with this error at any stage. */
export type Abandon = (error: unknown) => void;

export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

/**
 * Sends the request and passes the response to `handle`. Afterwards the connection returns to the
 * agent if the response was received completely, even if not all of it was read; otherwise it is
 * destroyed.
 *
 * @throws FetchRefused when no response comes, it breaks off or a time limit passes.
 */
export async function exchange<T>(
  agents: Agents,
  { url, lookup }: VettedUrl,
  options: ExchangeOptions,
  handle: (response: IncomingMessage, abandon: Abandon) => Promise<T>,
): Promise<T> {
  options.signal?.throwIfAborted();
  const isTls = url.protocol === "https:";
  const request = (isTls ? https : http).request(url, {
    headers: withFieldNames(options.headers),
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
    () => abandon(new FetchRefused("timeout", "the server did not respond completely in time")),
    options.totalTimeoutMs,
  );
  limitConnect(request, isTls, options.connectTimeoutMs, abandon);

  let response: IncomingMessage | undefined;
  try {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.on("error", reject);
      // An abandoned request may close without an error.
      request.once("close", () => reject(new Error("closed")));
      request.end();
    });
    // The reader of the body gets the error; later ones do not matter.
    response.on("error", () => {});
    return await handle(response, abandon);
  } catch (error) {
    throw cause ?? toPublicError(error);
  } finally {
    clearTimeout(deadline);
    options.signal?.removeEventListener("abort", onAbort);
    // A response that is received but not read to its end would never free its connection.
    if (response?.complete) response.resume();
    else drop(request);
  }
}

/**
 * Destroys a request. When a reused connection is lost, Deno opens another one and sends the
 * request again, even after `destroy` (denoland/deno#36786); clearing `reusedSocket` prevents that.
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
    if (!socket.connecting) return; // reused from an earlier request
    const timer = setTimeout(
      () => abandon(new FetchRefused("timeout", "no connection to the server in time")),
      timeoutMs,
    );
    socket.once(isTls ? "secureConnect" : "connect", () => clearTimeout(timer));
    request.once("close", () => clearTimeout(timer));
  });
}
