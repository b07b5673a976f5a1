/** The manual as a site: pages of Markdown, references of the APIs, all codes, and a search. */
import { type OpenApi, resolved } from "../../contract/openapi.ts";
import type { PostbackCode } from "../../generated/postback.ts";
import { type Markup, markup } from "../markup.ts";
import { adminApiPages } from "./admin_api.ts";
import { type ApiOptions, apiPages } from "./api.ts";
import { assetAt } from "./assets.ts";
import { codesPage } from "./codes.ts";
import { layout } from "./layout.ts";
import { DOCS, SEARCH } from "./paths.ts";
import { createSearch, type Finding, type Findings } from "./search/mod.ts";
import { loadManual, type PageGroup, type ReadManual } from "./site.ts";

export interface DocsSiteOptions extends Pick<ApiOptions, "baseUrl" | "hasConsole"> {
  /** Served document of the customers' API. */
  customer: OpenApi;
  /** Served document of the admin API. */
  admin: OpenApi;
  /** Reads a page of the manual. */
  read: ReadManual;
}

/** Page, style sheet or script, for `http/docs.ts`. */
export interface SiteDocument {
  readonly content: string;
  readonly type: string;
  readonly status: 200 | 404;
  readonly isImmutable: boolean;
}

export type RenderSite = (path: string, query: URLSearchParams) => Promise<SiteDocument>;

/** Loads the manual, and returns the renderer of its pages. */
export async function createDocsSite(options: DocsSiteOptions): Promise<RenderSite> {
  const { admin, customer } = options;
  const [manual, ...chapters] = await loadManual(options.read);
  const reference: PageGroup = {
    title: "Reference",
    pages: [
      ...apiPages({ ...options, document: customer }),
      codesPage(meaningsOf(customer)),
      ...adminApiPages(admin),
    ],
  };
  const [first, ...others] = chapters;
  const groups = [manual!, first!, reference, ...others];
  const pages = new Map(groups.flatMap((each) => each.pages).map((page) => [page.path, page]));
  const search = createSearch([...pages.values()]);

  return async (path, query) => {
    const address = DOCS + path;
    const asset = assetAt(address);
    if (asset !== null) return { ...asset, status: 200, isImmutable: true };
    const page = pages.get(address);
    if (page !== undefined) {
      const { title } = page;
      return html(layout({ groups, title, body: page.body(), page }));
    }
    if (address === SEARCH) {
      const q = query.get("q") ?? "";
      const body = resultsOf(q, await search(q));
      return html(layout({ groups, title: "Search", body, query: q }));
    }
    const body = markup`<h1>There is no such page</h1>
<p>The <a href="${DOCS}">index</a> lists all pages; the search finds them by their words.</p>
`;
    return { ...html(layout({ groups, title: "Not found", body })), status: 404 };
  };
}

/** Returns the meaning of each postback: the description of its body. */
function meaningsOf(document: OpenApi): Record<PostbackCode, string> {
  const entries = Object.entries(document.webhooks!).map(([code, { post }]) => {
    const { schema } = post.requestBody!.content["application/json"]!;
    return [code, resolved(document, schema).description!.trim().replace(/\.$/, "")];
  });
  return Object.fromEntries(entries);
}

function html(content: string): SiteDocument {
  return { content, type: "text/html; charset=utf-8", status: 200, isImmutable: false };
}

function resultsOf(query: string, { findings, unknown }: Findings): Markup {
  const count = findings.length === 0
    ? "No part of the manual is"
    : findings.length === 1
    ? "1 part of the manual is"
    : `${findings.length} parts of the manual are`;
  const missing = unknown.length === 0 || findings.length === 0
    ? null
    : markup` Left out, since it is nowhere: ${unknown.join(", ")}.`;
  return markup`<h1>Search</h1>
<div id="results" class="results" role="status">
<p>${
    query.trim() === ""
      ? "Words, a question, a code or a configuration key can be searched for."
      : markup`${count} about <b>${query.trim()}</b>.${missing}`
  }</p>
<ol class="results">
${findings.map(findingOf)}</ol>
</div>
`;
}

function findingOf({ heading, page, snippet, url }: Finding): Markup {
  return markup`<li><a href="${url}">${page}${heading === "" ? "" : `: ${heading}`}</a>
<p>${
    snippet.map((piece, index) =>
      index % 2 === 1 ? markup`<mark>${piece}</mark>` : markup`${piece}`
    )
  }</p></li>
`;
}
