/** Session with an SMSC: from the connection and bind until either side ends it (SMPP 3.4, 2). */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { createActivity } from "./activity.ts";
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
import type { RequestResult } from "./pending_requests.ts";
import { deadline } from "../../lib/deadline.ts";

export type Role = "transceiver" | "transmitter" | "receiver";

const BIND: Record<Role, BindCommand> = {
  transceiver: "bind_transceiver",
  transmitter: "bind_transmitter",
  receiver: "bind_receiver",
};

/** Reason for the end of a session by us. */
const STOPPED = "the connector was stopped";

export interface SessionOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: SmppPorts;
  /** Handles a deliver_sm or data_sm; resolves with the status of the response. Never rejects. */
  handleDelivery(pdu: Pdu, session: Session): Promise<Status>;
}

export interface Session {
  readonly role: Role;
  /** Number of submissions that wait for a response. */
  readonly busy: number;
  /** Bound and not unbinding; a receiver never accepts submissions. */
  readonly isBound: boolean;
  /** Whether the SMSC takes optional parameters: false for one that names a version before 3.4. */
  readonly takesOptional: boolean;
  /** Whether the SMSC has accepted a submission, or made a delivery. */
  readonly hasCarried: boolean;
  /** Resolves with the reason when the session has ended. */
  readonly ended: Promise<string>;
  /** Time of the end, in milliseconds since the epoch; null until then. */
  readonly endedAt: number | null;
  /** Sends a submit_sm. Never rejects. */
  submit(fields: Fields): Promise<RequestResult>;
  /**
   * Waits up to `timeoutSeconds` for submissions and deliveries in progress, then unbinds.
   *
   * @param over Ends the session at once when it aborts.
   */
  unbind(over?: AbortSignal): Promise<void>;
}

/**
 * Connects and binds.
 *
 * @param signal Cancels the attempt until the session is bound.
 * @throws NoSession
 */
export async function openSession(
  role: Role,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Session> {
  const { name, settings, parts, handleDelivery } = options;
  const socket = await openConnection(settings, parts, signal);
  let isBound = false;
  let isUnbinding = false;
  let takesOptional = true;
  let hasCarried = false;
  let endedAt: number | null = null;
  const activity = createActivity();

  const link = createLink(socket, {
    name,
    ...settings,
    time: parts.time,
    log: parts.log,
    onRequest,
  });

  function onRequest(request: Pdu): void {
    switch (request.command) {
      case "deliver_sm":
      case "data_sm":
        return void deliver(request);
      case "enquire_link":
        return link.respond(request, STATUS.ok);
      case "unbind":
        return void onUnbind(request);
      case "alert_notification":
      case "outbind":
        // SMPP defines no responses for these, and a bound session has no use for them.
        return parts.log.debug({ connector: name, command: request.command }, "request ignored");
      default:
        return link.respond(request, STATUS.invalidCommand);
    }
  }

  function deliver(pdu: Pdu): Promise<void> {
    return activity.during("deliveries", async () => {
      link.respond(pdu, await handleDelivery(pdu, session));
      hasCarried = true;
    });
  }

  function submit(fields: Fields): Promise<RequestResult> {
    return activity.during("submissions", async () => {
      const result = await link.request("submit_sm", fields);
      hasCarried ||= result.responded && meaningOf(result.pdu).means === "accepted";
      return result;
    });
  }

  /** Stops new submissions, and waits for submissions and deliveries in progress. */
  async function finish(): Promise<void> {
    isUnbinding = true;
    const finished = Promise.race([activity.idle(), link.ended]);
    await deadline(finished, settings.timeoutSeconds * 1000, () => {});
  }

  /** Responds to unbind last: responses to our submissions may still arrive before it. */
  async function onUnbind(request: Pdu): Promise<void> {
    await finish();
    link.respond(request, STATUS.ok);
    link.close("the SMSC ended the session");
  }

  const session: Session = {
    role,
    get busy() {
      return activity.submissions;
    },
    get isBound() {
      return isBound && !isUnbinding && link.isOpen;
    },
    get takesOptional() {
      return takesOptional;
    },
    get hasCarried() {
      return hasCarried;
    },
    ended: link.ended,
    get endedAt() {
      return endedAt;
    },
    submit,
    async unbind(over) {
      const onOver = () => link.end(STOPPED);
      over?.addEventListener("abort", onOver);
      if (over?.aborted) onOver();
      await finish();
      if (link.isOpen) await link.request("unbind");
      link.close(STOPPED);
      await link.ended;
      over?.removeEventListener("abort", onOver);
    },
  };

  void link.ended.then(() => endedAt = parts.host.clock.now());
  const { sc_interface_version: version = SMPP_3_4 } = await bind(role, link, settings, signal);
  takesOptional = version >= SMPP_3_4;
  isBound = true;
  return session;
}

/**
 * Binds, and returns the response.
 *
 * @throws NoSession
 */
async function bind(
  role: Role,
  link: Link,
  { systemId, password, systemType }: SmscSmppSettings,
  signal: AbortSignal,
): Promise<Pdu> {
  const onAbort = () => link.end(STOPPED);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  const result = await link.request(BIND[role], {
    system_id: systemId,
    password,
    system_type: systemType,
    interface_version: SMPP_3_4,
  });
  signal.removeEventListener("abort", onAbort);
  if (result.responded && meaningOf(result.pdu).means === "accepted") return result.pdu;
  const failure = result.responded
    ? `bind refused: ${meaningOf(result.pdu).description}`
    : `bind failed: ${result.reason}`;
  link.close(failure);
  await link.ended;
  throw new NoSession(failure);
}
