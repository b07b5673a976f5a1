/**
 * Defence against requests that other sites make with a browser's session (CSRF), beside the
 * cookie's SameSite=Strict.
 */

/**
 * Tells whether a browser made a request for a page of this origin, or for its user: by the address
 * bar, a bookmark or a program. Browsers set `Sec-Fetch-Site` (Fetch Metadata) on HTTPS and on
 * loopback; elsewhere `Origin` is compared with `Host`.
 */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || URL.parse(origin)?.host === headers.get("host");
}

/** Tells whether a request opens a page, which any site may link to. */
export function isNavigation({ method, headers }: Request): boolean {
  const mode = headers.get("sec-fetch-mode");
  return (method === "GET" || method === "HEAD") && (mode === null || mode === "navigate") &&
    headers.get("sec-fetch-dest") !== "iframe";
}
