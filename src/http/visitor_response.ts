/** Responses to visitors of hosted pages and short links, with their security headers. */
import { createHash } from "node:crypto";
import { FAULTS } from "../core/errors.ts";
import type { MessagePage } from "../core/message/page.ts";
import { isPreviewRobot } from "../core/message/preview_robot.ts";
import type { Opener } from "../core/sms/link.ts";
import type { Log } from "../log/mod.ts";
import { refusalOf } from "./failure.ts";

/** Renderers of the pages, as HTML. */
export interface HostedPages {
  /** @param place.files Prefix of file URLs, relative to the page. */
  message(page: MessagePage, place: { files: string; expiresAt: number }): string;
  /** Page of an expired link. */
  gone(): string;
  /** Page of an unknown link. */
  missing(): string;
  /** Inline style sheet of every page. */
  style: string;
}

/** Builders of page responses. */
export interface PageResponses {
  message: HtmlResponse<Parameters<HostedPages["message"]>>;
  gone: HtmlResponse;
  missing: HtmlResponse;
}

type HtmlResponse<T extends unknown[] = []> = (...content: T) => Response;

/** Headers of responses at secret URLs: not cached, not indexed, not leaked as a referrer. */
export const SECRET_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
} as const;

/** Prepares the page responses; their CSP allows the style sheet by its hash. */
export function pageResponses(pages: HostedPages): PageResponses {
  const hash = createHash("sha256").update(pages.style).digest("base64");
  const headers = {
    ...SECRET_HEADERS,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; img-src 'self'; media-src 'self'; ` +
      `style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), " +
      "payment=(), usb=()",
  };
  const respond = (html: string, status: number) => new Response(html, { status, headers });
  return {
    message: (...content) => respond(pages.message(...content), 200),
    gone: () => respond(pages.gone(), 410),
    missing: () => respond(pages.missing(), 404),
  };
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

/** Tells whether a text can be a link's code, which saves a query (`core/sms/link.ts`). */
export function isCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
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
