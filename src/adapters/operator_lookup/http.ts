/** Provider over HTTP, with JSON responses. */
import {
  type Clock,
  type Endpoint,
  FetchRefused,
  LookupFailed,
  type PostResponse,
} from "../../ports/mod.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import type { Provider } from "./provider.ts";

export interface HttpProviderOptions {
  /** Client of the server that `url` names. */
  endpoint: Pick<Endpoint, "get">;
  clock: Clock;
  /** URL template; `{number}` stands for the digits. */
  url: string;
  headers: Record<string, string>;
  /** Path of the id in the response: members and indexes, separated by dots. */
  path: string;
  /** Timeout of the wait for a slot and the response together, in milliseconds. */
  timeoutMs: number;
  /** Maximum requests in flight. */
  concurrency: number;
}

/** TTL of a failed lookup, in milliseconds. */
export const FAILURE_TTL_MS = 5_000;
/** Maximum size of a response about one number. */
const RESPONSE_MAX_BYTES = 64 * 1024;
/** Status for an unknown number. */
const NOT_FOUND = 404;
const ID = /^[A-Za-z0-9_-]{1,40}$/;

export function createHttpProvider(
  { endpoint, clock, url, headers, path, timeoutMs, concurrency }: HttpProviderOptions,
): Provider {
  const turns = createFairSemaphore({ permits: concurrency, share: "dynamic" });

  async function query(number: string, deadlineMs: number): Promise<PostResponse> {
    return await endpoint.get(url.replaceAll("{number}", number), {
      headers: { accept: "application/json", ...headers },
      timeoutMs: Math.max(1, deadlineMs - clock.now()),
      maxResponseBytes: RESPONSE_MAX_BYTES,
    });
  }

  return {
    counted: true,
    async operatorOf(number, account) {
      const deadlineMs = clock.now() + timeoutMs;
      const timeout = new AbortController();
      const timer = setTimeout(
        () => timeout.abort(failure("too many lookups are waiting")),
        timeoutMs,
      );
      try {
        return read(
          await turns.run(account, () => {
            clearTimeout(timer);
            return query(number, deadlineMs);
          }, timeout.signal),
          path,
        );
      } catch (error) {
        throw error instanceof FetchRefused ? failure(error.reason, error) : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Reads the id from a response; null when it has none.
 *
 * @throws LookupFailed for any other status or form.
 */
function read({ status, body }: PostResponse, path: string): string | null {
  if (status === NOT_FOUND) return null;
  if (status !== 200) throw failure(`the provider responded with status ${status}`);
  const value = valueAt(jsonOf(body), path);
  if (value === null || value === "") return null;
  const id = typeof value === "number" ? String(value) : value;
  if (typeof id !== "string" || !ID.test(id)) throw failure(`its response has no id at ${path}`);
  return id;
}

function jsonOf(body: Uint8Array): unknown {
  // The client cuts responses at the maximum, so one of that size may be incomplete.
  if (body.byteLength >= RESPONSE_MAX_BYTES) throw failure("its response is too long");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw failure("its response is not JSON");
  }
}

/** Reads the value at a path; undefined when there is none. */
function valueAt(json: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string, unknown>)[step]
        : undefined,
    json,
  );
}

function failure(reason: string, cause?: unknown): LookupFailed {
  return new LookupFailed(reason, FAILURE_TTL_MS, { cause });
}
