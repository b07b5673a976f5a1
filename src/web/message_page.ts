/** The page of a message: its slides one after another. */
import type { Brand } from "../core/account/account.ts";
import type { PageLanguage } from "../core/message/page_language.ts";
import type { MessagePage, PageFile } from "../core/message/page.ts";
import { brandStyle, senderLine, titleOf } from "./brand.ts";
import { documentOf, type Page } from "./document.ts";
import { download, picture, type Placed, sound, video } from "./files.ts";
import { LOCAL_TIMES, type Locale, localeOf } from "./locale.ts";
import { type Markup, markup } from "./markup.ts";
import { openGraph } from "./open_graph.ts";
import { textOf } from "./text.ts";

/** Context of a page beside its message. */
export interface PageContext {
  language: PageLanguage;
  brand: Brand;
  /** Absolute URL of the page, without a trailing slash. */
  pageUrl: string;
  /** Prefix of file URLs, relative to the page. */
  files: string;
  /** Expiry of the page, in milliseconds since the epoch. */
  expiresAt: number;
}

export function messagePage(page: MessagePage, context: PageContext): Page {
  const { brand, language, pageUrl, files, expiresAt } = context;
  const locale = localeOf(language);
  const { words } = locale;
  const subject = visibleText(page.subject)?.trim();
  const title = subject ?? titleOf(brand, locale);
  const articles = slidesOf(page, files, locale);
  const heading = subject === undefined
    ? markup`<h1>${words.untitled}</h1>`
    : markup`<h1 lang="" dir="auto">${subject}</h1>`;
  return documentOf({
    locale,
    title,
    head: openGraph(page, { brand, pageUrl, title, locale }),
    style: brandStyle(brand),
    script: LOCAL_TIMES,
    body: markup`<header class="top">
${senderLine(brand, { files, locale, isUntitled: subject === undefined })}${heading}
</header>
<main>
${articles}</main>
<footer class="end">
<p>${locale.fillMarkup(words.until, { date: locale.date(expiresAt) })}</p>
</footer>`,
  });
}

/** Returns the text; undefined where it has no visible characters. */
function visibleText(text: string | null): string | undefined {
  return text !== null && /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) ? text : undefined;
}

/** Renders the slides; the first picture of all is the one that loads first. */
function slidesOf({ slides }: MessagePage, prefix: string, locale: Locale): Markup[] {
  const first = slides.flatMap(({ files }) => files).find((file) => rendererOf(file) === picture);
  return slides.map(({ text, files }, index) => {
    const slide = slides.length === 1 ? null : index + 1;
    const placed = files.map((file): Placed => ({
      file,
      slide,
      locale,
      isFirst: file === first,
      url: prefix + encodeURIComponent(file.name),
    }));
    const content = contentOf(placed, visibleText(text), locale);
    return articleOf(content, slide, slides.length, locale);
  });
}

/** @param slide Number of the slide; null: it is the only one. */
function articleOf(content: Markup, slide: number | null, count: number, locale: Locale): Markup {
  const card = markup`<div class="card">\n${content}</div>`;
  if (slide === null) return markup`<article class="slide">\n${card}\n</article>\n`;
  const id = `slide${slide}`;
  return markup`<article class="slide" aria-labelledby="${id}">
<h2 id="${id}">${locale.fill(locale.words.slide, { number: slide, count })}</h2>
${card}
</article>
`;
}

/** Renders media, then the text, then downloads. */
function contentOf(
  files: readonly Placed[],
  text: string | undefined,
  { words }: Locale,
): Markup {
  if (files.length === 0 && text === undefined) {
    return markup`<p class="text lost">${words.lost}</p>\n`;
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
