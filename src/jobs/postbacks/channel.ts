/** Channels by which customers are notified: parts that both have in common. */
import type { Account } from "../../core/account/account.ts";
import type { PendingPostback } from "../../core/message/event.ts";
import { retryAfterMs } from "../../lib/retry_after.ts";
import { FetchRefused, type PostResponse } from "../../ports/mod.ts";
import { traceHeader } from "../../tracing/mod.ts";
import type { JobPorts } from "../shared/ports.ts";

/** Channel to a customer: the request of an attempt, and the meaning of its response. */
export interface NoticeChannel {
  /** Returns the URL that a notice goes to, or what becomes of it where there is none. */
  urlOf(notice: PendingPostback, account: Account): string | Pick<Tried, "result" | "error">;
  send(notice: PendingPostback, account: Account, url: string): Promise<Tried>;
}

/** Result of an attempt. */
export interface Tried {
  /** `retry`: until the schedule ends. `parked`: until the receiver has a URL. */
  result: "sent" | "retry" | "dead" | "parked";
  /** HTTP status, or the reason why there is none. */
  response: number | string;
  /** Reason why it is not sent. */
  error?: string;
  /** Text of the receiver: stored with the notice, and never logged. */
  statusText?: string;
  /** Wait that the receiver asks for, in milliseconds. */
  retryAfterMs?: number;
  /** Response that was refused, as far as it came. */
  refused?: PostResponse | null;
}

export interface NoticeRequest {
  headers: Record<string, string>;
  body: Uint8Array | string;
}

/** Posts a notice, within POSTBACK_TIMEOUT and POSTBACK_RESPONSE_MAX_BYTES. */
export async function postNotice(
  { config, fetch }: Pick<JobPorts, "config" | "fetch">,
  url: string,
  { headers, body }: NoticeRequest,
): Promise<PostResponse | FetchRefused> {
  try {
    return await fetch.post(url, {
      headers,
      body,
      timeoutMs: config.POSTBACK_TIMEOUT,
      maxResponseBytes: config.POSTBACK_RESPONSE_MAX_BYTES,
      // Receivers tell repetitions by their ids.
      isRepeatable: true,
    });
  } catch (error) {
    if (error instanceof FetchRefused) return error;
    throw error;
  }
}

/** Makes the headers that both channels send: the message's operator (contract section 4), its trace. */
export function commonHeaders(
  { operatorId, trace }: Pick<PendingPostback, "operatorId" | "trace">,
): Record<string, string> {
  return {
    ...operatorId !== null && { "x-service-carrier-id": operatorId },
    ...traceHeader(trace),
  };
}

/** Makes the result of an attempt that may be repeated. `now`: milliseconds since the epoch. */
export function notTaken(
  response: PostResponse | FetchRefused,
  now: number,
): Tried {
  if (response instanceof FetchRefused) {
    const { partial: refused, reason } = response;
    return { result: "retry", response: reason, error: reason, refused };
  }
  const { status } = response;
  return {
    result: "retry",
    response: status,
    error: `HTTP ${status}`,
    refused: response,
    ...status === 429 || status === 503
      ? { retryAfterMs: retryAfterMs(response.headers["retry-after"], now) }
      : {},
  };
}
