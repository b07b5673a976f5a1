/** Requests on one connection that have no answer yet. */
import type { Pdu, RequestCommand } from "../../smpp/pdu.ts";

/** `answered: false`: it was sent, and nobody knows what became of it. */
export type Reply = { answered: true; pdu: Pdu } | { answered: false; reason: string };

export interface Unanswered {
  /** A number for a request, and its reply to come; `onSilence` is called when none came in time. */
  add(command: RequestCommand, onSilence: () => void): { sequence: number; reply: Promise<Reply> };
  /** False: no request waits for this response. */
  settle(response: Pdu): boolean;
  /** No response can come any more. */
  abandon(reason: string): void;
}

/** The highest that SMPP has (section 3.2). */
const LAST_SEQUENCE = 0x7fff_ffff;

interface Waiting {
  command: RequestCommand;
  resolve(reply: Reply): void;
}

export function createUnanswered(timeoutMs: number): Unanswered {
  const waiting = new Map<number, Waiting>();
  let sequence = 0;

  return {
    add(command, onSilence) {
      sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1;
      const own = sequence;
      const reply = new Promise<Reply>((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(own);
          resolve({ answered: false, reason: `no answer within ${timeoutMs / 1000} s` });
          onSilence();
        }, timeoutMs);
        waiting.set(own, {
          command,
          resolve(answer) {
            clearTimeout(timer);
            resolve(answer);
          },
        });
      });
      return { sequence: own, reply };
    },
    settle(response) {
      const asked = waiting.get(response.sequence_number);
      if (asked === undefined || !answers(response, asked.command)) return false;
      waiting.delete(response.sequence_number);
      asked.resolve({ answered: true, pdu: response });
      return true;
    },
    abandon(reason) {
      for (const { resolve } of waiting.values()) resolve({ answered: false, reason });
      waiting.clear();
    },
  };
}

function answers({ command }: Pdu, request: RequestCommand): boolean {
  return command === `${request}_resp` || command === "generic_nack";
}
