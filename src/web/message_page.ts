/** The page that shows a message: its slides one after another. */
import type { MessagePage, PageFile, PageSlide } from "../core/message/page.ts";
import { documentOf } from "./document.ts";
import { download, picture, type Placed, sound, video } from "./files.ts";
import { ICONS } from "./icons.ts";
import { type Markup, markup } from "./markup.ts";
import { textOf } from "./text.ts";

/** What a page has to know beside its message. */
export interface PagePlace {
  /** The address that the names of its files are put behind, from the page's own. */
  files: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const UNTITLED = "A message for you";

/** Slides that a browser loads at once; pictures of others when they come near. */
const NEAR_SLIDES = 2;

export function messagePage({ subject, slides }: MessagePage, place: PagePlace): string {
  const title = shownText(subject)?.trim();
  const articles = slides.map((slide, index) =>
    slideOf(slide, { index, of: slides.length }, place)
  );
  return documentOf(
    title ?? UNTITLED,
    markup`<header class="top">
${title === undefined ? null : markup`<p class="kicker">${ICONS.message} ${UNTITLED}</p>\n`}
<h1 dir="auto">${title ?? UNTITLED}</h1>
</header>
<main>
${articles}</main>
<footer class="end">
<p>You can open this page until ${date(place.expiresAt)}.</p>
</footer>`,
  );
}

/** Undefined: there is nothing in it that one could see. */
function shownText(text: string | null): string | undefined {
  return text !== null && /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) ? text : undefined;
}

interface Position {
  /** From 0. */
  index: number;
  of: number;
}

function slideOf({ text, files }: PageSlide, { index, of }: Position, place: PagePlace): Markup {
  const number = index + 1;
  const id = `slide${number}`;
  const content = contentOf(
    files.map((file): Placed => ({
      file,
      url: place.files + encodeURIComponent(file.name),
      where: of === 1 ? "" : ` on slide ${number}`,
      isFar: index >= NEAR_SLIDES,
    })),
    shownText(text),
  );
  const card = markup`<div class="card">\n${content}</div>`;
  if (of === 1) return markup`<article class="slide">\n${card}\n</article>\n`;
  return markup`<article class="slide" aria-labelledby="${id}">
<h2 id="${id}">Slide ${number} of ${of}</h2>
${card}
</article>
`;
}

/** What can be seen and heard, what was written, what can be kept. */
function contentOf(files: readonly Placed[], text: string | undefined): Markup {
  if (files.length === 0 && text === undefined) {
    return markup`<p class="text lost">This part of the message cannot be shown.</p>\n`;
  }
  const shown = files.flatMap((one) => showing(one.file)?.(one) ?? []);
  const kept = files.filter(({ file }) => showing(file) === null).map(download);
  const list = kept.length === 0 ? null : markup`<ul class="files">\n${kept}</ul>\n`;
  return markup`${shown}${text === undefined ? null : textOf(text)}${list}`;
}

/** How a file is shown where it stands; null: it is a download. */
function showing({ kind, plays }: PageFile): ((one: Placed) => Markup) | null {
  if (!plays) return null;
  if (kind === "image") return picture;
  if (kind === "video") return video;
  return kind === "audio" ? sound : null;
}

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** No time of day: where the reader is, is not known. */
function date(at: number): Markup {
  return markup`<time datetime="${new Date(at).toISOString()}">${DATE.format(at)}</time>`;
}
