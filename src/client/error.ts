/** Failures that the service reports. */

/** Failure reported by the service. Network errors and timeouts stay the errors `fetch` throws. */
export class SlidepostError extends Error {
  override readonly name = "SlidepostError";
  /** HTTP status. */
  readonly status: number;
  /** `error-code`; null when the response is not the service's own, such as a proxy's. */
  readonly code: string | null;
  /** `error-info`. */
  readonly info: string;
  /** Recipient, where the failure names it. */
  readonly to: string | undefined;
  /** Value of Retry-After, in seconds. */
  readonly retryAfter: number | undefined;
  /** Page of the manual about the code. */
  readonly link: string | undefined;

  constructor(status: number, body: string, headers: Headers) {
    const fields = parseObject(body);
    const code = readText(fields["error-code"]);
    const info = readText(fields["error-info"]) ?? defaultInfo(status);
    super(code === undefined ? info : `${code}: ${info}`);
    this.status = status;
    this.code = code ?? null;
    this.info = info;
    this.to = readText(fields.to);
    this.retryAfter = readSeconds(headers.get("retry-after"));
    this.link = /<([^<>]*)>[^<>]*?;\s*rel\s*=\s*"?help\b/i.exec(headers.get("link") ?? "")?.[1];
  }
}

function defaultInfo(status: number): string {
  return status === 200 ? "the response is not a JSON object" : `HTTP status ${status}`;
}

/** Parses a number of seconds; undefined for anything else, such as a date. */
function readSeconds(value: string | null): number | undefined {
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
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
