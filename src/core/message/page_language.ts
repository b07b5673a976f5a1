/** Languages of our own words on message pages, and their choice by `Accept-Language`. */

/** Languages, by ISO 639-1 code. The first is for readers of any other. */
export const PAGE_LANGUAGES = ["en", "es", "fr", "de", "pt", "ar"] as const;
export type PageLanguage = typeof PAGE_LANGUAGES[number];

/** Leading entries of the header that count. */
const MAX_ENTRIES = 30;
const MAX_CHARACTERS = 1000;
const ENTRY =
  /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * Chooses the language that the reader prefers (RFC 9110 section 12.5.4): the highest quality, then
 * the first in the header. Regions do not matter.
 */
export function preferredLanguage(header: string | null): PageLanguage {
  const entries = (header ?? "").slice(0, MAX_CHARACTERS).split(",", MAX_ENTRIES).flatMap(
    (entry) => {
      const [, range, quality = "1"] = ENTRY.exec(entry) ?? [];
      return range === undefined ? [] : [{ range: range.toLowerCase(), quality: Number(quality) }];
    },
  );
  const named = new Set(entries.map(({ range }) => range));
  const [best] = entries
    .flatMap(({ range, quality }) => {
      // A wildcard stands for each language that the header does not name.
      const languages = PAGE_LANGUAGES.filter((language) =>
        range === "*" ? !named.has(language) : language === range
      );
      return languages.slice(0, 1).map((language) => ({ language, quality }));
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return best?.language ?? PAGE_LANGUAGES[0];
}
