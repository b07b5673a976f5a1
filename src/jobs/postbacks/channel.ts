/** What the ways of telling a customer have in common. */
import type { Account } from "../../core/account/account.ts";
import type { PendingPostback } from "../../core/message/event.ts";
import { retryAfterMs } from "../../lib/retry_after.ts";
import { FetchRefused, type PostResponse } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";

/** One way of telling a customer: what a try sends, and what its answer means. */
export interface NoticeChannel {
  /** Where an account is told; null: nowhere, its notices are held. */
  urlOf(account: Account): string | null;
  send(notice: PendingPostback, account: Account, url: string): Promise<Tried>;
}

/** What came of a try. */
export interface Tried {
  /** `retry`: as long as the schedule has a wait for it. */
  result: "sent" | "retry" | "dead" | "held";
  /** HTTP status, or else what there was in its place. */
  answer: number | string;
  /** Why it is not sent. */
  error?: string;
  /** In the receiver's words: kept with the notice, but not for logs. */
  said?: string;
  /** The receiver asks for so long a wait at least. */
  retryAfterMs?: number;
}

export interface NoticeRequest {
  headers: Record<string, string>;
  body: Uint8Array | string;
}

/** Posts a notice within the limits for all of them. */
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
    });
  } catch (error) {
    if (error instanceof FetchRefused) return error;
    throw error;
  }
}

/** The header of both channels with the operator of the message (contract section 4). */
export function operatorHeader({ operatorId }: PendingPostback): Record<string, string> {
  return operatorId === null ? {} : { "x-service-carrier-id": operatorId };
}

/** A try that the receiver did not take this time. `now`: milliseconds since the epoch. */
export function notTaken(
  answer: PostResponse | FetchRefused,
  now: number,
): Tried {
  if (answer instanceof FetchRefused) {
    return { result: "retry", answer: answer.reason, error: answer.reason };
  }
  const { status } = answer;
  return {
    result: "retry",
    answer: status,
    error: `HTTP ${status}`,
    ...status === 429 || status === 503
      ? { retryAfterMs: retryAfterMs(answer.headers["retry-after"], now) }
      : {},
  };
}
