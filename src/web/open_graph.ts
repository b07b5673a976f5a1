/**
 * Metadata that messengers show of a link: Open Graph (https://ogp.me) and the cards of X
 * (https://developer.x.com/en/docs/x-for-websites/cards/overview/markup).
 */
import { truncate } from "../core/characters.ts";
import { LOGO_NAME, type MessagePage, type PageFile } from "../core/message/page.ts";
import type { Brand } from "../core/account/account.ts";
import type { Locale } from "./locale.ts";
import { type Markup, markup } from "./markup.ts";

/** Maximum characters of the description. */
const DESCRIPTION_CHARACTERS = 200;
/** Minimum width of a picture that fills the width of a card, in pixels; others are shown small. */
const LARGE_PIXELS = 300;

/** Picture of a card. */
interface CardImage extends Pick<PageFile, "name" | "type" | "width" | "height"> {
  alt: string;
}

/** @param pageUrl Absolute URL of the page, without a trailing slash. */
export function openGraph(
  page: MessagePage,
  { brand, pageUrl, title, locale }: {
    brand: Brand;
    pageUrl: string;
    title: string;
    locale: Locale;
  },
): Markup {
  const image = pictureOf(page, locale) ?? logoOf(brand);
  const isLarge = image !== undefined && image.name !== LOGO_NAME &&
    (image.width ?? LARGE_PIXELS) >= LARGE_PIXELS;
  return markup`${property("og:type", "website")}${property("og:title", title)}${
    property("og:site_name", brand.displayName)
  }${property("og:description", descriptionOf(page))}${
    image === undefined ? null : imageProperties(image, pageUrl)
  }<meta name="twitter:card" content="${isLarge ? "summary_large_image" : "summary"}">
`;
}

function imageProperties({ name, type, width, height, alt }: CardImage, pageUrl: string): Markup {
  return markup`${property("og:image", `${pageUrl}/${encodeURIComponent(name)}`)}${
    property("og:image:type", type)
  }${property("og:image:width", width)}${property("og:image:height", height)}${
    property("og:image:alt", alt)
  }`;
}

function property(name: string, content: string | number | null): Markup | null {
  return content === null ? null : markup`<meta property="${name}" content="${content}">\n`;
}

/** Finds the first picture that browsers show. */
function pictureOf({ slides }: MessagePage, { words }: Locale): CardImage | undefined {
  const picture = slides.flatMap(({ files }) => files)
    .find(({ kind, plays }) => kind === "image" && plays);
  return picture && { ...picture, alt: words.kinds.image };
}

function logoOf({ logo, displayName }: Brand): CardImage | undefined {
  return logo === null
    ? undefined
    : { ...logo, name: LOGO_NAME, type: "image/png", alt: displayName ?? "" };
}

/** Returns the start of the texts in one line; null if there are none. */
function descriptionOf({ slides }: MessagePage): string | null {
  const text = slides.map(({ text }) => text ?? "").join(" ").replaceAll(/\s+/g, " ").trim();
  if (text === "") return null;
  const start = truncate(text, DESCRIPTION_CHARACTERS);
  return start === text ? text : `${truncate(text, DESCRIPTION_CHARACTERS - 1)}…`;
}
