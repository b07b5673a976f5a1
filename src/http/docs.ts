/** `GET /docs`: the manual and the API reference, rendered once and cached by clients. */
import { DOCS_PATH, SEARCH_PATH } from "../core/docs_path.ts";
import type { Log } from "../log/mod.ts";
import { respondWithText, type StaticText, staticText } from "./requests/static_text.ts";
import { respondToVisitor } from "./hosted/visitor_response.ts";

/** Page, style sheet or script. */
export interface Document {
  readonly content: string;
  readonly type: string;
  readonly status: 200 | 404;
  /** Whether its address changes with its content. */
  readonly isImmutable: boolean;
}

/** Renders the document at a path below `/docs`, such as `/json-api`; the entry is empty. */
export type RenderDocument = (path: string, query: URLSearchParams) => Promise<Document>;

/** Pages change only with a new version of the service. */
const PAGE_CACHE = "public, max-age=300";
const ASSET_CACHE = "public, max-age=31536000, immutable";

/** Scripts and styles come from here only, and none is inline. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; " +
    "img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

const NO_QUERY = new URLSearchParams();

interface Stored extends Pick<Document, "isImmutable" | "status" | "type"> {
  readonly text: StaticText;
}

/** Creates the handler of GET and HEAD, which never rejects. */
export function createDocs(
  { log, render }: { log: Log; render: RenderDocument },
): (request: Request) => Promise<Response> {
  /** Pages by path; searches are too many to store. */
  const stored = new Map<string, Stored>();

  async function find(path: string, query: string | null): Promise<Stored> {
    if (query === null && stored.has(path)) return stored.get(path)!;
    const { content, ...document } = await render(
      path,
      query === null ? NO_QUERY : new URLSearchParams({ q: query }),
    );
    const found = { ...document, text: staticText(content) };
    // Unknown paths are without number.
    if (query === null && document.status === 200) stored.set(path, found);
    return found;
  }

  return (request) =>
    respondToVisitor(request, log, async () => {
      const { pathname, searchParams } = new URL(request.url);
      const address = pathname.replace(/\/+$/, "");
      // Other pages are the same whatever their query: rendering one again is expensive.
      const query = address === SEARCH_PATH ? searchParams.get("q") : null;
      const path = address.slice(DOCS_PATH.length);
      const { isImmutable, status, text, type } = await find(path, query);
      const fields = {
        ...HEADERS,
        "content-type": type,
        "cache-control": isImmutable ? ASSET_CACHE : status === 200 ? PAGE_CACHE : "no-store",
      };
      const { headers } = request;
      if (status !== 200) return new Response(text.bytes, { status, headers: fields });
      return respondWithText(text, headers, fields);
    });
}
