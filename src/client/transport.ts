/** How the client reaches the service: one POST a call, failures as errors. */

export interface ClientOptions {
  /** The service's base address, with or without a trailing slash. */
  baseUrl: string | URL;
  /** The account's API key. */
  apiKey: string;
  /** Stands in for the global `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
  /** Milliseconds until a call is given up, its answer included. Default: 30 000. */
  timeout?: number;
}

export interface CallOptions {
  /** Makes a repeated call answer what the first did, for 24 hours. */
  idempotencyKey?: string;
  /** Operator id of the recipient's operator: spares the lookup. */
  operatorId?: string;
  /** Gives the call up. */
  signal?: AbortSignal;
}

/** A file that an action answers. */
export interface FileResponse {
  bytes: Uint8Array;
  /** MIME type without parameters. */
  type: string;
  filename: string;
}

/** The service refused. What never reached it (network, timeout) stays the error `fetch` throws. */
export class SlidepostError extends Error {
  override readonly name = "SlidepostError";
  /** HTTP status. */
  readonly status: number;
  /** `error-code`; null when something before the service answered. */
  readonly code: string | null;
  /** `error-info`. */
  readonly info: string;
  /** The recipient, where the service names it. */
  readonly to?: string;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;

  constructor(status: number, body: Record<string, unknown>, retryAfter: number | undefined) {
    const code = readText(body["error-code"]);
    const info = readText(body["error-info"]) ?? `HTTP status ${status}`;
    super(code === undefined ? info : `${code}: ${info}`);
    this.status = status;
    this.code = code ?? null;
    this.info = info;
    this.to = readText(body.to);
    this.retryAfter = retryAfter;
  }
}

const DEFAULT_TIMEOUT = 30_000;

/** What the generated methods stand on. */
export class Transport {
  readonly #url: string;
  readonly #apiKey: string;
  readonly #fetch: typeof fetch;
  readonly #timeout: number;

  constructor(options: ClientOptions) {
    this.#url = `${String(options.baseUrl).replace(/\/+$/, "")}/api/v2`;
    this.#apiKey = options.apiKey;
    // A browser's fetch refuses to be called as a method of something else.
    this.#fetch = options.fetch ?? ((...call) => fetch(...call));
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
  }

  /** Performs an action that answers JSON. */
  protected async postForAnswer<T>(
    action: string,
    request: object,
    options?: CallOptions,
  ): Promise<T> {
    const response = await this.#post(action, request, options);
    return await response.json() as T;
  }

  /** Performs an action that answers a file. */
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
  return new SlidepostError(
    response.status,
    body,
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

/** The body of a failure; empty when it is not the service's own. */
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
