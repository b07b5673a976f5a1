/** Pages of the manual and the reference, in their order. */
import type { Markup } from "../markup.ts";
import { renderMarkdown, type Section } from "./markdown.ts";
import { DOCS } from "./paths.ts";

/** Page of the site. */
export interface SitePage {
  /** Address, such as `/docs/json-api`. */
  readonly path: string;
  readonly title: string;
  /** Content, rendered on demand. */
  body(): Markup;
  /** Parts of the page, for its contents and the search. */
  readonly sections: readonly Section[];
  /** Path of the page that lists it, which the navigation has in its place. */
  readonly parent?: string;
}

/** Pages under a heading of the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

/** Reads a page of the manual by its name, such as `index.md`. */
export type ReadManual = (name: string) => Promise<string>;

/**
 * Groups of the manual's pages, as the index lists them, after the index itself. Pages that another
 * one lists follow that, and are left out of the navigation.
 */
export async function loadManual(read: ReadManual): Promise<PageGroup[]> {
  const index = await read("index.md");
  const listed = new Set(listedIn(index));

  async function pagesOf(name: string, parent?: string): Promise<SitePage[]> {
    const source = await read(name);
    const others = listedIn(source).filter((other) => !listed.has(other));
    for (const other of others) listed.add(other);
    const page = { ...manualPage(name.slice(0, -".md".length), source), parent };
    const pages = await Promise.all(others.map((other) => pagesOf(other, page.path)));
    return [page, ...pages.flat()];
  }

  const groups = index.split(/^## /m).slice(1).filter((part) => listedIn(part).length > 0);
  const loaded = await Promise.all(groups.map(async (part) => ({
    title: part.slice(0, part.indexOf("\n")),
    pages: (await Promise.all(listedIn(part).map((name) => pagesOf(name)))).flat(),
  })));
  return [{ title: "Manual", pages: [manualPage("", index)] }, ...loaded];
}

/** Lists the pages with which the rows of a page's tables begin. */
function listedIn(source: string): string[] {
  return [...source.matchAll(/^\| \[[^\]]*\]\(([\w-]+\.md)\)/gm)].map(([, name]) => name!);
}

function manualPage(name: string, source: string): SitePage {
  const { html, sections } = renderMarkdown(source);
  return {
    path: name === "" ? DOCS : `${DOCS}/${name}`,
    title: sections[0]!.title,
    body: () => html,
    sections,
  };
}
