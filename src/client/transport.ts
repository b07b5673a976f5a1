/** Transport of the client: a POST per call, failures as errors. */

export interface ClientOptions {
  /** The service's base address, with or without a trailing slash. */
  baseUrl: string | URL;
  /** The account's API key. */
  apiKey: string;
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
  /** Timeout of a call including its response, in milliseconds. Default: 30 000. */
  timeout?: number;
}

export interface CallOptions {
  /** Idempotency key: a repeated call gets the first one's response, for 24 hours. */
  idempotencyKey?: string;
  /** Id of the recipient's operator; saves the operator lookup. */
  operatorId?: string;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** File returned by an action. */
export interface FileResponse {
  bytes: Uint8Array;
  /** MIME type without parameters. */
  type: string;
  filename: string;
}

/** Failure reported by the service. Network errors and timeouts stay the errors `fetch` throws. */
export class SlidepostError extends Error {
  override readonly name = "SlidepostError";
  /** HTTP status. */
  readonly status: number;
  /** `error-code`; null when the response is not the service's own, such as a proxy's. */
  readonly code: string | null;
  /** `error-info`. */
  readonly info: string;
  /** The recipient, where the failure names it. */
  readonly to?: string;
  /** Value of Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** URL of the code's meaning, causes and remedy. */
  readonly help?: string;

  constructor(
    status: number,
    body: Record<string, unknown>,
    { retryAfter, help }: { retryAfter?: number; help?: string } = {},
  ) {
    const code = readText(body["error-code"]);
    const info = readText(body["error-info"]) ?? `HTTP status ${status}`;
    super(code === undefined ? info : `${code}: ${info}`);
    this.status = status;
    this.code = code ?? null;
    this.info = info;
    this.to = readText(body.to);
    this.retryAfter = retryAfter;
    this.help = help;
  }
}

const DEFAULT_TIMEOUT = 30_000;

/** Base class of the generated client. */
export class Transport {
  readonly #url: string;
  readonly #apiKey: string;
  readonly #fetch: typeof fetch;
  readonly #timeout: number;

  constructor(options: ClientOptions) {
    this.#url = `${String(options.baseUrl).replace(/\/+$/, "")}/api/v2`;
    this.#apiKey = options.apiKey;
    // Browsers reject `fetch` called as a method of another object.
    this.#fetch = options.fetch ?? ((...call) => fetch(...call));
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
  }

  /**
   * Performs an action with a JSON response.
   *
   * @throws {SlidepostError}
   */
  protected async postForJson<T>(
    action: string,
    request: object,
    options?: CallOptions,
  ): Promise<T> {
    const response = await this.#post(action, request, options);
    return await response.json() as T;
  }

  /**
   * Performs an action that returns a file.
   *
   * @throws {SlidepostError}
   */
  protected async postForFile(
    action: string,
    request: object,
    options?: CallOptions,
  ): Promise<FileResponse> {
    const response = await this.#post(action, request, options);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const [type] = (response.headers.get("content-type") ?? "").split(";");
    const disposition = response.headers.get("content-disposition") ?? "";
    const [, filename] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
    return { bytes, type: type!.trim(), filename: filename?.trim() ?? action };
  }

  async #post(action: string, request: object, options: CallOptions = {}): Promise<Response> {
    const headers = new Headers({
      "content-type": "application/json",
      "x-api-key": this.#apiKey,
    });
    if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
    if (options.operatorId) headers.set("x-service-carrier-id", options.operatorId);
    const timeout = AbortSignal.timeout(this.#timeout);
    const response = await this.#fetch(this.#url, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...request, action }),
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    });
    if (response.ok) return response;
    throw await readFailure(response);
  }
}

async function readFailure(response: Response): Promise<SlidepostError> {
  const body = parseObject(await response.text());
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  const [, help] = /<([^>]*)>; *rel="?help\b/.exec(response.headers.get("link") ?? "") ?? [];
  return new SlidepostError(response.status, body, {
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    help,
  });
}

/** Parses a failure's body; empty when it is not a JSON object. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
