/** HTML document that wraps every page. */
import { type Markup, markup, trusted } from "./markup.ts";
import { STYLE } from "./style.ts";

const style = trusted(STYLE);

/** Renders a complete page, without scripts and without external resources. */
export function documentOf(title: string, body: Markup): string {
  return String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f5f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#111215" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`);
}
