/** SMSC on loopback: the server of `npm:smpp`, which decodes texts by its own alphabets. */
import { Buffer } from "node:buffer";
import type { AddressInfo, Server, Socket } from "node:net";
import smpp from "npm:smpp@0.5.1";
import { createChanges, pause } from "./until.ts";

/** PDU as `npm:smpp` reads it. Texts are decoded. */
export interface SmscPdu {
  command: string;
  command_status: number;
  sequence_number: number;
  system_id: string;
  password: string;
  system_type: string;
  interface_version: number;
  service_type: string;
  source_addr_ton: number;
  source_addr_npi: number;
  source_addr: string;
  dest_addr_ton: number;
  dest_addr_npi: number;
  destination_addr: string;
  esm_class: number;
  validity_period: Date | string;
  registered_delivery: number;
  data_coding: number;
  short_message: { message: string | Buffer; udh?: Buffer[] };
  message_payload?: { message: string | Buffer };
  user_message_reference: number;
  sar_msg_ref_num?: number;
  sar_total_segments?: number;
  sar_segment_seqnum?: number;
  response(fields?: Record<string, unknown>): SmscPdu;
}

export interface SmscSession {
  socket: Socket;
  send(pdu: SmscPdu): boolean;
  on(event: string, listener: (pdu: SmscPdu) => void): void;
  deliver_sm(fields: Record<string, unknown>, respond: (pdu: SmscPdu) => void): boolean;
  data_sm(fields: Record<string, unknown>, respond: (pdu: SmscPdu) => void): boolean;
  enquire_link(respond: (pdu: SmscPdu) => void): boolean;
  unbind(respond: (pdu: SmscPdu) => void): boolean;
  destroy(): void;
}

export interface Submit {
  pdu: SmscPdu;
  session: SmscSession;
}

export type SmscResponse =
  | { status?: number; messageId?: string }
  /** Never responds. */
  | "silence"
  /** Closes the connection. */
  | "drop";

export interface Smsc extends AsyncDisposable {
  host: string;
  port: number;
  /** Requested binds. */
  binds: SmscPdu[];
  /** Sessions that are bound now. */
  sessions: SmscSession[];
  submitted: Submit[];
  /** Maximum number of submissions that waited for their responses at once, in one session. */
  most: number;
  /** Received PDUs that are neither binds nor submissions. */
  heard: SmscPdu[];
  /** Responds to a submission. Default: accepts it under ids `1`, `2` … */
  respond(submit: Submit): SmscResponse | Promise<SmscResponse>;
  /** Returns the command_status of a bind. */
  admit(pdu: SmscPdu): number;
  /** Value of sc_interface_version in responses to binds; undefined: they have none. */
  interfaceVersion: number | undefined;
  /** Whether it responds to enquire_link and unbind. */
  isPolite: boolean;
  /** Resolves once the condition holds; rejects after {@link PATIENCE_MS}. */
  until(isSo: () => boolean): Promise<void>;
  /** Sends a deliver_sm in any session that receives; resolves with the status of the response. */
  deliver(fields: Record<string, unknown>, session?: SmscSession): Promise<number>;
}

interface SmppServer extends Server {
  sessions: SmscSession[];
}

