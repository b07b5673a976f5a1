/** A slide's text as its sender wrote it, with links, mail addresses and numbers to tap. */
import { anchorsIn } from "../core/sms/text_anchors.ts";
import { type Markup, markup } from "./markup.ts";

/** Text of up to six emoji only: shown large, as messaging apps do. */
const EMOJI_ONLY = /^\s*(?:\p{RGI_Emoji}\s*){1,6}$/v;

/** Renders a text. The style sheet preserves line breaks and runs of spaces. */
export function textOf(text: string): Markup {
  const look = EMOJI_ONLY.test(text) ? "text emoji" : "text";
  // The language is unknown.
  return markup`<p class="${look}" lang="" dir="auto">${withAnchors(text)}</p>\n`;
}

function withAnchors(text: string): Markup[] {
  const pieces: Markup[] = [];
  let from = 0;
  for (const { start, end, href } of anchorsIn(text)) {
    pieces.push(markup`${text.slice(from, start)}`, linkTo(href, text.slice(start, end)));
    from = end;
  }
  return [...pieces, markup`${text.slice(from)}`];
}

/** Isolates the label, so that bidirectional controls around it cannot disguise the URL. */
function linkTo(href: string, label: string): Markup {
  const relation = /^https?:/i.test(href) ? markup` rel="noopener noreferrer nofollow"` : null;
  // A number reads from left to right in any text.
  const direction = href.startsWith("tel:") ? markup` dir="ltr" class="number"` : null;
  return markup`<a href="${href}"${relation}><bdi${direction}>${label}</bdi></a>`;
}
