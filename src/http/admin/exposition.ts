/** `GET /metrics`: all metrics, for a reader with the token, or without one on this machine only. */
import ipaddr from "ipaddr.js";
import { Refusal } from "../../core/errors.ts";
import { CONTENT_TYPES, type Format } from "../../lib/openmetrics.ts";
import type { Metrics } from "../../metrics/mod.ts";
import { bearerOf, isEqual } from "./principal.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { failureResponse } from "../requests/failure.ts";
import { remoteAddress } from "../requests/request_log.ts";

export interface ExpositionOptions {
  metrics: Pick<Metrics, "render">;
  guard: CredentialGuard;
  /** Null: only this machine may read them. */
  token: string | null;
}

/** Header fields of a proxy: its own address says nothing about the client's. */
const FORWARDING = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Creates the handler, which never rejects. */
export function createExposition(
  { guard, metrics, token }: ExpositionOptions,
): (request: Request) => Promise<Response> {
  async function isAdmitted(headers: Headers): Promise<boolean> {
    if (token === null) return isFromHere(headers);
    const credential = headers.get("authorization");
    const isKnown = () => isEqual(bearerOf(credential), token);
    const attempt = { door: "/metrics", headers, credential, isKnown };
    return await guard.verify(attempt, () => isKnown() || null) !== null;
  }

  return async ({ headers }) => {
    try {
      if (!await isAdmitted(headers)) return refusal(token);
    } catch (error) {
      if (error instanceof Refusal) return failureResponse(error);
      throw error;
    }
    const format = formatFor(headers.get("accept"));
    return new Response(metrics.render(format), {
      headers: { "content-type": CONTENT_TYPES[format], "cache-control": "no-store" },
    });
  };
}

function isFromHere(headers: Headers): boolean {
  const remote = remoteAddress();
  if (remote === null || FORWARDING.some((name) => headers.has(name))) return false;
  return ipaddr.process(remote).range() === "loopback";
}

function refusal(token: string | null): Response {
  if (token === null) {
    return new Response("metrics are for this machine only; METRICS_TOKEN admits others\n", {
      status: 403,
    });
  }
  return new Response("the token is missing or wrong (METRICS_TOKEN)\n", {
    status: 401,
    headers: { "www-authenticate": "Bearer" },
  });
}

/** Chooses OpenMetrics only for readers that ask for it. */
function formatFor(accept: string | null): Format {
  return /application\/openmetrics-text/i.test(accept ?? "") ? "openmetrics" : "text";
}
