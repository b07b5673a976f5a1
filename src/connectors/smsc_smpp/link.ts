/** A connection that speaks PDUs: requests with their replies, and what the other side asks. */
import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import type { Log } from "../../log/mod.ts";
import { createFrames, NotSmpp } from "../../smpp/frames.ts";
import {
  decodeHead,
  decodePdu,
  encodeRequest,
  encodeResponse,
  type Fields,
  isResponse,
  type Pdu,
  type RequestCommand,
  STATUS,
  type Status,
} from "../../smpp/pdu.ts";
import { createUnanswered, type Reply } from "./unanswered.ts";

export interface LinkOptions {
  /** Of the connector. */
  name: string;
  enquireLinkSeconds: number;
  timeoutSeconds: number;
  log: Log;
  /** The other side asks; whoever takes it answers. */
  onRequest(request: Pdu): void;
}

export interface Link {
  /** False: nothing can be sent any more. */
  readonly isOpen: boolean;
  /** Resolves with the reason when the connection is no more. */
  readonly ended: Promise<string>;
  /** Never rejects. */
  request(command: RequestCommand, fields?: Fields): Promise<Reply>;
  respond(request: Pdu, status: Status): void;
  /** Breaks off. */
  end(reason: string): void;
  /** Ends once what was written is sent. */
  close(reason: string): void;
}

/** So much that the other side has not read yet means that it reads no more. */
const UNREAD_MAX_BYTES = 4 << 20;
/** For what was written to be sent, and the other side to close. */
const CLOSE_MS = 1000;

export function createLink(
  socket: Socket,
  { name, enquireLinkSeconds, timeoutSeconds, log, onRequest }: LinkOptions,
): Link {
  const unanswered = createUnanswered(timeoutSeconds * 1000);
  const frames = createFrames();
  const { promise: ended, resolve: tellEnd } = Promise.withResolvers<string>();
  let why: string | null = null;
  /** Since the last look. */
  let heard = false;
  let enquiring = false;
  let outgoing: Uint8Array[] = [];

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

  /** False: it was left before. */
  function leave(reason: string): boolean {
    if (why !== null) return false;
    why = reason;
    clearInterval(watch);
    unanswered.abandon(reason);
    return true;
  }

  /** What is written in one turn goes out as one: for a full window that is half the system's work. */
  function write(bytes: Uint8Array): void {
    if (outgoing.push(bytes) === 1) queueMicrotask(flush);
  }

  function flush(): void {
    if (why !== null || outgoing.length === 0) return;
    const bytes = Buffer.concat(outgoing);
    outgoing = [];
    if (socket.writableLength > UNREAD_MAX_BYTES) return end("the SMSC reads no more");
    socket.write(bytes);
  }

  function request(command: RequestCommand, fields: Fields = {}): Promise<Reply> {
    if (why !== null) return Promise.resolve({ answered: false, reason: why });
    const { sequence, reply } = unanswered.add(command, () => silence(command));
    write(encodeRequest(command, fields, sequence));
    return reply;
  }

  /** One answer may get lost; an SMSC that does not answer this either has failed. */
  function silence(command: RequestCommand): void {
    if (command === "enquire_link") end(`no answer to enquire_link within ${timeoutSeconds} s`);
    else if (command === "submit_sm") void enquire();
  }

  async function enquire(): Promise<void> {
    if (enquiring) return;
    enquiring = true;
    await request("enquire_link");
    enquiring = false;
  }

  /** An SMSC from which PDUs come needs not be asked. */
  function look(): void {
    if (!heard) void enquire();
    heard = false;
  }

  function take(frame: Buffer): void {
    heard = true;
    const pdu = decodePdu(frame);
    if (pdu === null) return refuse(decodeHead(frame));
    if (!isResponse(pdu)) return onRequest(pdu);
    if (unanswered.settle(pdu)) return;
    const { command, command_status: status } = pdu;
    log.debug({ connector: name, command, status }, "the SMSC answered nothing that was asked");
  }

  function refuse(head: Pdu): void {
    log.warn({ connector: name, command: head.command_id }, "the SMSC sent a PDU of odd length");
    if (!isResponse(head)) respond(head, STATUS.invalidLength);
    else unanswered.settle(head);
  }

  function respond(asked: Pdu, status: Status): void {
    if (why === null) write(encodeResponse(asked, status));
  }

  function read(chunk: Buffer): void {
    try {
      for (const frame of frames.push(chunk)) {
        if (why !== null) return;
        take(frame);
      }
    } catch (error) {
      if (!(error instanceof NotSmpp)) throw error;
      end(`the SMSC does not speak SMPP: ${error.message}`);
    }
  }

  const watch = setInterval(look, enquireLinkSeconds * 1000);
  socket.setNoDelay(true);
  socket.on("data", read);
  socket.on("error", (error) => end(`the connection broke: ${error.message}`));
  socket.on("close", () => {
    leave("the SMSC closed the connection");
    tellEnd(why!);
  });
  return {
    get isOpen() {
      return why === null;
    },
    ended,
    request,
    respond,
    end,
    close,
  };
}
