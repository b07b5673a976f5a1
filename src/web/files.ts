/** Files of a slide: images, audio and video inline, others as downloads. */
import { extensionOf, type MediaKind } from "../core/media/media_types.ts";
import type { PageFile } from "../core/message/page.ts";
import { ICONS } from "./icons.ts";
import { type Markup, markup } from "./markup.ts";

/** A file, and its place on the page. */
export interface Placed {
  file: PageFile;
  url: string;
  /** Position for screen readers: ` on slide 2`, or empty when there is only one slide. */
  where: string;
  /** Whether it is likely below the fold: then it loads lazily. */
  isFar: boolean;
}

const KINDS: Readonly<Record<MediaKind, { name: string; icon: Markup }>> = {
  image: { name: "Picture", icon: ICONS.picture },
  audio: { name: "Sound", icon: ICONS.sound },
  video: { name: "Video", icon: ICONS.film },
  contact: { name: "Contact", icon: ICONS.person },
  calendar: { name: "Calendar event", icon: ICONS.calendar },
  pdf: { name: "Document", icon: ICONS.document },
  "ms-excel": { name: "Spreadsheet", icon: ICONS.table },
};

/** Minimum width of a picture that fills its slide, in pixels; a smaller one would be blurred. */
const WIDE_PIXELS = 300;

/** Width of a wide picture on the page: that of the column, or of the window without its margins. */
const WIDE_SIZES = "(min-width: 42rem) 40rem, calc(100vw - 2rem)";

/** Renders a picture. Known dimensions reserve its space, so that the layout does not shift. */
export function picture(placed: Placed): Markup {
  const { file, url, where, isFar } = placed;
  const loading = isFar ? markup` loading="lazy"` : null;
  const look = isWide(file) ? markup` class="wide"` : null;
  const isAnimation = file.type === "image/gif";
  const more = isAnimation ? null : choice(placed);
  const image = markup`<img${look}${more} src="${url}" alt="Picture${where}"${
    pixels(file)
  }${loading}>`;
  if (!isAnimation) return markup`<figure class="view">${image}</figure>\n`;
  // Without a script an animation cannot be paused: under reduced motion it is behind a link.
  const link = markup`<p class="calm"><a href="${url}">Show the animation${where}</a></p>`;
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

export function video({ file, url, where }: Placed): Markup {
  // The fragment makes phones show the first frame before playback.
  const film = markup`src="${url}#t=0.001" aria-label="Video${where}"${pixels(file)}`;
  return markup`<figure class="view">
<video controls playsinline preload="metadata" ${film}></video>
</figure>
`;
}

export function sound({ url, where }: Placed): Markup {
  const { icon, name } = KINDS.audio;
  return markup`<div class="sound">
<p>${icon} ${name}</p>
<audio controls preload="metadata" src="${url}" aria-label="${name}${where}"></audio>
</div>
`;
}

export function download({ file, url, where }: Placed): Markup {
  const { icon, name } = KINDS[file.kind];
  const form = extensionOf(file.type)?.toUpperCase() ?? "File";
  return markup`<li><a href="${url}">
<span class="tile">${icon}</span>
<span class="name"><span class="unseen">Download: </span>${name}<span class="unseen">${where},</span>
<span>${form}, ${size(file.bytes)}</span></span>
${ICONS.download}
</a></li>
`;
}

function pixels({ width, height }: PageFile): Markup | null {
  return width === null || height === null ? null : markup` width="${width}" height="${height}"`;
}

/** Formats a size: `1 byte`, `312 bytes`, `84 kB`, `1.2 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${Number((bytes / 1_000_000).toFixed(1))} MB`;
}
