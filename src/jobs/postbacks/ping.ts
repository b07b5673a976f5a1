/** A signed sample to an account's receiver, on an operator's request: nothing of it is kept. */
import type { Account } from "../../core/account/account.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { FetchRefused } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";
import { postNotice } from "./channel.ts";
import { isTaken, signedRequest } from "./webhook.ts";

/** What came of a sample. */
export interface Pinged {
  url: string;
  /** Its `webhook-id`. */
  id: string;
  /** Whether a postback would have counted as taken. */
  taken: boolean;
  /** HTTP status; null: there was no answer. */
  status: number | null;
  /** Why there was none. */
  error: string | null;
  /** From the request to the answer. */
  milliseconds: number;
}

/** Null: the account has no URL. Unlike a postback's, an answer of 410 takes none away. */
export type Ping = (account: Account) => Promise<Pinged | null>;

/** @param defaultUrl Where an account without a URL of its own is told; null: nowhere. */
export function createPing(
  ports: Pick<JobPorts, "clock" | "config" | "fetch" | "ids">,
  defaultUrl: () => string | null,
): Ping {
  const { clock, ids } = ports;
  return async (account) => {
    const url = account.postbackUrl ?? defaultUrl();
    if (url === null) return null;
    const begun = clock.now();
    const id = ids.event();
    const request = await signedRequest({ id, body: sampleOf(account, begun) }, account, begun);
    const answer = await postNotice(ports, url, request);
    const milliseconds = Math.max(0, Math.round(clock.now() - begun));
    return answer instanceof FetchRefused
      ? { url, id, taken: false, status: null, error: answer.reason, milliseconds }
      : {
        url,
        id,
        taken: isTaken(answer.status),
        status: answer.status,
        error: null,
        milliseconds,
      };
  };
}

/** Its code and origin are no postback's. */
function sampleOf({ id }: Account, at: number): string {
  return JSON.stringify({ origin: "PING", code: "PING", account: id, timestamp: isoMicros(at) });
}
