/** Headers of every answer, whatever door it comes from. */

/** A year, as browsers' own lists of such hosts ask for; subdomains may be somebody else's. */
const STRICT_TRANSPORT = "max-age=31536000";

/**
 * Those that an answer has unless it says otherwise: nobody keeps it, guesses its type, or learns
 * from what address somebody left it.
 */
const ORDINARY = Object.entries({
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

/** Nobody puts it into a frame, and nothing in it is run. JSON is no page, whatever it says. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const JSON_TYPE = "application/json";

/** @param isHttps Customers reach the service over HTTPS: browsers are to try nothing else. */
export function withHeaders(
  response: Response,
  { requestId, isHttps }: { requestId: string; isHttps: boolean },
): Response {
  const { headers } = response;
  for (const [name, value] of ORDINARY) {
    if (!headers.has(name)) headers.append(name, value);
  }
  if (headers.get("content-type") !== JSON_TYPE && !headers.has("content-security-policy")) {
    headers.append("content-security-policy", NO_PAGE);
  }
  headers.set("x-request-id", requestId);
  if (isHttps) headers.set("strict-transport-security", STRICT_TRANSPORT);
  return response;
}
