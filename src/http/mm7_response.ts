/** Answers of the MM7 door (contract section 5): status, content type, faults. */
import { type FaultName, Refusal, STORE_RETRY_SECONDS } from "../core/errors.ts";
import { StoreDown } from "../ports/mod.ts";
import type { Log } from "../log/mod.ts";
import { MimeError } from "../mime/errors.ts";
import { writeEnvelopeText, writeFault } from "../mm7/envelope.ts";
import { statusOfMimeFault } from "../mm7/mime_status.ts";
import { type Echo, Mm7Error, NO_ECHO, STATUSES, type StatusRow } from "../mm7/status.ts";

/** What is known of a request by the time it is answered. */
export interface Answering {
  echo: Echo;
  isTextXml: boolean;
  /** What we are to who asks. Default the relay of a VASP. */
  from?: "relay" | "VASP";
}

/** A message that is accepted (spec 2.2). */
export function acceptance(messageId: string, { echo, isTextXml }: Answering): Response {
  const { code, text } = STATUSES.success;
  const body = writeEnvelopeText("SubmitRsp", {
    MM7Version: echo.version,
    Status: { StatusCode: code, StatusText: text },
    MessageID: messageId,
  }, echo);
  return xml(body, 200, isTextXml);
}

/** Any error as the fault that tells of it; what nobody foresaw is logged and says only 3000. */
export function faultResponse(
  error: unknown,
  { echo, isTextXml, from }: Answering,
  log: Log,
): Response {
  const refused = mm7ErrorOf(error, log);
  const { http = 200 }: StatusRow = STATUSES[refused.status];
  // An error from a place that does not know the request repeats what is known of it here.
  const known = refused.echo === NO_ECHO ? echo : refused.echo;
  const { status, details } = refused;
  const body = writeFault({ status, details, echo: known }, from);
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

/** Refusals that both doors may come to. */
const STATUS_OF: Partial<Record<FaultName, keyof typeof STATUSES>> = {
  bodyTooLarge: "contentTooLong",
  // VASPs know no other answer to credentials; Retry-After tells them apart.
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
    return new Mm7Error(statusOfMimeFault(error.fault, error.place), error.message);
  }
  if (error instanceof Refusal && STATUS_OF[error.fault] !== undefined) {
    return new Mm7Error(STATUS_OF[error.fault]!, error.info);
  }
  if (error instanceof StoreDown) {
    // Its watch tells of it once.
    log.debug({ err: error.message }, "the store cannot take work now");
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

/** Tells whether text/xml is sure to be understood: the request is it as a whole, or asks for it. */
export function speaksTextXml(headers: Headers): boolean {
  return /^\s*text\/xml\s*(?:;|$)/i.test(headers.get("content-type") ?? "") ||
    prefersTextXml(headers.get("accept"));
}

/**
 * Whether an `Accept` header asks for text/xml: it names it, and likes application/xml less, or does
 * not take it (RFC 9110 section 12.5.1). One Java client refuses application/xml, and says so.
 */
function prefersTextXml(accept: string | null): boolean {
  const ranges = (accept ?? "").split(",").map((range) => {
    const [name = "", ...parameters] = range.split(";").map((each) => each.trim().toLowerCase());
    const q = parameters.find((each) => each.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    return { name, weight: Number.isFinite(weight) ? weight : 0 };
  });
  /** Of the most exact range that fits. */
  const weightOf = (type: string) => {
    const fitting = [type, `${type.split("/")[0]}/*`, "*/*"].flatMap((name) =>
      ranges.filter((range) => range.name === name)
    );
    return fitting[0]?.weight ?? 0;
  };
  return ranges.some(({ name }) => name === "text/xml") &&
    weightOf("text/xml") > weightOf("application/xml");
}
