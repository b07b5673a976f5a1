/**
 * SMSC for benchmarks, on raw octets: it accepts every text at once, and reports it as delivered.
 * One decoded by a library would cost more processor time than the service that it measures.
 */
import { Buffer } from "node:buffer";
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

const HEAD = 16;
/** Command ids of SMPP 3.4 (section 5.1.2.1). */
const COMMAND = { submit: 0x04, deliver: 0x05, unbind: 0x06, enquire: 0x15 } as const;
const BINDS = [0x01, 0x02, 0x09];
const RESPONSE = 0x8000_0000;
const DELIVER_RESPONSE = 0x8000_0005;
/** command_status of a refused bind: ESME_RINVPASWD. */
const REFUSED = 14;
/** Time of a receipt; nothing depends on it. */
const WHEN = "2611211200";

export interface RawSmsc {
  host: string;
  port: number;
  /** Messages that it accepted. */
  readonly submissions: number;
  /** Receipts that were accepted. */
  readonly receipts: number;
  /** The last submit_sm. */
  readonly last: Buffer | null;
  /** Receives the text of each message. */
  onText?: (text: Buffer) => void;
  /** Refuses binds and ends all sessions. */
  close(): void;
  /** Accepts binds again. */
  open(): void;
}

/** @param reports Whether it sends receipts. */
export async function startRawSmsc(reports: boolean): Promise<RawSmsc> {
  const sockets = new Set<Socket>();
  let submissions = 0;
  let accepted = 0;
  let last: Buffer | null = null;
  let isOpen = true;

  function serve(socket: Socket): void {
    sockets.add(socket.setNoDelay(true));
    let rest: Buffer = Buffer.alloc(0);
    let sequence = 0;
    let receipts: Buffer[] = [];

    /** Reports in a later turn, after the responses, as SMSCs do. */
    function report(receipt: Buffer): void {
      if (receipts.push(receipt) > 1) return;
      setTimeout(() => {
        socket.write(Buffer.concat(receipts));
        receipts = [];
      }, 0);
    }

    function respond(pdu: Buffer): Buffer | null {
      const command = pdu.readUInt32BE(4);
      if (command === DELIVER_RESPONSE) accepted++;
      if (command >= RESPONSE) return null;
      if (command === COMMAND.submit) {
        const submit = readSubmit(pdu);
        const id = String(++submissions);
        last = pdu;
        smsc.onText?.(submit.text);
        if (reports) report(receiptOf(submit, id, ++sequence));
        return response(pdu, `${id}\0`);
      }
      if (BINDS.includes(command)) return response(pdu, "smsc\0", isOpen ? 0 : REFUSED);
      return response(pdu, "");
    }

    socket.on("data", (chunk: Buffer) => {
      let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const responses: Buffer[] = [];
      while (data.length >= HEAD && data.length >= data.readUInt32BE(0)) {
        const length = data.readUInt32BE(0);
        const answer = respond(data.subarray(0, length));
        if (answer !== null) responses.push(answer);
        data = data.subarray(length);
      }
      rest = Buffer.from(data);
      if (responses.length > 0) socket.write(Buffer.concat(responses));
    });
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  }

  const server = createServer(serve).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const smsc: RawSmsc = {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    get submissions() {
      return submissions;
    },
    get receipts() {
      return accepted;
    },
    get last() {
      return last;
    },
    close() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open: () => void (isOpen = true),
  };
  return smsc;
}

/** Writes the response to a request, with this body. */
export function response(request: Buffer, body: string, status = 0): Buffer {
  const pdu = Buffer.alloc(HEAD + body.length);
  pdu.writeUInt32BE(pdu.length, 0);
  pdu.writeUInt32BE((request.readUInt32BE(4) | RESPONSE) >>> 0, 4);
  pdu.writeUInt32BE(status, 8);
  request.copy(pdu, 12, 12, HEAD);
  pdu.write(body, HEAD, "latin1");
  return pdu;
}

interface Submit {
  /** Type, plan and digits of each address, with the closing NUL. */
  source: Buffer;
  destination: Buffer;
  text: Buffer;
}

/** Reads a submit_sm (section 4.4.1). */
function readSubmit(pdu: Buffer): Submit {
  let at = pdu.indexOf(0, HEAD) + 1; // service_type
  const address = () => pdu.subarray(at, at = pdu.indexOf(0, at + 2) + 1);
  const [source, destination] = [address(), address()];
  at += 3; // esm_class, protocol_id, priority_flag
  at = pdu.indexOf(0, pdu.indexOf(0, at) + 1) + 1; // both times
  at += 4; // registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id
  return { source, destination, text: pdu.subarray(at + 1, at + 1 + pdu[at]!) };
}

/** Writes the deliver_sm with the receipt of a message (section 4.6.1, appendix B). */
function receiptOf({ source, destination }: Submit, id: string, sequence: number): Buffer {
  const text = `id:${id} sub:001 dlvrd:001 submit date:${WHEN} done date:${WHEN} ` +
    `stat:DELIVRD err:000 text:`;
  const length = HEAD + 1 + destination.length + source.length + 10 + text.length;
  const pdu = Buffer.alloc(length);
  pdu.writeUInt32BE(length, 0);
  pdu.writeUInt32BE(COMMAND.deliver, 4);
  pdu.writeUInt32BE(sequence, 12);
  let at = HEAD + 1;
  at += destination.copy(pdu, at);
  at += source.copy(pdu, at);
  pdu[at] = 0x04; // esm_class: a receipt
  pdu[at + 9] = text.length;
  pdu.write(text, at + 10, "latin1");
  return pdu;
}
