/** PDU exchange over a connection: our requests with their responses, and the SMSC's requests. */
import { type MonotonicTime, PROCESS_TIME } from "../../lib/monotonic_time.ts";
import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import type { Log } from "../../log/mod.ts";
import { CLIENT_CERTIFICATE_REFUSED, isClientCertificateRefused } from "../../tls/client.ts";
import { createFrames, NotSmpp } from "../../smpp/frames.ts";
import {
  type Fields,
  isResponse,
  type Pdu,
  type RequestCommand,
  type Status,
} from "../../smpp/pdu.ts";
import { decodePdu } from "../../smpp/reader.ts";
import { createPduWriter } from "../../smpp/writer.ts";
import { startKeepAlive } from "./keep_alive.ts";
import { createPendingRequests, type RequestResult } from "./pending_requests.ts";

export interface LinkOptions {
  /** Name of the connector. */
  name: string;
  enquireLinkSeconds: number;
  timeoutSeconds: number;
  /** Clock of silences and time limits. Default: the process's own. */
  time?: MonotonicTime;
  log: Log;
  /** Handles a request of the SMSC, and responds to it. */
  onRequest(request: Pdu): void;
}

export interface Link {
  /** False once nothing can be sent any more. */
  readonly isOpen: boolean;
  /** Resolves with the reason when the connection has closed. */
  readonly ended: Promise<string>;
  /** Sends a request. Never rejects. */
  request(command: RequestCommand, fields?: Fields): Promise<RequestResult>;
  respond(request: Pdu, status: Status): void;
  /** Drops the connection. */
  end(reason: string): void;
  /** Closes the connection after sending what was written. */
  close(reason: string): void;
}

/** Maximum number of unsent bytes; beyond it the SMSC is taken to have stopped reading. */
const UNSENT_MAX_BYTES = 4 << 20;
/** Time for a graceful close, in milliseconds; then the socket is destroyed. */
const CLOSE_MS = 1000;

export function createLink(
  socket: Socket,
  { name, enquireLinkSeconds, timeoutSeconds, time = PROCESS_TIME, log, onRequest }: LinkOptions,
): Link {
  const pending = createPendingRequests(timeoutSeconds * 1000, onTimeout, time);
  const writer = createPduWriter();
  const frames = createFrames();
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<string>();
  /** Reason for leaving the connection; null while it is open. */
  let endReason: string | null = null;
  let flushing: NodeJS.Immediate | null = null;

  function end(reason: string): void {
    if (!leave(reason)) return;
    socket.destroy();
  }

  function close(reason: string): void {
    flush();
    if (!leave(reason)) return;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS);
    socket.once("close", () => clearTimeout(timer));
  }

  /** Stops using the connection; false when it was left before. */
  function leave(reason: string): boolean {
    if (endReason !== null) return false;
    endReason = reason;
    keepAlive.stop();
    if (flushing !== null) clearImmediate(flushing);
    pending.abandon(reason);
    return true;
  }

  /** Writes the PDUs of a turn of the event loop at once: a system call costs more than all else. */
  function flushLater(): void {
    flushing ??= setImmediate(flush);
  }

  function flush(): void {
    flushing = null;
    const octets = writer.take();
    if (endReason !== null || octets.length === 0) return;
    if (socket.writableLength > UNSENT_MAX_BYTES) return end("the SMSC has stopped reading");
    socket.write(octets);
    pending.sent();
    keepAlive.sent();
  }

  function request(command: RequestCommand, fields: Fields = {}): Promise<RequestResult> {
    if (endReason !== null) {
      return Promise.resolve({ responded: false, reason: endReason, sent: false });
    }
    const { sequence, result } = pending.add(command);
    writer.request(command, fields, sequence);
    flushLater();
    return result;
  }

  function onTimeout(command: RequestCommand): void {
    if (command === "submit_sm") void keepAlive.enquire();
  }

  function handle(frame: Buffer): void {
    const pdu = decodePdu(frame);
    if (!isResponse(pdu)) return onRequest(pdu);
    if (pending.settle(pdu)) return;
    const { command, command_status: status } = pdu;
    log.debug({ connector: name, command, status }, "the SMSC sent a response without a request");
  }

  function respond(request: Pdu, status: Status): void {
    if (endReason !== null) return;
    writer.response(request, status);
    flushLater();
  }

  function read(chunk: Buffer): void {
    const at = time.now();
    try {
      for (const frame of frames.push(chunk)) {
        if (endReason !== null) return;
        keepAlive.heard(at);
        handle(frame);
      }
    } catch (error) {
      if (!(error instanceof NotSmpp)) throw error;
      end(`the SMSC does not speak SMPP: ${error.message}`);
    }
  }

  const keepAlive = startKeepAlive({
    enquireLinkSeconds,
    timeoutSeconds,
    time,
    ask: () => request("enquire_link"),
    onGone: end,
  });
  socket.setNoDelay(true);
  socket.on("data", read);
  socket.on("error", (error) => {
    // TLS 1.3 reports it only after the handshake.
    const reason = isClientCertificateRefused(error) ? CLIENT_CERTIFICATE_REFUSED : error.message;
    end(`the connection broke: ${reason}`);
  });
  socket.on("close", () => {
    leave("the SMSC closed the connection");
    resolveEnded(endReason!);
  });
  return {
    get isOpen() {
      return endReason === null;
    },
    ended,
    request,
    respond,
    end,
    close,
  };
}
