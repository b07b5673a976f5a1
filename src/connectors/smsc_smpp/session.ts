/** One bind to an SMSC: from connecting until either side ends it (SMPP 3.4 section 2). */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { meaningOf } from "./command_status.ts";
import { NoSession, openConnection } from "./connection.ts";
import { createLink, type Link } from "./link.ts";
import {
  type BindCommand,
  type Fields,
  type Pdu,
  SMPP_3_4,
  STATUS,
  type Status,
} from "../../smpp/pdu.ts";
import type { SmppPorts } from "./types.ts";
import type { Reply } from "./unanswered.ts";
import { deadline } from "../../lib/deadline.ts";

export type Role = "transceiver" | "transmitter" | "receiver";

const BIND: Record<Role, BindCommand> = {
  transceiver: "bind_transceiver",
  transmitter: "bind_transmitter",
  receiver: "bind_receiver",
};

export interface SessionOptions {
  /** Of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: SmppPorts;
  /** A deliver_sm or data_sm of the SMSC: resolves with what it is answered. Never rejects. */
  take(pdu: Pdu, session: Session): Promise<Status>;
}

export interface Session {
  readonly role: Role;
  /** Submissions without an answer. */
  readonly busy: number;
  /** Whether it takes submissions, as far as its role goes. */
  readonly isBound: boolean;
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
  /** Milliseconds since the epoch; null: it has not. */
  readonly endedAt: number | null;
  /** Never rejects. */
  submit(fields: Fields): Promise<Reply>;
  /** Finishes what is in hand, as far as `timeoutSeconds` allow, and takes leave of the SMSC. */
  unbind(): Promise<void>;
}

/** Throws NoSession. `signal` gives it up before it is bound. */
export async function openSession(
  role: Role,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Session> {
  const { name, settings, parts, take } = options;
  const socket = await openConnection(settings, parts, signal);
  let isBound = false;
  let isLeaving = false;
  let endedAt: number | null = null;
  let submitting = 0;
  let delivering = 0;
  let idle = Promise.withResolvers<void>();

  const link = createLink(socket, { name, ...settings, log: parts.log, onRequest });

  function onRequest(request: Pdu): void {
    switch (request.command) {
      case "deliver_sm":
      case "data_sm":
        return void deliver(request);
      case "enquire_link":
        return link.respond(request, STATUS.ok);
      case "unbind":
        return void letGo(request);
      case "alert_notification":
      case "outbind":
        return; // neither has a response
      default:
        return link.respond(request, STATUS.invalidCommand);
    }
  }

  async function deliver(pdu: Pdu): Promise<void> {
    delivering++;
    const status = await take(pdu, session);
    link.respond(pdu, status);
    delivering--;
    lookIfIdle();
  }

  async function submit(fields: Fields): Promise<Reply> {
    submitting++;
    const reply = await link.request("submit_sm", fields);
    submitting--;
    lookIfIdle();
    return reply;
  }

  function lookIfIdle(): void {
    if (delivering === 0 && submitting === 0) idle.resolve();
  }

  /** Takes no more, and waits for what is in hand. */
  async function finish(): Promise<void> {
    isLeaving = true;
    idle = Promise.withResolvers();
    lookIfIdle();
    await deadline(settings.timeoutSeconds * 1000, Promise.race([idle.promise, link.ended]));
  }

  /** Answers to what the SMSC has in hand may still come before ours ends the session. */
  async function letGo(request: Pdu): Promise<void> {
    await finish();
    link.respond(request, STATUS.ok);
    link.close("the SMSC ended the session");
  }

  const session: Session = {
    role,
    get busy() {
      return submitting;
    },
    get isBound() {
      return isBound && !isLeaving && link.isOpen;
    },
    ended: link.ended,
    get endedAt() {
      return endedAt;
    },
    submit,
    async unbind() {
      await finish();
      if (link.isOpen) await link.request("unbind");
      link.close("the connector was stopped");
      await link.ended;
    },
  };

  void link.ended.then(() => endedAt = parts.host.clock.now());
  await bind(role, link, settings, signal);
  isBound = true;
  return session;
}

async function bind(
  role: Role,
  link: Link,
  { systemId, password, systemType }: SmscSmppSettings,
  signal: AbortSignal,
): Promise<void> {
  const onAbort = () => link.end("the connector was stopped");
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  const reply = await link.request(BIND[role], {
    system_id: systemId,
    password,
    system_type: systemType,
    interface_version: SMPP_3_4,
  });
  signal.removeEventListener("abort", onAbort);
  const reason = whyNotBound(reply);
  if (reason === null) return;
  link.close(reason);
  await link.ended;
  throw new NoSession(reason);
}

/** Null: it is bound. */
function whyNotBound(reply: Reply): string | null {
  if (!reply.answered) return `bind unanswered: ${reply.reason}`;
  const { means, says } = meaningOf(reply.pdu);
  return means === "taken" ? null : `bind refused: ${says}`;
}
