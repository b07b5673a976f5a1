/** Failures at the JSON door and the admin API: the catalogue rendered as JSON over HTTP. */
import { FAULTS, Refusal, STORE_RETRY_SECONDS } from "../core/errors.ts";
import { StoreDown } from "../ports/mod.ts";
import { type Action, STATUS_WORDS } from "../generated/actions.ts";
import type { Log } from "../log/mod.ts";

/** What is known of the request by the time it fails. */
export interface FailedRequest {
  action: Action | null;
  /** `to` as it was given, where it was a text or a number. */
  to: string | null;
}

/** Any error as a refusal; what nobody foresaw is logged and says only E503. */
export function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreDown) {
    // Its watch tells of it once.
    log.debug({ err: error.message }, "the store cannot take work now");
    return new Refusal("unavailable", undefined, STORE_RETRY_SECONDS);
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ err: message, stack }, "internal error");
  return new Refusal("internal");
}

/** The failure body, in the letter case that the spec gives for each action (contract section 1). */
export function failureResponse(
  { fault, info, retryAfter }: Refusal,
  { action, to }: FailedRequest = { action: null, to: null },
): Response {
  const { json, http } = FAULTS[fault];
  const status = action === null ? "failure" : STATUS_WORDS[action].failure;
  const named = action === "sendsms" && to !== null ? { to } : {};
  const body = { status, "error-code": json, "error-info": info, ...named };
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (http === 401) headers["www-authenticate"] = "ApiKey";
  return Response.json(body, { status: http, headers });
}

/** `["slide", 2, "image", "url"]` as `slide 3: image url`. */
export function placeOf(path: readonly (string | number)[]): string {
  let place = "";
  for (const step of path) {
    place += typeof step === "number" ? ` ${step + 1}:` : place === "" ? step : ` ${step}`;
  }
  return place.replace(/:$/, "") || "the body";
}
