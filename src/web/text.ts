/** A slide's text as its sender wrote it, with links that can be followed. */
import { linksIn } from "../core/sms/text_links.ts";
import { type Markup, markup } from "./markup.ts";

/** Nothing but a few emoji: shown large, as messaging apps do. */
const EMOJI_ONLY = /^\s*(?:\p{RGI_Emoji}\s*){1,6}$/v;

/** Line breaks and runs of spaces are kept by the style. */
export function textOf(text: string): Markup {
  const look = EMOJI_ONLY.test(text) ? "text emoji" : "text";
  // What language it is in is not known.
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

/** Isolated, so that no control around it shows another address than it leads to. */
function linkTo(url: string, shown: string): Markup {
  return markup`<a href="${url}" rel="noopener noreferrer nofollow"><bdi>${shown}</bdi></a>`;
}
