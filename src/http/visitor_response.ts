/** What people get who open a link of a text: pages, and the headers that keep them safe. */
import { createHash } from "node:crypto";
import { FAULTS } from "../core/errors.ts";
import type { MessagePage } from "../core/message/page.ts";
import type { Log } from "../log/mod.ts";
import { refusalOf } from "./failure.ts";

/** The pages, as HTML. */
export interface HostedPages {
  /** @param place.files What the names of its files are put behind, from the page's address. */
  message(page: MessagePage, place: { files: string; expiresAt: number }): string;
  /** The link has expired. */
  gone(): string;
  /** There is no such link. */
  missing(): string;
  /** The one inline style on all of them. */
  style: string;
}

/** Answers with pages. */
export interface PageResponses {
  message: HtmlAnswer<Parameters<HostedPages["message"]>>;
  gone: HtmlAnswer;
  missing: HtmlAnswer;
}

type HtmlAnswer<T extends unknown[] = []> = (...given: T) => Response;

/** Whatever leads away from a secret address must not tell it, nor anybody find or keep it. */
export const SECRET_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
} as const;

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
  const answer = (html: string, status: number) => new Response(html, { status, headers });
  return {
    message: (...given) => answer(pages.message(...given), 200),
    gone: () => answer(pages.gone(), 410),
    missing: () => answer(pages.missing(), 404),
  };
}

/** Whether somebody is looking, as far as a request can tell; other openings are not counted. */
export function isVisit({ method, headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz");
  return method === "GET" && !/\bprefetch\b/i.test(purpose ?? "");
}

/** Whether a text may be a link's code (`core/link.ts`): others are not worth a question. */
export function isCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Answers GET and HEAD; what fails is told to people, so in plain text. */
export async function respondToVisitor(
  { method }: Request,
  log: Log,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") {
    return new Response("use GET\n", { status: 405, headers: { allow: "GET, HEAD" } });
  }
  try {
    const response = await answer();
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
