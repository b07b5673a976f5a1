/** Requests on a connection that wait for their responses. */
import { type MonotonicTime, PROCESS_TIME } from "../../lib/monotonic_time.ts";
import type { Pdu, RequestCommand } from "../../smpp/pdu.ts";

/** Result of a request. */
export type RequestResult = { responded: true; pdu: Pdu } | NoResponse;

export interface NoResponse {
  responded: false;
  reason: string;
  /** Whether it went out; then it is unknown whether the SMSC has processed it. */
  sent: boolean;
  /** Response to a submission if it comes after the time limit; never settles if none comes. */
  late?: Promise<Pdu>;
}

export interface PendingRequests {
  /** Assigns a request its sequence_number. */
  add(command: RequestCommand): { sequence: number; result: Promise<RequestResult> };
  /** Records that all requests so far went out. */
  sent(): void;
  /** Settles the request of a response, even a late one; false when none waits for it. */
  settle(response: Pdu): boolean;
  /** Settles all requests as having no response. */
  abandon(reason: string): void;
}

/**
 * Maximum number of submissions on a connection whose responses may come late: more than a window
 * holds, times the time limits within which an SMSC without responses is given up.
 */
const LATE_MAX = 10_000;

/** Maximum sequence_number (section 3.2). */
const LAST_SEQUENCE = 0x7fff_ffff;

interface PendingRequest {
  command: RequestCommand;
  /** Time limit, by the monotonic clock. */
  until: number;
  resolve(result: RequestResult): void;
}

/**
 * Creates the requests of a connection, with a single timer for all.
 *
 * @param onTimeout Called after a request has got no response in time.
 */
export function createPendingRequests(
  timeoutMs: number,
  onTimeout: (command: RequestCommand) => void,
  time: MonotonicTime = PROCESS_TIME,
): PendingRequests {
  /** By sequence_number, in the order of their time limits. */
  const pending = new Map<number, PendingRequest>();
  /** Settle the late responses to submissions, by sequence_number, oldest first. */
  const late = new Map<number, (response: Pdu) => void>();
  let lastSequence = 0;
  /** Requests that have not gone out yet. */
  const unsent = new Set<PendingRequest>();
  /** Cancels the timer; null: there is none. */
  let cancelTimer: (() => void) | null = null;

  function expire(): void {
    const now = time.now();
    for (const [sequence, { command, until, resolve }] of pending) {
      if (until > now) {
        cancelTimer = time.after(until - now, expire);
        return;
      }
      pending.delete(sequence);
      const reason = `no response within ${timeoutMs / 1000} s`;
      const waiting = command === "submit_sm" ? { late: expectLate(sequence) } : {};
      resolve({ responded: false, reason, sent: true, ...waiting });
      onTimeout(command);
    }
    cancelTimer = null;
  }

  function expectLate(sequence: number): Promise<Pdu> {
    if (late.size >= LATE_MAX) late.delete(late.keys().next().value!);
    const { promise, resolve } = Promise.withResolvers<Pdu>();
    late.set(sequence, resolve);
    return promise;
  }

  function settleLate(response: Pdu): boolean {
    const resolve = late.get(response.sequence_number);
    if (resolve === undefined || !isResponseTo("submit_sm", response)) return false;
    late.delete(response.sequence_number);
    resolve(response);
    return true;
  }

  return {
    add(command) {
      lastSequence = lastSequence === LAST_SEQUENCE ? 1 : lastSequence + 1;
      const { promise: result, resolve } = Promise.withResolvers<RequestResult>();
      const request = { command, until: time.now() + timeoutMs, resolve };
      pending.set(lastSequence, request);
      unsent.add(request);
      cancelTimer ??= time.after(timeoutMs, expire);
      return { sequence: lastSequence, result };
    },
    sent() {
      unsent.clear();
    },
    settle(response) {
      const request = pending.get(response.sequence_number);
      if (request === undefined) return settleLate(response);
      if (!isResponseTo(request.command, response)) return false;
      pending.delete(response.sequence_number);
      request.resolve({ responded: true, pdu: response });
      return true;
    },
    abandon(reason) {
      for (const request of pending.values()) {
        request.resolve({ responded: false, reason, sent: !unsent.has(request) });
      }
      pending.clear();
      unsent.clear();
      late.clear();
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

/** Commands of the responses to each request. */
const RESPONSES: Readonly<Record<RequestCommand, Pdu["command"]>> = {
  bind_transceiver: "bind_transceiver_resp",
  bind_transmitter: "bind_transmitter_resp",
  bind_receiver: "bind_receiver_resp",
  submit_sm: "submit_sm_resp",
  enquire_link: "enquire_link_resp",
  unbind: "unbind_resp",
};

function isResponseTo(request: RequestCommand, { command }: Pdu): boolean {
  return command === RESPONSES[request] || command === "generic_nack";
}
