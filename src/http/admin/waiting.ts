/** Requests of the admin API that wait. */
import { Refusal, STORE_RETRY_SECONDS } from "../../core/errors.ts";
import { PollerUnavailable, type WaitOptions } from "../../lib/poller.ts";

export interface WaitRequest {
  /** Name of the field with the time. */
  field: string;
  seconds: number;
  /** Value of ADMIN_WAIT_MAX, in milliseconds. */
  maxMs: number;
  /** Request whose client waits. */
  raw: Request;
}

/**
 * Runs a wait for as long as the client has requested and stays connected.
 *
 * @throws {Refusal} E100 for a time beyond the maximum; 503 where too many requests wait, or the
 * service is stopping.
 */
export async function waiting<T>(
  { field, seconds, maxMs, raw }: WaitRequest,
  work: (options: WaitOptions) => Promise<T>,
): Promise<T> {
  const timeoutMs = seconds * 1000;
  if (timeoutMs > maxMs) {
    throw new Refusal(
      "invalidRequest",
      `${field} must be at most ${maxMs / 1000}, as ADMIN_WAIT_MAX has it`,
    );
  }
  const closed = raw.signal;
  try {
    return await work({ timeoutMs, signal: closed });
  } catch (error) {
    if (error instanceof PollerUnavailable) {
      const info = error.reason === "full"
        ? "as many requests wait as ADMIN_WAITERS_MAX permits; try again"
        : "the service is stopping; try again";
      throw new Refusal("unavailable", info, STORE_RETRY_SECONDS);
    }
    // Nobody reads this response.
    if (closed.aborted) throw new Refusal("unavailable", "the client is gone");
    throw error;
  }
}