/** `key` and `cert` (PEM) for TLS; `port` to restart at the same port. */
export async function startSmsc(
  options: { key?: string; cert?: string; port?: number; hostname?: string } = {},
): Promise<Smsc> {
  const changes = createChanges();
  const unanswered = new Map<SmscSession, number>();
  let ids = 0;

  function open(session: SmscSession): void {
    session.socket.setNoDelay(true);
    session.socket.on("error", () => {});
    session.socket.on("close", () => {
      smsc.sessions = smsc.sessions.filter((bound) => bound !== session);
      changes.changed();
    });
    session.on("pdu", (pdu) => {
      void handle(session, pdu).finally(changes.changed);
    });
    session.on("error", () => session.destroy());
  }

  async function handle(session: SmscSession, pdu: SmscPdu): Promise<void> {
    if (/^bind_(?!.*_resp$)/.test(pdu.command)) return bind(session, pdu);
    if (pdu.command === "submit_sm") return await take(session, pdu);
    smsc.heard.push(pdu);
    if (!smsc.isPolite) return;
    if (pdu.command === "enquire_link") session.send(pdu.response());
    if (pdu.command === "unbind") {
      session.send(pdu.response());
      session.socket.end();
    }
  }

  function bind(session: SmscSession, pdu: SmscPdu): void {
    smsc.binds.push(pdu);
    const command_status = smsc.admit(pdu);
    const { interfaceVersion: version } = smsc;
    const optional = version === undefined ? {} : { sc_interface_version: version };
    session.send(pdu.response({ command_status, system_id: "smsc", ...optional }));
    if (command_status === 0) smsc.sessions.push(session);
  }

  async function take(session: SmscSession, pdu: SmscPdu): Promise<void> {
    const open = (unanswered.get(session) ?? 0) + 1;
    unanswered.set(session, open);
    smsc.most = Math.max(smsc.most, open);
    smsc.submitted.push({ pdu, session });
    changes.changed();
    const respond = await smsc.respond({ pdu, session });
    unanswered.set(session, unanswered.get(session)! - 1);
    if (respond === "silence") return;
    if (respond === "drop") return session.destroy();
    session.send(pdu.response({
      command_status: respond.status ?? 0,
      message_id: respond.messageId ?? String(++ids),
    }));
  }

  const { port: wanted = 0, hostname: host = "127.0.0.1", ...tls } = options;
  const create = smpp.createServer as unknown as (
    tls: object,
    listener: (session: SmscSession) => void,
  ) => SmppServer;
  const server = create(tls, open);

  /** Listens; a port that was ours before may be another test's for a moment. */
  async function listen(): Promise<void> {
    for (let tries = 0;; tries++) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once("error", reject);
      server.listen(wanted, host, resolve);
      try {
        return await promise;
      } catch (error) {
        if ((error as { code?: string }).code !== "EADDRINUSE" || tries === 100) throw error;
        await pause(50);
      } finally {
        server.off("error", reject);
      }
    }
  }

  server.on("tlsClientError", () => {});
  await listen();

  const smsc: Smsc = {
    host,
    port: (server.address() as AddressInfo).port,
    binds: [],
    sessions: [],
    submitted: [],
    most: 0,
    heard: [],
    interfaceVersion: undefined,
    isPolite: true,
    respond: () => ({}),
    admit: () => 0,
    until: (isSo) =>
      changes.until(() => isSo() ? true : undefined, () => `not so: ${isSo}`).then(() => {}),
    deliver(fields, session = smsc.sessions.at(-1)!) {
      return new Promise((resolve) =>
        session.deliver_sm(fields, ({ command_status }) => resolve(command_status))
      );
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of [...server.sessions]) session.destroy();
      await closed;
    },
  };
  return smsc;
}

/** Returns the text of a submission as the SMSC decodes it. */
export function textOf({ pdu }: Submit): string {
  const { message } = pdu.message_payload ?? pdu.short_message;
  return typeof message === "string" ? message : message.toString("latin1");
}

/** Returns reference, total and number of a segment, for any form of concatenation. */
export function positionOf({ pdu }: Submit): { reference: string; total: number; number: number } {
  const element = pdu.short_message.udh?.find(([id]) => id === 0x00 || id === 0x08);
  if (element !== undefined) {
    const [total, number] = element.subarray(-2) as unknown as [number, number];
    return { reference: `udh ${element.subarray(2, -2).toString("hex")}`, total, number };
  }
  const { sar_msg_ref_num: reference, sar_total_segments, sar_segment_seqnum } = pdu;
  if (reference === undefined) return { reference: "", total: 1, number: 1 };
  return { reference: `sar ${reference}`, total: sar_total_segments!, number: sar_segment_seqnum! };
}

/** Joins segments to the messages that a handset shows; fails where a segment is missing. */
export function messagesOf(submitted: readonly Submit[]): string[] {
  const messages = new Map<string, string[]>();
  for (const pdu of submitted) {
    const { reference, total, number } = positionOf(pdu);
    const name = total === 1
      ? `single ${messages.size}`
      : `${pdu.pdu.source_addr} ${pdu.pdu.destination_addr} ${reference} ${total}`;
    const parts = messages.get(name) ?? Array<string>(total).fill("");
    if (parts[number - 1] !== "") throw new Error(`part ${number} of ${name} came twice`);
    parts[number - 1] = textOf(pdu);
    messages.set(name, parts);
  }
  for (const [name, parts] of messages) {
    if (total(parts) > 1 && parts.includes("")) throw new Error(`a part of ${name} is missing`);
  }
  return [...messages.values()].map((parts) => parts.join(""));
}

const total = (parts: readonly string[]) => parts.length;

/** Builds any PDU, valid or not. `length` is the length that its header claims. */
export function rawPdu(
  { id, status = 0, sequence = 1, body = new Uint8Array(), length = 16 + body.length }: {
    id: number;
    status?: number;
    sequence?: number;
    body?: Uint8Array;
    length?: number;
  },
): Buffer {
  const head = Buffer.alloc(16);
  [length, id, status, sequence].forEach((value, at) => head.writeUInt32BE(value, at * 4));
  return Buffer.concat([head, body]);
}
