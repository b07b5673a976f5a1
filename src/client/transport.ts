/** Transport of the client: a POST per call, repeated where that is safe. */
import { SlidepostError } from "./error.ts";
import { fromWire, isObject, type Shape, toWire } from "./fields.ts";

export interface ClientOptions {
  /** The service's base address, with or without a trailing slash. */
  baseUrl: string | URL;
  /** The account's API key. */
  apiKey: string;
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof fetch | undefined;
  /** Timeout of a call with all its attempts, in milliseconds. Default: 30 000. */
  timeout?: number | undefined;
  /** Number of times that a call is repeated at most. Default: 2. */
  retries?: number | undefined;
}

export interface CallOptions {
  /**
   * Idempotency key: a repeated call gets the first one's response, for 24 hours. Default: a random
   * one for each call that is not for a file, so that its attempts have one effect.
   */
  idempotencyKey?: string | undefined;
  /** Id of the recipient's operator; saves the operator lookup. */
  operatorId?: string | undefined;
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
}

/** File returned by an action. */
export interface FileResponse {
  bytes: Uint8Array;
  /** MIME type without parameters. */
  type: string;
  filename: string;
}

/** Response of the service, read to its end. */
interface Reply {
  headers: Headers;
  bytes: Uint8Array;
}

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_RETRIES = 2;

/** Base class of the generated client. */
export class Transport {
  readonly #url: URL;
  readonly #apiKey: string;
  readonly #fetch: typeof fetch;
  readonly #timeout: number;
  readonly #retries: number;

  constructor(options: ClientOptions) {
    this.#url = new URL(`${String(options.baseUrl).replace(/\/+$/, "")}/api/v2`);
    this.#apiKey = options.apiKey;
    // Browsers reject `fetch` called as a method of another object.
    this.#fetch = options.fetch ?? ((...call) => fetch(...call));
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
    this.#retries = options.retries ?? DEFAULT_RETRIES;
  }

  /**
   * Performs an action with a JSON response.
   *
   * @throws {SlidepostError}
   */
  protected async postForJson<T>(
    action: string,
    request: object,
    options: CallOptions = {},
    requestShape: Shape,
    responseShape: Shape,
  ): Promise<T> {
    const { idempotencyKey = crypto.randomUUID() } = options;
    const body = { ...toWire(requestShape, request), action };
    const { headers, bytes } = await this.#post(body, { ...options, idempotencyKey });
    const text = new TextDecoder().decode(bytes);
    const value = parseJson(text);
    if (!isObject(value)) throw new SlidepostError(200, "", headers);
    return fromWire(responseShape, value) as T;
  }

  /**
   * Performs an action that returns a file.
   *
   * @throws {SlidepostError}
   */
  protected async postForFile(
    action: string,
    request: object,
    options: CallOptions = {},
    requestShape: Shape,
  ): Promise<FileResponse> {
    const body = { ...toWire(requestShape, request), action };
    const { headers, bytes } = await this.#post(body, options);
    const [type] = (headers.get("content-type") ?? "").split(";");
    const disposition = headers.get("content-disposition") ?? "";
    const [, filename] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
    return { bytes, type: type!.trim(), filename: filename?.trim() ?? action };
  }

  /** Posts a body, again after a failure that may pass, until the timeout. */
  async #post(body: object, options: CallOptions): Promise<Reply> {
    const headers = new Headers({
      "content-type": "application/json",
      "x-api-key": this.#apiKey,
    });
    if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
    if (options.operatorId) headers.set("x-service-carrier-id", options.operatorId);
    const end = Date.now() + this.#timeout;
    const timeout = AbortSignal.timeout(this.#timeout);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    const request = { method: "POST", headers, body: JSON.stringify(body), signal };
    for (let attempt = 0;; attempt++) {
      const outcome = await this.#attempt(request);
      if (!("error" in outcome)) return outcome;
      const wait = waitAfter(outcome.error, attempt);
      if (signal.aborted || wait === null) throw outcome.error;
      if (attempt >= this.#retries || Date.now() + wait >= end) throw outcome.error;
      await delay(wait, signal);
    }
  }

  async #attempt(request: RequestInit): Promise<Reply | { error: unknown }> {
    try {
      // A redirect would take the key to another address.
      const response = await this.#fetch(this.#url, { ...request, redirect: "manual" });
      const { ok, status, headers } = response;
      if (ok) return { headers, bytes: new Uint8Array(await response.arrayBuffer()) };
      return { error: new SlidepostError(status, await response.text(), headers) };
    } catch (error) {
      return { error };
    }
  }
}

/** Statuses of a failure that may pass: limits, and a service or proxy that is not ready. */
const PASSING = [429, 502, 503, 504];

/** Waits before the attempts after network failures, in milliseconds: the first, and the longest. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

/** Returns the wait before the next attempt, in milliseconds; null: it would fail again. */
function waitAfter(error: unknown, attempt: number): number | null {
  if (error instanceof SlidepostError) {
    const { status, retryAfter } = error;
    // With Retry-After, a request with the same key is in progress.
    const isInProgress = status === 409 && retryAfter !== undefined;
    if (!PASSING.includes(status) && !isInProgress) return null;
    if (retryAfter !== undefined) return retryAfter * 1000;
  }
  return Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT) * (0.5 + Math.random());
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", abort, { once: true });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
