/** Headers of every response, whichever door it comes from. */

/** HSTS for a year, as browsers' preload lists require; subdomains may belong to other services. */
const STRICT_TRANSPORT = "max-age=31536000";

/** Default headers, which a response may override: no caching, no referrer, no type sniffing. */
const DEFAULTS = Object.entries({
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

/** Policy of responses that are not pages: no framing, no content. JSON needs none. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const JSON_TYPE = "application/json";

/**
 * Adds the headers that every response has.
 *
 * @param options.isHttps Whether customers reach the service over HTTPS: then HSTS is sent.
 */
export function withHeaders(
  response: Response,
  { requestId, isHttps }: { requestId: string; isHttps: boolean },
): Response {
  const { headers } = response;
  for (const [name, value] of DEFAULTS) {
    if (!headers.has(name)) headers.append(name, value);
  }
  if (headers.get("content-type") !== JSON_TYPE && !headers.has("content-security-policy")) {
    headers.append("content-security-policy", NO_PAGE);
  }
  headers.set("x-request-id", requestId);
  if (isHttps) headers.set("strict-transport-security", STRICT_TRANSPORT);
  return response;
}
