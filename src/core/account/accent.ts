/**
 * Colours of a page, derived from an account's accent colour so that they can be read: WCAG 2.2,
 * success criterion 1.4.3, asks for a contrast of 4.5 between text and background.
 */

/** Colour in the form `#rrggbb`. */
type Colour = string;

/** Backgrounds of a colour scheme. */
export interface Surfaces {
  /** Background of the page. */
  readonly paper: Colour;
  /** Background of a slide. */
  readonly card: Colour;
}

export interface Accent {
  /** Colour of links and icons. */
  readonly accent: Colour;
  /** Background behind icons, and of links under the pointer. */
  readonly tint: Colour;
}

/** Minimum contrast of text (WCAG 2.2, level AA). */
const MIN_CONTRAST = 4.5;
/** Share of the account's colour in `tint`. */
const TINT = 0.12;
/** Steps from the account's colour to black or white. */
const STEPS = 50;

/** Derives the colours: the account's own, mixed with black or white as far as needed. */
export function accentOn({ paper, card }: Surfaces, colour: Colour): Accent {
  const tint = mix(card, colour, TINT);
  const end = contrast(card, "#000000") > contrast(card, "#ffffff") ? "#000000" : "#ffffff";
  for (let step = 0; step < STEPS; step++) {
    const accent = mix(colour, end, step / STEPS);
    const isReadable = [paper, card, tint].every((each) => contrast(accent, each) >= MIN_CONTRAST);
    if (isReadable) return { accent, tint };
  }
  return { accent: end, tint };
}

/** Computes the contrast of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Computes the relative luminance (WCAG 2.2), from 0 to 1. */
function luminance(colour: Colour): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes two colours. @param share Share of the second one, from 0 to 1. */
function mix(a: Colour, b: Colour, share: number): Colour {
  const to = channels(b);
  const mixed = channels(a).map((channel, i) => Math.round(channel + (to[i]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Reads red, green and blue, from 0 to 255. */
function channels(colour: Colour): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}
