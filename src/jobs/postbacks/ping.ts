/** Sends a signed sample to a receiver, at an operator's request; nothing is stored. */
import type { Account } from "../../core/account/account.ts";
import type { PostbackReceiver } from "../../core/account/receiver.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { FetchRefused } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { postNotice } from "./channel.ts";
import { isTaken, signedRequest, urlOf } from "./webhook.ts";

/** Result of a sample. */
export interface Pinged {
  url: string;
  /** Its `webhook-id`. */
  id: string;
  /** Whether a postback would have counted as sent. */
  accepted: boolean;
  /** HTTP status; null: there was no response. */
  status: number | null;
  /** Reason why there was none. */
  error: string | null;
  /** Time from the request to the response. */
  milliseconds: number;
}

/** Null: the receiver has no URL. Unlike with a postback, a 410 leaves the URL in place. */
export type Ping = (account: Account, receiver: PostbackReceiver) => Promise<Pinged | null>;

/** @param defaultUrl URL of default receivers without one of their own; null: none. */
export function createPing(
  ports: Pick<JobPorts, "clock" | "config" | "fetch" | "ids">,
  defaultUrl: () => string | null,
): Ping {
  const { clock, ids } = ports;
  return async (account, receiver) => {
    const url = urlOf(receiver, defaultUrl);
    if (url === null) return null;
    const begun = clock.now();
    const id = ids.sample();
    const request = await signedRequest({ id, body: sampleOf(account, begun) }, receiver, begun);
    const response = await postNotice(ports, url, request);
    const milliseconds = Math.max(0, Math.round(clock.now() - begun));
    return response instanceof FetchRefused
      ? { url, id, accepted: false, status: null, error: response.reason, milliseconds }
      : {
        url,
        id,
        accepted: isTaken(response.status),
        status: response.status,
        error: null,
        milliseconds,
      };
  };
}

/** Writes the sample; its code and origin are used by no postback. */
function sampleOf({ id }: Account, at: number): string {
  return JSON.stringify({ origin: "PING", code: "PING", account: id, timestamp: isoMicros(at) });
}
