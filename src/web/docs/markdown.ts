/** Markdown of the manual as HTML: anchors, tables that scroll, links between pages; no raw HTML. */
import { Marked, type Token, type Tokens } from "marked";
import { type Markup, markup, trusted } from "../markup.ts";
import { DOCS } from "./paths.ts";

/** Part of a page from one heading to the next, for contents and search. */
export interface Section {
  /** Anchor of the heading; empty for the beginning of the page. */
  readonly id: string;
  readonly title: string;
  /** Level of the heading: 1 for the page's title. */
  readonly level: number;
  /** Text without markup. */
  readonly text: string;
  /** Whether the contents of the page leave it out, because the page lists it itself. */
  readonly isUnlisted?: true;
}

export interface RenderedText {
  readonly html: Markup;
  readonly sections: readonly Section[];
}

/** Renders a page. */
export function renderMarkdown(source: string): RenderedText {
  const anchors = createAnchors();
  const marked = createMarked(anchors.next);
  const tokens = marked.lexer(source);
  const html = trusted(marked.parser(tokens));
  return { html, sections: sectionsOf(tokens, createAnchors().next) };
}

/** Renders a paragraph's worth of Markdown without its paragraph. */
export function renderInline(source: string): Markup {
  return trusted(createMarked(() => "").parseInline(source) as string);
}

/** Removes the markup of a paragraph. */
export function plainInline(source: string): string {
  return plain(new Marked().lexer(source)).trim();
}

function createMarked(anchor: (heading: string) => string): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${text}</h1>\n`;
        return String(headingOf(depth, anchor(plain(tokens)), trusted(text)));
      },
      code: ({ text, lang }) =>
        String(
          markup`<pre tabindex="0"><code${
            lang ? markup` class="language-${lang}"` : null
          }>${text}\n</code></pre>\n`,
        ),
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
          `<tr>${
            cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join(
              "",
            )
          }</tr>`;
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n` +
          `<thead>${row(token.header, "th")}</thead>\n` +
          `<tbody>${token.rows.map((cells) => row(cells, "td")).join("\n")}</tbody>\n` +
          `</table></div>\n`;
      },
      link({ href, raw, tokens }) {
        // An address without brackets is an example.
        if (raw === href) return String(markup`${href}`);
        const text = trusted(this.parser.parseInline(tokens));
        const target = targetOf(href);
        return String(target === null ? text : markup`<a href="${target}">${text}</a>`);
      },
      image: ({ text }) => String(markup`${text}`),
      // Markers of generated tables are the manual's only HTML.
      html: ({ text }) => /^\s*<!--/.test(text) ? "" : String(markup`${text}`),
    },
  });
}

/** Renders a heading with a link to itself. */
export function headingOf(level: number, id: string, text: Markup | string): Markup {
  const label = markup`aria-label="Link to this section"`;
  const heading = markup`id="${id}">${text} <a class="anchor" href="#${id}" ${label}>#</a>`;
  const tag = trusted(`h${level}`);
  return markup`<${tag} ${heading}</${tag}>\n`;
}

/**
 * Returns the address that a link of the manual has on the site. Null: it leads to the source, which
 * the site does not serve.
 */
function targetOf(href: string): string | null {
  if (/^(?:https?:|#|\/docs\b)/.test(href)) return href;
  const [, page, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (page === undefined) return null;
  return (page === "index" ? DOCS : `${DOCS}/${page}`) + anchor;
}

/** Derives anchors as GitHub does; a repeated one gets a number. */
function createAnchors(): { next(heading: string): string } {
  const seen = new Map<string, number>();
  return {
    next(heading) {
      const anchor = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim()
        .replaceAll(/\s/g, "-");
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    },
  };
}

function sectionsOf(tokens: readonly Token[], anchor: (heading: string) => string): Section[] {
  const sections: (Section & { text: string })[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth, tokens: heading } = token as Tokens.Heading;
      const title = plain(heading);
      const id = depth === 1 ? "" : anchor(title);
      sections.push({ id, title, level: depth, text: "" });
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${plain([token])} `;
    }
  }
  return sections;
}

/** Extracts the text of tokens, blocks and cells separated by spaces. */
function plain(tokens: readonly Token[]): string {
  return tokens.map((token) => {
    if (token.type === "html") return "";
    if (token.type === "table") {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flat().map((cell) => plain(cell.tokens)).join(" ");
    }
    if (token.type === "list") {
      return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(" ");
    }
    const { tokens: inner, text = "" } = token as { tokens?: Token[]; text?: string };
    return inner === undefined ? text : plain(inner);
  }).join("").replaceAll(/\s+/g, " ");
}
