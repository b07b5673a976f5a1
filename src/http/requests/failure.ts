/** Failure responses of the JSON door and the admin API, from the error catalogue. */
import { FAULTS, Refusal, STORE_RETRY_SECONDS } from "../../core/errors.ts";
import { StoreDown } from "../../ports/mod.ts";
import { type Action, STATUS_WORDS } from "../../generated/actions.ts";
import type { Log } from "../../log/mod.ts";
import type { FieldPath } from "../../schema/validators.ts";
import { explanationUrl, isHelpInBody, noteOutcome } from "./request_log.ts";

/** Facts of a failed request that shape its failure body, as far as the request was read. */
export interface FailedRequest {
  action: Action | null;
  /** `to` as the request has it, where it is a string or a number. */
  to: string | null;
}

/**
 * Turns any error into a refusal. Unexpected errors are logged, and become E503 without details.
 */
export function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreDown) {
    // The dependency watch logs the outage, once.
    log.debug({ err: error.message }, "store unavailable");
    return new Refusal("unavailable", undefined, STORE_RETRY_SECONDS);
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ err: message, stack }, "internal error");
  return new Refusal("internal");
}

/**
 * Renders a failure, with `status` in the letter case of the action (contract section 1), and a link
 * to the explanation of its code: in a header, and in the body where the account has `error-help`.
 */
export function failureResponse(
  { fault, info, retryAfter }: Refusal,
  { action, to }: FailedRequest = { action: null, to: null },
): Response {
  const { json, http } = FAULTS[fault];
  noteOutcome({ code: json });
  const status = action === null ? "failure" : STATUS_WORDS[action].failure;
  const recipient = action === "sendsms" && to !== null ? { to } : {};
  const explanation = explanationUrl(json);
  const help = explanation !== null && isHelpInBody() ? { help: explanation } : {};
  const body = { status, "error-code": json, "error-info": info, ...recipient, ...help };
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (http === 401) headers["www-authenticate"] = "ApiKey";
  // RFC 8288.
  if (explanation !== null) headers.link = `<${explanation}>; rel="help"`;
  return Response.json(body, { status: http, headers });
}

/** Status that web servers log for a client that closes its connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Makes the response to a client that has disconnected, which ended the work for it; null where the
 * error has another cause. No client receives it: metrics and the request's log line have it.
 *
 * @param signal Returns the signal that aborts when the client disconnects.
 */
export function disconnectedResponse(error: unknown, signal: () => AbortSignal): Response | null {
  if (!(error instanceof DOMException) || error !== signal().reason) return null;
  noteOutcome({ code: "disconnected" });
  return new Response(null, { status: CLIENT_CLOSED_REQUEST });
}

/** Describes a JSON path: `["slide", 2, "image", "url"]` becomes `slide 3: image url`. */
export function fieldPath(path: Readonly<FieldPath>): string {
  let text = "";
  for (const step of path) {
    text += typeof step === "number" ? ` ${step + 1}:` : text === "" ? step : ` ${step}`;
  }
  return text.replace(/:$/, "") || "the body";
}

/** Maximum missing fields that an error names. */
const MISSING_MAX = 20;

/** Formats the end of an error that names further missing fields; empty where there are none. */
export function alsoMissing(paths: readonly FieldPath[]): string {
  if (paths.length === 0) return "";
  const names = paths.slice(0, MISSING_MAX).map(fieldPath);
  const more = paths.length > MISSING_MAX ? [`${paths.length - MISSING_MAX} more`] : [];
  return `; also missing: ${[...names, ...more].join(", ")}`;
}
