/** The page of a message: its slides one after another. */
import type { MessagePage, PageFile, PageSlide } from "../core/message/page.ts";
import { documentOf } from "./document.ts";
import { download, picture, type Placed, sound, video } from "./files.ts";
import { ICONS } from "./icons.ts";
import { type Markup, markup } from "./markup.ts";
import { textOf } from "./text.ts";

/** Context of a page beside its message. */
export interface PagePlace {
  /** Prefix of file URLs, relative to the page. */
  files: string;
  /** Expiry of the page, in milliseconds since the epoch. */
  expiresAt: number;
}

const UNTITLED = "A message for you";

/** Leading slides whose pictures load at once; those of others load lazily. */
const EAGER_SLIDES = 2;

export function messagePage({ subject, slides }: MessagePage, place: PagePlace): string {
  const title = visibleText(subject)?.trim();
  const articles = slides.map((slide, index) =>
    slideOf(slide, { index, count: slides.length }, place)
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

/** Returns the text; undefined where it has no visible characters. */
function visibleText(text: string | null): string | undefined {
  return text !== null && /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) ? text : undefined;
}

interface Position {
  /** Index of the slide, from 0. */
  index: number;
  /** Number of slides. */
  count: number;
}

function slideOf({ text, files }: PageSlide, { index, count }: Position, place: PagePlace): Markup {
  const number = index + 1;
  const id = `slide${number}`;
  const content = contentOf(
    files.map((file): Placed => ({
      file,
      url: place.files + encodeURIComponent(file.name),
      where: count === 1 ? "" : ` on slide ${number}`,
      isFar: index >= EAGER_SLIDES,
    })),
    visibleText(text),
  );
  const card = markup`<div class="card">\n${content}</div>`;
  if (count === 1) return markup`<article class="slide">\n${card}\n</article>\n`;
  return markup`<article class="slide" aria-labelledby="${id}">
<h2 id="${id}">Slide ${number} of ${count}</h2>
${card}
</article>
`;
}

/** Renders media, then the text, then downloads. */
function contentOf(files: readonly Placed[], text: string | undefined): Markup {
  if (files.length === 0 && text === undefined) {
    return markup`<p class="text lost">This part of the message cannot be shown.</p>\n`;
  }
  const media = files.flatMap((placed) => rendererOf(placed.file)?.(placed) ?? []);
  const downloads = files.filter(({ file }) => rendererOf(file) === null).map(download);
  const list = downloads.length === 0 ? null : markup`<ul class="files">\n${downloads}</ul>\n`;
  return markup`${media}${text === undefined ? null : textOf(text)}${list}`;
}

/** Returns the inline renderer of a file; null: it is a download. */
function rendererOf({ kind, plays }: PageFile): ((placed: Placed) => Markup) | null {
  if (!plays) return null;
  if (kind === "image") return picture;
  if (kind === "video") return video;
  return kind === "audio" ? sound : null;
}

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Renders a date without the time of day: the reader's time zone is unknown. */
function date(at: number): Markup {
  return markup`<time datetime="${new Date(at).toISOString()}">${DATE.format(at)}</time>`;
}
