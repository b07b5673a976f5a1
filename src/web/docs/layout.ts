/** Document around every page of the manual. */
import { type Markup, markup, trusted } from "../markup.ts";
import { PRODUCT_ICON } from "../mark.ts";
import { ICONS } from "../icons.ts";
import { SCRIPT, STYLE } from "./assets.ts";
import { DOCS, SEARCH } from "./paths.ts";
import type { PageGroup, SitePage } from "./site.ts";

export interface LayoutOptions {
  groups: readonly PageGroup[];
  title: string;
  body: Markup;
  /** The page, if it is one of the groups. */
  page?: SitePage;
  /** Query in the search box. */
  query?: string;
}

/** Renders a complete page. */
export function layout({ groups, title, body, page, query = "" }: LayoutOptions): string {
  const parents = page === undefined ? [] : parentsOf(groups, page);
  const html = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · slidepost</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${PRODUCT_ICON}">
<link rel="stylesheet" href="${STYLE.url}">
<script type="module" src="${SCRIPT.url}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="brand" href="${DOCS}">slidepost <span>manual</span></a>
<a class="to-pages" href="#pages">Pages</a>
<form role="search" action="${SEARCH}">
<label class="unseen" for="q">Search the manual</label>
${ICONS.search}
<input id="q" name="q" type="search" value="${query}" placeholder="Search, or a code"
 autocomplete="off" maxlength="200">
<button>Search</button>
</form>
</header>
<div class="frame">
<main id="main" tabindex="-1">
${page === undefined ? null : contentsOf(page)}${crumbsOf(parents)}${body}
${page === undefined ? null : neighboursOf(groups, page)}</main>
<nav class="pages" id="pages" aria-label="Pages">
${groups.map((group) => groupOf(group, parents[0] ?? page, page))}</nav>
</div>
</body>
</html>
`;
  return String(html);
}

/** Lists the pages above a page, from that of the navigation on. */
function parentsOf(groups: readonly PageGroup[], { parent }: SitePage): SitePage[] {
  const found = groups.flatMap(({ pages }) => pages).find(({ path }) => path === parent);
  return found === undefined ? [] : [...parentsOf(groups, found), found];
}

function crumbsOf(parents: readonly SitePage[]): Markup | null {
  if (parents.length === 0) return null;
  return markup`<nav class="crumbs" aria-label="Above this page">
${parents.map(({ path, title }) => markup`<a href="${path}">${title}</a>\n`)}</nav>
`;
}

/** @param entry Page of the navigation that the page is, or is below. */
function groupOf(
  { title, pages }: PageGroup,
  entry: SitePage | undefined,
  page: SitePage | undefined,
): Markup {
  return markup`<p>${title}</p>
<ul>
${
    pages.filter(({ parent }) => parent === undefined).map((each) =>
      markup`<li><a href="${each.path}"${
        each !== entry ? null : trusted(` aria-current="${each === page ? "page" : "true"}"`)
      }>${each.title}</a></li>\n`
    )
  }</ul>
`;
}

/** Renders the contents of a page; null for a page of few parts. */
function contentsOf({ sections }: SitePage): Markup | null {
  const parts = sections.filter(({ id, isUnlisted, level }) =>
    id !== "" && level <= 3 && !isUnlisted
  );
  if (parts.length < 3) return null;
  return markup`<nav class="contents" aria-label="On this page">
<details>
<summary>On this page</summary>
<ul>
${
    parts.map(({ id, level, title }) =>
      markup`<li class="level${level}"><a href="#${id}">${title}</a></li>\n`
    )
  }</ul>
</details>
</nav>
`;
}

function neighboursOf(groups: readonly PageGroup[], page: SitePage): Markup {
  const pages = groups.flatMap(({ pages }) => pages);
  const at = pages.indexOf(page);
  const link = (neighbour: SitePage | undefined, rel: "prev" | "next") =>
    neighbour === undefined
      ? markup`<span></span>`
      : markup`<a href="${neighbour.path}" rel="${rel}"><small>${
        rel === "prev" ? "Previous" : "Next"
      }</small> ${neighbour.title}</a>`;
  return markup`<nav class="neighbours" aria-label="Previous and next page">
${link(pages[at - 1], "prev")}
${link(pages[at + 1], "next")}
</nav>
`;
}
