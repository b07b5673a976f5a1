/** HTTP/1.1 connection: one request at a time, without retries. */
import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { isClientCertificateRefused } from "../../../tls/client.ts";
import { FetchRefused, type PostResponse } from "../../../ports/mod.ts";
import { toPublicError } from "./failures.ts";
import { createResponseReader } from "./response.ts";
import { NotHttp } from "./head.ts";

export interface Connection {
  /** False once the connection can send no further request. */
  readonly isOpen: boolean;
  /** Time of the last response, in milliseconds of `performance.now()`. */
  readonly idleSince: number;
  /** Sends the pieces of a request; reads the response with at most `maxBytes` of its body. */
  send(pieces: readonly (string | Uint8Array)[], maxBytes: number): Promise<PostResponse>;
  /** Closes the connection; a pending request rejects with this error. */
  destroy(error?: Error): void;
}

interface PendingRequest {
  reader: ReturnType<typeof createResponseReader>;
  resolve(response: PostResponse): void;
  reject(error: unknown): void;
}

/**
 * Creates a connection on a connected socket.
 *
 * @param callbacks `onIdle` runs when the connection is free for another request, `onClosed` once
 *   when it can send no more.
 */
export function createConnection(
  socket: Socket,
  { onIdle, onClosed }: { onIdle(): void; onClosed(): void },
): Connection {
  let pending: PendingRequest | null = null;
  let isOpen = true;
  let idleSince = performance.now();

  function read(chunk: Buffer): void {
    if (pending === null) return destroy(); // a response without a request
    try {
      if (pending.reader.push(chunk)) finish(pending);
    } catch (error) {
      destroy(error instanceof NotHttp ? refusalOf(error) : error as Error);
    }
  }

  function finish({ reader, resolve }: PendingRequest): void {
    pending = null;
    // A server that responded before it read the whole request will not read another.
    if (reader.keepsAlive && socket.writableLength === 0) {
      idleSince = performance.now();
      resolve(reader.response());
      onIdle();
    } else {
      resolve(reader.response());
      destroy();
    }
  }

  function destroy(error?: Error): void {
    if (!isOpen) return;
    isOpen = false;
    const current = pending;
    pending = null;
    socket.destroy();
    current?.reject(asSent(error ?? new Error("closed"), current.reader.partial()));
    onClosed();
  }

  socket.on("data", read);
  socket.on("end", () => {
    if (pending?.reader.end()) finish(pending);
    destroy();
  });
  socket.on("error", destroy);
  socket.on("close", () => destroy());

  return {
    get isOpen() {
      return isOpen;
    },
    get idleSince() {
      return idleSince;
    },
    send(pieces, maxBytes) {
      return new Promise((resolve, reject) => {
        pending = { reader: createResponseReader(maxBytes), resolve, reject };
        if (pieces.length > 1) socket.cork();
        for (const piece of pieces) socket.write(piece);
        if (pieces.length > 1) socket.uncork();
      });
    },
    destroy,
  };
}

function refusalOf({ lengthIsWrong }: NotHttp): FetchRefused {
  return lengthIsWrong
    ? new FetchRefused("content-length", "the response has no valid Content-Length")
    : new FetchRefused("connection", "the server's response is not valid HTTP");
}

/**
 * Marks the refusal as `sent`: the server may have received the request. One that refuses our
 * certificate has not, although TLS 1.3 lets the request go before its alert.
 */
function asSent(error: Error, partial: PostResponse | null): unknown {
  const refusal = toPublicError(error);
  return refusal instanceof FetchRefused && !isClientCertificateRefused(error)
    ? new FetchRefused(refusal.rule, refusal.reason, true, partial)
    : refusal;
}
