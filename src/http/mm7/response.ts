/** Responses of the MM7 door (contract section 5): status, content type, faults. */
import { type FaultName, Refusal, STORE_RETRY_SECONDS } from "../../core/errors.ts";
import { StoreDown } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { noteOutcome } from "../requests/request_log.ts";
import { parseField } from "../../mime/content_type.ts";
import { MimeError } from "../../mime/errors.ts";
import { writeEnvelopeText, writeFault } from "../../mm7/envelope.ts";
import { statusOfMimeFault } from "../../mm7/mime_status.ts";
import { type Echo, Mm7Error, NO_ECHO, STATUSES, type StatusRow } from "../../mm7/status.ts";

/** Facts of a request that shape its response, as far as it was read. */
export interface ResponseContext {
  echo: Echo;
  isTextXml: boolean;
  /** Role in which the service responds: relay to a VASP (default), or VASP to an MMSC. */
  from?: "relay" | "VASP";
}

/** Renders the SubmitRsp of an accepted message (spec 2.2). */
export function acceptance(messageId: string, { echo, isTextXml }: ResponseContext): Response {
  noteOutcome({ code: String(STATUSES.success.code) });
  return xml(acceptanceText(messageId, echo), 200, isTextXml);
}

/** Writes the SubmitRsp of an accepted message. */
export function acceptanceText(messageId: string, echo: Echo): string {
  const { code, text } = STATUSES.success;
  return writeEnvelopeText("SubmitRsp", {
    MM7Version: echo.version,
    Status: { StatusCode: code, StatusText: text },
    MessageID: messageId,
  }, echo);
}

/** Renders any error as a fault. Unexpected errors are logged, and become 3000 without details. */
export function faultResponse(
  error: unknown,
  { echo, isTextXml, from }: ResponseContext,
  log: Log,
): Response {
  const mm7Error = mm7ErrorOf(error, log);
  const { code, http = 200 }: StatusRow = STATUSES[mm7Error.status];
  noteOutcome({ code: String(code) });
  // Errors thrown before the envelope was parsed have no echo of their own.
  const knownEcho = mm7Error.echo === NO_ECHO ? echo : mm7Error.echo;
  const { status, details } = mm7Error;
  const body = writeFault({ status, details, echo: knownEcho }, from);
  const response = xml(body, http, isTextXml);
  const wait = error instanceof Refusal ? error.retryAfter : undefined;
  if (wait !== undefined || http === 503) {
    response.headers.set("retry-after", String(wait ?? STORE_RETRY_SECONDS));
  }
  if (http === 401) {
    response.headers.set("www-authenticate", `Basic realm="slidepost MM7", charset="UTF-8"`);
  }
  // RFC 9110 section 15.5.16.
  if (http === 415) response.headers.set("accept-encoding", "identity");
  return response;
}

/** MM7 status of each refusal that both doors share. */
const STATUS_OF: Partial<Record<FaultName, keyof typeof STATUSES>> = {
  bodyTooLarge: "contentTooLong",
  // MM7 has no status of its own for it; Retry-After marks the throttled response.
  credentialsThrottled: "unauthenticated",
  invalidRequest: "unparseable",
  operatorLookupFailed: "lookupDown",
  operatorNotServed: "clientError",
  throughputExceeded: "throughputExceeded",
  unavailable: "unavailable",
};

function mm7ErrorOf(error: unknown, log: Log): Mm7Error {
  if (error instanceof Mm7Error) return error;
  if (error instanceof MimeError) {
    return new Mm7Error(statusOfMimeFault(error.fault, error.position), error.message);
  }
  if (error instanceof Refusal && STATUS_OF[error.fault] !== undefined) {
    return new Mm7Error(STATUS_OF[error.fault]!, error.info);
  }
  if (error instanceof StoreDown) {
    // The dependency watch logs the outage, once.
    log.debug({ err: error.message }, "store unavailable");
    return new Mm7Error("unavailable", "try again");
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ err: message, stack }, "internal error");
  return new Mm7Error("systemError");
}

function xml(body: Uint8Array | string, status: number, isTextXml: boolean): Response {
  const type = isTextXml ? "text/xml" : "application/xml";
  return new Response(body as BodyInit, {
    status,
    headers: { "content-type": `${type}; charset=utf-8` },
  });
}

/** Tells whether the response should be text/xml: the request is text/xml itself, or prefers it. */
export function speaksTextXml(headers: Headers): boolean {
  return isNamedTextXml(headers.get("content-type") ?? "") ||
    prefersTextXml(headers.get("accept"));
}

/**
 * Tells whether a lenient response should be text/xml: the request or its envelope is, and `Accept`
 * does not exclude it.
 */
export function takesTextXml(headers: Headers): boolean {
  const { value, parameters } = parseField(headers.get("content-type") ?? "");
  const isTextXml = [value, parameters.get("type") ?? ""].some(isNamedTextXml);
  const accept = headers.get("accept")?.trim() ?? "";
  return isTextXml && (accept === "" || weightsIn(accept)("text/xml") > 0);
}

function isNamedTextXml(type: string): boolean {
  return /^\s*text\/xml\s*(?:;|$)/i.test(type);
}

/**
 * Tells whether an `Accept` header names text/xml with a higher weight than application/xml (RFC
 * 9110 section 12.5.1). A Java client in use accepts text/xml only.
 */
function prefersTextXml(accept: string | null): boolean {
  const weightOf = weightsIn(accept ?? "");
  return (accept ?? "").split(",").some(isNamedTextXml) &&
    weightOf("text/xml") > weightOf("application/xml");
}

/** Reads the weights of an `Accept` header. */
function weightsIn(accept: string): (type: string) => number {
  const ranges = accept.split(",").map((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    return { name, weight: Number.isFinite(weight) ? weight : 0 };
  });
  /** Weight of the most specific matching range. */
  return (type) => {
    const matching = [type, `${type.split("/")[0]}/*`, "*/*"].flatMap((name) =>
      ranges.filter((range) => range.name === name)
    );
    return matching[0]?.weight ?? 0;
  };
}
