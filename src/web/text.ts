/** A slide's text as its sender wrote it, with clickable links. */
import { linksIn } from "../core/sms/text_links.ts";
import { type Markup, markup } from "./markup.ts";

/** Text of up to six emoji only: shown large, as messaging apps do. */
const EMOJI_ONLY = /^\s*(?:\p{RGI_Emoji}\s*){1,6}$/v;

/** Renders a text. The style sheet preserves line breaks and runs of spaces. */
export function textOf(text: string): Markup {
  const look = EMOJI_ONLY.test(text) ? "text emoji" : "text";
  // The language is unknown.
  return markup`<p class="${look}" lang="" dir="auto">${withLinks(text)}</p>\n`;
}

function withLinks(text: string): Markup[] {
  const pieces: Markup[] = [];
  let from = 0;
  for (const { start, end, url } of linksIn(text)) {
    pieces.push(markup`${text.slice(from, start)}`, linkTo(url, text.slice(start, end)));
    from = end;
  }
  return [...pieces, markup`${text.slice(from)}`];
}

/** Isolates the label, so that bidirectional controls around it cannot disguise the URL. */
function linkTo(url: string, label: string): Markup {
  return markup`<a href="${url}" rel="noopener noreferrer nofollow"><bdi>${label}</bdi></a>`;
}
