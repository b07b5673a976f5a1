/** Wait of a start for a database server, which may be started later or be restarting. */
import { backoff } from "../../../lib/backoff.ts";
import { delay } from "../../../lib/delay.ts";
import type { Log } from "../../../log/mod.ts";
import { isTransient } from "./database.ts";

export interface StartWaitOptions {
  /** Maximum wait, in milliseconds. */
  timeoutMs: number;
  /** Servers, for the log. */
  host: string;
  log: Log;
  /** Gives up the wait. */
  signal?: AbortSignal;
}

/** Backoff between attempts. */
const BACKOFF = { minMs: 100, maxMs: 1000, jitter: 0.5 };
/** Interval of log lines while it waits, in milliseconds. */
const PROGRESS_MS = 10_000;

/** Error codes that waiting does not change: a refused login, no such database, TLS, files. */
const LASTING_CODE = /^(28|3D000|CONNECTION_(TLS|FILE))/;
/** Refusals of a pooler, which has the same code (08P01) for those that pass. */
const LASTING_MESSAGE = /startup parameter|no such (database|user)/i;

/**
 * Connects until that works.
 * @throws Error of the last attempt: waiting would not change it, or has taken too long.
 */
export async function untilUsable(
  connect: () => Promise<void>,
  { timeoutMs, host, log, signal }: StartWaitOptions,
): Promise<void> {
  const since = performance.now();
  const waitedMs = () => performance.now() - since;
  const waitedSeconds = () => Math.round(waitedMs() / 1000);
  let toldMs: number | null = null;

  function tell(reason: string): void {
    if (toldMs === null) {
      const facts = { host, reason, "timeout-seconds": timeoutMs / 1000 };
      log.warn(facts, "the database cannot be used yet; waiting for it");
    } else if (waitedMs() - toldMs >= PROGRESS_MS) {
      log.info({ host, reason, "waited-seconds": waitedSeconds() }, "waiting for the database");
    } else return;
    toldMs = waitedMs();
  }

  for (let failures = 1;; failures++) {
    try {
      await connect();
      break;
    } catch (error) {
      const leftMs = timeoutMs - waitedMs();
      if (!mayPass(error) || leftMs <= 0) throw error;
      tell(reasonOf(error));
      await delay(Math.min(backoff(failures, BACKOFF), leftMs), signal);
      if (signal?.aborted) throw error;
    }
  }
  if (toldMs !== null) {
    log.info({ host, "waited-seconds": waitedSeconds() }, "the database can be used");
  }
}

/** Checks for an error that may go away by itself. */
function mayPass(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return isTransient(error) && !LASTING_CODE.test(code) && !LASTING_MESSAGE.test(message);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || String(error);
}
