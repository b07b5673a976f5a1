/** Refusals of what was composed, in the words of its form. */
import type { ApiRefusal } from "../model/admin_api.ts";
import type { Composition } from "./composition.ts";

/** Fault of a form, at the control that is to be changed. */
export interface Mistake {
  /** Name of the control. Null: the fault is none of a single one. */
  readonly control: string | null;
  readonly text: string;
}

/** Fields of requests, with their control and their name in sentences. */
const FIELDS: Readonly<Record<string, readonly [control: string, name: string]>> = {
  "to": ["to", "The number"],
  "from": ["from", "The sender"],
  "name": ["name", "The name"],
  "message-subject": ["subject", "The subject"],
  "message-text": ["slide.0.text", "The text"],
  "fallback-sms-text": ["fallback", "The text for phones without MMS"],
  "campaign-ref": ["campaign", "The campaign"],
  "client-reference": ["reference", "Your own reference"],
};

/** Faults whose text speaks of a request rather than of a form. */
const BY_CODE: Readonly<Record<string, Mistake>> = {
  E103: { control: null, text: "The account is blocked. An administrator can change that." },
  E113: { control: null, text: "The account sends as fast as it may. Try again in a moment." },
  E114: { control: "to", text: "This number has opted out of messages from this sender." },
  E225: { control: null, text: "A message has at most 9 slides. Remove some." },
  E311: { control: "name", text: "Give the template a name." },
  E622: { control: "fallback", text: "Write the text for phones that take no MMS." },
  E712: { control: "slide.0.text", text: "Write a text." },
  E715: {
    control: "campaign",
    text:
      "The account sends to subscribers only, and the number has not subscribed to this campaign.",
  },
  E1002: {
    control: null,
    text: "Many templates of the account are being prepared. Try again when some are ready.",
  },
};

/** Describes a refusal. */
export function mistakeOf({ slides, to }: Composition, { code, message }: ApiRefusal): Mistake {
  if (code === "E110" && to === "") {
    return { control: "to", text: "Write the number of the phone, with its country code." };
  }
  const mistake = BY_CODE[code];
  if (mistake !== undefined) return mistake;
  const [, number, rest = ""] = /^slide (\d+): (.*)$/s.exec(message) ?? [];
  if (number !== undefined) {
    const at = Number(number) - 1;
    const control = at < slides.length ? `slide.${at}.text` : null;
    if (code === "E313") {
      return { control, text: `Slide ${number} is empty. Give it a picture, a file or a text.` };
    }
    return { control, text: `Slide ${number}: ${withName(rest)}` };
  }
  const field = Object.keys(FIELDS).find((name) =>
    message === name || message.startsWith(`${name} `) || message.startsWith(`${name}:`)
  );
  return { control: field === undefined ? null : FIELDS[field]![0], text: withName(message) };
}

/** Replaces the name of a field at the start of a sentence, and ends it. */
function withName(sentence: string): string {
  const [field = ""] = /^[\w-]+/.exec(sentence) ?? [];
  const name = FIELDS[field]?.[1];
  const text = name === undefined
    ? sentence.charAt(0).toUpperCase() + sentence.slice(1)
    : name + sentence.slice(field.length);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
