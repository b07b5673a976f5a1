/** Placeholders of templates, and their values for a message. */
import { plus } from "../http_carrier/outgoing.ts";
import type { Outgoing } from "../http_carrier/protocol.ts";
import { withToken } from "../http_carrier/callback_token.ts";

/** Value of a placeholder; null: the message has none. */
export type Value = string | readonly string[] | null;

/** Values that are not of the message. */
export interface TemplateSecrets {
  readonly secret: string | null;
  readonly callbackToken: string | null;
}

interface PlaceholderRow {
  /** Meaning, for the manual. */
  readonly meaning: string;
  /**
   * Characters that the value may have. `plain`: letters, digits and few others, fit for a path;
   * `address`: a URL; `free`: any, line breaks included; `list`: several addresses.
   */
  readonly form: "plain" | "address" | "free" | "list";
  readonly modifiers: readonly Modifier[];
  /** Whether texts have it, too; else MMS only. */
  readonly isOfTexts: boolean;
  value(message: Outgoing, secrets: TemplateSecrets): Value;
}

/**
 * Forms of a value: `plus` is E.164 with its plus sign, `number` a JSON number, `json` JSON as text,
 * `url` percent-encoded text; `commas` and `lines` join a list.
 */
export type Modifier = "plus" | "number" | "json" | "url" | "commas" | "lines";

const TEXT_MODIFIERS: readonly Modifier[] = ["json", "url"];

export const PLACEHOLDERS: Readonly<Record<string, PlaceholderRow>> = {
  "to": {
    meaning: "recipient, as digits",
    form: "plain",
    modifiers: ["plus", "number", ...TEXT_MODIFIERS],
    isOfTexts: true,
    value: ({ to }) => to,
  },
  "from": {
    meaning: "sender, as digits or a name",
    form: "plain",
    modifiers: ["plus", ...TEXT_MODIFIERS],
    isOfTexts: true,
    value: ({ from }) => from,
  },
  "text": {
    meaning: "text; of an MMS, the texts of its slides",
    form: "free",
    modifiers: TEXT_MODIFIERS,
    isOfTexts: true,
    // A lone surrogate has no encoding.
    value: ({ text }) => text.toWellFormed(),
  },
  "id": {
    meaning: "tracking-id, 36 characters, the same for repeated requests",
    form: "plain",
    modifiers: TEXT_MODIFIERS,
    isOfTexts: true,
    value: ({ trackingId }) => trackingId,
  },
  "status-url": {
    meaning: "address for reports on the message",
    form: "address",
    modifiers: TEXT_MODIFIERS,
    isOfTexts: true,
    value: ({ statusUrl }, { callbackToken }) => withToken(statusUrl, callbackToken ?? ""),
  },
  "validity": {
    meaning: "time left for delivery, in seconds",
    form: "plain",
    modifiers: ["number", ...TEXT_MODIFIERS],
    isOfTexts: true,
    value: ({ validitySeconds }) => `${validitySeconds}`,
  },
  "secret": {
    meaning: "value of `--secret`",
    form: "plain",
    modifiers: TEXT_MODIFIERS,
    isOfTexts: true,
    value: (_, { secret }) => secret,
  },
  "subject": {
    meaning: "subject of an MMS; without it in the template, the first line of the text",
    form: "free",
    modifiers: TEXT_MODIFIERS,
    isOfTexts: false,
    value: ({ subject }) => subject?.toWellFormed() ?? null,
  },
  "media-urls": {
    meaning: "addresses of the files of an MMS; `{media-url-1}` is that of the first",
    form: "list",
    modifiers: ["commas", "lines", "json"],
    isOfTexts: false,
    value: ({ files }) => files.map(({ url }) => url),
  },
};

/** Maximum N of `{media-url-N}`, as of `mms-max-files`. */
const MEDIA_URLS_MAX = 20;

/** Finds a placeholder by its name; null: there is none of that name. */
export function placeholderOf(name: string): Omit<PlaceholderRow, "meaning"> | null {
  if (Object.hasOwn(PLACEHOLDERS, name)) return PLACEHOLDERS[name]!;
  const number = mediaUrlNumber(name);
  if (number === null) return null;
  return {
    form: "address",
    modifiers: TEXT_MODIFIERS,
    isOfTexts: false,
    value: ({ files }) => files[number - 1]?.url ?? null,
  };
}

/** Reads the N of `media-url-N`, counted from 1; null: it is another name. */
export function mediaUrlNumber(name: string): number | null {
  const [, digits] = /^media-url-([1-9]\d?)$/.exec(name) ?? [];
  const number = Number(digits);
  return number <= MEDIA_URLS_MAX ? number : null;
}

/** Names for error messages. */
export const PLACEHOLDER_NAMES = [...Object.keys(PLACEHOLDERS), "media-url-1"];

/** Applies a modifier; `number` is for JSON only, which applies it itself. */
export function modified(value: Value, modifier: Modifier | null): Value {
  if (value === null || modifier === null) return value;
  if (modifier === "json") return JSON.stringify(value);
  if (typeof value !== "string") return value.join(modifier === "lines" ? "\n" : ",");
  switch (modifier) {
    case "plus":
      return plus(value);
    case "url":
      return encodeURIComponent(value);
    default:
      return value;
  }
}
