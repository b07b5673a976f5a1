/** Receiver on this machine: posts to it, and repeats what fails. */
import { visible } from "../../core/visible.ts";
import type { StreamedPostback } from "../../generated/admin.ts";
import { delay } from "../../lib/delay.ts";
import { fetchFailure } from "../command/fetch_failure.ts";

export interface ReceiverOptions {
  url: string;
  /** Stops attempts and waits. */
  signal: AbortSignal;
  print(line: string): void;
}

/** Waits before the second attempt and each further one, in milliseconds. */
const RETRY_MS = [500, 1500, 4500];
/** Maximum time for a response, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Posts a postback until it is taken or given up, and prints each attempt. False: stopped.
 *
 * @param cursor Cursor before it in the stream.
 */
export async function forward(
  postback: StreamedPostback,
  cursor: string,
  { url, signal, print }: ReceiverOptions,
): Promise<boolean> {
  for (const wait of [...RETRY_MS, null]) {
    const begun = performance.now();
    const { outcome, isTaken } = await attempt(postback, url, signal);
    if (signal.aborted) return false;
    const facts = [
      new Date().toISOString().slice(11, 23),
      visible(postback.code),
      visible(postback["tracking-id"]),
      outcome,
      `${Math.round(performance.now() - begun)} ms`,
    ];
    if (isTaken) {
      print(facts.join("  "));
      return true;
    }
    const next = wait === null
      ? `given up; --after ${cursor} repeats it`
      : `again in ${wait / 1000} s`;
    print([...facts, next].join("  "));
    if (wait !== null) await delay(wait, signal);
  }
  return true;
}

async function attempt(
  { headers, body }: StreamedPostback,
  url: string,
  signal: AbortSignal,
): Promise<{ outcome: string; isTaken: boolean }> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { outcome: String(response.status), isTaken: response.ok };
  } catch (error) {
    return { outcome: fetchFailure(error as Error), isTaken: false };
  }
}
