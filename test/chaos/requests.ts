/** Requests of customers over the JSON door. */
import type { Customer } from "./customers.ts";
import type { Random } from "./random.ts";

export type Fields = Record<string, unknown>;

/** Endings of recipients by their outcome at loopback; other carriers decide at random. */
export const ENDINGS = {
  "0100": 60,
  "0101": 15,
  "0102": 4,
  "0103": 4,
  "0105": 4,
  "0106": 3,
  "0107": 10,
  "0108": 4,
  "0109": 6,
};

const LONG = "So much to say, and so little room for it. ".repeat(9);

export function sendsms({ originator }: Customer, to: string, random: Random): Fields {
  const isLong = random.chance(0.15);
  return {
    action: "sendsms",
    from: originator,
    to,
    "message-text": isLong ? LONG : `Hello ${to}, see https://tulip.example/${to}`,
    ...!isLong && random.chance(0.3) ? { "click-tracking": true } : {},
    ...scheduled(random),
  };
}

/** Longest time that a message is scheduled ahead, in milliseconds. */
const AHEAD_MS = 6000;

function scheduled(random: Random): Fields {
  if (!random.chance(0.2)) return {};
  return { "send-at": new Date(Date.now() + random.between(0, AHEAD_MS)).toISOString() };
}

const EVENT = {
  "event-title": "Launch",
  "event-description": "We begin",
  "event-location": "Paris",
  "event-start-datetime": "2026-07-01T10:00:00",
  "event-end-datetime": "2026-07-01T11:00:00",
  "event-timezone": "Europe/Paris",
};
const NAME = { name: { "first-name": "Ada", "last-name": "Byron" } };
const BARCODE = { barcode: { id: "CHAOS-1", width: "200", height: "200" } };

export function sendsavedmms(
  { originator }: Customer,
  to: string,
  mmsId: string,
  random: Random,
): Fields {
  return {
    action: "sendsavedmms",
    "mms-id": mmsId,
    from: originator,
    to,
    "client-reference": `ref-${to}`,
    ...random.chance(0.1) ? { "dynamic-image": [BARCODE] } : {},
    ...random.chance(0.1) ? { "dynamic-contact": [NAME] } : {},
    ...random.chance(0.1) ? { "dynamic-calendar": [EVENT] } : {},
    ...scheduled(random),
  };
}

/** @param pictures URLs of files, good and bad. */
export function sendmms(
  { originator }: Customer,
  to: string,
  pictures: readonly string[],
  random: Random,
): Fields {
  return {
    action: "sendmms",
    from: originator,
    to,
    "client-reference": `ref-${to}`,
    "fallback-sms-text": "We sent you a message with pictures",
    slide: [
      { "message-text": `Hello ${to}`, ...random.chance(0.1) ? { image: BARCODE } : {} },
      { image: { url: random.pick(pictures) } },
    ],
  };
}

/** @param pictures URLs of files, good and bad. */
export function savemms(name: string, pictures: readonly string[], random: Random): Fields {
  return {
    action: "savemms",
    name,
    "client-reference": name,
    "fallback-sms-text": "We sent you a message with pictures",
    slide: [
      { "message-text": `Hello from ${name}` },
      ...random.chance(0.6) ? [{ image: { url: random.pick(pictures) } }] : [],
    ],
  };
}

/** Requests for a file, and its first bytes. */
export const FILES: readonly [fields: Fields, beginning: string][] = [
  [{ action: "createimage", ...BARCODE }, "\xff\xd8\xff"],
  [{ action: "createcontact", ...NAME }, "BEGIN:VCARD"],
  [{ action: "createcalendar", ...EVENT }, "BEGIN:VCALENDAR"],
];

/** Creates a request that is always refused. */
export function refused({ originator }: Customer, to: string, random: Random): Fields {
  return random.pick<Fields>([
    { action: "sendsms", from: originator, to },
    { action: "sendsms", from: "999999", to, "message-text": "Hello" },
    { action: "sendsavedmms", "mms-id": "0197c1e2a6b47d3f9d22", from: originator, to },
    { action: "sendsms", from: originator, to: `44${to}`, "message-text": "Hello" },
    { action: "send", from: originator, to, "message-text": "Hello" },
  ]);
}
