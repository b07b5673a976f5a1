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
  /** Whether the navigation leaves it out, because its parent lists it. */
  readonly isNested?: boolean;
}

/** Pages under a heading of the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

/** Reads a page of the manual by its name, such as `index.md`. */
export type ReadManual = (name: string) => Promise<string>;

/** Groups of the manual's pages, as the index lists them, after the index itself. */
export async function loadManual(read: ReadManual): Promise<PageGroup[]> {
  const index = await read("index.md");
  const groups = index.split(/^## /m).slice(1).map((part) => ({
    title: part.slice(0, part.indexOf("\n")),
    names: [...part.matchAll(/^\| \[[^\]]*\]\(([\w-]+\.md)\)/gm)].map(([, name]) => name!),
  })).filter(({ names }) => names.length > 0);
  const loaded = await Promise.all(groups.map(async ({ title, names }) => ({
    title,
    pages: await Promise.all(
      names.map(async (name) => manualPage(name.slice(0, -".md".length), await read(name))),
    ),
  })));
  return [{ title: "Manual", pages: [manualPage("", index)] }, ...loaded];
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
