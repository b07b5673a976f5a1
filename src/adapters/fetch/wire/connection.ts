/** A connection that carries one request after another, and never one twice. */
import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { FetchRefused, type PostResponse } from "../../../ports/mod.ts";
import { inCustomersWords } from "../failures.ts";
import { createResponseReader } from "./response.ts";
import { NotHttp } from "./head.ts";

export interface Connection {
  /** False: it can carry no more. */
  readonly isOpen: boolean;
  /** Since when it carries nothing, milliseconds of `performance.now()`. */
  readonly idleSince: number;
  /** Sends the pieces of a request and reads its answer, of whose body up to `maxBytes`. */
  carry(request: readonly (string | Uint8Array)[], maxBytes: number): Promise<PostResponse>;
  /** Ends it, and what it carries with this error. */
  destroy(error?: Error): void;
}

interface Carried {
  reader: ReturnType<typeof createResponseReader>;
  resolve(answer: PostResponse): void;
  reject(error: unknown): void;
}

/** `socket` is connected. `onIdle` and `onClosed` are told when it may carry another, or none. */
export function createConnection(
  socket: Socket,
  { onIdle, onClosed }: { onIdle(): void; onClosed(): void },
): Connection {
  let carried: Carried | null = null;
  let isOpen = true;
  let idleSince = performance.now();

  function read(chunk: Buffer): void {
    if (carried === null) return destroy(); // an answer to nothing
    try {
      if (carried.reader.push(chunk)) finish(carried);
    } catch (error) {
      destroy(error instanceof NotHttp ? refusalOf(error) : error as Error);
    }
  }

  function finish({ reader, resolve }: Carried): void {
    carried = null;
    // One that answers before it has read all that was sent will not read another.
    if (reader.keepsAlive && socket.writableLength === 0) {
      idleSince = performance.now();
      resolve(reader.answer());
      onIdle();
    } else {
      resolve(reader.answer());
      destroy();
    }
  }

  function destroy(error?: Error): void {
    if (!isOpen) return;
    isOpen = false;
    const current = carried;
    carried = null;
    socket.destroy();
    current?.reject(asSent(error ?? new Error("closed")));
    onClosed();
  }

  socket.on("data", read);
  socket.on("end", () => {
    if (carried?.reader.end()) finish(carried);
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
    carry(request, maxBytes) {
      return new Promise((resolve, reject) => {
        carried = { reader: createResponseReader(maxBytes), resolve, reject };
        if (request.length > 1) socket.cork();
        for (const piece of request) socket.write(piece);
        if (request.length > 1) socket.uncork();
      });
    },
    destroy,
  };
}

function refusalOf({ lengthIsWrong }: NotHttp): FetchRefused {
  return lengthIsWrong
    ? new FetchRefused("content-length", "the server gave no valid Content-Length")
    : new FetchRefused("connection", "the server's answer is not valid HTTP");
}

/** What was carried may have arrived. */
function asSent(error: Error): unknown {
  const refusal = inCustomersWords(error);
  return refusal instanceof FetchRefused
    ? new FetchRefused(refusal.rule, refusal.reason, true)
    : refusal;
}
