/** Requests on a connection that wait for their responses. */
import type { Pdu, RequestCommand } from "../../smpp/pdu.ts";

/** Result of a request; without a response it is unknown whether the SMSC has processed it. */
export type RequestResult = { responded: true; pdu: Pdu } | { responded: false; reason: string };

export interface PendingRequests {
  /** Assigns a request its sequence_number; calls `onTimeout` when no response arrives in time. */
  add(
    command: RequestCommand,
    onTimeout: () => void,
  ): { sequence: number; result: Promise<RequestResult> };
  /** Settles the request of a response; false when none waits for it. */
  settle(response: Pdu): boolean;
  /** Settles all requests as having no response. */
  abandon(reason: string): void;
}

/** Maximum sequence_number (section 3.2). */
const LAST_SEQUENCE = 0x7fff_ffff;

interface PendingRequest {
  command: RequestCommand;
  resolve(result: RequestResult): void;
}

export function createPendingRequests(timeoutMs: number): PendingRequests {
  const pending = new Map<number, PendingRequest>();
  let lastSequence = 0;

  return {
    add(command, onTimeout) {
      lastSequence = lastSequence === LAST_SEQUENCE ? 1 : lastSequence + 1;
      const sequence = lastSequence;
      const result = new Promise<RequestResult>((resolve) => {
        const timer = setTimeout(() => {
          pending.delete(sequence);
          resolve({ responded: false, reason: `no response within ${timeoutMs / 1000} s` });
          onTimeout();
        }, timeoutMs);
        pending.set(sequence, {
          command,
          resolve(result) {
            clearTimeout(timer);
            resolve(result);
          },
        });
      });
      return { sequence, result };
    },
    settle(response) {
      const request = pending.get(response.sequence_number);
      if (request === undefined || !isResponseTo(request.command, response)) return false;
      pending.delete(response.sequence_number);
      request.resolve({ responded: true, pdu: response });
      return true;
    },
    abandon(reason) {
      for (const { resolve } of pending.values()) resolve({ responded: false, reason });
      pending.clear();
    },
  };
}

function isResponseTo(request: RequestCommand, { command }: Pdu): boolean {
  return command === `${request}_resp` || command === "generic_nack";
}
