/** The sender at the top of a page: name, logo and colour of the account. */
import { accentOn } from "../core/account/accent.ts";
import type { Brand, Logo } from "../core/account/account.ts";
import { LOGO_NAME } from "../core/message/page.ts";
import { ICONS } from "./icons.ts";
import type { Locale } from "./locale.ts";
import { type Markup, markup } from "./markup.ts";
import { SURFACES } from "./style.ts";

/** Height at which a logo is shown, and the maximum of its width, in CSS pixels. */
const LOGO_HEIGHT = 40;
const LOGO_WIDTH = 160;

/**
 * Renders the line above the title; null where it would only repeat the title.
 * @param files Prefix of file URLs.
 */
export function senderLine(
  { displayName, logo }: Brand,
  { files, locale, isUntitled }: { files: string; locale: Locale; isUntitled: boolean },
): Markup | null {
  const { untitled, from } = locale.words;
  if (displayName === null && isUntitled && logo === null) return null;
  const mark = logo === null ? ICONS.message : logoOf(logo, files);
  const name = displayName ?? null;
  const text = name === null
    ? isUntitled ? null : untitled
    : locale.fillMarkup(from, { name: markup`<bdi lang="">${name}</bdi>` });
  return markup`<p class="kicker">${mark} ${
    text === null ? null : markup`<span>${text}</span>`
  }</p>\n`;
}

/** Returns the title of a message without a subject, for previews. */
export function titleOf({ displayName }: Brand, { words, fill }: Locale): string {
  return displayName === null ? words.untitled : fill(words.from, { name: displayName });
}

/** Renders the logo. The name beside it says what it shows. */
function logoOf({ width, height }: Logo, files: string): Markup {
  const scale = Math.min(1, LOGO_HEIGHT / height, LOGO_WIDTH / width);
  const [w, h] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return markup`<img class="logo" src="${files}${LOGO_NAME}" alt="" width="${w!}" height="${h!}">`;
}

/** Builds the style sheet of an account's colour; undefined: it has none. */
export function brandStyle({ accentColour }: Brand): string | undefined {
  if (accentColour === null) return undefined;
  const [light, dark] = [SURFACES.light, SURFACES.dark].map((surfaces) => {
    const { accent, tint } = accentOn(surfaces, accentColour);
    return `:root { --accent: ${accent}; --tint: ${tint}; }`;
  });
  // Print has colours of its own.
  return `
@media screen { ${light} }
@media screen and (prefers-color-scheme: dark) { ${dark} }
`;
}
