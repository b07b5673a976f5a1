/** HTTP/1.1 connection: one request at a time, without retries. */
import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers";
import { FetchRefused } from "../../../ports/mod.ts";
import { NotHttp } from "./head.ts";
import type { ResponseReader } from "./response.ts";

export interface Connection {
  /** False once the connection can send no further request. */
  readonly isOpen: boolean;
  /** True after the first response. */
  readonly isReused: boolean;
  /** Time of the last response, in milliseconds of `performance.now()`. */
  readonly idleSince: number;
  /** Sends the pieces of a request, whose response goes to `reader`. */
  send(pieces: readonly (string | Uint8Array)[], reader: ResponseReader): void;
  /** Stops reading, so that the server stops sending. */
  pause(): void;
  resume(): void;
  /** Closes the connection; a pending response fails with this error. */
  destroy(error?: Error): void;
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
  let pending: ResponseReader | null = null;
  let isOpen = true;
  let isReused = false;
  let idleSince = performance.now();

  function read(chunk: Buffer): void {
    if (pending === null) return destroy(); // a response without a request
    try {
      if (pending.push(chunk)) finish(pending);
    } catch (error) {
      destroy(error instanceof NotHttp ? refusalOf(error) : error as Error);
    }
  }

  function finish(reader: ResponseReader): void {
    pending = null;
    isReused = true;
    reader.complete();
    // A server that responded before it read the whole request will not read another.
    if (!reader.keepsAlive || socket.writableLength > 0) destroy();
    else if (reader.rests) setImmediate(release);
    else release();
  }

  function release(): void {
    if (!isOpen) return; // closed while it rested
    idleSince = performance.now();
    onIdle();
  }

  function destroy(error?: Error): void {
    if (!isOpen) return;
    isOpen = false;
    const current = pending;
    pending = null;
    socket.destroy();
    current?.fail(error ?? new Error("closed"));
    onClosed();
  }

  socket.on("data", read);
  socket.on("end", () => {
    if (pending?.end()) finish(pending);
    destroy();
  });
  socket.on("error", destroy);
  socket.on("close", () => destroy());

  return {
    get isOpen() {
      return isOpen;
    },
    get isReused() {
      return isReused;
    },
    get idleSince() {
      return idleSince;
    },
    send(pieces, reader) {
      pending = reader;
      if (pieces.length > 1) socket.cork();
      for (const piece of pieces) socket.write(piece);
      if (pieces.length > 1) socket.uncork();
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy,
  };
}

function refusalOf({ lengthIsWrong }: NotHttp): FetchRefused {
  return lengthIsWrong
    ? new FetchRefused("content-length", "the response has no valid Content-Length")
    : new FetchRefused("connection", "the server's response is not valid HTTP");
}
