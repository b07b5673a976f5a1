/** Responses to visitors of hosted pages and short links, with their security headers. */
import { createHash } from "node:crypto";
import { FAULTS } from "../../core/errors.ts";
import type { Brand } from "../../core/account/account.ts";
import type { MessagePage } from "../../core/message/page.ts";
import { type PageLanguage, preferredLanguage } from "../../core/message/page_language.ts";
import { isPreviewRobot } from "../../core/message/preview_robot.ts";
import type { Opener } from "../../core/sms/link.ts";
import type { Log } from "../../log/mod.ts";
import { refusalOf } from "../requests/failure.ts";

/** Rendered page, with the inline sources that its Content-Security-Policy has to allow. */
export interface HostedPage {
  readonly html: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** Context of a message's page. */
export interface PageContext {
  brand: Brand;
  /** Absolute URL of the page, without a trailing slash. */
  pageUrl: string;
  /** Prefix of file URLs, relative to the page. */
  files: string;
  /** Expiry of the page, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Renderers of the pages. */
export interface HostedPages {
  message(page: MessagePage, context: PageContext & { language: PageLanguage }): HostedPage;
  /** Page of an expired link. */
  gone(language: PageLanguage): HostedPage;
  /** Page of an unknown link. */
  missing(language: PageLanguage): HostedPage;
}

/** Builders of page responses, in the language that the request prefers. */
export interface PageResponses {
  message(request: Request, page: MessagePage, context: PageContext): Response;
  gone(request: Request): Response;
  missing(request: Request): Response;
}

/** Headers of responses at secret URLs: not cached, not indexed, not leaked as a referrer. */
export const SECRET_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
} as const;

const PAGE_HEADERS = {
  ...SECRET_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "vary": "Accept-Language",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), " +
    "payment=(), usb=()",
} as const;

/** Creates the builders of page responses. */
export function pageResponses(pages: HostedPages): PageResponses {
  function respond(
    { headers }: Request,
    status: number,
    render: (language: PageLanguage) => HostedPage,
  ): Response {
    const language = preferredLanguage(headers.get("accept-language"));
    const page = render(language);
    return new Response(page.html, {
      status,
      headers: {
        ...PAGE_HEADERS,
        "content-language": language,
        "content-security-policy": policyOf(page),
      },
    });
  }
  return {
    message: (request, page, context) =>
      respond(request, 200, (language) => pages.message(page, { ...context, language })),
    gone: (request) => respond(request, 410, pages.gone),
    missing: (request) => respond(request, 404, pages.missing),
  };
}

/**
 * Allows the page's own styles and scripts by their hashes, and nothing that was injected. Only the
 * console shows it in a frame: on its phones.
 */
function policyOf({ styles, scripts }: HostedPage): string {
  const script = scripts.length === 0 ? "" : `script-src ${hashesOf(scripts)}; `;
  return `default-src 'none'; img-src 'self'; media-src 'self'; ${script}` +
    `style-src ${hashesOf(styles)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
}

function hashesOf(sources: readonly string[]): string {
  return sources.map((source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`)
    .join(" ");
}

/** Tells whether a request is a visit to count: a GET that is not marked as a prefetch. */
export function isVisit({ method, headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz");
  return method === "GET" && !/\bprefetch\b/i.test(purpose ?? "");
}

/** Tells who opens a link (`LinkStore.open`). */
export function openerOf({ headers }: Request): Opener {
  return isPreviewRobot(headers.get("user-agent")) ? "robot" : "person";
}

/**
 * Redirects to a link's code. Relative to the address, as a reverse proxy may serve the service
 * under a path prefix.
 */
export function redirectTo(code: string, { url }: Request): Response {
  const [, , ...segments] = new URL(url).pathname.split("/");
  const location = "../".repeat(segments.length - 1) + code;
  return new Response(null, { status: 302, headers: { ...SECRET_HEADERS, location } });
}

/** Handles GET and HEAD. Failures are plain text, for people. */
export async function respondToVisitor(
  { method }: Request,
  log: Log,
  respond: () => Promise<Response>,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") {
    return new Response("use GET\n", { status: 405, headers: { allow: "GET, HEAD" } });
  }
  try {
    const response = await respond();
    return method === "HEAD" ? new Response(null, response) : response;
  } catch (error) {
    return failure(error, log);
  }
}

function failure(error: unknown, log: Log): Response {
  const { fault, retryAfter } = refusalOf(error, log);
  const headers = new Headers(SECRET_HEADERS);
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  const { http } = FAULTS[fault];
  const text = http === 503
    ? "This page cannot be shown just now. Please try again in a moment.\n"
    : "Something went wrong on our side.\n";
  return new Response(text, { status: http, headers });
}
