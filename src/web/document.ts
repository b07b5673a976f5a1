/** HTML document that wraps every page. */
import type { Locale } from "./locale.ts";
import { type Markup, markup, trusted } from "./markup.ts";
import { STYLE, SURFACES } from "./style.ts";

/** Rendered page, with the inline sources that its Content-Security-Policy has to allow. */
export interface Page {
  readonly html: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export interface PageParts {
  readonly locale: Locale;
  readonly title: string;
  readonly body: Markup;
  /** Further elements of the head. */
  readonly head?: Markup;
  /** Style sheet after the one of every page. */
  readonly style?: string;
  /** Script that runs once the page is read. */
  readonly script?: string;
}

/** Renders a complete page, without external resources. */
export function documentOf({ locale, title, body, head, style, script }: PageParts): Page {
  const { language, words: { direction } } = locale;
  const styles = style === undefined ? [STYLE] : [STYLE, style];
  const scripts = script === undefined ? [] : [script];
  const html = markup`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${SURFACES.light.paper}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${SURFACES.dark.paper}" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
${head ?? null}${styles.map((source) => markup`<style>${trusted(source)}</style>\n`)}</head>
<body>
${body}
${scripts.map((source) => markup`<script>${trusted(source)}</script>\n`)}</body>
</html>
`;
  return { html: String(html), styles, scripts };
}
