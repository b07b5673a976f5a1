/** Error pages of hosted messages and short links. */
import type { PageLanguage } from "../core/message/page_language.ts";
import { documentOf, type Page } from "./document.ts";
import { ICONS } from "./icons.ts";
import { type Locale, localeOf } from "./locale.ts";
import { type Markup, markup } from "./markup.ts";
import type { Notice } from "./words.ts";

/** Renders the page of an expired link (410). */
export function gonePage(language: PageLanguage): Page {
  const locale = localeOf(language);
  return notice(ICONS.clock, locale.words.gone, locale);
}

/** Renders the page of an unknown link (404). */
export function missingPage(language: PageLanguage): Page {
  const locale = localeOf(language);
  return notice(ICONS.search, locale.words.missing, locale);
}

function notice(icon: Markup, { title, text }: Notice, locale: Locale): Page {
  return documentOf({
    locale,
    title,
    body: markup`<main class="notice">
<div>
<div class="tile">${icon}</div>
<h1>${title}</h1>
<p>${text}</p>
</div>
</main>`,
  });
}
