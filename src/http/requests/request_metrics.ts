/** Metrics of requests, by their route and by what the doors responded. */
import type { Metrics } from "../../metrics/mod.ts";
import { notedOutcome } from "./request_log.ts";

export type RequestMetrics = Pick<Metrics, "httpRequests" | "requestDuration" | "requests">;

export const JSON_DOOR = "/api/v2";
export const XML_DOOR = "/api/v2/xml";
export const MM7_DOOR = "/mm7/v1";

/** Doors by their routes, and the code of a success. */
const DOORS: Readonly<Record<string, { door: string; success: string }>> = {
  [JSON_DOOR]: { door: "json", success: "ok" },
  [XML_DOOR]: { door: "xml", success: "ok" },
  [MM7_DOOR]: { door: "mm7", success: "1000" },
};

/** Methods (RFC 9110 section 9.3, RFC 5789); clients choose any, which are counted together. */
const METHODS: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

/** Creates a function that measures the current request when its response is ready. */
export function createRequestMetrics(
  { httpRequests, requestDuration, requests }: RequestMetrics,
): (method: string, route: string | undefined, status: number, seconds: number) => void {
  return (method, route = "", status, seconds) => {
    httpRequests.observe({
      "http_request_method": METHODS.has(method) ? method : "_OTHER",
      "http_route": route,
      "http_response_status_code": String(status),
    }, seconds);
    const at = DOORS[route];
    if (at === undefined) return;
    const { action = "", code = at.success } = notedOutcome();
    requests.add({ door: at.door, action, code });
    requestDuration.observe({ door: at.door, action }, seconds);
  };
}
