/** Files of a slide: images, audio and video inline, others as downloads. */
import { extensionOf, type MediaKind } from "../core/media/media_types.ts";
import type { PageFile } from "../core/message/page.ts";
import { ICONS } from "./icons.ts";
import type { Locale } from "./locale.ts";
import { type Markup, markup } from "./markup.ts";

/** A file, and its position on the page. */
export interface Placed {
  file: PageFile;
  url: string;
  /** Number of its slide; null: there is only one. */
  slide: number | null;
  /** Whether it is the first picture, which loads before anything else. */
  isFirst: boolean;
  locale: Locale;
}

export const KIND_ICONS: Readonly<Record<MediaKind, Markup>> = {
  image: ICONS.picture,
  audio: ICONS.sound,
  video: ICONS.film,
  contact: ICONS.person,
  calendar: ICONS.calendar,
  pdf: ICONS.document,
  "ms-excel": ICONS.table,
};

/** Minimum width of a picture that fills its slide, in pixels; a smaller one would be blurred. */
const WIDE_PIXELS = 300;

/** Width of a wide picture on the page: that of the column, or of the window without its margins. */
const WIDE_SIZES = "(min-width: 42rem) 40rem, calc(100vw - 2rem)";

/**
 * Renders a picture. Known dimensions reserve its space, so that the layout does not shift. On a slow
 * line the first one is not to wait for the others, which load when they are scrolled near.
 */
export function picture(placed: Placed): Markup {
  const { file, url, isFirst, locale } = placed;
  const loading = isFirst ? markup` fetchpriority="high"` : markup` loading="lazy"`;
  const look = isWide(file) ? markup` class="wide"` : null;
  const isAnimation = file.type === "image/gif";
  const more = isAnimation ? null : choice(placed);
  const image = markup`<img${look}${more} src="${url}" alt="${nameFor(placed)}"${
    pixels(file)
  }${loading}>`;
  if (!isAnimation) return markup`<figure class="view">${image}</figure>\n`;
  // Without a script an animation cannot be paused: under reduced motion it is behind a link.
  const link = markup`<p class="calm"><a href="${url}">${
    onSlide(placed, locale.words.animation)
  }</a></p>`;
  if (file.web === undefined) {
    return markup`<figure class="view">\n<div class="moving">${image}</div>\n${link}\n</figure>\n`;
  }
  const still = markup`<source media="(prefers-reduced-motion: reduce)" srcset="${
    webUrl(placed)
  }">`;
  return markup`<figure class="view">\n<picture>${still}${image}</picture>\n${link}\n</figure>\n`;
}

function isWide({ type, width, web }: PageFile): boolean {
  const other = type === "image/gif" ? 0 : web?.width ?? 0;
  return Math.max(width ?? 0, other) >= WIDE_PIXELS;
}

/** Offers the larger picture as well: browsers choose by the window and the density of the screen. */
function choice(placed: Placed): Markup | null {
  const { file, url } = placed;
  const { width, web } = file;
  if (width === null || !web?.width || web.width <= width) return null;
  const candidates = `${url} ${width}w, ${webUrl(placed)} ${web.width}w`;
  const sizes = isWide(file) ? WIDE_SIZES : `${width}px`;
  return markup` srcset="${candidates}" sizes="${sizes}"`;
}

/** URL of a file's picture for the page, which is served beside the file. */
function webUrl({ file, url }: Placed): string {
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  return folder + encodeURIComponent(file.web!.name);
}

export function video(placed: Placed): Markup {
  const { file, url } = placed;
  // The fragment makes phones show the first frame before playback.
  const film = markup`src="${url}#t=0.001" aria-label="${nameFor(placed)}"${pixels(file)}`;
  return markup`<figure class="view">
<video controls playsinline preload="metadata" ${film}></video>
</figure>
`;
}

export function sound(placed: Placed): Markup {
  const { locale: { words }, url } = placed;
  return markup`<div class="sound">
<p>${KIND_ICONS.audio} ${words.kinds.audio}</p>
<audio controls preload="metadata" src="${url}" aria-label="${nameFor(placed)}"></audio>
</div>
`;
}

/** Renders a link to a file: a contact by its name, an event by its title and times. */
export function download(placed: Placed): Markup {
  const { file, url, slide, locale } = placed;
  const { words } = locale;
  const kind = words.kinds[file.kind];
  const form = extensionOf(file.type)?.toUpperCase() ?? words.file;
  // The position is for screen readers; others see it.
  const [before = "", after = ""] = words.download.split("{what}");
  const [beforeKind = "", afterKind = ""] = onSlide({ slide, locale }, "{what}").split("{what}");
  const unseen = (text: string) => text === "" ? null : markup`<span class="unseen">${text}</span>`;
  const { label } = file;
  const times = label === undefined ? null : locale.times(label);
  const { comma } = words;
  const facts = markup`<bdi>${form}</bdi>${comma}<bdi>${locale.size(file.bytes)}</bdi>`;
  const details = label === undefined
    ? markup`${unseen(beforeKind)}${kind}${unseen(afterKind + comma)}\n<span>${facts}</span>`
    : markup`<span class="called"><bdi lang="">${label.name}</bdi></span>${unseen(comma)}
${times === null ? null : markup`<span class="when">${times}${unseen(comma)}</span>\n`}<span>${
      unseen(beforeKind)
    }${kind}${unseen(afterKind)}${comma}${facts}</span>`;
  return markup`<li><a href="${url}">
<span class="tile">${KIND_ICONS[file.kind]}</span>
<span class="name">${unseen(before)}${details}${unseen(after)}</span>
${ICONS.download}
</a></li>
`;
}

/** Names a picture, film or sound for screen readers: `Picture on slide 2`. */
function nameFor(placed: Placed): string {
  return onSlide(placed, placed.locale.words.kinds[placed.file.kind]);
}

function onSlide({ slide, locale }: Pick<Placed, "slide" | "locale">, what: string): string {
  return slide === null ? what : locale.fill(locale.words.onSlide, { what, number: slide });
}

function pixels({ width, height }: PageFile): Markup | null {
  return width === null || height === null ? null : markup` width="${width}" height="${height}"`;
}
