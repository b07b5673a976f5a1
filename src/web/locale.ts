/** Words, numbers, sizes and dates as a reader's language has them. */
import type { EventTime, FileLabel } from "../core/media/file_label.ts";
import type { PageLanguage } from "../core/message/page_language.ts";
import { createLru } from "../lib/lru.ts";
import { type Markup, markup } from "./markup.ts";
import { WORDS, type Words } from "./words.ts";

export interface Locale {
  readonly language: PageLanguage;
  readonly words: Words;
  /** Fills in the `{…}` of a text. */
  fill(text: string, values: Readonly<Record<string, string | number>>): string;
  /** Fills in the `{…}` of a text with markup. */
  fillMarkup(text: string, values: Readonly<Record<string, Markup>>): Markup;
  /** Formats a size: `1 byte`, `312 bytes`, `84 kB`, `1.2 MB`. */
  size(bytes: number): string;
  /** Renders the date of an instant. */
  date(at: number): Markup;
  /** Renders the times of an event. */
  times(label: FileLabel): Markup | null;
}

const locales = new Map<PageLanguage, Locale>();

/** Returns the locale of a language; its formatters are created once. */
export function localeOf(language: PageLanguage): Locale {
  const locale = locales.get(language) ?? createLocale(language, WORDS[language]);
  locales.set(language, locale);
  return locale;
}

function createLocale(language: PageLanguage, words: Words): Locale {
  const { locale } = words;
  const numbers = new Intl.NumberFormat(locale);
  const units = (["byte", "kilobyte", "megabyte"] as const).map((unit, index) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      unitDisplay: index === 0 ? "long" : "short",
      maximumFractionDigits: index === 2 ? 1 : 0,
    })
  ) as [Intl.NumberFormat, Intl.NumberFormat, Intl.NumberFormat];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });

  return {
    language,
    words,
    fill: (text, values) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name) => {
        const value = values[name]!;
        return typeof value === "number" ? numbers.format(value) : value;
      }),
    fillMarkup: (text, values) =>
      markup`${
        text.split(/\{(\w+)\}/).map((piece, index) =>
          index % 2 === 1 ? values[piece]! : markup`${piece}`
        )
      }`,
    size(bytes) {
      const [byte, kilobyte, megabyte] = units;
      if (bytes < 1000) return byte.format(bytes);
      return bytes < 999_500 ? kilobyte.format(bytes / 1000) : megabyte.format(bytes / 1_000_000);
    },
    date: (at) => markup`<time datetime="${iso(at)}" data-look="day">${day.format(at)}</time>`,
    times: ({ start, end }) => start === undefined ? null : eventTimes(locale, start, end),
  };
}

/**
 * Renders times in the zone of the event, which the text names; `LOCAL_TIMES` converts them to the
 * reader's. Dates, and times without a zone, are the same for each reader.
 */
function eventTimes(locale: string, start: EventTime, end: EventTime | undefined): Markup {
  const formatter = eventFormatter(locale, start);
  const text = end === undefined
    ? formatter.format(start.at)
    : formatter.formatRange(start.at, end.at);
  if (start.zone === null) {
    const length = start.isDate ? "2027-07-01".length : "2027-07-01T12:00".length;
    return markup`<time datetime="${iso(start.at).slice(0, length)}">${text}</time>`;
  }
  const until = end === undefined ? null : markup` data-end="${iso(end.at)}"`;
  return markup`<time datetime="${iso(start.at)}"${until} data-look="moment">${text}</time>`;
}

/** Formatters by locale, zone and form: most events of a campaign have the same. */
const formatters = createLru<string, Intl.DateTimeFormat>(64);

function eventFormatter(locale: string, { zone, isDate }: EventTime): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${isDate ?? false}`;
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  const formatter = new Intl.DateTimeFormat(locale, {
    ...DATE,
    ...isDate ? {} : TIME,
    ...zone === null ? {} : { timeZoneName: "short" },
    timeZone: zone ?? "UTC",
  });
  formatters.set(key, formatter);
  return formatter;
}

const DATE = { weekday: "short", day: "numeric", month: "long", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;

/**
 * Script that rewrites times in the reader's zone and form. Without it, the zone in the text says
 * which is meant.
 */
export const LOCAL_TIMES = `
{
  const root = document.documentElement;
  const own = navigator.languages.find((tag) => tag.split("-")[0] === root.lang) ?? root.lang;
  const looks = {
    day: new Intl.DateTimeFormat(own, { dateStyle: "long" }),
    moment: new Intl.DateTimeFormat(own, ${
  JSON.stringify({ ...DATE, ...TIME, timeZoneName: "short" })
}),
  };
  for (const time of document.querySelectorAll("time[data-look]")) {
    const { look, end } = time.dataset;
    const start = new Date(time.dateTime);
    time.textContent = end === undefined
      ? looks[look].format(start)
      : looks[look].formatRange(start, new Date(end));
  }
}
`;

function iso(at: number): string {
  return new Date(at).toISOString();
}
