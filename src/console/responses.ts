/** Responses of the console, with their security headers. */
import type { Child } from "hono/jsx";
import { CONSOLE_PATH } from "./model/page.ts";
import { plainDocumentOf } from "./layout.tsx";

/** Headers of every page. Scripts and styles come from here only, and none is inline. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; " +
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; frame-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), " +
    "payment=(), usb=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/** Responds with a document. */
export function htmlResponse(
  html: string,
  { status = 200, cookies = [] }: { status?: number; cookies?: readonly string[] } = {},
): Response {
  return new Response(html, { status, headers: withCookies(HEADERS, cookies) });
}

/** Responds with a page for someone who is not signed in. */
export function plainResponse(title: string, main: Child, status = 200): Response {
  return htmlResponse(plainDocumentOf(title, main), { status });
}

/** Redirects after a form, so that loading the page again does not send it again. */
export function redirectTo(location: string, cookies: readonly string[] = []): Response {
  const headers = withCookies({ location, "cache-control": "no-store" }, cookies);
  return new Response(null, { status: 303, headers });
}

function withCookies(fields: Record<string, string>, cookies: readonly string[]): Headers {
  const headers = new Headers(fields);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}

/** Returns a path of the console; its entry for anything else, such as another site's address. */
export function ownPath(path: unknown): string {
  return typeof path === "string" && /^\/console(?:[/?][!-~]*)?$/.test(path) ? path : CONSOLE_PATH;
}
