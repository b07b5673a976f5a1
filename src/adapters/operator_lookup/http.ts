/** A provider that is asked over HTTP, and answers with JSON. */
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
  /** URL that names the server. */
  endpoint: Pick<Endpoint, "get">;
  clock: Clock;
  /** `{number}` stands for the digits. */
  url: string;
  headers: Record<string, string>;
  /** Members and indexes with dots between them, to where the answer has the id. */
  path: string;
  /** For the wait for a slot and the answer together. */
  timeoutMs: number;
  /** Requests in flight at once. */
  concurrency: number;
}

/** How long the same number is not asked for again after a failure. */
export const REST_MS = 5_000;
/** No answer about one number is longer. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** The provider does not know the number. */
const NOT_FOUND = 404;
const ID = /^[A-Za-z0-9_-]{1,40}$/;

export function createHttpProvider(
  { endpoint, clock, url, headers, path, timeoutMs, concurrency }: HttpProviderOptions,
): Provider {
  const turns = createFairSemaphore({ permits: concurrency, share: "dynamic" });

  async function ask(number: string, untilMs: number): Promise<PostResponse> {
    return await endpoint.get(url.replaceAll("{number}", number), {
      headers: { accept: "application/json", ...headers },
      timeoutMs: Math.max(1, untilMs - clock.now()),
      maxResponseBytes: ANSWER_MAX_BYTES,
    });
  }

  return {
    counted: true,
    async operatorOf(number, account) {
      const untilMs = clock.now() + timeoutMs;
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(failure("too many are asked for")), timeoutMs);
      try {
        return read(
          await turns.run(account, () => {
            clearTimeout(timer);
            return ask(number, untilMs);
          }, late.signal),
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

/** The id in an answer; null where it says that there is none. */
function read({ status, body }: PostResponse, path: string): string | null {
  if (status === NOT_FOUND) return null;
  if (status !== 200) throw failure(`the provider answered with status ${status}`);
  const found = valueAt(jsonOf(body), path);
  if (found === null || found === "") return null;
  const id = typeof found === "number" ? String(found) : found;
  if (typeof id !== "string" || !ID.test(id)) throw failure(`its answer has no id at ${path}`);
  return id;
}

function jsonOf(body: Uint8Array): unknown {
  // One that was cut is no JSON any more, or longer than any that is meant.
  if (body.byteLength >= ANSWER_MAX_BYTES) throw failure("its answer is too long");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw failure("its answer is not JSON");
  }
}

/** Undefined where the path leads nowhere. */
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
  return new LookupFailed(reason, REST_MS, { cause });
}
